import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// Every short sequence of calls to an asset reader with two outputs, against what the header says of each call.
@Suite struct ReaderStatesTests {
  private enum Call: String, CaseIterable { case start, stored, decoded, cancel }

  private struct Model {
    var status = AVAssetReader.Status.unknown
    /// Samples that are left in each output; below zero: its end was seen.
    var left: [Call: Int] = [.stored: 1, .decoded: 1]

    func raises(_ call: Call) -> Bool {
      switch call {
      case .start: status != .unknown
      case .stored, .decoded: status == .unknown
      case .cancel: false
      }
    }

    /// Whether there is a sample; nil where none is asked for.
    mutating func take(_ call: Call) -> Bool? {
      switch call {
      case .start:
        status = .reading
        return nil
      case .cancel:
        if status == .reading { status = .cancelled }
        return nil
      case .stored, .decoded:
        guard status == .reading, let count = left[call] else { return false }
        left[call] = max(count - 1, -1)
        if left.values.allSatisfy({ $0 < 0 }) { status = .completed }
        return count > 0
      }
    }
  }

  private static func sequences(_ length: Int) -> [[Call]] {
    var all: [([Call], Model)] = [([], Model())]
    for _ in 0..<length {
      all = all.flatMap { calls, model in
        Call.allCases.filter { !model.raises($0) }.map { call in
          var next = model
          _ = next.take(call)
          return (calls + [call], next)
        }
      }
    }
    return all.map(\.0)
  }

  @Test func everySequenceOfCalls() throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", pictures: 1)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    let sequences = Self.sequences(6)
    #expect(sequences.count == 365)
    var mismatches: [String] = []
    var completed = 0
    for calls in sequences {
      let reader = try AVAssetReader(asset: asset)
      let stored = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
      let decoded = AVAssetReaderTrackOutput(
        track: asset.tracks[0],
        outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
      reader.add(stored)
      reader.add(decoded)
      var model = Model()
      for (index, call) in calls.enumerated() {
        let wanted = model.take(call)
        let name = calls[...index].map(\.rawValue).joined(separator: " ")
        var sample: CMSampleBuffer?
        switch call {
        case .start: if !reader.startReading() { mismatches.append("\(name): not started") }
        case .cancel: reader.cancelReading()
        case .stored: sample = stored.copyNextSampleBuffer()
        case .decoded: sample = decoded.copyNextSampleBuffer()
        }
        if let wanted, (sample != nil) != wanted { mismatches.append("\(name): sample") }
        // Stored samples have bytes, decoded ones a picture.
        if let sample, (sample.imageBuffer != nil) != (call == .decoded) {
          mismatches.append("\(name): kind")
        }
        if reader.status != model.status { mismatches.append("\(name): \(reader.status)") }
        if reader.error != nil { mismatches.append("\(name): error") }
      }
      if model.status == .completed { completed += 1 }
    }
    #expect(mismatches == [])
    #expect(completed > 0)
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  private static func started(_ name: String, in bench: WriterBench) throws -> AVAssetReader {
    _ = try bench.movie(name, pictures: 1)
    let asset = AVURLAsset(url: bench.url(name))
    let reader = try AVAssetReader(asset: asset)
    reader.add(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil))
    _ = reader.startReading()
    return reader
  }

  @Test func callsAtTheWrongTimeRaise() async {
    let again = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try WriterBench()
      _ = try ReaderStatesTests.started("a.mov", in: bench).startReading()
    }
    #expect(
      text(again).contains(
        "'NSInternalInconsistencyException', reason: '*** -[AVAssetReader startReading] Cannot call method when status"
          + " is 1'"))
    let output = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try WriterBench()
      let reader = try ReaderStatesTests.started("a.mov", in: bench)
      reader.add(AVAssetReaderTrackOutput(track: reader.asset.tracks[0], outputSettings: nil))
    }
    #expect(text(output).contains("*** -[AVAssetReader addOutput:] Cannot call method when status is 1"))
    let range = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try WriterBench()
      let reader = try ReaderStatesTests.started("a.mov", in: bench)
      reader.cancelReading()
      reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    }
    #expect(text(range).contains("*** -[AVAssetReader setTimeRange:] Cannot call method when status is 4"))
  }

  @Test func outputsThatAreRefused() async throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", pictures: 1)
    _ = try bench.movie("b.mov", pictures: 1)
    let (a, b) = (AVURLAsset(url: bench.url("a.mov")), AVURLAsset(url: bench.url("b.mov")))
    let (reader, other) = (try AVAssetReader(asset: a), try AVAssetReader(asset: a))
    let output = AVAssetReaderTrackOutput(track: a.tracks[0], outputSettings: nil)
    #expect(reader.canAdd(output) && output.alwaysCopiesSampleData && output.mediaType == .video)
    #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: b.tracks[0], outputSettings: nil)))
    reader.add(output)
    #expect(!reader.canAdd(output) && !other.canAdd(output) && reader.outputs.first === output)
    #expect(reader.timeRange.start == .zero && reader.timeRange.duration == .positiveInfinity)
    let refused = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try WriterBench()
      _ = try bench.movie("a.mov", pictures: 1)
      let asset = AVURLAsset(url: bench.url("a.mov"))
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
      reader.add(output)
      reader.add(output)
    }
    #expect(
      text(refused).contains(
        "'NSInvalidArgumentException', reason: '*** -[AVAssetReader addOutput:] Cannot add output"))
    // An empty reader has nothing left from the start on.
    #expect(other.startReading() && other.status == .reading)
  }
}
