import DuoFoundation
import Foundation

/// Watches the fingers on a view and on the views in it, and tells its targets when they made a gesture. [docs]
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
  /// Raw values are Apple's. [header]
  public enum State: Int, Sendable {
    case possible = 0
    case began = 1
    case changed = 2
    case ended = 3
    case cancelled = 4
    case failed = 5

    /// The same as `ended`, for a gesture without duration. [header]
    public static var recognized: State { .ended }
  }

  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  public convenience override init() { self.init(target: nil, action: nil) }

  // MARK: Targets

  private struct Target {
    weak var object: AnyObject?
    var action: Selector
  }

  private var targets: [Target] = []

  /// Calls `action` of `target`, which is not kept alive, when the gesture begins, changes or ends; a pair once. [docs]
  open func addTarget(_ target: Any, action: Selector) {
    let object = target as AnyObject
    guard !targets.contains(where: { $0.object === object && $0.action == action }) else { return }
    targets.append(Target(object: object, action: action))
  }

  /// Nil stands for every target or action. [docs]
  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = target.map { $0 as AnyObject }
    targets.removeAll { (object == nil || $0.object === object) && (action == nil || $0.action == action) }
  }

  // MARK: Properties

  /// Asked before the gesture begins, and about other recognisers. [docs]
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  /// The view that it was added to, whose touches, and those of views in it, it gets. [docs]
  open internal(set) weak var view: UIView?
  /// For people who debug.
  open var name: String?

  /// A recogniser that is switched off in the middle of a gesture cancels it. [docs]
  open var isEnabled = true {
    didSet { if !isEnabled && oldValue { giveUp() } }
  }

  /// When it recognises, views lose the touches of the gesture. [docs]
  open var cancelsTouchesInView = true
  /// Views hear of touches only when the gesture failed. [docs]
  open var delaysTouchesBegan = false
  /// Views hear of the end of touches only when the gesture failed. [docs]
  open var delaysTouchesEnded = true
  /// Fingers do one kind of thing here, so that every touch is of the same type.
  open var requiresExclusiveTouchType = true

  /// Subclasses set it when they see their gesture begin, change, end or fail; whether that holds is decided when all
  /// recognisers had the touches. [docs]
  open var state: State {
    get { announced ?? proposals.last ?? current }
    set {
      proposals.append(newValue)
      GestureEnvironment.shared.settle()
    }
  }

  /// What was decided.
  var current = State.possible
  /// What the recogniser wants and was not decided yet.
  var proposals: [State] = []
  private var announced: State?
  /// Touches that the gesture is made of, ended ones too until it is decided.
  private(set) var tracked: [UITouch] = []
  private var requirements: [WeakRecognizer] = []
  private var lastLocation = CGPoint.zero
  private var timer = 0

  private struct WeakRecognizer { weak var recognizer: UIGestureRecognizer? }

  /// This one recognises only after `otherGestureRecognizer` failed. [docs]
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    requirements.append(WeakRecognizer(recognizer: otherGestureRecognizer))
  }

  // MARK: For subclasses

  /// For subclasses: fingers that went down on the view. Called before the view's own. [docs]
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// For subclasses: fingers that moved. [docs]
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// For subclasses: fingers that were lifted. [docs]
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// For subclasses: touches that the system took away. [docs]
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// Called when a gesture is over, before the next one. Touches that are still down are not heard of again. [docs]
  open func reset() {}

  /// Takes a touch out of the gesture. [docs]
  open func ignore(_ touch: UITouch, for event: UIEvent) {
    tracked.removeAll { $0 === touch }
    touch.gestureRecognizers?.removeAll { $0 === self }
  }

  /// Whether recognising this gesture makes the other one fail, unless a delegate lets both go on. [docs]
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Whether the other one's gesture makes this one fail, unless a delegate lets both go on. [docs]
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Whether this one waits until the other has failed. [docs]
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  /// Whether the other one waits until this has failed. [docs]
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldReceive(_ event: UIEvent) -> Bool { true }

  // MARK: Places

  /// The touches that the gesture counts, in the order in which they came.
  var gestureTouches: [UITouch] { tracked.filter { !$0.isOver } }

  open var numberOfTouches: Int { gestureTouches.count }

  /// The middle of the gesture's touches; after their end the last one there was.
  open func location(in view: UIView?) -> CGPoint {
    let points = gestureTouches.map(\.point)
    return convert(points.isEmpty ? lastLocation : CGPoint.middle(of: points), view)
  }

  /// Raises for a touch that the gesture does not have. [docs]
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    let touches = gestureTouches
    guard touches.indices.contains(touchIndex) else {
      raise(
        .range,
        "-[\(type(of: self)) locationOfTouch:inView:]: index (\(touchIndex)) beyond bounds (\(touches.count))."
      )
    }
    return convert(touches[touchIndex].point, view)
  }

  func convert(_ point: CGPoint, _ view: UIView?) -> CGPoint {
    guard let view, let window = tracked.first?.window ?? self.view?.window, view !== window else {
      return point
    }
    return window.convert(point, to: view)
  }

  // MARK: Driven by the environment

  func receives(_ touch: UITouch) -> Bool {
    guard isEnabled, delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true else { return false }
    return true
  }

  func receive(_ touches: [UITouch], _ event: UIEvent) {
    guard shouldReceive(event), delegate?.gestureRecognizer(self, shouldReceive: event) ?? true else {
      return
    }
    let mine = touches.filter { $0.gestureRecognizers?.contains { $0 === self } == true }
    for touch in mine where touch.phase == .began && !isOver {
      tracked.append(touch)
      if hasRecognized && cancelsTouchesInView { touch.delivery.isTaken = true }
    }
    let kinds: [(UITouch.Phase, (Set<UITouch>, UIEvent) -> Void)] = [
      (.began, touchesBegan), (.moved, touchesMoved), (.ended, touchesEnded), (.cancelled, touchesCancelled),
    ]
    for (phase, call) in kinds {
      // A gesture that is decided hears no more; what a subclass wants further is looked at afterwards.
      guard !isOver else { break }
      let group = mine.filter { $0.phase == phase && tracked.contains($0) }
      if !group.isEmpty { call(Set(group), event) }
    }
    let points = gestureTouches.map(\.point)
    if !points.isEmpty { lastLocation = CGPoint.middle(of: points) }
    // Without any finger left nothing can happen to a gesture that has not begun, unless it waits for a time.
    if timer == 0, current == .possible, proposals.isEmpty, !tracked.isEmpty, tracked.allSatisfy(\.isOver) {
      proposals = [.failed]
    }
  }

  /// Calls `action` after a time in which nothing else happened to the gesture.
  func schedule(after seconds: TimeInterval, _ action: @escaping () -> Void) {
    timers += 1
    let number = timers
    timer = number
    PhoneTimer.run(after: seconds) { [weak self] in
      guard let self, timer == number else { return }
      timer = 0
      action()
    }
  }

  private var timers = 0
  func cancelTimer() { timer = 0 }

  func announce(_ state: State) {
    announced = state
    defer { announced = nil }
    for target in targets { target.object.map { target.action.perform(on: $0, self) } }
  }

  /// The gesture is over: ready for the next one.
  func finish() {
    reset()
    timer = 0
    for touch in tracked where !touch.isOver { touch.gestureRecognizers?.removeAll { $0 === self } }
    tracked = []
    proposals = []
    current = .possible
  }

  /// A gesture that is switched off or loses its view does not go on.
  func giveUp() {
    guard !tracked.isEmpty else { return }
    state = hasRecognized ? .cancelled : .failed
  }

  // MARK: Asked by the arbiter

  var isOver: Bool { current == .ended || current == .cancelled || current == .failed }
  var hasRecognized: Bool { current == .began || current == .changed || current == .ended }
  /// Has recognised, or will when others fail.
  var isUnderWay: Bool { hasRecognized || !proposals.isEmpty }
  /// Follows touches and may still recognise.
  var isUndecided: Bool { current == .possible && !tracked.isEmpty }

  func isRelated(to other: UIGestureRecognizer) -> Bool { tracked.contains { other.tracked.contains($0) } }

  /// The delegate and the views from the touched one up to the recogniser's are asked.
  func asksToBegin() -> Bool {
    guard delegate?.gestureRecognizerShouldBegin(self) ?? true else { return false }
    var asked: Set<ObjectIdentifier> = []
    for touch in tracked {
      for case let view? in sequence(first: touch.view, next: { $0 === self.view ? nil : $0?.superview }) {
        if asked.insert(ObjectIdentifier(view)).inserted, !view.gestureRecognizerShouldBegin(self) {
          return false
        }
      }
    }
    return true
  }

  func needsFailure(of other: UIGestureRecognizer) -> Bool {
    requirements.contains { $0.recognizer === other } || shouldRequireFailure(of: other)
      || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Whether `other` cannot recognise beside this one.
  func prevents(_ other: UIGestureRecognizer) -> Bool {
    guard canPrevent(other), other.canBePrevented(by: self) else { return false }
    return delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) != true
      && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) != true
  }

  /// Small for those that decide first: deep views before the views around them.
  var order: GestureOrder {
    guard let view else { return GestureOrder(depth: 0, place: 0) }
    var depth = 0
    var parent = view.superview
    while let next = parent {
      depth += 1
      parent = next.superview
    }
    let place = view.gestureRecognizers?.firstIndex { $0 === self } ?? 0
    return GestureOrder(depth: depth, place: place)
  }
}

/// Deep first, then the last added first.
struct GestureOrder: Comparable {
  var depth, place: Int

  static func < (a: GestureOrder, b: GestureOrder) -> Bool {
    a.depth == b.depth ? a.place > b.place : a.depth > b.depth
  }
}

extension CGPoint {
  static func middle(of points: [CGPoint]) -> CGPoint {
    let sum = points.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    let count = CGFloat(max(points.count, 1))
    return CGPoint(x: sum.x / count, y: sum.y / count)
  }
}
