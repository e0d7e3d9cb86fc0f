import DuoQuartzCore
import Foundation
import PhoneModel

/// What is known of a transition while it runs. [docs]
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// Seconds of phone time.
  var transitionDuration: TimeInterval { get }
  var isAnimated: Bool { get }
  /// `.none` where nothing is presented or dismissed. [docs]
  var presentationStyle: UIModalPresentationStyle { get }
  var initiallyInteractive: Bool { get }
  var isInterruptible: Bool { get }
  var isInteractive: Bool { get }
  var isCancelled: Bool { get }
  /// How far a person had driven the transition when they let go, 0 to 1. [docs]
  var percentComplete: CGFloat { get }
  /// Times the transition's own speed, after a person let go. [docs]
  var completionVelocity: CGFloat { get }
  var completionCurve: UIView.AnimationCurve { get }
  /// The view that the transition goes on in: of a presentation, of a navigation controller, or the window.
  var containerView: UIView { get }
  /// How the interface turns on its display, y down; the identity also when it goes to another one. [docs]
  var targetTransform: CGAffineTransform { get }
  /// The views that leave and come; nil for a view that stays where it is. [docs]
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  /// The controllers that leave and come; nil for a change of size.
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
}

/// Which side of a transition a controller is on. Raw values are Apple's. [header]
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let from = Self(rawValue: "UITransitionContextFromViewController")
  public static let to = Self(rawValue: "UITransitionContextToViewController")
}

/// Which side of a transition a view is on. Raw values are Apple's. [header]
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let from = Self(rawValue: "UITransitionContextFromView")
  public static let to = Self(rawValue: "UITransitionContextToView")
}

/// Lets an app do things alongside a change of size. [docs]
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  /// The same for a view that is not in the container. [docs]
  @discardableResult
  func animateAlongsideTransition(
    in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  /// Calls the handler when a person takes a transition over or lets go of it. Diptych has no transition that people
  /// drive, so that does not happen. [docs]
  func notifyWhenInteractionChanges(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
  /// Without a completion.
  @discardableResult
  public func animateAlongsideTransition(
    in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animateAlongsideTransition(in: view, animation: animation, completion: nil) }

  /// Without a completion.
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

/// A change that an app can do things alongside: of a scene's size, or of what controllers show.
@MainActor
final class ViewTransition: UIViewControllerTransitionCoordinator {
  /// Seconds of phone time; 0 without animation.
  let transitionDuration: TimeInterval
  var isAnimated: Bool { transitionDuration > 0 }
  private let controllers: [UITransitionContextViewControllerKey: UIViewController]
  let containerView: UIView
  let presentationStyle: UIModalPresentationStyle
  let targetTransform: CGAffineTransform
  /// The sides whose views come or leave.
  private let moving: Set<UITransitionContextViewControllerKey>

  // No person drives a transition of Diptych, and nothing stops one. What the numbers are then [inferred]: nothing of
  // it was driven, and it runs at its own speed.
  var initiallyInteractive: Bool { false }
  var isInterruptible: Bool { false }
  var isInteractive: Bool { false }
  var isCancelled: Bool { false }
  var percentComplete: CGFloat { 0 }
  var completionVelocity: CGFloat { 1 }
  var completionCurve: UIView.AnimationCurve { .easeInOut }

  private var alongside: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var hasRun = false

  init(
    seconds: TimeInterval, controllers: [UITransitionContextViewControllerKey: UIViewController] = [:],
    in container: UIView, style: UIModalPresentationStyle = .none,
    moves: Set<UITransitionContextViewControllerKey> = [], turn: QuarterTurns = 0
  ) {
    containerView = container
    presentationStyle = style
    moving = moves
    let (cosine, sine): (CGFloat, CGFloat) = [(1, 0), (0, 1), (-1, 0), (0, -1)][turn.count]
    targetTransform = CGAffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    transitionDuration = seconds
    self.controllers = controllers
  }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    controllers[key]
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    let side: UITransitionContextViewControllerKey = key == .from ? .from : .to
    return moving.contains(side) ? controllers[side]?.viewIfLoaded : nil
  }

  @discardableResult
  func animateAlongsideTransition(
    in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

  func notifyWhenInteractionChanges(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) {}

  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    guard !hasRun else { return false }
    if let animation { alongside.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  /// Makes changes that animate over the transition's duration.
  func animating(_ changes: () -> Void) {
    let animation = ViewAnimation(
      duration: transitionDuration, delay: 0, options: .allowUserInteraction, pacing: .curve(.easeInEaseOut))
    animation.make(changes)
    animation.close()
  }

  /// Once. What an app gave may name the coordinator, so it is let go.
  func runAlongside() {
    hasRun = true
    let animations = alongside
    alongside = []
    for animation in animations { animation(self) }
  }

  /// Calls the completions when the transition's duration has passed.
  func finish() {
    guard !completions.isEmpty else { return }
    PhoneTimer.run(after: transitionDuration) { self.complete() }
  }

  /// Calls the completions now.
  func complete() {
    let completions = completions
    self.completions = []
    for completion in completions { completion(self) }
  }
}
