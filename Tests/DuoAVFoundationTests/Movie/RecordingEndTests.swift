import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// What the delegate of a recording gets, for every end and every state of the file.
@Suite struct RecordingEndTests {
  private struct Cause: Error {}

  private static let ends: [RecordingEnd] = [
    .stopped, .maximumDuration, .maximumFileSize, .diskFull, .broken(.deviceWasDisconnected),
    .broken(.sessionWasInterrupted), .broken(.sessionConfigurationChanged), .noFile,
  ]

  /// Apple's codes, by number.
  private static func code(_ end: RecordingEnd, _ isUsable: Bool, _ hasBegun: Bool) -> Int? {
    switch end {
    case .stopped: isUsable ? nil : hasBegun ? -11800 : -11805
    case .maximumDuration: -11810
    case .maximumFileSize: -11811
    case .diskFull: -11807
    case .broken(.deviceWasDisconnected): -11808
    case .broken(.sessionWasInterrupted): -11818
    case .broken: -11806
    // Of the URL system.
    case .noFile: -3000
    }
  }

  @Test func everyEndHasItsErrorAndItsDetails() {
    var mismatches: [String] = []
    let duration = CMTime(value: 5, timescale: 2)
    for end in Self.ends {
      for bits in 0..<8 {
        let (isUsable, hasBegun, hasCause) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
        let name = "\(end.word) \(isUsable) \(hasBegun) \(hasCause)"
        let error = end.error(
          isUsable: isUsable, hasBegun: hasBegun, duration: duration, bytes: 4_321,
          cause: hasCause ? Cause() : nil)
        let wanted = Self.code(end, isUsable, hasBegun)
        guard let error, let wanted else {
          if (error == nil) != (wanted == nil) {
            mismatches.append("\(name): \(error.map { "\($0)" } ?? "none")")
          }
          continue
        }
        let ns = (error as? AVError)?._nsError ?? error as NSError
        let domain = wanted == -3000 ? "NSURLErrorDomain" : "AVFoundationErrorDomain"
        if ns.code != wanted || ns.domain != domain { mismatches.append("\(name): \(ns.domain) \(ns.code)") }
        let info = ns.userInfo
        if info["AVErrorRecordingSuccessfullyFinishedKey"] as? NSNumber != NSNumber(value: isUsable) {
          mismatches.append("\(name): finished")
        }
        if (info[NSUnderlyingErrorKey] is Cause) != hasCause { mismatches.append("\(name): cause") }
        let time = info["AVErrorTimeKey"] as? CMTime
        if time != (end == .maximumDuration ? duration : nil) { mismatches.append("\(name): time") }
        let size = info["AVErrorFileSizeKey"] as? NSNumber
        if size != (end == .maximumFileSize ? 4_321 : nil) { mismatches.append("\(name): size") }
      }
    }
    #expect(mismatches == [])
  }

  /// Every limit from below and from above, against the plain sum.
  @Test func limitsAreReachedOnce() {
    var mismatches: [String] = []
    var random = Seeded(41)
    for _ in 0..<500 {
      let bytes = Int64.random(in: 0...200_000, using: &random)
      let written = Int64.random(in: 0...200_000, using: &random)
      let largest = Int64.random(in: 0...20_000, using: &random)
      let samples = Int.random(in: 0...2_000, using: &random)
      let limits = RecordingLimits(nanoseconds: nil, bytes: bytes)
      // Twenty bytes of index for each sample, and two kilobytes.
      let isOver = bytes > 0 && written + largest + 2_048 + 20 * Int64(samples) >= bytes
      if limits.isReached(bytes: written, largestSample: largest, samples: samples) != isOver {
        mismatches.append("\(bytes) \(written) \(largest) \(samples)")
      }
      if limits.isReached(length: .max / 2) { mismatches.append("no limit of time") }
    }
    // Frames last whole nanoseconds: thirty of 33,333,333 ns are a second.
    for (frames, rate) in [(30, 30), (60, 60), (240, 240), (24, 24), (90, 30)] {
      let length = Int64(frames) * Int64(1_000_000_000 / rate)
      let limits = RecordingLimits(nanoseconds: Int64(frames) * 1_000_000_000 / Int64(rate))
      if !limits.isReached(length: length) { mismatches.append("\(frames) frames at \(rate)") }
      if limits.isReached(length: length - Int64(1_000_000_000 / rate)) {
        mismatches.append("\(frames - 1) frames at \(rate)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func theTraceNamesEnds() {
    #expect(
      Self.ends.map(\.word) == [
        "stopped", "maximum-duration", "maximum-file-size", "disk-full", "deviceWasDisconnected",
        "sessionWasInterrupted", "sessionConfigurationChanged", "no-file",
      ])
  }
}
