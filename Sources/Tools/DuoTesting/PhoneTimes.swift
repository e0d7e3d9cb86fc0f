public import PhoneModel

// Operators of a type do not come with the type alone, so that a test gets those of phone time from here. Where both are
// seen, the type's own are taken.

@_disfavoredOverload
public func + (time: PhoneTime, duration: PhoneDuration) -> PhoneTime {
  PhoneTime(nanoseconds: time.nanoseconds + duration.nanoseconds)
}

/// From the later moment to the earlier one.
@_disfavoredOverload
public func - (later: PhoneTime, earlier: PhoneTime) -> PhoneDuration {
  PhoneDuration(nanoseconds: later.nanoseconds - earlier.nanoseconds)
}

@_disfavoredOverload
public func + (a: PhoneDuration, b: PhoneDuration) -> PhoneDuration {
  PhoneDuration(nanoseconds: a.nanoseconds + b.nanoseconds)
}

@_disfavoredOverload
public func - (a: PhoneDuration, b: PhoneDuration) -> PhoneDuration {
  PhoneDuration(nanoseconds: a.nanoseconds - b.nanoseconds)
}
