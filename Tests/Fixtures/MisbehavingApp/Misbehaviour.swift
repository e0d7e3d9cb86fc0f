@preconcurrency import AVFoundation
import UIKit

/// Each is the name under which the app is run.
enum Misbehaviour: String {
  case exitsBeforeLaunch, crashesBeforeLaunch, sleepsBeforeLaunch
  /// Swift stops the process.
  case traps
  /// Apple's frameworks stop the process.
  case raises
  case exits
  /// Computes for ever on the main thread: phone time stands still.
  case loops
  /// The main thread waits for what never comes: phone time goes on.
  case deadlocks
  /// The main thread waits for its own queue.
  case syncs
  /// Two tasks keep each other busy for ever within one instant.
  case neverRests
  /// Writes more than anybody reads, then stops with an exception.
  case chatters
  /// Does nothing wrong, and shows nothing.
  case idles

  @MainActor func begin() {
    switch self {
    case .exitsBeforeLaunch, .crashesBeforeLaunch, .sleepsBeforeLaunch, .idles: break
    case .traps: fatalError("out of film")
    case .raises: raise()
    case .exits: exit(0)
    case .loops: while true {}
    case .deadlocks: DispatchSemaphore(value: 0).wait()
    case .syncs: DispatchQueue.main.sync {}
    case .neverRests: Task { while true { await Task.yield() } }
    case .chatters:
      let line = String(repeating: "all work and no play ", count: 50)
      for _ in 0..<100_000 { print(line) }
      raise()
    }
  }

  /// Adds an input that cannot be added.
  @MainActor private func raise() {
    let session = AVCaptureSession()
    guard let camera = AVCaptureDevice.default(for: .video) else { return }
    do {
      session.addInput(try AVCaptureDeviceInput(device: camera))
      session.addInput(try AVCaptureDeviceInput(device: camera))
    } catch { print("\(error)") }
  }
}

class AppDelegate: UIResponder, UIApplicationDelegate {}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidBecomeActive(_ scene: UIScene) {
    // Later than the first step's start, so that there is a step to blame.
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(300)) {
      MainActor.assumeIsolated { MisbehavingApp.misbehaviour?.begin() }
    }
  }
}
