import DuoCoreMedia
import Foundation

/// Seconds of the host clock: the same clock that `CMClock.hostTimeClock` and the cameras' timestamps use. [docs]
public func CACurrentMediaTime() -> CFTimeInterval { Double(CMClock.hostNanoseconds) / 1e9 }
