import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct SceneSessionTests {
  @Test func aSecondWindowLiesBesideTheFirst() async {
    await #expect(processExitsWith: .success) { try await SessionStories.second() }
  }

  @Test func newWindowsAreRefusedWithApplesErrors() async {
    await #expect(processExitsWith: .success) { try await SessionStories.refusals() }
  }

  @Test func aSessionOutlivesItsScene() async {
    await #expect(processExitsWith: .success) { try await SessionStories.outlives() }
  }

  @Test func aDestroyedSessionIsDiscarded() async {
    await #expect(processExitsWith: .success) { try await SessionStories.destroyed() }
  }

  @Test func theSecondWindowFollowsTheFold() async {
    await #expect(processExitsWith: .success) { try await SessionStories.folds() }
  }
}

extension Stage {
  /// A property list of an app with several windows.
  nonisolated static var manyWindows: [String: Any] {
    var info = scenes
    var manifest = info["UIApplicationSceneManifest"] as? [String: Any] ?? [:]
    manifest["UIApplicationSupportsMultipleScenes"] = true
    info["UIApplicationSceneManifest"] = manifest
    return info
  }

  func lines(_ kind: String) -> [String] { phone.log.lines.filter { $0.contains("\"kind\":\"\(kind)\"") } }
}

@MainActor
enum SessionStories {
  final class Discarding: UIResponder, UIApplicationDelegate {
    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
    {
      Story.add("discarded \(sceneSessions.map(\.persistentIdentifier))")
    }
    func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      Story.add("configure \(session.persistentIdentifier) for \(options.userActivities.map(\.activityType))")
      return session.configuration
    }
  }

  static func open(_ stage: Stage, _ session: UISceneSession? = nil, for type: String? = nil) async {
    UIApplication.shared.requestSceneSessionActivation(
      session, userActivity: type.map { NSUserActivity(activityType: $0) }, options: nil
    ) { error in Story.add("refused \((error as NSError).code)") }
    await stage.settle()
  }

  static func second() async throws {
    let stage = try Stage(pose: "open-landscape", info: Stage.manyWindows, delegate: Discarding.self)
    await stage.settle()
    _ = Story.take()
    let app = UIApplication.shared
    #expect(app.supportsMultipleScenes)
    await open(stage, for: "edit")
    let scenes = app.scenes(on: .inner)
    #expect(scenes.count == 2 && app.connectedScenes.count == 2 && app.openSessions.count == 2)
    let side = try #require(scenes.last)
    #expect(side !== stage.scene && side.session.persistentIdentifier != "main")
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 0, width: 475.5, height: 669))
    #expect(side.geometry.frame == CGRect(x: 475.5, y: 0, width: 475.5, height: 669))
    #expect(side.activationState == .foregroundActive && side.keyWindow?.bounds.width == 475.5)
    let story = Story.take()
    let told = [
      "configure window-2 for [\"edit\"]", "scene willConnect Default Configuration",
      "scene willEnterForeground", "scene didBecomeActive",
    ]
    #expect(story.filter(told.contains) == told)
    #expect(stage.lines("second-scene-connected").count == 1)
    // Turned, each has its half along the long side.
    await stage.send(.turn(1))
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 0, width: 669, height: 475.5))
    #expect(side.geometry.frame == CGRect(x: 0, y: 475.5, width: 669, height: 475.5))
    #expect(side.interfaceOrientation == stage.scene.interfaceOrientation)
    // Both go to the background and come back; the app hears of it once.
    _ = Story.take()
    await stage.send(.background)
    #expect(side.activationState == .background && app.applicationState == .background)
    await stage.send(.foreground)
    #expect(side.activationState == .foregroundActive)
    #expect(Story.take().filter { $0 == "scene didBecomeActive" }.count == 2)
    // Activating a window that is there changes nothing.
    await open(stage, side.session)
    #expect(app.connectedScenes.count == 2 && !Story.take().contains { $0.contains("refused") })
  }

  static func refusals() async throws {
    let stage = try Stage(info: Stage.manyWindows)
    await stage.settle()
    func asked() async -> [String] {
      _ = Story.take()
      await open(stage)
      return Story.take().filter { $0.contains("refused") }
    }
    // On the outer display; beside another app; in the background; with two windows already.
    #expect(await asked() == ["refused 1"])
    await stage.send(.pose("open-landscape", over: .zero))
    await stage.send(.splitView(true))
    #expect(await asked() == ["refused 1"])
    await stage.send(.splitView(false))
    await stage.send(.background)
    #expect(await asked() == ["refused 1"])
    await stage.send(.foreground)
    #expect(await asked() == [])
    #expect(await asked() == ["refused 1"])
    // The request object is the same door.
    UIApplication.shared.activateSceneSession(for: UISceneSessionActivationRequest()) {
      Story.add("\(($0 as NSError).domain) \($0.localizedDescription)")
    }
    await stage.settle()
    #expect(Story.take() == ["UISceneErrorDomain The display is shared already."])
    UIApplication.shared.info = Stage.scenes
    #expect(await asked() == ["refused 0"])
  }

  static func outlives() async throws {
    let stage = try Stage(pose: "open-landscape", info: Stage.manyWindows)
    await stage.settle()
    await open(stage)
    let app = UIApplication.shared
    let side = try #require(app.scenes(on: .inner).last)
    let session = side.session
    session.userInfo = ["page": 3]
    // Another app takes the half: the scene goes, its session stays.
    await stage.send(.splitView(true))
    #expect(app.openSessions.contains(session) && session.scene == nil)
    #expect(side.activationState == .unattached && app.connectedScenes == [stage.scene])
    #expect(side.windows == [])
    await stage.send(.splitView(false))
    #expect(stage.scene.geometry.frame.width == 951)
    await open(stage, session)
    let again = try #require(session.scene as? UIWindowScene)
    #expect(again !== side && again.session === session)
    #expect(again.session.userInfo?["page"] as? Int == 3)
    #expect(again.activationState == .foregroundActive && again.geometry.frame.minX == 475.5)
  }

  static func destroyed() async throws {
    let stage = try Stage(pose: "open-landscape", info: Stage.manyWindows, delegate: Discarding.self)
    await stage.settle()
    await open(stage)
    let app = UIApplication.shared
    let side = try #require(app.scenes(on: .inner).last)
    func destroy(_ session: UISceneSession) async {
      _ = Story.take()
      app.requestSceneSessionDestruction(session, options: nil) { error in
        Story.add("refused \((error as NSError).code)")
      }
      await stage.settle()
    }
    await destroy(stage.scene.session)
    #expect(Story.take() == ["refused 1"])
    await destroy(side.session)
    let story = Story.take()
    let told = ["scene willResignActive", "scene didEnterBackground", "discarded [\"window-2\"]"]
    #expect(story.filter(told.contains) == told)
    #expect(app.openSessions == [stage.scene.session] && app.connectedScenes == [stage.scene])
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 0, width: 951, height: 669))
    await destroy(side.session)
    #expect(Story.take() == ["refused 1"])
  }

  static func folds() async throws {
    let stage = try Stage(pose: "open-landscape", info: Stage.manyWindows)
    await stage.settle()
    await open(stage)
    let side = try #require(UIApplication.shared.scenes(on: .inner).last)
    await stage.send(.pose("closed", over: .zero))
    #expect(side.activationState == .background && stage.scene.geometry.display == .outer)
    #expect(stage.scene.geometry.frame.size == CGSize(width: 466, height: 678))
    #expect(UIApplication.shared.scenes(on: .outer) == [stage.scene])
    await stage.send(.pose("open-landscape", over: .zero))
    #expect(side.activationState == .foregroundActive && side.geometry.frame.minX == 475.5)
    #expect(stage.scene.geometry.frame.width == 475.5)
  }
}
