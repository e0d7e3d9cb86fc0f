import Foundation

/// What can be heard in the default room: a quiet noise, and a short tone at the start of each second of phone time,
/// so that sound can be laid beside the clock tags of the picture.
///
/// A pure function of phone time. Sample `n` at `rate` samples a second is the sound at `n / rate` seconds.
public enum RoomSound {
  /// How long the tone of a second sounds.
  public static let toneDuration = PhoneDuration.milliseconds(50)
  /// The pitches of seconds 0, 1, 2, 3, then from the start again; each goes through whole cycles.
  public static let pitches: [Double] = [800, 1000, 1200, 1600]
  /// Peak of the tone, 1 being the loudest that can be written.
  public static let toneAmplitude = 0.25
  /// Root mean square of the noise.
  public static let noiseLevel = 0.001

  /// The pitch of the tone at the start of a second, counted from the phone's start.
  public static func pitch(ofSecond second: Int64) -> Double { pitches[Int(second & 3)] }

  /// Samples -1...1.
  public static func samples(from first: Int64, count: Int, rate: Double) -> [Float] {
    (0..<Int64(count)).map { Float(sample(first + $0, rate: rate)) }
  }

  static func sample(_ number: Int64, rate: Double) -> Double {
    let second = Int64((Double(number) / rate).rounded(.down))
    let since = Double(number) / rate - Double(second)
    var sound = noise(number)
    if since < toneDuration.seconds {
      sound += toneAmplitude * sin(2 * .pi * pitch(ofSecond: second) * since)
    }
    return sound
  }

  /// Evenly distributed, so that its root mean square is its bound over the root of 3.
  private static func noise(_ number: Int64) -> Double {
    var bits = UInt64(bitPattern: number) &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    let unit = Double(bits >> 11) / Double(1 << 53)
    return (2 * unit - 1) * noiseLevel * 3.0.squareRoot()
  }
}
