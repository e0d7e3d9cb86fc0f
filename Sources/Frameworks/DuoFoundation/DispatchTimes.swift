// Dispatch's units of time, which Dispatch on Linux has no names for. [header]

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// Milliseconds in a second.
public let MSEC_PER_SEC: UInt64 = 1000
