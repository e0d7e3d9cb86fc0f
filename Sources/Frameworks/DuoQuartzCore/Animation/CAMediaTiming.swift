import Foundation

/// Whose time runs inside whose: a layer in its superlayer, an animation in its layer. [header]
///
/// Times are seconds. Local time is `(parent's time - beginTime) * speed + timeOffset`.
public protocol CAMediaTiming: AnyObject {
  /// In the parent's time. An animation with 0 begins when it is added.
  var beginTime: CFTimeInterval { get set }
  /// Of one cycle, in local time. An animation with 0 takes what its transaction says.
  var duration: CFTimeInterval { get set }
  /// Local seconds for each of the parent's; 0 stops.
  var speed: Float { get set }
  /// Added to local time.
  var timeOffset: CFTimeInterval { get set }
  /// Cycles; 0 is one, fractions are allowed, infinity never ends.
  var repeatCount: Float { get set }
  /// How long cycles repeat, in local time; 0 leaves it to `repeatCount`.
  var repeatDuration: CFTimeInterval { get set }
  /// Every cycle is followed by its way back.
  var autoreverses: Bool { get set }
  /// What holds outside the active time.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// Whether an animation holds before it begins and after it has ended. The raw values are Apple's.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its last value stays.
  public static let forwards = Self(rawValue: "forwards")
  /// Its first value holds before.
  public static let backwards = Self(rawValue: "backwards")
  public static let both = Self(rawValue: "both")
  public static let removed = Self(rawValue: "removed")
}

/// The rule of `CAMediaTiming`, on values.
struct MediaTiming: Hashable {
  var beginTime = 0.0
  var duration = 0.0
  var speed = 1.0
  var timeOffset = 0.0
  var repeatCount = 0.0
  var repeatDuration = 0.0
  var autoreverses = false
  var fillMode = CAMediaTimingFillMode.removed

  func localTime(_ parent: Double) -> Double { (parent - beginTime) * speed + timeOffset }

  /// The way back of `localTime`. While time stands still every parent's time is as good as another: the offset's.
  func parentTime(_ local: Double) -> Double {
    speed == 0 ? beginTime : (local - timeOffset) / speed + beginTime
  }

  private var cycle: Double { autoreverses ? duration * 2 : duration }

  /// Local seconds from the beginning to the end of the last cycle.
  var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return repeatCount == 0 ? cycle : cycle * repeatCount
  }

  /// When it ends, in the parent's time; infinite when it never does.
  var end: Double {
    if speed > 0 { return beginTime + (activeDuration - timeOffset) / speed }
    if speed < 0 { return beginTime - timeOffset / speed }
    return .infinity
  }

  /// Where in its cycle it is, 0 to 1, at a time of the parent; nil where it has no effect.
  func progress(at parent: Double) -> Double? {
    let local = localTime(parent)
    let isBefore = speed < 0 ? local > activeDuration : local < 0
    let isAfter = speed < 0 ? local <= 0 : local >= activeDuration
    if isBefore, fillMode != .backwards, fillMode != .both { return nil }
    if isAfter, fillMode != .forwards, fillMode != .both { return nil }
    return cycleProgress(min(max(local, 0), activeDuration))
  }

  /// - Parameter time: 0 to `activeDuration`, whose own value is the end of a cycle and not the start of the next one.
  private func cycleProgress(_ time: Double) -> Double {
    guard duration > 0 else { return 1 }
    var rest = time.truncatingRemainder(dividingBy: cycle)
    if rest == 0, time > 0, time == activeDuration { rest = cycle }
    return (rest > duration ? cycle - rest : rest) / duration
  }
}

extension MediaTiming {
  init(_ timing: any CAMediaTiming) {
    self.init(
      beginTime: timing.beginTime, duration: timing.duration, speed: Double(timing.speed),
      timeOffset: timing.timeOffset, repeatCount: Double(timing.repeatCount),
      repeatDuration: timing.repeatDuration, autoreverses: timing.autoreverses, fillMode: timing.fillMode)
  }
}
