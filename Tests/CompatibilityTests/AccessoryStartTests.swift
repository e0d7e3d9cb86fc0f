import AVFoundation
import DuoTesting
import Observation
import Testing
import UIKit

/// When an app hears that its accessory is available, and when that its session runs.
@Suite struct AccessoryStartTests {
  @Test func onTheMainThread() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(StartAppDelegate.self, scene: StartSceneDelegate.self, pose: .openLandscape) { app in
        try await app.phone.settle()
        let screen = try #require(StartSceneDelegate.screen)
        // Open, full screen and in front, with a session that does not run.
        #expect(screen.story == [] && !app.isOuterLit)
        screen.session.startRunning()
        #expect(screen.story == ["runs", "started"])
        #expect(screen.registration?.isAvailable == false, "no turn of the main queue has passed")
        let start = app.phone.now
        await app.phone.run(for: .zero)
        #expect(screen.story == ["runs", "started", "available"] && app.phone.now == start)
        try await app.phone.settle()
        #expect(app.isOuterLit)
      }
    }
  }

  @Test func onAQueue() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(StartAppDelegate.self, scene: StartSceneDelegate.self, pose: .openLandscape) { app in
        let screen = try #require(StartSceneDelegate.screen)
        for round in 0..<3 {
          screen.onQueue { $0.startRunning() }
          try await app.phone.settle()
          let story = screen.take()
          // In whatever order: the queue and the main thread hear of one moment at the same time.
          #expect(story.sorted() == ["available", "runs", "started"], "round \(round)")
          #expect(app.isOuterLit)
          // Another camera is no pause.
          try screen.exchangeCamera()
          try await app.phone.settle()
          #expect(screen.take() == [] && app.isOuterLit)
          // A pause is, however short.
          screen.onQueue { $0.stopRunning() }
          await app.phone.run(for: .milliseconds(300))
          #expect(screen.take().sorted() == ["stopped", "unavailable"] && !app.isOuterLit)
        }
      }
    }
  }
}

extension TestedApp {
  fileprivate var isOuterLit: Bool { phone.state.litDisplays.contains(.outer) }
}

class StartAppDelegate: UIResponder, UIApplicationDelegate {}

class StartSceneDelegate: UIResponder, UIWindowSceneDelegate {
  static var screen: StartViewController?
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    let screen = StartViewController()
    window.rootViewController = screen
    window.makeKeyAndVisible()
    self.window = window
    Self.screen = screen
  }
}

class StartAccessoryDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
  }
}

/// Writes down what it hears, on whatever thread.
final class StartViewController: UIViewController {
  nonisolated(unsafe) let session = AVCaptureSession()
  private(set) var registration: UISceneAccessoryRegistration?
  private let queue = DispatchQueue(label: "capture")
  private let heard = Heard()
  private var wasAvailable = false
  private var observations: [Any] = []

  var story: [String] { heard.words }

  func take() -> [String] {
    defer { heard.words = [] }
    return heard.words
  }

  func onQueue(_ body: @escaping @Sendable (AVCaptureSession) -> Void) {
    nonisolated(unsafe) let session = session
    queue.async { body(session) }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    do { try use(.back) } catch { fatalError("\(error)") }
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = StartAccessoryDelegate.self
    registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
    let heard = heard
    observations = [
      session.observe(\.isRunning, options: .new) { _, change in
        if change.newValue == true { heard.words.append("runs") }
      }
    ]
    for (name, word) in [
      (AVCaptureSession.didStartRunningNotification, "started"),
      (AVCaptureSession.didStopRunningNotification, "stopped"),
    ] {
      observations.append(
        NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { _ in
          heard.words.append(word)
        })
    }
  }

  override func updateProperties() {
    super.updateProperties()
    guard let registration, registration.isAvailable != wasAvailable else { return }
    wasAvailable = registration.isAvailable
    heard.words.append(wasAvailable ? "available" : "unavailable")
  }

  func exchangeCamera() throws {
    let isBack = (session.inputs.first as? AVCaptureDeviceInput)?.device.position == .back
    try use(isBack ? .front : .back)
  }

  private func use(_ position: AVCaptureDevice.Position) throws {
    let device = try #require(
      AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position))
    session.beginConfiguration()
    session.inputs.forEach(session.removeInput)
    session.addInput(try AVCaptureDeviceInput(device: device))
    session.commitConfiguration()
  }
}

private final class Heard: @unchecked Sendable {
  // Behind the lock, since notices come on any thread.
  private let lock = NSLock()
  private var list: [String] = []
  var words: [String] {
    get { lock.withLock { list } }
    _modify {
      lock.lock()
      defer { lock.unlock() }
      yield &list
    }
  }
}
