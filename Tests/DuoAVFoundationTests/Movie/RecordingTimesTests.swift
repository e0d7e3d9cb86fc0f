import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import Testing

@testable import DuoAVFoundation

@Suite struct RecordingTimesTests {
  static let frame: Int64 = 33_000_000

  @Test func picturesAreCountedFromTheFirst() {
    var times = RecordingTimes(hasPictures: true)
    #expect(!times.hasBegun && times.duration == 0)
    #expect(times.picture(at: 1_000, lasting: 10) == 0)
    #expect(times.picture(at: 1_010, lasting: 10) == 10)
    #expect(times.hasBegun && times.duration == 20)
  }

  /// Against a plain retelling: every picture and every sample gets the time that is left when pauses are cut out.
  @Test func pausesAreCutOut() {
    var mismatches: [String] = []
    for seed in 1...200 {
      var random = Seeded(UInt64(seed))
      var times = RecordingTimes(hasPictures: true)
      var paused = false
      var shown: [Int64] = []
      var expected: Int64 = 0
      for index in 0..<60 {
        if random.next() % 9 == 0 {
          paused.toggle()
          let changed = paused ? times.pause() : times.resume()
          if !changed { mismatches.append("\(seed): \(index) did not change") }
        }
        let time = times.picture(at: Int64(index) * Self.frame + 500, lasting: Self.frame)
        if paused {
          if time != nil { mismatches.append("\(seed): \(index) while held") }
        } else {
          if time != expected { mismatches.append("\(seed): \(index) at \(time ?? -1), not \(expected)") }
          shown.append(time ?? -1)
          expected += Self.frame
        }
      }
      if times.duration != expected { mismatches.append("\(seed): \(times.duration) long") }
    }
    #expect(mismatches == [])
  }

  /// Sound is cut to the pictures, sample by sample.
  @Test func soundBelongsToPictures() {
    var mismatches: [String] = []
    var times = RecordingTimes(hasPictures: true)
    // 1,000 samples a second, buffers of 20, pictures of 100 ms; held from 350 to 700 ms.
    var kept: [Int: Int64] = [:]
    for millisecond in stride(from: 0, through: 1_400, by: 10) {
      if millisecond == 350 { _ = times.pause() }
      if millisecond == 700 { _ = times.resume() }
      if millisecond >= 150, (millisecond - 150) % 100 == 0 {
        _ = times.picture(at: Int64(millisecond) * 1_000_000, lasting: 100_000_000)
      }
      if millisecond > 0, millisecond % 20 == 0 {
        let first = millisecond - 20
        let part = times.sound(from: Int64(first) * 1_000_000, count: 20, rate: 1_000)
        for sample in part?.samples ?? 0..<0 {
          kept[first + sample] = part!.time + Int64(sample - part!.samples.lowerBound) * 1_000_000
        }
      }
    }
    // Pictures at 150 and 250 (350 is held), then from 750 on.
    for sample in 0..<1_400 {
      let expected: Int64? =
        switch sample {
        case 150..<350: Int64(sample - 150)
        case 750...: Int64(sample - 750 + 200)
        default: nil
        }
      if kept[sample] != expected.map({ $0 * 1_000_000 }) {
        mismatches.append("\(sample): \(kept[sample] ?? -1), not \(expected ?? -1)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func soundAloneHasPausesToo() {
    var times = RecordingTimes(hasPictures: false)
    #expect(times.sound(from: 5_000, count: 10, rate: 1e9)?.time == 0)
    #expect(times.pause() && !times.pause())
    #expect(times.sound(from: 5_010, count: 10, rate: 1e9) == nil)
    #expect(times.resume() && !times.resume())
    let part = times.sound(from: 6_000, count: 10, rate: 1e9)
    #expect(part?.time == 10 && part?.samples == 0..<10 && times.duration == 20)
    #expect(times.picture(at: 7_000, lasting: 10) == nil)
  }

  @Test func limits() {
    let none = RecordingLimits()
    #expect(
      !none.isReached(length: .max / 2) && !none.isReached(bytes: .max / 4, largestSample: 1, samples: 1))
    let limits = RecordingLimits(nanoseconds: 100, bytes: 10_000)
    #expect(!limits.isReached(length: 99) && limits.isReached(length: 100))
    #expect(!limits.isReached(bytes: 5_000, largestSample: 1_000, samples: 10))
    #expect(limits.isReached(bytes: 7_000, largestSample: 1_000, samples: 10))
  }

  /// The sizes of a minute that Apple's settings name, within a twentieth.
  @Test func bitRatesOfPhones() {
    let table: [(VideoCodec, Int, Int, Double, Double)] = [
      (.hevc, 1920, 1080, 30, 60), (.hevc, 3840, 2160, 30, 170), (.hevc, 1920, 1080, 60, 100),
      (.h264, 1920, 1080, 30, 130), (.h264, 3840, 2160, 30, 350),
    ]
    var mismatches: [String] = []
    for (codec, width, height, rate, megabytes) in table {
      let bits = VideoSettings.usualBitRate(codec, width: width, height: height, frameRate: rate)!
      let minute = Double(bits) * 60 / 8 / 1e6
      if abs(minute / megabytes - 1) > 0.05 { mismatches.append("\(codec) \(width) at \(rate): \(minute)") }
    }
    #expect(mismatches == [])
  }
}

/// Numbers that look random, the same for the same seed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
