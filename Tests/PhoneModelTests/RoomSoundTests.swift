import Foundation
import Testing

@testable import PhoneModel

/// What can be heard in the room, measured with plain sums.
@Suite struct RoomSoundTests {
  /// The share of a frequency: a sine of amplitude `a` gives `a`.
  static func amplitude(_ samples: ArraySlice<Float>, of frequency: Double, rate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / rate
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  static func level(_ samples: ArraySlice<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  @Test func eachSecondBeginsWithItsTone() {
    var mismatches: [String] = []
    for rate in [48_000.0, 44_100, 8000] {
      let second = Int(rate)
      let sound = RoomSound.samples(from: 0, count: 6 * second, rate: rate)
      for number in 0..<6 {
        let tone = sound[(number * second)..<(number * second + second / 20)]
        for pitch in [800.0, 1000, 1200, 1600] {
          let wanted = pitch == [800, 1000, 1200, 1600][number % 4] ? 0.25 : 0
          let got = Self.amplitude(tone, of: pitch, rate: rate)
          if abs(got - wanted) > 0.002 { mismatches.append("\(rate) s \(number), \(pitch) Hz: \(got)") }
        }
        let rest = Self.level(sound[(number * second + second / 20 + 1)..<((number + 1) * second)])
        if abs(rest - 0.001) > 0.0001 { mismatches.append("\(rate) s \(number): noise \(rest)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func theSameMomentSoundsTheSame() {
    let whole = RoomSound.samples(from: 47_000, count: 3000, rate: 48_000)
    let parts =
      RoomSound.samples(from: 47_000, count: 1024, rate: 48_000)
      + RoomSound.samples(from: 48_024, count: 1976, rate: 48_000)
    #expect(whole == parts)
    #expect(whole[...].allSatisfy { abs($0) <= 0.26 })
  }

  @Test func nothingInTheNoiseRepeats() {
    let noise = RoomSound.samples(from: 10_000, count: 20_000, rate: 48_000)
    #expect(Set(noise).count > 19_900)
    #expect(abs(noise.reduce(0, +) / 20_000) < 0.0001)
  }
}
