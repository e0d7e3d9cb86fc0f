import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct LaunchTests {
  @Test func anAppWithScenes() async {
    await #expect(processExitsWith: .success) { try await LaunchStories.withScenes() }
  }

  @Test func anAppFromBeforeScenes() async {
    await #expect(processExitsWith: .success) { try await LaunchStories.classic() }
  }

  @Test func aConfigurationFromCode() async {
    await #expect(processExitsWith: .success) { try await LaunchStories.configuredInCode() }
  }

  @Test func aDelegateThatIsNotThere() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await LaunchStories.missingDelegate()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("could not load class with name \"DuoUIKitTests.Nobody\""))
  }

  @Test func everyWayBetweenActivities() async {
    await #expect(processExitsWith: .success) { try await LaunchStories.activities() }
  }

  @Test func notificationsComeWithTheCallbacks() async {
    await #expect(processExitsWith: .success) { try await LaunchStories.notifications() }
  }
}

@MainActor
enum LaunchStories {
  static func withScenes() async throws {
    let stage = try Stage()
    await stage.settle()
    #expect(
      Story.take() == [
        "app willFinishLaunching", "app didFinishLaunching with its stored values",
        "scene willConnect Default Configuration", "controller loadView", "controller viewDidLoad",
        "controller viewWillAppear", "view didMoveToWindow window", "scene willEnterForeground",
        "scene didBecomeActive", "controller viewIsAppearing 466x678 in window",
        "controller viewWillLayoutSubviews", "view layoutSubviews 466x678",
        "controller viewDidLayoutSubviews",
        "controller viewDidAppear",
      ])
    let app = UIApplication.shared
    #expect(app.delegate is RecordingAppDelegate)
    #expect(app.connectedScenes == [stage.scene])
    #expect(app.applicationState == .active)
    #expect(stage.scene.activationState == .foregroundActive)
    #expect(stage.scene.session.role == .windowApplication)
    #expect(stage.scene.keyWindow?.rootViewController?.view.window === stage.scene.keyWindow)
    #expect(stage.scene.keyWindow?.rootViewController?.view.display == .outer)
  }

  static func classic() async throws {
    let stage = try Stage(info: [:], delegate: ClassicAppDelegate.self)
    await stage.settle()
    #expect(
      Story.take() == [
        "app willFinishLaunching", "controller loadView", "controller viewDidLoad",
        "controller viewWillAppear",
        "view didMoveToWindow window", "app didFinishLaunching with its stored values", "app didBecomeActive",
        "controller viewIsAppearing 466x678 in window", "controller viewWillLayoutSubviews",
        "view layoutSubviews 466x678", "controller viewDidLayoutSubviews", "controller viewDidAppear",
      ])
    let window = (UIApplication.shared.delegate as? ClassicAppDelegate)?.window
    #expect(window?.windowScene === stage.scene)
    #expect(stage.scene.windows == [window])
    await stage.send(.background)
    await stage.send(.foreground)
    #expect(
      Story.take() == [
        "app willResignActive", "app didEnterBackground", "app willEnterForeground", "app didBecomeActive",
      ])
    // A window made later belongs to the scene, too.
    let second = UIWindow(frame: .zero)
    second.makeKeyAndVisible()
    #expect(second.windowScene === stage.scene)
    #expect(second.frame.size == CGSize(width: 466, height: 678))
    #expect(second.isKeyWindow && window?.isKeyWindow == false)
  }

  class ConfiguringDelegate: RecordingAppDelegate {
    override func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      Story.add("configuration for \(session.role.rawValue)")
      let configuration = UISceneConfiguration(name: "Default Configuration", sessionRole: session.role)
      configuration.delegateClass = OtherSceneDelegate.self
      return configuration
    }
  }

  class OtherSceneDelegate: RecordingSceneDelegate {
    override func makeController() -> UIViewController {
      Story.add("the other delegate")
      return UIViewController()
    }
  }

  static func configuredInCode() async throws {
    let stage = try Stage(delegate: ConfiguringDelegate.self)
    #expect(stage.scene.delegate is OtherSceneDelegate)
    #expect(
      Story.take().dropFirst(2).prefix(3) == [
        "configuration for UIWindowSceneSessionRoleApplication", "scene willConnect Default Configuration",
        "the other delegate",
      ])
    #expect(stage.scene.keyWindow?.rootViewController?.view.frame.size == CGSize(width: 466, height: 678))
  }

  static func missingDelegate() async throws {
    let stage = try Stage(info: Stage.manifest("Nobody"))
    #expect(stage.scene.delegate == nil)
    #expect(stage.scene.windows == [])
    #expect(stage.scene.activationState == .foregroundActive)
  }

  static func activities() async throws {
    let stage = try Stage()
    await stage.settle()
    _ = Story.take()
    let app = UIApplication.shared
    let (resign, background) = ("scene willResignActive", "scene didEnterBackground")
    let (foreground, active) = ("scene willEnterForeground", "scene didBecomeActive")
    let ways: [(AppPlacement.Activity, [String], UIScene.ActivationState, UIApplication.State)] = [
      (.foreground, [], .foregroundActive, .active),
      (.inactive, [resign], .foregroundInactive, .inactive),
      (.foreground, [active], .foregroundActive, .active),
      (.background, [resign, background], .background, .background),
      (.inactive, [foreground], .foregroundInactive, .inactive),
      (.background, [background], .background, .background),
      (.background, [], .background, .background),
      (.foreground, [foreground, active], .foregroundActive, .active),
    ]
    var wrong: [String] = []
    for (index, way) in ways.enumerated() {
      app.setActivity(way.0, of: stage.scene)
      let story = Story.take()
      if story != way.1 { wrong.append("\(index): \(story)") }
      if stage.scene.activationState != way.2 || app.applicationState != way.3 {
        wrong.append("\(index): state")
      }
    }
    #expect(wrong == [])
  }

  static func notifications() async throws {
    let names: [Notification.Name] = [
      UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
      UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
      UIApplication.willEnterForegroundNotification, UIScene.willConnectNotification,
      UIScene.didActivateNotification, UIScene.willDeactivateNotification,
      UIScene.willEnterForegroundNotification, UIScene.didEnterBackgroundNotification,
    ]
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        let text = note.name.rawValue
        MainActor.assumeIsolated { Story.add("- \(text)") }
      }
    }
    let stage = try Stage()
    func posted() -> [String] { Story.take().filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) } }
    #expect(
      posted() == [
        "UIApplicationDidFinishLaunchingNotification", "UISceneWillConnectNotification",
        "UISceneWillEnterForegroundNotification", "UISceneDidActivateNotification",
        "UIApplicationDidBecomeActiveNotification",
      ])
    await stage.send(.background)
    #expect(
      posted() == [
        "UISceneWillDeactivateNotification", "UIApplicationWillResignActiveNotification",
        "UISceneDidEnterBackgroundNotification", "UIApplicationDidEnterBackgroundNotification",
      ])
    await stage.send(.foreground)
    #expect(
      posted() == [
        "UISceneWillEnterForegroundNotification", "UIApplicationWillEnterForegroundNotification",
        "UISceneDidActivateNotification", "UIApplicationDidBecomeActiveNotification",
      ])
    withExtendedLifetime(tokens) {}
  }
}
