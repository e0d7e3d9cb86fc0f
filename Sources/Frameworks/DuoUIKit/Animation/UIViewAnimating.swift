import Foundation

/// Where an animator's animations ended. Raw values are Apple's. [header]
public enum UIViewAnimatingPosition: Int, Hashable, Sendable {
  case end, start, current
}

/// What an animator does. Raw values are Apple's. [header]
public enum UIViewAnimatingState: Int, Hashable, Sendable {
  /// Not begun, or over: it makes no animations.
  case inactive
  /// Its animations are made; they run or stand still.
  case active
  /// Stopped with what was shown; `finishAnimation(at:)` is due.
  case stopped
}

/// Animations that can be started, paused, moved and stopped. [header]
@preconcurrency @MainActor
public protocol UIViewAnimating: NSObjectProtocol {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  var isReversed: Bool { get set }
  var fractionComplete: CGFloat { get set }

  func startAnimation()
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// Animations of what blocks change. [header]
@preconcurrency @MainActor
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  func addAnimations(_ animation: @escaping () -> Void)
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
