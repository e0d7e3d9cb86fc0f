extension FixedWidthInteger {
  /// The whole number next to zero of an app's number, which may be anything: beyond the limits it is the limit, and what
  /// is no number is 0.
  package init(saturating value: some BinaryFloatingPoint) {
    let number = Double(value)
    if number.isNaN {
      self = 0
    } else if let whole = Self(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number < 0 ? .min : .max
    }
  }
}

extension Int64 {
  /// Seconds as nanoseconds, at most some centuries, so that a few of them can be added.
  package init(nanosecondsOf seconds: Double) {
    self.init(saturating: Swift.min(Swift.max(seconds * 1e9, -2e18), 2e18).rounded())
  }
}
