import DuoAVFoundation
import DuoUIKit
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import ClassicOrientation
@testable import ClassicSelfie
@testable import PositionSelfie
@testable import SelfieFollower

/// A person who does not let the app use the camera. Each app in a process of its own.
@Suite struct DeniedAccessTests {
  @Test func aSignSaysWhatToDo() async {
    await #expect(processExitsWith: .success) {
      try await Denied.expectNotice("ClassicSelfie", ClassicSelfie.AppDelegate.self)
    }
    await #expect(processExitsWith: .success) {
      try await Denied.expectNotice("ClassicOrientation", ClassicOrientation.AppDelegate.self)
    }
    await #expect(processExitsWith: .success) {
      try await Denied.expectNotice("SelfieFollower", SelfieFollower.AppDelegate.self)
    }
    await #expect(processExitsWith: .success) {
      try await Denied.expectNotice("PositionSelfie", PositionSelfie.AppDelegate.self)
    }
  }
}

@MainActor private enum Denied {
  static func expectNotice(_ module: String, _ delegate: any UIApplicationDelegate.Type) async throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo, pose: "closed")
    phone.makeCurrent()
    CaptureSystem.current.authorization.set(.denied, for: .video)
    let info: [String: Any] = [
      "UIApplicationSceneManifest": [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [
            [
              "UISceneConfigurationName": "Default Configuration",
              "UISceneDelegateClassName": "\(module).SceneDelegate",
            ]
          ]
        ]
      ]
    ]
    let scene = UIApplication.shared.launch(
      delegateClass: delegate, info: info, state: phone.state, at: clock.now)
    let message = "Allow the camera in Settings."
    // Answers come one after another on a queue of their own: when ours is here, the app's is on its way, over queues of
    // its own that a busy machine may keep waiting.
    await drainMainQueue()
    _ = await AVCaptureDevice.requestAccess(for: .video)
    for _ in 0..<100_000 where messages(scene) != [message] { await drainMainQueue() }
    #expect(messages(scene) == [message])
    #expect(phone.state.streaming.isEmpty)
  }

  private static func drainMainQueue() async {
    for _ in 0..<6 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
  }

  /// What VoiceOver reads of the visible views that are no controls.
  private static func messages(_ scene: UIWindowScene) -> [String] {
    var views: [UIView] = scene.windows
    var found: [String] = []
    while let view = views.popLast() {
      if view.isHidden { continue }
      if let label = view.accessibilityLabel, !(view is UIControl) { found.append(label) }
      views += view.subviews
    }
    return found
  }
}
