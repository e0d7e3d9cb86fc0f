import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Accessories in the lives of real view controllers, and their ends in every moment.
@Suite struct AccessoryLifeTests {
  @Test func presentedAndPushedControllersComeFirst() async {
    await #expect(processExitsWith: .success) { try await AccessoryLifeStories.controllers() }
  }

  @Test func displayLinksStopWithTheScene() async {
    await #expect(processExitsWith: .success) { try await AccessoryLifeStories.displayLink() }
  }

  @Test func itMayGoInEveryCallback() async {
    await #expect(processExitsWith: .success) { try await AccessoryLifeStories.everyCallback() }
  }

  @Test func theNextOneMayBeTakenBackByTheOldOne() async {
    await #expect(processExitsWith: .success) { try await AccessoryLifeStories.takenBack() }
  }

  @Test func nothingOfItIsKept() async {
    await #expect(processExitsWith: .success) { try await AccessoryLifeStories.memory() }
  }

  @Test func quickTogglesAndSplitView() async {
    await #expect(processExitsWith: .success) { try await AccessoryLifeStories.toggles() }
  }
}

/// Cuts its own scene off in one of its callbacks, and counts pictures while it is seen.
final class FragileDelegate: UIResponder, UIWindowSceneDelegate {
  static var cut: (at: String, action: @MainActor () -> Void)?
  static weak var last: FragileDelegate?
  static weak var lastWindow: UIWindow?
  static var story: [String] = []
  var window: UIWindow?

  private func say(_ name: String) {
    Self.story.append(name)
    if let cut = Self.cut, cut.at == name {
      Self.cut = nil
      cut.action()
    }
  }
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    Self.last = self
    let window = UIWindow(windowScene: scene as! UIWindowScene)
    window.rootViewController = TickingController()
    window.makeKeyAndVisible()
    (self.window, Self.lastWindow) = (window, window)
    say("connect")
  }
  func sceneWillEnterForeground(_ scene: UIScene) { say("foreground") }
  func sceneDidBecomeActive(_ scene: UIScene) { say("active") }
  func sceneWillResignActive(_ scene: UIScene) { say("resign") }
  func sceneDidEnterBackground(_ scene: UIScene) { say("background") }
  func sceneDidDisconnect(_ scene: UIScene) { say("disconnect") }
}

/// As a teleprompter: a display link while the view is seen.
final class TickingController: UIViewController {
  static var ticks = 0
  static weak var last: TickingController?
  private var link: CADisplayLink?

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    Self.last = self
    link = CADisplayLink(target: self, selector: Selector("tick") { _ in Self.ticks += 1 })
    link?.add(to: .main, forMode: .common)
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    link?.invalidate()
    link = nil
  }
}

@MainActor
enum AccessoryLifeStories {
  static func accessory(_ info: Any? = nil) -> UISceneAccessory {
    let configuration = UISceneConfiguration(name: "fragile", sessionRole: .windowApplication)
    configuration.delegateClass = FragileDelegate.self
    guard let info else { return .cameraCapture(sceneConfiguration: configuration) }
    return .cameraCapture(sceneConfiguration: configuration, userInfo: info)
  }

  static func controllers() async throws {
    let stage = try Stage(pose: "open-landscape")
    let (first, pushed, presented, inPresented) = (
      UIViewController(), UIViewController(), UIViewController(), UIViewController()
    )
    let navigation = UINavigationController(rootViewController: first)
    stage.scene.windows[0].rootViewController = navigation
    await stage.send(.capturing(true))
    let scripts = ["first", "pushed", "presented", "deep"].map(Script.init)
    var registrations: [UISceneAccessoryRegistration] = []
    for (controller, script) in zip([first, pushed, presented, inPresented], scripts) {
      registrations.append(controller.registerSceneAccessory(AccessoryStories.accessory(script)))
    }
    func available() -> [Int] { registrations.indices.filter { registrations[$0].isAvailable } }
    var steps: [String] = []
    func note(_ name: String) async {
      for _ in 0..<3 { await stage.advance(0.5) }
      let connected = Story.take().filter { $0.hasPrefix("accessory willConnect") }.map { $0.suffix(9) }
      steps.append("\(name) \(available()) \(AccessoryStories.accessories().count) \(connected.count)")
    }
    await note("root")
    navigation.pushViewController(pushed, animated: false)
    await note("push")
    pushed.present(presented, animated: false)
    await note("present")
    presented.present(inPresented, animated: true)
    await note("present over")
    inPresented.dismiss(animated: false)
    await note("dismiss")
    navigation.dismiss(animated: true)
    await note("dismiss all")
    navigation.popViewController(animated: true)
    await note("pop")
    navigation.setViewControllers([pushed], animated: false)
    await note("replace")
    #expect(
      steps == [
        "root [0] 1 1", "push [1] 1 1", "present [2] 1 1", "present over [3] 1 1", "dismiss [2] 1 1",
        "dismiss all [1] 1 1", "pop [0] 1 1", "replace [1] 1 1",
      ])
    withExtendedLifetime(scripts) {}
  }

  static func displayLink() async throws {
    let (stage, root) = try AccessoryStories.open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(accessory())
    await stage.settle()
    for _ in 0..<30 { await stage.advance(1.0 / 60) }
    #expect(TickingController.ticks >= 25 && TickingController.last != nil)
    for way in 0..<4 {
      let before = TickingController.ticks
      switch way {
      case 0: await stage.send(.hinge(to: 90, over: .zero))
      case 1: await stage.send(.splitView(true))
      case 2: registration.isEnabled = false
      default: await stage.send(.capturing(false))
      }
      await stage.settle()
      let atEnd = TickingController.ticks
      #expect(atEnd - before <= 2 && TickingController.last == nil && FragileDelegate.lastWindow == nil)
      for _ in 0..<30 { await stage.advance(1.0 / 60) }
      #expect(TickingController.ticks == atEnd)
      await stage.send(.hinge(to: 180, over: .zero))
      await stage.send(.splitView(false))
      await stage.send(.capturing(true))
      registration.isEnabled = true
      await stage.advance(1)
      for _ in 0..<30 { await stage.advance(1.0 / 60) }
      #expect(TickingController.ticks >= atEnd + 25)
    }
  }

  /// Each callback of the scene's life takes the accessory back, in four ways; each life ends once, in order.
  /// While the old scene leaves, its delegate takes back, switches off, or leaves alone what would take its place.
  static func takenBack() async throws {
    let (stage, root) = try AccessoryStories.open()
    await stage.send(.capturing(true))
    let whole = ["connect", "foreground", "active", "resign", "background", "disconnect"]
    var wrong: [String] = []
    for way in 0..<3 {
      let next = root.registerSceneAccessory(accessory())
      let front = root.registerSceneAccessory(accessory())
      await stage.settle()
      FragileDelegate.cut = (
        "disconnect",
        {
          if way == 0 { root.unregisterSceneAccessory(next) }
          if way == 1 { next.isEnabled = false }
        }
      )
      root.unregisterSceneAccessory(front)
      await stage.settle()
      let comes = way == 2
      let wanted = whole + (comes ? Array(whole.prefix(3)) : [])
      if FragileDelegate.story != wanted { wrong.append("\(way): \(FragileDelegate.story)") }
      if AccessoryStories.accessories().isEmpty == comes { wrong.append("\(way): shown or not") }
      if way != 0 { root.unregisterSceneAccessory(next) }
      await stage.settle()
      FragileDelegate.story = []
    }
    #expect(wrong == [])
  }

  static func everyCallback() async throws {
    let (stage, root) = try AccessoryStories.open()
    await stage.send(.capturing(true))
    var wrong: [String] = []
    for place in ["connect", "foreground", "active", "resign", "background", "disconnect"] {
      for way in 0..<4 {
        let registration = root.registerSceneAccessory(accessory())
        FragileDelegate.cut = (
          place,
          {
            switch way {
            case 0: registration.isEnabled = false
            case 1: root.unregisterSceneAccessory(registration)
            case 2: stage.phone.send(.withdrawAccessory(true))
            default: stage.phone.send(.hinge(to: 0, over: .zero))
            }
          }
        )
        FragileDelegate.story = []
        await stage.settle()
        if ["resign", "background", "disconnect"].contains(place) { await stage.send(.splitView(true)) }
        await stage.advance(0.1)
        await stage.settle()
        let story = FragileDelegate.story
        if story != ["connect", "foreground", "active", "resign", "background", "disconnect"] {
          wrong.append("\(place) \(way): \(story)")
        }
        if !AccessoryStories.accessories().isEmpty || stage.phone.state.isAccessoryShown {
          wrong.append("\(place) \(way): still shown")
        }
        if UIApplication.shared.connectedScenes != [stage.scene] {
          wrong.append("\(place) \(way): connected")
        }
        if FragileDelegate.cut != nil { wrong.append("\(place) \(way): never came there") }
        if way != 1 { root.unregisterSceneAccessory(registration) }
        await stage.send(.splitView(false))
        await stage.send(.withdrawAccessory(false))
        await stage.send(.hinge(to: 180, over: .zero))
        await stage.advance(1)
      }
    }
    #expect(wrong == [])
  }

  static func memory() async throws {
    let (stage, root) = try AccessoryStories.open()
    await stage.send(.capturing(true))
    weak var scene: UIWindowScene?
    weak var session: UISceneSession?
    weak var view: UIView?
    weak var script: Script?
    var registration: UISceneAccessoryRegistration?
    weak var weakRegistration: UISceneAccessoryRegistration?
    func show() async {
      let text = Script("kept by the app")
      script = text
      registration = root.registerSceneAccessory(accessory(text))
      weakRegistration = registration
      await stage.settle()
      scene = AccessoryStories.accessories().first
      session = scene?.session
      view = FragileDelegate.lastWindow?.rootViewController?.view
      // A touch and an animation that never ends are on their way.
      _ = UIApplication.shared.deliver(
        [FingerTouch(id: 0, .began, at: CGPoint(x: 100, y: 300), time: stage.clock.now)], on: .outer)
      UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse]) { view?.alpha = 0 }
      await stage.advance(0.3)
      #expect(script != nil && view?.layer.animationKeys()?.isEmpty == false)
      withExtendedLifetime(text) {}
    }
    await show()
    #expect(scene != nil && session != nil && view != nil && FragileDelegate.last != nil)
    // The app alone kept what it passed.
    #expect(script == nil)
    await stage.send(.withdrawAccessory(true))
    await stage.advance(2)
    #expect(scene == nil && session == nil && view == nil)
    #expect(FragileDelegate.last == nil && FragileDelegate.lastWindow == nil && TickingController.last == nil)
    #expect(UIApplication.touchCenter.touches.isEmpty)
    await stage.send(.withdrawAccessory(false))
    #expect(AccessoryStories.accessories().count == 1)
    // The registration is the app's to keep: letting it go takes the accessory away.
    registration = nil
    #expect(weakRegistration == nil)
    await stage.advance(1)
    #expect(AccessoryStories.accessories().isEmpty && !stage.phone.state.isAccessoryShown)
    // A controller that is gone, with its registration kept.
    weak var gone: UIViewController?
    func pushAndDrop() async -> UISceneAccessoryRegistration {
      let controller = UIViewController()
      gone = controller
      root.addChild(controller)
      root.view.addSubview(controller.view)
      let registration = controller.registerSceneAccessory(accessory())
      await stage.settle()
      #expect(registration.isAvailable)
      controller.view.removeFromSuperview()
      controller.removeFromParent()
      return registration
    }
    let left = await pushAndDrop()
    await stage.advance(1)
    #expect(gone == nil && !left.isAvailable && AccessoryStories.accessories().isEmpty)
  }

  static func toggles() async throws {
    let (stage, root) = try AccessoryStories.open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(accessory())
    await stage.settle()
    let scene = AccessoryStories.accessories().first
    FragileDelegate.story = []
    // Within one turn nothing comes of it.
    for isOn in [false, true, false, true] { registration.isEnabled = isOn }
    await stage.settle()
    #expect(FragileDelegate.story == [] && AccessoryStories.accessories().first === scene)
    let (out, back) = (["resign", "background", "disconnect"], ["connect", "foreground", "active"])
    for _ in 0..<5 {
      registration.isEnabled = false
      await stage.settle()
      registration.isEnabled = true
      await stage.settle()
    }
    #expect(FragileDelegate.story == (0..<5).flatMap { _ in out + back })
    // Beside another app it goes, alone again it comes back; it stays registered and enabled.
    FragileDelegate.story = []
    for _ in 0..<3 {
      await stage.send(.splitView(true))
      #expect(!registration.isAvailable && registration.isEnabled)
      await stage.send(.splitView(false))
      #expect(registration.isAvailable)
    }
    #expect(FragileDelegate.story == (0..<3).flatMap { _ in out + back })
    // Switched off while it is not offered, it does not come back with the offer.
    FragileDelegate.story = []
    await stage.send(.splitView(true))
    registration.isEnabled = false
    await stage.send(.splitView(false))
    #expect(FragileDelegate.story == out && registration.isAvailable)
    // A quick Split View and back in one turn.
    registration.isEnabled = true
    await stage.settle()
    FragileDelegate.story = []
    stage.phone.send(.splitView(true))
    stage.phone.send(.splitView(false))
    await stage.settle()
    await stage.advance(0.1)
    #expect([[], out + back].contains(FragileDelegate.story) && AccessoryStories.accessories().count == 1)
  }
}
