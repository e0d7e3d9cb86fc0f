import Foundation

/// What is known of a transition while it runs. [docs]
@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// Seconds of phone time.
  var transitionDuration: TimeInterval { get }
  var isAnimated: Bool { get }
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

/// Lets an app do things alongside a change of size. [docs]
@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
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

  private var alongside: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var hasRun = false

  init(
    seconds: TimeInterval, controllers: [UITransitionContextViewControllerKey: UIViewController] = [:]
  ) {
    transitionDuration = seconds
    self.controllers = controllers
  }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    controllers[key]
  }

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

  func runAlongside() {
    hasRun = true
    for animation in alongside { animation(self) }
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
