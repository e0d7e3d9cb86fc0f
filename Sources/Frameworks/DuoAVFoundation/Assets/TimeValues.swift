import DuoCoreMedia
import DuoFoundation
public import Foundation

/// Times as objects, as older functions take them. [header]
///
/// Foundation on Linux keeps no structures of others in values, so the four numbers of a rectangle carry a time: the halves
/// of its value, the timescale, and flags below the epoch. A value of something else read as a time is no time of an app's.
extension NSValue {
  public convenience init(time: CMTime) {
    self.init(
      rect: CGRect(
        x: Double(time.value >> 32), y: Double(time.value & 0xffff_ffff), width: Double(time.timescale),
        height: Double(time.flags.rawValue) + 32 * Double(time.epoch)))
  }

  public var timeValue: CMTime {
    let rect = rectValue
    let last = Int64(saturating: rect.size.height)
    return CMTime(
      value: Int64(saturating: rect.origin.x) << 32 | Int64(saturating: rect.origin.y),
      timescale: Int32(truncatingIfNeeded: Int64(saturating: rect.size.width)),
      flags: CMTimeFlags(rawValue: UInt32(last & 31)), epoch: last >> 5)
  }
}
