import DuoQuartzCore
import Foundation

extension UIView {
  /// Makes the changes at once, as far as their values are read; the display shows the way there, `duration` seconds of
  /// phone time after `delay`. [docs]
  ///
  /// - Parameters:
  ///   - animations: changes of views. Those that no window on a display shows arrive at once.
  ///   - completion: when everything has arrived: true; false if something was taken away or overtaken before. Without
  ///     anything that animates it comes in a later turn of the main queue. [forum]
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    run(duration, delay, options, .curve(options.pacing), animations, completion)
  }

  public static func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    run(duration, 0, [], .curve(.easeInEaseOut), animations, completion)
  }

  /// On a spring that settles in `duration`.
  /// - Parameters:
  ///   - dampingRatio: 1 arrives without swinging; nearer to 0 swings more.
  ///   - velocity: at the start, in ways a second. [docs]
  public static func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let spring = Spring(
      dampingRatio: Double(dampingRatio), settlingIn: max(duration, 1e-3), initialVelocity: Double(velocity))
    run(duration, delay, options, .spring(spring), animations, completion)
  }

  /// On a spring of a perceived duration and bounce; it settles later. [docs]
  public static func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0.0, initialSpringVelocity: CGFloat = 0.0,
    delay: TimeInterval = 0.0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let spring = Spring(
      perceptualDuration: duration, bounce: Double(bounce), initialVelocity: Double(initialSpringVelocity))
    run(spring.settlingDuration, delay, options, .spring(spring), animations, completion)
  }

  private static func run(
    _ duration: Double, _ delay: Double, _ options: AnimationOptions, _ pacing: ViewAnimation.Pacing,
    _ changes: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    MainThread.check("+[UIView animateWithDuration:delay:options:animations:completion:]")
    let animation = ViewAnimation(
      duration: duration, delay: delay, options: options, pacing: pacing, completion: completion)
    animation.make(changes)
    animation.close()
  }

  // MARK: Keyframes

  /// Runs changes that `addKeyframe(withRelativeStartTime:relativeDuration:animations:)` places in the duration. [docs]
  public static func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let shared = AnimationOptions(rawValue: options.rawValue & 0x3ff)
    let animation = ViewAnimation(
      duration: duration, delay: delay, options: shared, pacing: .curve(.linear),
      keyframes: KeyframeCollector(options.mode), completion: completion)
    animation.make(animations)
    animation.close()
  }

  /// - Parameters: shares of the whole animation, 0 to 1. Outside a keyframe animation the changes are made as they are.
  public static func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    guard let keyframes = ViewAnimation.current?.keyframes else { return animations() }
    keyframes.within(start: frameStartTime, duration: frameDuration, animations)
  }

  // MARK: Transitions

  /// Makes the changes without animation and fades from what the view showed, or turns the view over, as the options say;
  /// without a transition among them the changes animate. [docs]
  public static func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard options.fades || options.flipAxis != nil else {
      return run(duration, 0, options, .curve(options.pacing), animations ?? {}, completion)
    }
    let animation = ViewAnimation(
      duration: duration, delay: 0, options: options, pacing: .curve(options.pacing), completion: completion)
    if ViewAnimation.areEnabled, duration > 0, view.layer.attachment.placement != nil {
      let fade = CATransition()
      fade.flipAxis = options.flipAxis
      fade.timingFunction = CAMediaTimingFunction(curve: options.pacing)
      animation.add(fade, key: kCATransition, to: view)
    }
    ViewAnimation.withoutAnimation {
      animations?()
      view.layoutIfNeeded()
    }
    animation.close()
  }

  /// Puts `toView` in the place of `fromView`, or hides and shows them with `.showHideTransitionViews`. [docs]
  public static func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let parent = fromView.superview else {
      DispatchQueue.main.async { MainActor.assumeIsolated { completion?(true) } }
      return
    }
    transition(with: parent, duration: duration, options: options) {
      if options.contains(.showHideTransitionViews) {
        fromView.isHidden = true
        toView.isHidden = false
      } else {
        parent.insertSubview(toView, aboveSubview: fromView)
        fromView.removeFromSuperview()
      }
    } completion: {
      completion?($0)
    }
  }

  // MARK: Without

  /// Makes the changes without animation, also inside an animation. [docs]
  public static func performWithoutAnimation(_ actions: () -> Void) {
    ViewAnimation.withoutAnimation(actions)
  }

  /// Whether animations run at all; without them changes arrive at once. [docs]
  public static var areAnimationsEnabled: Bool { ViewAnimation.areEnabled }
  public static func setAnimationsEnabled(_ enabled: Bool) { ViewAnimation.areEnabled = enabled }

  /// How long the animation takes whose changes are being made, seconds; 0 outside one. [docs]
  public static var inheritedAnimationDuration: TimeInterval { ViewAnimation.current?.duration ?? 0 }
}
