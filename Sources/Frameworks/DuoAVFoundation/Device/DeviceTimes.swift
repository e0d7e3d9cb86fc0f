import DuoCoreMedia
import DuoFoundation
import PhoneModel

extension CMTime {
  /// A moment of the phone's clock, as capture timestamps are: whole nanoseconds.
  package init(_ time: PhoneTime) {
    self.init(value: time.nanoseconds, timescale: 1_000_000_000)
  }

  /// A length of phone time.
  package init(_ duration: PhoneDuration) {
    self.init(value: duration.nanoseconds, timescale: 1_000_000_000)
  }

  /// The nearest whole microsecond: how a device reports exposures.
  init(nearest seconds: Double) {
    self.init(value: Int64(saturating: (seconds * 1_000_000).rounded()), timescale: 1_000_000)
  }
}
