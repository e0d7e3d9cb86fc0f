import Foundation

/// How a keyframe animation goes from value to value. The raw values are Apple's.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = Self(rawValue: "linear")
  /// Every value holds until the next one.
  public static let discrete = Self(rawValue: "discrete")
  /// At an even speed; key times and pacings are not read.
  public static let paced = Self(rawValue: "paced")
}

/// Through a row of values. [docs]
open class CAKeyframeAnimation: CAPropertyAnimation {
  open var values: [Any]?
  /// When each value is reached, as shares of the duration; nil spaces them evenly. Discrete ones have one more, the
  /// end. [docs]
  open var keyTimes: [NSNumber]?
  /// The pacing of each way between two values.
  open var timingFunctions: [CAMediaTimingFunction]?
  open var calculationMode = CAAnimationCalculationMode.linear

  public required init() { super.init() }

  override func take(_ other: CAAnimation) {
    super.take(other)
    guard let other = other as? CAKeyframeAnimation else { return }
    values = other.values
    keyTimes = other.keyTimes
    timingFunctions = other.timingFunctions
    calculationMode = other.calculationMode
  }

  override func value(at progress: Double, current: AnimatedValue) -> AnimatedValue? {
    let frames = (values ?? []).compactMap { AnimatedValue($0) }
    guard let first = frames.first, let last = frames.last else { return nil }
    let share = pace(progress)
    if frames.count == 1 { return first }
    let times = times(frames)
    guard calculationMode != .discrete else {
      return frames[min(max((times.lastIndex { $0 <= share }) ?? 0, 0), frames.count - 1)]
    }
    guard share > times[0] else { return share < 0 ? first : first }
    guard share < times[times.count - 1] else { return last }
    let index = (times.lastIndex { $0 <= share }) ?? 0
    let length = times[index + 1] - times[index]
    var part = length > 0 ? (share - times[index]) / length : 1
    if calculationMode != .paced, let functions = timingFunctions, index < functions.count {
      part = functions[index](part)
    }
    return frames[index].interpolated(to: frames[index + 1], part)
  }

  /// The time of each value, from 0 to 1.
  private func times(_ frames: [AnimatedValue]) -> [Double] {
    if calculationMode == .paced {
      var way = [0.0]
      for (one, next) in zip(frames, frames.dropFirst()) {
        way.append(way[way.count - 1] + one.distance(to: next))
      }
      if let whole = way.last, whole > 0 { return way.map { $0 / whole } }
    }
    let given = keyTimes?.map(\.doubleValue) ?? []
    if given.count >= frames.count { return Array(given.prefix(frames.count)) }
    let parts = calculationMode == .discrete ? frames.count : frames.count - 1
    return frames.indices.map { Double($0) / Double(parts) }
  }
}
