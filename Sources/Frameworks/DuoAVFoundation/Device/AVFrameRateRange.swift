import DuoCoreMedia
import Foundation

/// A range of frame rates that a format can run at. Immutable. [header]
public final class AVFrameRateRange: NSObject, Sendable {
  /// Frames per second.
  public let minFrameRate, maxFrameRate: Float64

  init(minFrameRate: Float64, maxFrameRate: Float64) {
    self.minFrameRate = minFrameRate
    self.maxFrameRate = maxFrameRate
  }

  /// The shortest frame: one over `maxFrameRate`.
  public var minFrameDuration: CMTime { Self.duration(of: maxFrameRate) }
  /// The longest frame: one over `minFrameRate`.
  public var maxFrameDuration: CMTime { Self.duration(of: minFrameRate) }

  /// One over a rate: exact for whole rates, else in microseconds.
  static func duration(of rate: Float64) -> CMTime {
    rate == rate.rounded() && rate >= 1
      ? CMTime(value: 1, timescale: CMTimeScale(rate))
      : CMTime(nearest: 1 / rate)
  }

  /// Whether a frame of this length is inside the range, both ends included.
  func contains(_ duration: CMTime) -> Bool {
    duration.isNumeric && minFrameDuration <= duration && duration <= maxFrameDuration
  }

  public override var description: String { "<AVFrameRateRange: \(minFrameRate) - \(maxFrameRate) fps>" }
}
