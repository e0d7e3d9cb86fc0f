import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct AccessorySceneTests {
  @Test func itsLife() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.life() }
  }

  @Test func theTopMostViewControllerWins() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.topMost() }
  }

  @Test func switchedOffAndOnAndTakenBack() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.switching() }
  }

  @Test func theAppKeepsItAlive() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.ownership() }
  }

  @Test func availabilityIsObserved() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.observation() }
  }

  @Test func itStandsUprightForItsViewer() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.turning() }
  }

  @Test func itTakesTouches() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.touches() }
  }

  @Test func withdrawnAtAnyMoment() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.anyMoment() }
  }

  @Test func animationsEndWithIt() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.animations() }
  }

  @Test func neverOnPhonesWithOneDisplay() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.oneDisplay() }
  }

  @Test func aManifestEntryHasNoEffect() async {
    await #expect(processExitsWith: .success) { try await AccessoryStories.manifestEntry() }
  }

  @Test func aConfigurationWithoutADelegateClassRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await AccessoryStories.withoutDelegate()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSInvalidArgumentException'"))
    #expect(text.contains("must have a delegate class: it names none"))
  }

  @Test func registeringOneTwiceRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await AccessoryStories.twice()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("is already registered"))
  }

  @Test func unregisteringAnothersRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await AccessoryStories.anothers()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("is not a registration of"))
  }
}

/// The content for the display that faces the subject.
class StoryAccessoryDelegate: UIResponder, UIWindowSceneDelegate {
  static var scripts: [String] = []
  static var shown: StoryAccessoryDelegate?
  static var mask = UIInterfaceOrientationMask.allButUpsideDown
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    let script = connectionOptions.sceneAccessoryUserInfo as? Script
    Story.add(
      "accessory willConnect \(session.role == .windowCameraCaptureAccessory) \(script?.text ?? "none")")
    Self.shown = self
    let window = UIWindow(windowScene: scene as! UIWindowScene)
    window.rootViewController = StoryAccessoryController()
    window.makeKeyAndVisible()
    self.window = window
  }
  func sceneDidDisconnect(_ scene: UIScene) { Story.add("accessory didDisconnect") }
  func sceneDidBecomeActive(_ scene: UIScene) { Story.add("accessory didBecomeActive") }
  func sceneWillResignActive(_ scene: UIScene) { Story.add("accessory willResignActive") }
  func sceneWillEnterForeground(_ scene: UIScene) { Story.add("accessory willEnterForeground") }
  func sceneDidEnterBackground(_ scene: UIScene) { Story.add("accessory didEnterBackground") }
}

final class StoryAccessoryController: UIViewController {
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { StoryAccessoryDelegate.mask }
  override func viewDidAppear(_ animated: Bool) { Story.add("accessory viewDidAppear") }
  override func viewDidDisappear(_ animated: Bool) { Story.add("accessory viewDidDisappear") }
}

final class Script {
  let text: String
  init(_ text: String) { self.text = text }
}

@MainActor
enum AccessoryStories {
  static func accessory(_ info: Any? = nil) -> UISceneAccessory {
    // The role is the system's to give.
    let configuration = UISceneConfiguration(name: "script", sessionRole: .windowApplication)
    configuration.delegateClass = StoryAccessoryDelegate.self
    guard let info else { return .cameraCapture(sceneConfiguration: configuration) }
    return .cameraCapture(sceneConfiguration: configuration, userInfo: info)
  }

  static func open(_ description: PhoneDescription = .duo) throws -> (Stage, UIViewController) {
    let stage = try Stage(description, pose: description.hinge == nil ? "closed" : "open-landscape")
    return (stage, stage.scene.windows[0].rootViewController!)
  }

  static func accessories() -> [UIWindowScene] {
    UIApplication.shared.scenes(on: .outer).filter(\.isAccessory)
  }

  static func life() async throws {
    let (stage, root) = try open()
    let script = Script("hello")
    let registration = root.registerSceneAccessory(accessory(script))
    await stage.settle()
    #expect(!registration.isAvailable && registration.isEnabled && accessories().isEmpty)
    _ = Story.take()
    await stage.send(.capturing(true))
    #expect(registration.isAvailable)
    #expect(
      Story.take() == [
        "accessory willConnect true hello", "accessory willEnterForeground", "accessory didBecomeActive",
        "accessory viewDidAppear",
      ])
    let scene = try #require(accessories().first)
    #expect(stage.phone.state.litDisplays == [.inner, .outer] && scene.activationState == .foregroundActive)
    #expect(
      scene.screen === UIScreen.main && scene.coordinateSpace.bounds.size == CGSize(width: 466, height: 678))
    #expect(scene.interfaceOrientation == .portrait && scene.traitCollection.horizontalSizeClass == .compact)
    #expect(UIApplication.shared.scenes(on: .inner) == [stage.scene])
    #expect(UIApplication.shared.openSessions.contains(scene.session))
    let window = try #require(scene.windows.first)
    #expect(window.layer.attachment.placement?.display == "outer")
    // What the outer display keeps for its camera; there is no fold.
    let cameras = window.reservedRegions(kind: .occlusion, options: .includeInactive)
    #expect(
      cameras.map { "\($0.id) \(RegionStories.part($0.frame, of: window.bounds.size)) \($0.isActive)" } == [
        "outer-front top right true"
      ])
    #expect(window.reservedRegions(kind: .division, options: .includeInactive).isEmpty)

    // Closing takes it when the hinge leaves fully open, long before the app's own scene moves.
    stage.phone.send(.hinge(to: 0, over: .seconds(1)))
    await stage.advance(0.1)
    #expect(
      Story.take() == [
        "accessory willResignActive", "accessory didEnterBackground", "accessory didDisconnect",
        "accessory viewDidDisappear",
      ])
    #expect(!registration.isAvailable && accessories().isEmpty && stage.scene.geometry.display == .inner)
    #expect(scene.activationState == .unattached && scene.windows.isEmpty)
    #expect(window.layer.attachment.placement == nil && window.windowScene == nil)
    #expect(!UIApplication.shared.openSessions.contains(scene.session))
    await stage.advance(1)
    #expect(stage.scene.geometry.display == .outer)
    _ = Story.take()
    // Opened again it is a new scene.
    stage.phone.send(.hinge(to: 180, over: .seconds(1)))
    await stage.advance(1.1)
    #expect(accessories().count == 1 && accessories().first !== scene)
    let next = try #require(accessories().first)
    #expect(next.session.persistentIdentifier != scene.session.persistentIdentifier)
    #expect(registration.isAvailable)
    withExtendedLifetime(script) {}
  }

  static func topMost() async throws {
    let (stage, root) = try open()
    await stage.send(.capturing(true))
    let children = (0..<2).map { _ in UIViewController() }
    for child in children {
      root.addChild(child)
      root.view.addSubview(child.view)
      child.didMove(toParent: root)
    }
    let scripts = (0..<4).map { Script("\($0)") }
    let below = root.registerSceneAccessory(accessory(scripts[0]))
    let later = children[1].registerSceneAccessory(accessory(scripts[1]))
    let earlier = children[0].registerSceneAccessory(accessory(scripts[2]))
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
    configuration.delegateClass = StoryAccessoryDelegate.self
    let external = children[1].registerSceneAccessory(
      .externalNonInteractive(sceneConfiguration: configuration, userInfo: scripts[3]))
    func available() -> [Bool] { [below, earlier, later, external].map(\.isAvailable) }
    func shown() -> [String] { Story.take().filter { $0.hasPrefix("accessory willConnect") } }
    await stage.settle()
    #expect(available() == [false, false, true, false] && shown() == ["accessory willConnect true 1"])
    root.view.bringSubviewToFront(children[0].view)
    await stage.settle()
    #expect(available() == [false, true, false, false] && shown() == ["accessory willConnect true 2"])
    children[0].view.removeFromSuperview()
    await stage.settle()
    #expect(available() == [false, false, true, false] && shown() == ["accessory willConnect true 1"])
    children[1].view.removeFromSuperview()
    await stage.settle()
    #expect(available() == [true, false, false, false] && shown() == ["accessory willConnect true 0"])
    // Over all of the app.
    let over = UIViewController()
    let window = UIWindow(windowScene: stage.scene)
    window.rootViewController = over
    let top = over.registerSceneAccessory(accessory(scripts[3]))
    await stage.settle()
    #expect(available() == [true, false, false, false] && !top.isAvailable)
    window.isHidden = false
    await stage.settle()
    #expect(available() == [false, false, false, false] && top.isAvailable)
    window.isHidden = true
    await stage.settle()
    #expect(available() == [true, false, false, false] && accessories().count == 1)
  }

  static func switching() async throws {
    let (stage, root) = try open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(accessory())
    await stage.settle()
    #expect(accessories().count == 1)
    registration.isEnabled = false
    await stage.settle()
    #expect(accessories().isEmpty && registration.isAvailable && stage.phone.state.litDisplays == [.inner])
    registration.isEnabled = true
    await stage.settle()
    #expect(accessories().count == 1 && stage.phone.state.isAccessoryShown)
    root.unregisterSceneAccessory(registration)
    #expect(!registration.isAvailable)
    await stage.settle()
    #expect(accessories().isEmpty && !stage.phone.state.isAccessoryShown)
    root.unregisterSceneAccessory(registration)
    registration.isEnabled = false
    // Taken back, the accessory may be registered again.
    let again = root.registerSceneAccessory(registration.accessory)
    await stage.settle()
    #expect(again.isAvailable && accessories().count == 1)
    // Another one takes its place without the display's going dark.
    let lit = stage.phone.log.lines.filter { $0.contains("display-dark") }.count
    let second = root.registerSceneAccessory(accessory())
    await stage.settle()
    #expect(second.isAvailable && !again.isAvailable && accessories().count == 1)
    #expect(stage.phone.log.lines.filter { $0.contains("display-dark") }.count == lit)
  }

  static func ownership() async throws {
    let (stage, root) = try open()
    await stage.send(.capturing(true))
    var registration: UISceneAccessoryRegistration? = root.registerSceneAccessory(accessory(Script("lost")))
    await stage.settle()
    // Nobody kept the script; a value needs no keeper.
    #expect(registration?.isAvailable == true && Story.take().contains("accessory willConnect true none"))
    let value = accessory("a text").userInfo as? String
    #expect(value == "a text")
    registration = nil
    await stage.settle()
    #expect(accessories().isEmpty && !stage.phone.state.isAccessoryShown)
    // A view controller that is gone offers nothing.
    var other: UIViewController? = UIViewController()
    let orphan = other?.registerSceneAccessory(accessory())
    other = nil
    await stage.settle()
    #expect(orphan?.isAvailable == false)
  }

  final class StatusView: UIView {
    var registration: UISceneAccessoryRegistration?
    var properties: [Bool] = []
    var layouts: [Bool] = []
    override func updateProperties() {
      super.updateProperties()
      if let registration { properties.append(registration.isAvailable) }
    }
    override func layoutSubviews() {
      super.layoutSubviews()
      if let registration { layouts.append(registration.isAvailable) }
    }
  }

  static func observation() async throws {
    let (stage, root) = try open()
    let view = StatusView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.registration = root.registerSceneAccessory(accessory())
    root.view.addSubview(view)
    await stage.settle()
    #expect(view.properties.last == false && view.layouts.last == false)
    await stage.send(.capturing(true))
    await stage.settle()
    #expect(view.properties.last == true && view.layouts.last == true)
    await stage.send(.splitView(true))
    await stage.settle()
    #expect(view.properties.last == false && view.layouts.last == false)
  }

  /// Turned clockwise as the holder sees it, the phone turns the other way for the subject.
  static func turning() async throws {
    let (stage, root) = try open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(accessory())
    await stage.settle()
    var turns: [String] = []
    func note() {
      guard let scene = accessories().first else { return }
      let main = stage.phone.state.app.interfaceTurn
      turns.append(
        "\(scene.interfaceOrientation.rawValue) \(text(scene.coordinateSpace.bounds.size)), app \(main.count)"
      )
      #expect(
        scene.windows[0].layer.attachment.placement?.interfaceTurn == scene.geometry.interfaceTurn.count)
      #expect(UIScreen.main.bounds.size == scene.coordinateSpace.bounds.size)
    }
    note()
    for _ in 0..<4 {
      await stage.send(.turn(1))
      note()
    }
    #expect(
      turns == [
        "1 466x678, app 1", "3 678x466, app 0", "3 678x466, app 3", "4 678x466, app 3", "1 466x678, app 1",
      ])
    StoryAccessoryDelegate.mask = .landscapeRight
    registration.isEnabled = false
    await stage.settle()
    registration.isEnabled = true
    await stage.settle()
    #expect(accessories().first?.interfaceOrientation == .landscapeRight)
  }

  static func touches() async throws {
    let (stage, root) = try open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(accessory())
    await stage.settle()
    let view = try #require(StoryAccessoryDelegate.shown?.window?.rootViewController?.view)
    let touch = UIApplication.shared.deliver(
      [FingerTouch(id: 7, .began, at: CGPoint(x: 100, y: 600), time: stage.clock.now)], on: .outer)[7]
    #expect(touch?.view === view && touch?.location(in: view) == CGPoint(x: 100, y: 600))
    withExtendedLifetime(registration) {}
  }

  /// Random stories: the accessory is connected exactly while all conditions hold, and each one that came also went.
  static func anyMoment() async throws {
    let (stage, root) = try open()
    let script = Script("s")
    let registration = root.registerSceneAccessory(accessory(script))
    var random = SeededRandom(11)
    var problems: [String] = []
    var (came, went) = (0, 0)
    for round in 0..<150 {
      let isOn = Bool.random(using: &random)
      let angle = [0.0, 90, 169, 171, 180].randomElement(using: &random)!
      let events: [PhoneEvent] = [
        .capturing(Int.random(in: 0..<4, using: &random) > 0), .splitView(isOn), .call(isOn), .overlay(isOn),
        isOn ? .background : .foreground, .withdrawAccessory(isOn), .moveApp(isOn ? .outer : .inner),
        .turn(1),
        .hinge(to: angle, over: .milliseconds(isOn ? 300 : 0)), .hinge(to: 180, over: .zero), .foreground,
        .capturing(true), .splitView(false), .call(false), .overlay(false), .withdrawAccessory(false),
      ]
      let event = events.randomElement(using: &random)!
      if Int.random(in: 0..<3, using: &random) == 0 {
        let welcome: [PhoneEvent] = [
          .hinge(to: 180, over: .zero), .foreground, .call(false), .overlay(false), .moveApp(.inner),
          .withdrawAccessory(false), .splitView(false), .capturing(true),
        ]
        for event in welcome { stage.phone.send(event) }
        if Bool.random(using: &random) { await stage.settle() }
      }
      if Int.random(in: 0..<6, using: &random) == 0 { registration.isEnabled.toggle() }
      // Some things happen in one turn of the main queue.
      stage.phone.send(event)
      if Bool.random(using: &random) { await stage.settle() }
      await stage.advance([0, 0.1, 0.5].randomElement(using: &random)!)
      await stage.settle()
      let state = stage.phone.state
      let isOffered = Accessory.isAvailable(state, at: stage.clock.now, in: .duo)
      let scenes = UIApplication.shared.connectedScenes.filter {
        $0.session.role == .windowCameraCaptureAccessory
      }
      let wanted = isOffered && registration.isEnabled
      if registration.isAvailable != isOffered || state.isAccessoryShown != wanted
        || (scenes.count == 1) != wanted
      {
        problems.append(
          "\(round) \(event): offered \(isOffered), enabled \(registration.isEnabled), \(scenes.count)")
      }
      let lines = Story.take()
      came += lines.filter { $0.hasPrefix("accessory willConnect") }.count
      went += lines.filter { $0 == "accessory didDisconnect" }.count
      if came - went != scenes.count { problems.append("\(round): \(came) came, \(went) went") }
    }
    #expect(problems.prefix(3) == [])
    #expect(came > 10)
    withExtendedLifetime(script) {}
  }

  /// An animation under way ends when the display is taken away, told once, and nothing runs on.
  static func animations() async throws {
    let (stage, root) = try open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(accessory())
    await stage.settle()
    let view = try #require(StoryAccessoryDelegate.shown?.window?.rootViewController?.view)
    var ends: [Bool] = []
    UIView.animate(withDuration: 2, animations: { view.alpha = 0.25 }) { ends.append($0) }
    await stage.advance(0.5)
    #expect(ends == [] && view.layer.animationKeys()?.isEmpty == false)
    await stage.send(.withdrawAccessory(true))
    #expect(ends == [false] && view.layer.animationKeys() == nil && view.alpha == 0.25)
    await stage.advance(3)
    #expect(ends == [false])
    // The next one starts anew.
    await stage.send(.withdrawAccessory(false))
    let next = try #require(StoryAccessoryDelegate.shown?.window?.rootViewController?.view)
    #expect(next !== view && next.alpha == 1)
    withExtendedLifetime(registration) {}
  }

  static func oneDisplay() async throws {
    for description in [PhoneDescription.single] {
      let (stage, root) = try open(description)
      let registration = root.registerSceneAccessory(accessory())
      await stage.send(.capturing(true))
      #expect(!registration.isAvailable && UIApplication.shared.connectedScenes == [stage.scene])
    }
  }

  static func manifestEntry() async throws {
    var info = Stage.scenes
    let role = UISceneSession.Role.windowCameraCaptureAccessory.rawValue
    var manifest = info["UIApplicationSceneManifest"] as! [String: Any]
    var roles = manifest["UISceneConfigurations"] as! [String: Any]
    roles[role] = [["UISceneDelegateClassName": "DuoUIKitTests.StoryAccessoryDelegate"]]
    manifest["UISceneConfigurations"] = roles
    info["UIApplicationSceneManifest"] = manifest
    let stage = try Stage(pose: "open-landscape", info: info)
    await stage.send(.capturing(true))
    #expect(
      UIApplication.shared.connectedScenes == [stage.scene] && stage.phone.state.litDisplays == [.inner])
  }

  static func withoutDelegate() async throws {
    let (_, root) = try open()
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    _ = root.registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
  }

  static func twice() async throws {
    let (_, root) = try open()
    let accessory = accessory()
    let first = root.registerSceneAccessory(accessory)
    _ = root.registerSceneAccessory(accessory)
    withExtendedLifetime(first) {}
  }

  static func anothers() async throws {
    let (_, root) = try open()
    UIViewController().unregisterSceneAccessory(root.registerSceneAccessory(accessory()))
  }
}
