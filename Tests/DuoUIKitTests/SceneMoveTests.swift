import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct SceneMoveTests {
  @Test func unfoldingMovesTheSceneWithUIKitsCallbacks() async {
    await #expect(processExitsWith: .success) { try await MoveStories.unfolding() }
  }

  @Test func turningTheOpenPhoneTurnsTheInterface() async {
    await #expect(processExitsWith: .success) { try await MoveStories.turning() }
  }

  @Test func splitViewHalvesTheScene() async {
    await #expect(processExitsWith: .success) { try await MoveStories.split() }
  }

  @Test func aPortraitAppStandsInALetterbox() async {
    await #expect(processExitsWith: .success) { try await MoveStories.letterbox() }
  }

  @Test func aControllersMaskCounts() async {
    await #expect(processExitsWith: .success) { try await MoveStories.controllersMask() }
  }

  @Test func noCommonOrientationRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await MoveStories.nothingInCommon()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'UIApplicationInvalidInterfaceOrientation'"))
    #expect(text.contains("no common orientation with the application, and [LandscapeController"))
  }

  @Test func aSceneInTheBackgroundMovesBeforeItComesBack() async {
    await #expect(processExitsWith: .success) { try await MoveStories.inTheBackground() }
  }

  @Test func aTransitionTakesAsLongAsTheDescriptionSays() async {
    await #expect(processExitsWith: .success) { try await MoveStories.slowly() }
  }

  @Test func callsAndOverlaysMakeTheSceneInactive() async {
    await #expect(processExitsWith: .success) { try await MoveStories.callsAndOverlays() }
  }

  @Test func everyPoseGivesItsInterface() async {
    await #expect(processExitsWith: .success) { try await MoveStories.poses(over: .zero) }
    await #expect(processExitsWith: .success) { try await MoveStories.poses(over: .seconds(1)) }
  }

  @Test func aLevelPhoneKeepsTheInterfacesTop() async {
    await #expect(processExitsWith: .success) { try await MoveStories.level() }
  }

  @Test func theDevicesOrientationIsPosted() async {
    await #expect(processExitsWith: .success) { try await MoveStories.deviceOrientation() }
  }

  @Test func mainScreenIsAlwaysTheOuterDisplay() async {
    await #expect(processExitsWith: .success) { try await MoveStories.screens() }
  }
}

@MainActor
enum MoveStories {
  static func unfolding() async throws {
    let stage = try Stage()
    await stage.settle()
    _ = Story.take()
    await stage.send(.hinge(to: 180, over: .seconds(1)))
    await stage.advance(0.49)
    #expect(Story.take() == [])
    #expect(stage.scene.screen.display == .outer)
    await stage.advance(0.02)
    #expect(
      Story.take() == [
        "controller willTransition traits",
        "controller viewWillTransition to 951x669, still 466x678 portrait", "view traitCollectionDidChange",
        "controller traitCollectionDidChange", "controller alongside 951x669 landscapeRight",
        "controller viewWillLayoutSubviews", "view layoutSubviews 951x669",
        "controller viewDidLayoutSubviews",
        "scene didUpdate from 466x678 portrait to 951x669 landscapeRight",
        "scene didUpdateEffectiveGeometry from portrait",
      ])
    #expect(stage.scene.screen.display == .inner)
    #expect(stage.scene.keyWindow?.layer.attachment.placement == .init(display: "inner", interfaceTurn: 1))
    await stage.advance(0.28)
    #expect(Story.take() == [])
    await stage.advance(0.03)
    #expect(Story.take() == ["controller completion after 0.3"])
    let traced = stage.phone.log.lines.filter { $0.contains("\"kind\":\"scene\"") }
    #expect(
      traced.count == 1 && traced[0].contains("\"turn\":1") && traced[0].contains("[0.0,0.0,951.0,669.0]"),
      "\(traced)")

    await stage.send(.hinge(to: 0, over: .seconds(1)))
    await stage.advance(2)
    await stage.advance(0.3)
    #expect(stage.scene.screen.display == .outer)
    #expect(stage.scene.keyWindow?.bounds.size == CGSize(width: 466, height: 678))
    #expect(Story.take().last == "controller completion after 0.3")
  }

  static func turning() async throws {
    let stage = try Stage(
      pose: "open-landscape",
      info: Stage.orientations("Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"),
      delegate: EveryWayAppDelegate.self)
    let tableFor0To3: [(UIInterfaceOrientation, CGFloat, UIDeviceOrientation)] = [
      (.landscapeRight, 951, .landscapeLeft), (.portrait, 669, .portrait),
      (.landscapeLeft, 951, .landscapeRight), (.portraitUpsideDown, 669, .portraitUpsideDown),
    ]
    var wrong: [Int] = []
    for turn in 0..<8 {
      let row = tableFor0To3[turn % 4]
      if stage.scene.interfaceOrientation != row.0
        || stage.scene.effectiveGeometry.interfaceOrientation != row.0
      {
        wrong.append(turn)
      }
      if stage.scene.keyWindow?.bounds.width != row.1 { wrong.append(turn) }
      if UIDevice.current.orientation != row.2 { wrong.append(turn) }
      if stage.phone.state.app.interfaceTurn != row.0.turn { wrong.append(turn) }
      await stage.send(.turn(1))
    }
    #expect(wrong == [])
    // Half a turn at once: the size is the same, so only the scene delegate hears of it.
    _ = Story.take()
    await stage.send(.turn(2))
    #expect(
      Story.take() == [
        "scene didUpdate from 951x669 landscapeRight to 951x669 landscapeLeft",
        "scene didUpdateEffectiveGeometry from landscapeRight",
      ])
    #expect(stage.scene.keyWindow?.layer.attachment.placement == .init(display: "inner", interfaceTurn: 3))
  }

  class EveryWayController: RecordingController {
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
  }

  class EveryWaySceneDelegate: RecordingSceneDelegate {
    override func makeController() -> UIViewController { EveryWayController() }
  }

  class EveryWayAppDelegate: RecordingAppDelegate {
    override func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
      configuration.delegateClass = EveryWaySceneDelegate.self
      return configuration
    }
  }

  static func split() async throws {
    let stage = try Stage(pose: "open-landscape")
    await stage.send(.splitView(true))
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 0, width: 475.5, height: 669))
    #expect(stage.scene.keyWindow?.frame == CGRect(x: 0, y: 0, width: 475.5, height: 669))
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    #expect(stage.scene.traitCollection.horizontalSizeClass == .compact)
    await stage.send(.turn(1))
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 0, width: 669, height: 475.5))
    await stage.send(.splitView(false))
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 0, width: 669, height: 951))
    #expect(stage.scene.traitCollection.horizontalSizeClass == .regular)
  }

  static func letterbox() async throws {
    let stage = try Stage(pose: "open-landscape", info: Stage.orientations("Portrait"))
    let window = stage.scene.keyWindow
    #expect(stage.scene.geometry.frame == CGRect(x: 245.5, y: 0, width: 460, height: 669))
    #expect(window?.frame == CGRect(x: 0, y: 0, width: 460, height: 669))
    #expect(stage.scene.interfaceOrientation == .portrait)
    // Cameras and the host are told how the interface really lies.
    #expect(window?.layer.attachment.placement == .init(display: "inner", interfaceTurn: 1))
    #expect(stage.phone.state.app.interfaceTurn == 1)
    await stage.send(.turn(1))
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 0, width: 669, height: 951))
    #expect(stage.scene.interfaceOrientation == .portrait)
    await stage.send(.turn(2))
    #expect(stage.scene.geometry.interfaceTurn == 0)
  }

  class LandscapeSceneDelegate: RecordingSceneDelegate {
    override func makeController() -> UIViewController { LandscapeController() }
  }

  class LandscapeController: RecordingController {
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .landscape }
  }

  class LandscapeAppDelegate: RecordingAppDelegate {
    override func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
      configuration.delegateClass = LandscapeSceneDelegate.self
      return configuration
    }
  }

  static func controllersMask() async throws {
    let stage = try Stage(delegate: LandscapeAppDelegate.self)
    await stage.settle()
    // Closed and held portrait: the nearest landscape, and the phone knows.
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    #expect(stage.scene.keyWindow?.bounds.size == CGSize(width: 678, height: 466))
    await stage.send(.turn(1))
    #expect(stage.scene.interfaceOrientation == .landscapeLeft)
    await stage.send(.turn(1))
    #expect(stage.scene.interfaceOrientation == .landscapeLeft)
    await stage.send(.pose("open-portrait", over: .zero))
    #expect(stage.scene.geometry.frame == CGRect(x: 0, y: 245.5, width: 669, height: 460))
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
  }

  static func nothingInCommon() async throws {
    _ = try Stage(info: Stage.orientations("Portrait"), delegate: LandscapeAppDelegate.self)
  }

  static func inTheBackground() async throws {
    let stage = try Stage()
    await stage.send(.background)
    _ = Story.take()
    await stage.send(.pose("open-landscape", over: .zero))
    #expect(Story.take() == [])
    #expect(stage.scene.screen.display == .outer)
    await stage.send(.foreground)
    let story = Story.take()
    let order = [
      "scene didUpdate from 466x678 portrait to 951x669 landscapeRight", "scene willEnterForeground",
    ]
    #expect(story.filter(order.contains) == order)
    #expect(story.last == "scene didBecomeActive")
    // Leaving and moving at once: told first, moved later.
    await stage.send(.pose("closed", over: .zero))
    await stage.send(.call(true))
    #expect(stage.scene.screen.display == .outer)
  }

  static func slowly() async throws {
    var description = PhoneDescription.duo
    description.timing.sizeTransition.value = .seconds(2)
    let stage = try Stage(description)
    await stage.send(.pose("open-landscape", over: .zero))
    _ = Story.take()
    await stage.advance(1.99)
    #expect(Story.take() == [])
    await stage.advance(0.02)
    #expect(Story.take() == ["controller completion after 2.0"])
  }

  static func callsAndOverlays() async throws {
    let stage = try Stage()
    await stage.settle()
    _ = Story.take()
    var told: [[String]] = []
    for event: PhoneEvent in [.call(true), .overlay(true), .call(false), .overlay(false)] {
      await stage.send(event)
      told.append(Story.take())
      told.append(["\(stage.scene.activationState == .foregroundInactive)"])
    }
    #expect(
      told == [
        ["scene willResignActive"], ["true"], [], ["true"], [], ["true"], ["scene didBecomeActive"],
        ["false"],
      ])
    // Folded while something lies over it, the scene still follows the phone.
    await stage.send(.overlay(true))
    await stage.send(.pose("open-landscape", over: .zero))
    #expect(stage.scene.screen.display == .inner)
    #expect(UIApplication.shared.applicationState == .inactive)
    // Behind and back again: it comes to the foreground, still inactive.
    _ = Story.take()
    await stage.send(.background)
    await stage.send(.foreground)
    #expect(Story.take() == ["scene didEnterBackground", "scene willEnterForeground"])
    #expect(stage.scene.activationState == .foregroundInactive)
  }

  /// At once and in a movement: the interface ends up the same.
  static func poses(over: PhoneDuration) async throws {
    let stage = try Stage()
    let table: [(String, DisplayID?, DisplayID, UIInterfaceOrientation, CGSize)] = [
      ("closed", nil, .outer, .portrait, CGSize(width: 466, height: 678)),
      ("open-landscape", nil, .inner, .landscapeRight, CGSize(width: 951, height: 669)),
      ("open-portrait", nil, .inner, .portrait, CGSize(width: 669, height: 951)),
      ("flipped", .outer, .outer, .portrait, CGSize(width: 466, height: 678)),
      ("book", .inner, .inner, .landscapeRight, CGSize(width: 951, height: 669)),
      ("tabletop-rear-flat", nil, .inner, .portrait, CGSize(width: 669, height: 951)),
      // The app says nothing, so it does not stand upside down.
      ("tabletop-cover-flat", nil, .inner, .portrait, CGSize(width: 669, height: 951)),
      ("closed", nil, .outer, .portrait, CGSize(width: 466, height: 678)),
      ("tent", nil, .outer, .landscapeLeft, CGSize(width: 678, height: 466)),
      ("closed", nil, .outer, .portrait, CGSize(width: 466, height: 678)),
      // The outer display offers no upside down, so the interface stays.
      ("upside-down", nil, .outer, .portrait, CGSize(width: 466, height: 678)),
    ]
    var wrong: [String] = []
    for row in table {
      await stage.send(.pose(row.0, over: over))
      await stage.advance(over.seconds)
      if let moved = row.1 { await stage.send(.moveApp(moved)) }
      let scene = stage.scene
      if scene.screen.display != row.2 { wrong.append("\(row.0): \(scene.screen.display)") }
      if scene.interfaceOrientation != row.3 { wrong.append("\(row.0): \(scene.interfaceOrientation)") }
      if scene.keyWindow?.bounds.size != row.4 {
        wrong.append("\(row.0): \(text(scene.keyWindow!.bounds.size))")
      }
    }
    #expect(wrong == [])
  }

  static func level() async throws {
    let stage = try Stage(pose: "open-portrait")
    #expect(stage.scene.interfaceOrientation == .portrait)
    await stage.send(.pose("face-up", over: .zero))
    #expect(stage.scene.interfaceOrientation == .portrait)
    #expect(UIDevice.current.orientation == .faceUp)
    // Moved to the other display while level: the top stays the same edge of the body. On the inner display it is
    // the cover panel's free edge; on the outer display, which looks down, the same direction is on the side.
    await stage.send(.moveApp(.outer))
    #expect(UIDevice.current.orientation == .faceDown)
    #expect(
      stage.scene.interfaceOrientation == .landscapeRight
        || stage.scene.interfaceOrientation == .landscapeLeft)
    let body = Body(.duo, hinge: 180)
    let frame = body.display(.outer)!
    let up = stage.scene.interfaceOrientation == .landscapeRight ? frame.nativeRight : -frame.nativeRight
    #expect(up.dot(body.display(.inner)!.nativeTop) > 0.99)
  }

  static func deviceOrientation() async throws {
    let stage = try Stage()
    let device = UIDevice.current
    let token = NotificationCenter.default.addObserver(
      forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { Story.add("posted \(UIDevice.current.orientation)") } }
    func posted() -> [String] { Story.take().filter { $0.hasPrefix("posted") } }
    await stage.send(.turn(1))
    #expect(device.orientation == .landscapeRight)
    #expect(posted() == [])
    device.beginGeneratingDeviceOrientationNotifications()
    device.beginGeneratingDeviceOrientationNotifications()
    await stage.send(.turn(1))
    device.endGeneratingDeviceOrientationNotifications()
    #expect(device.isGeneratingDeviceOrientationNotifications)
    await stage.send(.turn(1))
    device.endGeneratingDeviceOrientationNotifications()
    await stage.send(.turn(1))
    #expect(posted() == ["posted portraitUpsideDown", "posted landscapeLeft"])
    #expect(!device.isGeneratingDeviceOrientationNotifications)
    #expect(device.model == "iPhone" && device.userInterfaceIdiom == .phone)
    withExtendedLifetime(token) {}
  }

  static func screens() async throws {
    let stage = try Stage(pose: "open-landscape")
    #expect(UIScreen.main.display == .outer)
    #expect(UIScreen.main.bounds == CGRect(x: 0, y: 0, width: 466, height: 678))
    #expect(UIScreen.main.nativeBounds == CGRect(x: 0, y: 0, width: 1398, height: 2034))
    #expect(UIScreen.screens.map(\.display) == [.outer, .inner])
    #expect(UIScreen.screens[1] === stage.scene.screen)
    #expect(stage.scene.screen.bounds == CGRect(x: 0, y: 0, width: 951, height: 669))
    #expect(stage.scene.screen.nativeBounds == CGRect(x: 0, y: 0, width: 2007, height: 2853))
    #expect(stage.scene.screen.scale == 3)
    await stage.send(.turn(1))
    #expect(stage.scene.screen.bounds.width == 669)
    #expect(UIScreen.main.bounds.width == 466)
    #expect(UIScreen.main.maximumFramesPerSecond == 60 || UIScreen.main.maximumFramesPerSecond == 120)
  }
}
