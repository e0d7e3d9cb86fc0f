import DuoCoreGraphics
import DuoQuartzCore
import Foundation

/// Which parameters a pacing is given by. Raw values are Apple's. [header]
public enum UITimingCurveType: Int, Hashable, Sendable {
  case builtin, cubic, spring, composed
}

/// A pacing for an animator. [header]
public protocol UITimingCurveProvider: NSObjectProtocol {
  var timingCurveType: UITimingCurveType { get }
  var cubicTimingParameters: UICubicTimingParameters? { get }
  var springTimingParameters: UISpringTimingParameters? { get }
}

/// A pacing along a curve. [docs]
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  public let animationCurve: UIView.AnimationCurve
  public let controlPoint1: CGPoint
  public let controlPoint2: CGPoint
  public let timingCurveType: UITimingCurveType

  /// The system's pacing. [docs]
  public override init() {
    animationCurve = .easeInOut
    (controlPoint1, controlPoint2) = TimingCurve.standard.controlPoints
    timingCurveType = .builtin
  }

  public init(animationCurve curve: UIView.AnimationCurve) {
    animationCurve = curve
    (controlPoint1, controlPoint2) = curve.pacing.controlPoints
    timingCurveType = .builtin
  }

  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    animationCurve = .easeInOut
    (controlPoint1, controlPoint2) = (point1, point2)
    timingCurveType = .cubic
  }

  open var cubicTimingParameters: UICubicTimingParameters? { self }
  open var springTimingParameters: UISpringTimingParameters? { nil }

  var curve: TimingCurve {
    TimingCurve(controlPoint1.x, controlPoint1.y, controlPoint2.x, controlPoint2.y)
  }
}

/// A pacing as of a mass on a spring. [docs]
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  /// Ways a second towards the end; the length of the vector counts. [inferred]
  public let initialVelocity: CGVector
  enum Kind {
    /// Settles in the animator's duration.
    case ratio(Double)
    /// Settles when it settles, whatever the animator's duration is. [docs]
    case spring(Spring)
  }
  let kind: Kind

  /// The spring of the system's own animations. [forum]
  public override convenience init() {
    self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
  }

  /// - Parameter ratio: 1 arrives without swinging; nearer to 0 swings more.
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    initialVelocity = velocity
    kind = .ratio(Double(ratio))
  }

  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: .zero)
  }

  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
    initialVelocity = velocity
    kind = .spring(
      Spring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity.length))
  }

  /// A spring of a perceived duration and bounce. [docs]
  public init(
    duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity velocity: CGVector = .zero
  ) {
    initialVelocity = velocity
    kind = .spring(
      Spring(perceptualDuration: duration, bounce: bounce, initialVelocity: velocity.length))
  }

  public let timingCurveType = UITimingCurveType.spring
  open var cubicTimingParameters: UICubicTimingParameters? { nil }
  open var springTimingParameters: UISpringTimingParameters? { self }

  /// The spring of an animator of this duration.
  func spring(duration: Double) -> Spring {
    switch kind {
    case .ratio(let ratio):
      Spring(
        dampingRatio: ratio, settlingIn: max(duration, 1e-3), initialVelocity: Double(initialVelocity.length))
    case .spring(let spring): spring
    }
  }
}

extension CGVector {
  fileprivate var length: CGFloat { (dx * dx + dy * dy).squareRoot() }
}

extension TimingCurve {
  fileprivate var controlPoints: (CGPoint, CGPoint) {
    let points = [1, 2].map { index in
      var pair: [Float] = [0, 0]
      CAMediaTimingFunction(curve: self).getControlPoint(at: index, values: &pair)
      return CGPoint(x: CGFloat(pair[0]), y: CGFloat(pair[1]))
    }
    return (points[0], points[1])
  }
}

/// How the share of the way follows from the share of the time.
enum AnimatorPacing: Hashable {
  case curve(TimingCurve)
  case spring(Spring)

  init(_ parameters: any UITimingCurveProvider, duration: Double) {
    if let spring = parameters.springTimingParameters {
      self = .spring(spring.spring(duration: duration))
    } else {
      self = .curve(parameters.cubicTimingParameters?.curve ?? .easeInEaseOut)
    }
  }

  /// What replaces the animator's duration.
  func duration(asked: Double) -> Double {
    if case .spring(let spring) = self { return spring.settlingDuration }
    return asked
  }

  func share(_ time: Double) -> Double {
    switch self {
    case .curve(let curve): curve.value(at: time)
    // At its end it rests.
    case .spring(let spring): time >= 1 ? 1 : spring.position(at: time * spring.settlingDuration)
    }
  }
}
