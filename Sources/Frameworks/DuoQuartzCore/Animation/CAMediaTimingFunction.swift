import Foundation

/// Names of the pacings that Apple defines. The raw values are Apple's.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = Self(rawValue: "linear")
  public static let easeIn = Self(rawValue: "easeIn")
  public static let easeOut = Self(rawValue: "easeOut")
  public static let easeInEaseOut = Self(rawValue: "easeInEaseOut")
  /// What the system paces most animations with.
  public static let `default` = Self(rawValue: "default")
}

/// A pacing: a cubic Bezier curve from (0, 0) to (1, 1) that maps a share of the time to a share of the way. [header]
open class CAMediaTimingFunction: NSObject {
  private let curve: TimingCurve

  /// A name that Apple does not define stops the process.
  public init(name: CAMediaTimingFunctionName) {
    guard let curve = TimingCurve.named[name] else {
      raise(.invalidArgument, "Unknown timing function name: \(name.rawValue)")
    }
    self.curve = curve
  }

  /// - Parameters: the two control points between the ends; their x values are brought into 0...1.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    curve = TimingCurve(Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }

  package init(curve: TimingCurve) { self.curve = curve }

  /// Writes x and y of a control point: 0 and 3 are the ends. [header]
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    let points = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
    guard points.indices.contains(idx) else {
      raise(
        .invalidArgument,
        "-[CAMediaTimingFunction getControlPointAtIndex:values:]: index \(idx) is not in 0...3")
    }
    ptr[0] = Float(points[idx].0)
    ptr[1] = Float(points[idx].1)
  }

  func callAsFunction(_ progress: Double) -> Double { curve.value(at: progress) }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.curve == curve }
  open override var hash: Int { curve.hashValue }
}

/// The curve on values.
package struct TimingCurve: Hashable, Sendable {
  var x1, y1, x2, y2: Double

  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = min(max(x1, 0), 1)
    self.y1 = y1
    self.x2 = min(max(x2, 0), 1)
    self.y2 = y2
  }

  /// [header] gives the control points.
  package static let linear = TimingCurve(0, 0, 1, 1)
  package static let easeIn = TimingCurve(0.42, 0, 1, 1)
  package static let easeOut = TimingCurve(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
  package static let standard = TimingCurve(0.25, 0.1, 0.25, 1)

  static let named: [CAMediaTimingFunctionName: TimingCurve] = [
    .linear: linear, .easeIn: easeIn, .easeOut: easeOut, .easeInEaseOut: easeInEaseOut, .default: standard,
  ]

  private static func point(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }

  private static func slope(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * a + 6 * u * t * (b - a) + 3 * t * t * (1 - b)
  }

  /// y where the curve has this x. Beside 0...1 the ends hold.
  package func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if x1 == y1, x2 == y2 { return x }
    // x never falls along the curve: Newton's steps, kept inside an interval that each of them narrows.
    var (low, high, t) = (0.0, 1.0, x)
    for _ in 0..<64 {
      let error = Self.point(x1, x2, t) - x
      if abs(error) < 1e-12 { break }
      if error > 0 { high = t } else { low = t }
      let slope = Self.slope(x1, x2, t)
      let next = t - error / slope
      t = slope > 1e-9 && next > low && next < high ? next : (low + high) / 2
    }
    return Self.point(y1, y2, t)
  }
}
