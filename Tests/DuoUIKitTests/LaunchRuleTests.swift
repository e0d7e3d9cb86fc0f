import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct LaunchRuleTests {
  @Test func anAppWithoutAManifestIsTold() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await RuleStories.violation(info: [:], contains: "has no UIApplicationSceneManifest")
    }
    let line =
      "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future.\n"
    #expect(said(result).contains(line))
  }

  @Test func aSceneDelegateThatIsNotThereIsToldAndTraced() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await RuleStories.violation(
        info: Stage.manifest("Nobody"),
        contains: "could not load class with name \\\"DuoUIKitTests.Nobody\\\"")
    }
    let line =
      "Info.plist configuration \"Default Configuration\" for UIWindowSceneSessionRoleApplication contained "
      + "UISceneDelegateClassName key, but could not load class with name \"DuoUIKitTests.Nobody\".\n"
    #expect(said(result).contains(line))
  }

  /// The class is there, and is no delegate of scenes: the name of the app delegate in the wrong place.
  @Test func aClassThatIsNoSceneDelegateIsToldAndTraced() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await RuleStories.violation(
        info: Stage.manifest("RecordingAppDelegate"),
        contains: "The scene delegate class \\\"RecordingAppDelegate\\\"")
    }
    #expect(said(result).contains("is no subclass of NSObject that conforms to UISceneDelegate.\n"))
  }

  @Test func aManifestWithoutAConfigurationIsTold() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = try await Stage(info: ["UIApplicationSceneManifest": [String: Any]()])
    }
    #expect(said(result).contains("Info.plist contained no UIScene configuration dictionary"))
  }

  @Test func emptyScreensAreTracedOnce() async {
    await #expect(processExitsWith: .success) { try await RuleStories.empty() }
  }

  @Test func backgroundTasksExpireInPhoneTime() async {
    await #expect(processExitsWith: .success) { try await RuleStories.backgroundTasks() }
  }

  @Test func urlsAreOpenedInFrontOfTheApp() async {
    await #expect(processExitsWith: .success) { try await RuleStories.urls() }
  }
}

@MainActor
enum RuleStories {
  static func violation(info: [String: Any], contains text: String) async throws {
    let stage = try Stage(info: info, delegate: RecordingAppDelegate.self)
    await stage.settle()
    let lines = stage.lines("violation")
    #expect(lines.count == 1 && lines[0].contains(text), "\(lines)")
    #expect(UIApplication.shared.applicationState == .active)
  }

  static func empty() async throws {
    let stage = try Stage()
    await stage.settle()
    let app = UIApplication.shared
    let window = stage.window
    func noted() -> [String] {
      app.noteBlankScenes()
      app.noteBlankScenes()
      return stage.lines("violation")
    }
    #expect(noted() == [] && stage.scene.blankReason == nil)
    window.isHidden = true
    #expect(noted().count == 1 && noted()[0].contains("makeKeyAndVisible()"))
    #expect(noted()[0].contains("\"rule\":\"no-visible-window\""))
    window.isHidden = false
    #expect(noted().count == 1)
    // A window without an area works, and is named.
    window.frame = .zero
    window.layoutIfNeeded()
    #expect(noted().count == 2 && noted()[1].contains("has no area"))
    #expect(noted()[1].contains("\"rule\":\"zero-size-window\""))
    await stage.send(.background)
    #expect(stage.scene.blankReason == nil)
    await stage.send(.foreground)
    window.windowScene = nil
    #expect(stage.scene.blankReason == "the scene has no window")
    let bare = UIWindow(windowScene: stage.scene)
    bare.makeKeyAndVisible()
    #expect(stage.scene.blankReason == "the scene's window has no root view controller")
    // Layers are something to see.
    bare.layer.addSublayer(CALayer())
    #expect(stage.scene.blankReason == nil)
  }

  static func backgroundTasks() async throws {
    let stage = try Stage()
    await stage.settle()
    let app = UIApplication.shared
    #expect(app.backgroundTimeRemaining == .greatestFiniteMagnitude)
    func begin(_ name: String, ends: Bool) -> UIBackgroundTaskIdentifier {
      var id = UIBackgroundTaskIdentifier.invalid
      id = app.beginBackgroundTask(withName: name) { Story.add("\(name) expires") }
      #expect(id != .invalid)
      if ends { app.endBackgroundTask(id) }
      return id
    }
    _ = begin("done", ends: true)
    _ = begin("left", ends: false)
    _ = Story.take()
    await stage.send(.background)
    await stage.advance(12)
    #expect(app.backgroundTimeRemaining == 18)
    // Back in time: nothing expires, and the next stay counts anew.
    await stage.send(.foreground)
    await stage.advance(40)
    #expect(!Story.take().contains("left expires"))
    await stage.send(.background)
    await stage.advance(29.9)
    #expect(!Story.take().contains("left expires"))
    await stage.advance(0.2)
    #expect(Story.take().contains("left expires") && app.backgroundTimeRemaining == 0)
    let lines = stage.lines("violation")
    #expect(lines.count == 1 && lines[0].contains("the background task \\\"left\\\" was not ended"))
    // From any thread.
    let id = await Task.detached { app.beginBackgroundTask(expirationHandler: nil) }.value
    await Task.detached { app.endBackgroundTask(id) }.value
  }

  static func urls() async throws {
    let stage = try Stage()
    await stage.settle()
    let app = UIApplication.shared
    let settings = try #require(URL(string: UIApplication.openSettingsURLString))
    let other = try #require(URL(string: "someapp://x"))
    #expect(app.canOpenURL(settings) && !app.canOpenURL(other))
    _ = Story.take()
    app.open(other) { Story.add("other \($0)") }
    await stage.settle()
    #expect(Story.take() == ["other false"] && app.applicationState == .active)
    app.open(settings) { Story.add("settings \($0)") }
    await stage.settle()
    #expect(Story.take() == ["settings true", "scene willResignActive", "scene didEnterBackground"])
    #expect(await app.open(other) == false)
    #expect(stage.lines("url-opened").count == 3)
  }
}
