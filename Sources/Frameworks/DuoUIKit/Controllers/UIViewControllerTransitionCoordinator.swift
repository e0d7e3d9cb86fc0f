import Foundation
import PhoneModel

/// What is known of a transition while it runs. [docs]
@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// Seconds of phone time.
  var transitionDuration: TimeInterval { get }
  var isAnimated: Bool { get }
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

/// A change of a scene's size: it is made at once, and completions come when its duration has passed.
@MainActor
final class SizeTransition: UIViewControllerTransitionCoordinator {
  /// What the phone's description says of it.
  let transitionDuration: TimeInterval
  let isAnimated = true

  private var alongside: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var hasRun = false

  init(duration: PhoneDuration) { transitionDuration = duration.seconds }

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

  func runAlongside() {
    hasRun = true
    for animation in alongside { animation(self) }
  }

  func finish() {
    guard !completions.isEmpty else { return }
    PhoneTimer.run(after: transitionDuration) {
      for completion in self.completions { completion(self) }
    }
  }
}
