import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone

@testable import DuoUIKit

/// What happened, in order.
@MainActor
enum Story {
  private static var lines: [String] = []
  static func add(_ line: String) { lines.append(line) }
  static func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// An app on a simulated phone, followed as a host does it. One for a process.
@MainActor
final class Stage {
  let phone: SimulatedPhone
  let clock: ManualClock
  let scene: UIWindowScene
  private var observation: (any PhoneObservation)?

  init(
    _ description: PhoneDescription = .duo, pose: String = "closed", turns: Int = 0,
    info: [String: Any] = scenes,
    delegate: any UIApplicationDelegate.Type = RecordingAppDelegate.self
  ) throws {
    (phone, clock) = try SimulatedPhone.manual(description, pose: pose)
    phone.makeCurrent()
    if turns != 0 { phone.send(.turn(QuarterTurns(turns))) }
    scene = UIApplication.shared.launch(
      delegateClass: delegate, info: info, state: phone.state, at: clock.now)
    observation = phone.observe { change in
      guard UIApplication.isToFollow(change) else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { Stage.follow() } }
    }
  }

  private static func follow() {
    let phone = CurrentPhone.phone
    let turn = UIApplication.shared.follow(phone.state, at: phone.clock.now)
    if let turn, turn != phone.state.app.interfaceTurn { phone.send(.interfaceTurned(turn)) }
  }

  /// Lets the main queue run dry.
  func settle() async {
    for _ in 0..<6 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
  }

  /// A finger that goes down and up at a point of the scene's display.
  /// - Returns: the view that took the touch.
  @discardableResult
  func tap(_ point: CGPoint) -> UIView? {
    let touches = finger(.began, point)
    finger(.ended, point)
    return touches?.view
  }

  @discardableResult
  func finger(_ phase: FingerTouch.Phase, _ point: CGPoint, id: Int = 0) -> UITouch? {
    UIApplication.shared.deliver(
      [FingerTouch(id: id, phase, at: point, time: clock.now)], on: scene.geometry.display)[id]
  }

  func send(_ event: PhoneEvent) async {
    phone.send(event)
    clock.advance(by: .zero)
    await settle()
  }

  func advance(_ seconds: Double) async {
    clock.advance(by: .seconds(seconds))
    await settle()
  }

  /// A property list as Xcode's template has it.
  nonisolated static var scenes: [String: Any] { manifest("RecordingSceneDelegate") }

  nonisolated static func manifest(_ delegate: String) -> [String: Any] {
    [
      "UIApplicationSceneManifest": [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [
            [
              "UISceneConfigurationName": "Default Configuration",
              "UISceneDelegateClassName": "DuoUIKitTests.\(delegate)",
            ]
          ]
        ]
      ]
    ]
  }

  nonisolated static func orientations(_ names: String...) -> [String: Any] {
    scenes.merging(["UISupportedInterfaceOrientations": names.map { "UIInterfaceOrientation\($0)" }]) { $1 }
  }
}

/// As Xcode's template: not final, no initialiser.
class RecordingAppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  let made = "with its stored values"

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Story.add("app willFinishLaunching")
    return true
  }
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Story.add("app didFinishLaunching \(made)")
    return true
  }
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { session.configuration }
  func applicationDidBecomeActive(_ application: UIApplication) { Story.add("app didBecomeActive") }
  func applicationWillResignActive(_ application: UIApplication) { Story.add("app willResignActive") }
  func applicationDidEnterBackground(_ application: UIApplication) { Story.add("app didEnterBackground") }
  func applicationWillEnterForeground(_ application: UIApplication) { Story.add("app willEnterForeground") }
}

/// An app from before scenes.
class ClassicAppDelegate: RecordingAppDelegate {
  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = RecordingController()
    window.makeKeyAndVisible()
    self.window = window
    return super.application(application, didFinishLaunchingWithOptions: launchOptions)
  }
}

class RecordingSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    Story.add("scene willConnect \(session.configuration.name ?? "none")")
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = makeController()
    self.window = window
    window.makeKeyAndVisible()
  }

  func makeController() -> UIViewController { RecordingController() }

  func sceneDidBecomeActive(_ scene: UIScene) { Story.add("scene didBecomeActive") }
  func sceneWillResignActive(_ scene: UIScene) { Story.add("scene willResignActive") }
  func sceneWillEnterForeground(_ scene: UIScene) { Story.add("scene willEnterForeground") }
  func sceneDidEnterBackground(_ scene: UIScene) { Story.add("scene didEnterBackground") }

  func windowScene(
    _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection
  ) {
    let old = previousCoordinateSpace.bounds.size
    Story.add(
      "scene didUpdate from \(text(old)) \(previousInterfaceOrientation) to "
        + "\(text(windowScene.coordinateSpace.bounds.size)) \(windowScene.interfaceOrientation)")
  }
  func windowScene(
    _ windowScene: UIWindowScene, didUpdateEffectiveGeometry previous: UIWindowScene.Geometry
  ) {
    Story.add("scene didUpdateEffectiveGeometry from \(previous.interfaceOrientation)")
  }
}

func text(_ size: CGSize) -> String { "\(size.width.shortText)x\(size.height.shortText)" }

extension CGFloat {
  var shortText: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

class RecordingView: UIView {
  override func layoutSubviews() {
    super.layoutSubviews()
    Story.add("view layoutSubviews \(text(bounds.size))")
  }
  override func didMoveToWindow() { Story.add("view didMoveToWindow \(window == nil ? "nil" : "window")") }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    Story.add("view traitCollectionDidChange")
  }
}

class RecordingController: UIViewController {
  var name = "controller"

  override func loadView() {
    Story.add("\(name) loadView")
    view = RecordingView(frame: .zero)
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    Story.add("\(name) viewDidLoad")
  }
  override func viewWillAppear(_ animated: Bool) { Story.add("\(name) viewWillAppear") }
  override func viewIsAppearing(_ animated: Bool) {
    Story.add("\(name) viewIsAppearing \(text(view.bounds.size)) in \(view.window == nil ? "nil" : "window")")
  }
  override func viewDidAppear(_ animated: Bool) { Story.add("\(name) viewDidAppear") }
  override func viewWillDisappear(_ animated: Bool) { Story.add("\(name) viewWillDisappear") }
  override func viewDidDisappear(_ animated: Bool) { Story.add("\(name) viewDidDisappear") }
  override func viewWillLayoutSubviews() { Story.add("\(name) viewWillLayoutSubviews") }
  override func viewDidLayoutSubviews() { Story.add("\(name) viewDidLayoutSubviews") }

  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.willTransition(to: newCollection, with: coordinator)
    Story.add("\(name) willTransition traits")
  }
  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    let orientation = view.window?.windowScene?.interfaceOrientation
    Story.add(
      "\(name) viewWillTransition to \(text(size)), still \(text(view.bounds.size)) \(orientation ?? .unknown)"
    )
    let isTaken = coordinator.animate { [self] context in
      let orientation = view.window?.windowScene?.interfaceOrientation
      Story.add("\(name) alongside \(text(view.bounds.size)) \(orientation ?? .unknown)")
      if coordinator.animate(alongsideTransition: nil, completion: nil) { Story.add("taken too late") }
    } completion: { [self] context in
      Story.add("\(name) completion after \(context.transitionDuration)")
    }
    if !isTaken { Story.add("not taken") }
  }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    Story.add("\(name) traitCollectionDidChange")
  }
}
