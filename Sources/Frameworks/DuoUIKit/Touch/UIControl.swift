import DuoFoundation
import Foundation

/// A view that people act on. [docs]
@preconcurrency @MainActor
open class UIControl: UIView {
  /// Raw values are Apple's. [header]
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchDown = Event(rawValue: 1 << 0)
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    public static let touchDragInside = Event(rawValue: 1 << 2)
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    public static let touchDragExit = Event(rawValue: 1 << 5)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    public static let touchCancel = Event(rawValue: 1 << 8)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    public static let applicationReserved = Event(rawValue: 0x0F00_0000)
    public static let systemReserved = Event(rawValue: 0xF000_0000)
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// Raw values are Apple's. [header]
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal: State = []
    public static let highlighted = State(rawValue: 1 << 0)
    public static let disabled = State(rawValue: 1 << 1)
    public static let selected = State(rawValue: 1 << 2)
    public static let focused = State(rawValue: 1 << 3)
    public static let application = State(rawValue: 0x00FF_0000)
    public static let reserved = State(rawValue: 0xFF00_0000)
  }

  /// Raw values are Apple's. [header]
  public enum ContentHorizontalAlignment: Int, Sendable {
    case center = 0
    case left = 1
    case right = 2
    case fill = 3
    case leading = 4
    case trailing = 5
  }

  /// Raw values are Apple's. [header]
  public enum ContentVerticalAlignment: Int, Sendable {
    case center = 0
    case top = 1
    case bottom = 2
    case fill = 3
  }

  /// A finger that is down counts as inside up to this far outside the bounds, in points. [forum]
  static let slop = 70.0

  public override init(frame: CGRect) { super.init(frame: frame) }

  /// A control that performs `primaryAction` at its primary event.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Stops the process: Diptych reads no storyboards and nibs.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: State

  /// A disabled control takes touches and does nothing. [docs]
  open var isEnabled = true { didSet { if isEnabled != oldValue { stateChanged() } } }
  /// On, for controls that can be; nothing but the app sets it. [docs]
  open var isSelected = false { didSet { if isSelected != oldValue { stateChanged() } } }
  /// A finger is on the control; followed touches set it. [docs]
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { stateChanged() } } }

  /// From `isHighlighted`, `isEnabled` and `isSelected`. [docs]
  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// The look follows the state.
  func stateChanged() {
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// Where content narrower than the control lies. [docs]
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { stateChanged() } }
  /// Where content lower than the control lies. [docs]
  open var contentVerticalAlignment = ContentVerticalAlignment.center { didSet { stateChanged() } }

  /// Leading and trailing as left or right, by the direction of reading. [docs]
  open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
    switch contentHorizontalAlignment {
    case .leading: isRightToLeft ? .right : .left
    case .trailing: isRightToLeft ? .left : .right
    default: contentHorizontalAlignment
    }
  }

  override func readingDirectionChanged() { stateChanged() }

  // MARK: Targets and actions

  let performers = ControlPerformers()

  /// Calls `action` of `target` at the events. The target is not kept alive. Nil: the first view controller up the
  /// responder chain, since Linux cannot ask a responder what it responds to. [docs]
  open func addTarget(_ target: Any?, action: Selector, for controlEvents: UIControl.Event) {
    performers.add(target.map { $0 as AnyObject }, action, controlEvents)
  }

  /// Nil stands for every target or action. [docs]
  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: UIControl.Event) {
    performers.remove(target.map { $0 as AnyObject }, action, controlEvents)
  }

  /// The names of what is called of `target` at an event; nil for none. [docs]
  open func actions(forTarget target: Any?, forControlEvent controlEvent: UIControl.Event) -> [String]? {
    let names = performers.actions(of: target.map { $0 as AnyObject }, controlEvent)
    return names.isEmpty ? nil : names
  }

  /// Targets that are alive; `NSNull` stands for a nil one. [docs]
  open var allTargets: Set<AnyHashable> {
    Set(performers.targets.map { ($0 as? NSObject) ?? NSNull() })
  }

  /// Every event that something is done at.
  open var allControlEvents: UIControl.Event { performers.events }

  /// Performs `action` at the events; replaces an action with the same identifier for them. [docs]
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    performers.add(action, controlEvents)
  }

  /// Removes what has the action's identifier, for these events only. [docs]
  open func removeAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    performers.remove(action.identifier, controlEvents)
  }

  /// For these events only. [docs]
  open func removeAction(identifiedBy identifier: UIAction.Identifier, for controlEvents: UIControl.Event) {
    performers.remove(identifier, controlEvents)
  }

  /// Calls `handler` for everything that is done at events, until it sets its last argument.
  open func enumerateEventHandlers(
    _ iterator: (UIAction?, (Any?, Selector)?, UIControl.Event, inout Bool) -> Void
  ) {
    var stop = false
    for entry in performers.all where !stop {
      switch entry.kind {
      case .action(let action): iterator(action, nil, entry.events, &stop)
      case .selector(let target, let selector): iterator(nil, (target.object, selector), entry.events, &stop)
      }
    }
  }

  /// Performs one action for this control.
  open func sendAction(_ action: UIAction) { action.perform(for: self) }

  /// Calls `action` of `target` for this control.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    UIApplication.shared.sendAction(action, to: target, from: self, for: event)
  }

  /// Performs everything for the events, in the order of its adding.
  open func sendActions(for controlEvents: UIControl.Event) { send(controlEvents, nil) }

  func send(_ events: UIControl.Event, _ event: UIEvent?) {
    for entry in performers.all where !entry.events.isDisjoint(with: events) {
      switch entry.kind {
      case .action(let action): sendAction(action)
      case .selector(let target, let selector):
        if target.wasNil || target.object != nil { sendAction(selector, to: target.object, for: event) }
      }
    }
  }

  // MARK: Tracking

  /// A finger that went down on the control is being followed.
  open private(set) var isTracking = false
  /// That finger is on the control, or not far from it.
  open private(set) var isTouchInside = false
  private var trackedTouch: UITouch?

  /// False: the touch is not followed. [docs]
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// False: the touch is followed no longer. [docs]
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// The finger was lifted, or following it was ended. For subclasses. [docs]
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  /// The touch was taken away, by a gesture or the system. For subclasses. [docs]
  open func cancelTracking(with event: UIEvent?) {}

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled, trackedTouch == nil, let touch = touches.first else { return }
    trackedTouch = touch
    isTouchInside = true
    isTracking = beginTracking(touch, with: event)
    guard isTracking else {
      isTouchInside = false
      return
    }
    isHighlighted = true
    send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, event)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking, isEnabled, let touch = trackedTouch, touches.contains(touch) else { return }
    let wasInside = isTouchInside
    isTouchInside = isNear(touch)
    isTracking = continueTracking(touch, with: event)
    guard isTracking else {
      isHighlighted = false
      endTracking(touch, with: event)
      return
    }
    isHighlighted = isTouchInside
    if isTouchInside != wasInside { send(isTouchInside ? .touchDragEnter : .touchDragExit, event) }
    send(isTouchInside ? .touchDragInside : .touchDragOutside, event)
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    trackedTouch = nil
    guard isTracking else { return }
    isTouchInside = isNear(touch)
    isTracking = false
    isHighlighted = false
    guard isEnabled else {
      cancelTracking(with: event)
      return
    }
    let wasInside = isTouchInside
    isTouchInside = false
    endTracking(touch, with: event)
    guard wasInside else {
      send(.touchUpOutside, event)
      return
    }
    send(.touchUpInside, event)
    triggerPrimaryAction(event)
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    trackedTouch = nil
    guard isTracking else { return }
    isTracking = false
    isTouchInside = false
    isHighlighted = false
    cancelTracking(with: event)
    send(.touchCancel, event)
  }

  /// After a touch that came up inside.
  func triggerPrimaryAction(_ event: UIEvent?) { send(.primaryActionTriggered, event) }

  private func isNear(_ touch: UITouch) -> Bool {
    bounds.insetBy(dx: -Self.slop, dy: -Self.slop).contains(touch.location(in: self))
  }

  /// A tap on an enabled button is the button's, whatever is around it listens to taps. A recogniser of the control itself
  /// comes first. [docs]
  open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard takesTaps, isEnabled, let tap = gestureRecognizer as? UITapGestureRecognizer, let other = tap.view,
      other !== self, isDescendant(of: other)
    else { return true }
    return tap.numberOfTapsRequired > 1 || tap.numberOfTouchesRequired > 1
  }

  /// Whether single taps are the control's default action.
  var takesTaps: Bool { false }
}

extension UIApplication {
  /// Calls `action` of `target`; nil: of the first view controller up the responder chain from `sender`, since Linux cannot
  /// ask a responder what it responds to.
  /// - Returns: whether somebody was called.
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool
  {
    if let target {
      action.perform(on: target as AnyObject, sender, event)
      return true
    }
    let chain = sequence(first: sender as? UIResponder, next: { $0?.next }).compactMap { $0 }
    guard let responder = chain.first(where: { $0 is UIViewController }) ?? chain.last else { return false }
    action.perform(on: responder, sender, event)
    return true
  }
}
