import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel

/// The root of a tree of views on one display. Hidden until `makeKeyAndVisible()`. [docs]
@preconcurrency @MainActor
open class UIWindow: UIView {
  /// At most one window of a scene is key. [docs] When it is hidden or gone, the one that was key before it and can be seen
  /// is key again. [inferred]
  open internal(set) var isKeyWindow = false
  /// Counts up each time that a window is made key; 0 for one that never was.
  private(set) var keyTurn = 0
  private static var keyTurns = 0
  private var updateIsPlanned = false
  var pace = UpdatePace()

  /// The scene whose display shows the window.
  open weak var windowScene: UIWindowScene? {
    didSet {
      guard windowScene !== oldValue else { return }
      oldValue?.windows.removeAll { $0 === self }
      if let oldValue { handKeyOn(in: oldValue) }
      if oldValue != nil { isKeyWindow = false }
      windowScene?.insert(self)
      settle()
    }
  }

  /// The display of the window's scene; without a scene the outer one. [docs] for a scene, [inferred] without.
  open var screen: UIScreen { windowScene?.screen ?? .main }

  /// A window that fills the scene.
  public init(windowScene: UIWindowScene) {
    super.init(frame: CGRect(origin: .zero, size: windowScene.geometry.frame.size))
    prepare()
    self.windowScene = windowScene
    windowScene.insert(self)
  }

  /// A window without a scene. An app that has no scene manifest gets one for it when it is shown. [docs]
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Stops the process: Diptych reads no storyboards and nibs.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private func prepare() {
    window = self
    layer.isHidden = true
    layer.layoutRequest = { [weak self] in
      // Layers may be changed on any thread; views are laid out on the main one.
      if Thread.isMainThread {
        MainActor.assumeIsolated { self?.requestUpdate() }
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.requestUpdate() } }
      }
    }
  }

  /// What was in the window is on no display any more.
  isolated deinit {
    layer.hostPlacement = nil
    if let windowScene { handKeyOn(in: windowScene) }
  }

  /// Windows of a higher level lie in front of those of a lower one. [docs]
  open var windowLevel = Level.normal {
    didSet { if windowLevel != oldValue { windowScene?.insert(self) } }
  }

  /// Fills the window with the controller's view.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.endPresentations()
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if isShowing { placeRoot() }
    }
  }

  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      guard newValue != super.isHidden else { return }
      let controllers = appearingControllers
      if newValue { for controller in controllers { controller.willDisappear() } }
      super.isHidden = newValue
      if newValue { for controller in controllers { controller.didDisappear() } }
      if newValue, let windowScene { handKeyOn(in: windowScene) }
      if !newValue, windowScene == nil { windowScene = UIApplication.shared.implicitScene }
      settle()
    }
  }

  open override var next: UIResponder? { windowScene }

  /// The window is on a display.
  var isShowing: Bool { !isHidden && windowScene != nil }

  /// Makes this the scene's key window, shown or not; the one before is key no more. [docs]
  open func makeKey() {
    for other in windowScene?.windows ?? [] { other.isKeyWindow = false }
    isKeyWindow = true
    Self.keyTurns += 1
    keyTurn = Self.keyTurns
  }

  /// This window is hidden, leaves the scene or is gone. Where no other one can be key, it stays as it is.
  private func handKeyOn(in scene: UIWindowScene) {
    guard isKeyWindow else { return }
    let others = scene.windows.filter { $0 !== self && !$0.isHidden && $0.keyTurn > 0 }
    guard let next = others.max(by: { $0.keyTurn < $1.keyTurn }) else { return }
    isKeyWindow = false
    next.isKeyWindow = true
  }

  /// Shows the window in front of the others of its level. [docs]
  open func makeKeyAndVisible() {
    isHidden = false
    windowScene?.insert(self)
    makeKey()
  }

  // MARK: Place

  private func settle() {
    treeChanged()
    if isShowing, let scene = windowScene {
      follow(scene.geometry, resizes: true)
      placeRoot()
      // What was asked for while it was hidden, also without a controller.
      requestUpdate()
    } else {
      layer.hostPlacement = nil
    }
  }

  /// Takes the scene's size and display.
  func follow(_ geometry: SceneGeometry, resizes: Bool) {
    guard isShowing else { return }
    if resizes {
      frame = CGRect(origin: .zero, size: geometry.frame.size)
      // Out of the window while another controller fills it, it follows all the same.
      rootViewController?.viewIfLoaded?.frame = bounds
    }
    layer.hostPlacement = HostPlacement(
      display: geometry.display.rawValue, interfaceTurn: geometry.interfaceTurn.count)
  }

  private func placeRoot() {
    guard let controller = rootViewController else { return }
    controller.loadViewIfNeeded()
    // An app may choose another root while the view of this one is loaded.
    guard rootViewController === controller else { return }
    guard controller.view.superview !== self, !controller.isCoveredByPresentation else {
      for shown in appearingControllers { shown.willAppear() }
      requestUpdate()
      return
    }
    controller.view.frame = bounds
    controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(controller.view)
    // Or when it is about to appear.
    if rootViewController !== controller { controller.view.removeFromSuperview() }
  }

  // MARK: Updates

  /// Lays out and finishes appearances at the end of the main queue's present work, once.
  func requestUpdate() {
    guard !updateIsPlanned else { return }
    updateIsPlanned = true
    if pace.isEndless, CurrentPhone.isRunning {
      let picture = CurrentPhone.phone.description.timing.displayFrame.value
      PhoneTimer.run(after: picture.seconds) { self.update() }
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated { self.update() } }
    }
  }

  private func update() {
    updateIsPlanned = false
    guard isShowing else { return }
    let appearing = tree.compactMap(\.controller).filter(\.isAboutToAppear)
    for controller in appearing { controller.isAppearing() }
    runUpdateCycle()
    for controller in appearing { controller.didAppear() }
    if let found = pace.ended(asksForMore: updateIsPlanned) { report(found) }
  }

  private func report(_ endless: String) {
    guard CurrentPhone.isRunning else { return }
    CurrentPhone.phone.trace.record(
      "violation", ["call": "UIWindow", "rule": "endless-layout", "detail": .text(endless)])
  }

  // MARK: Touches

  /// Gives the event's touches in this window to recognisers and views. [docs]
  open func sendEvent(_ event: UIEvent) {
    let changed = event.touches.filter { $0.window === self && $0.phase != .stationary }
    if !changed.isEmpty { GestureEnvironment.shared.send(changed, event) }
  }
}
