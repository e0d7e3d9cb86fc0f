import DuoFoundation

public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// The lesser of two times in the order of `CMTimeCompare`.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// The greater of two times in the order of `CMTimeCompare`.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// The time without its sign. Invalid and indefinite times stay as they are.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  switch time.meaning {
  case .negativeInfinity: .positiveInfinity
  case .number where time.value < 0:
    .fitting(-Int128(time.value), over: Int128(time.timescale), timescale: time.timescale, like: time)
  case .number, .positiveInfinity, .indefinite, .invalid: time
  }
}

public var kCMTimeValueKey: CFString { "value" }
public var kCMTimeScaleKey: CFString { "timescale" }
public var kCMTimeEpochKey: CFString { "epoch" }
public var kCMTimeFlagsKey: CFString { "flags" }

/// The fields as a dictionary of numbers.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey as String: NSNumber(value: time.value),
    kCMTimeScaleKey as String: NSNumber(value: time.timescale),
    kCMTimeEpochKey as String: NSNumber(value: time.epoch),
    kCMTimeFlagsKey as String: NSNumber(value: time.flags.rawValue),
  ] as CFDictionary
}

/// The time that `CMTimeCopyAsDictionary` wrote; the invalid time when a field is missing. [header]
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  func number(_ key: CFString) -> NSNumber? { dictionaryRepresentation?.object(forKey: key) as? NSNumber }
  guard let value = number(kCMTimeValueKey), let timescale = number(kCMTimeScaleKey),
    let epoch = number(kCMTimeEpochKey), let flags = number(kCMTimeFlagsKey)
  else { return .invalid }
  return CMTime(
    value: value.int64Value, timescale: timescale.int32Value,
    flags: CMTimeFlags(rawValue: flags.uint32Value), epoch: epoch.int64Value)
}
