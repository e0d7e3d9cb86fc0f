import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// Two tracks of one file: the one that has everything at once waits for the other.
@Suite struct WriterInterleavingTests {
  private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

  /// Against the rule in plain numbers.
  @Test func whoIsAheadWaits() {
    let times: [Double?] = [nil, 0, 0.5, 1, 1.25, 7]
    var mismatches: [String] = []
    for begin in [nil, 0, 0.5] as [Double?] {
      for own in times {
        for first in times {
          for second in times {
            let others = [first, second].map { $0.map { CMTime(seconds: $0, preferredTimescale: 600) } }
            let waits = Interleaving.mustWait(own.map(seconds), others: others, begin: begin.map(seconds))
            var wanted = false
            if let own, let begin { wanted = own - min(first ?? begin, second ?? begin) > 1 }
            if waits != wanted {
              mismatches.append("\(String(describing: (begin, own, first, second)))")
            }
          }
        }
      }
    }
    #expect(mismatches == [])
    #expect(!Interleaving.mustWait(seconds(9), others: [], begin: .zero))
  }

  private struct Film {
    let bench: WriterBench
    let writer: AVAssetWriter
    let video, sound: AVAssetWriterInput

    init(inRealTime: Bool = false) throws {
      bench = try WriterBench()
      writer = try AVAssetWriter(outputURL: bench.url("a.mov"), fileType: .mov)
      video = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
      sound = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterBench.sound)
      for input in [video, sound] {
        input.expectsMediaDataInRealTime = inRealTime
        writer.add(input)
      }
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
    }

    /// - Returns: how many pictures were taken before the input was not ready, of ten a second.
    func giveVideo(from first: Int, upTo last: Int) throws -> Int {
      for number in first..<last {
        writer.engine.queue.sync {}
        guard video.isReadyForMoreMediaData else { return number - first }
        video.append(
          try WriterBench.sample(WriterBench.picture(number), at: CMTime(value: Int64(number), timescale: 10))
        )
      }
      return last - first
    }

    func giveSound(seconds: Range<Int>) {
      for tenth in (seconds.lowerBound * 10)..<(seconds.upperBound * 10) {
        writer.engine.queue.sync {}
        sound.append(WriterBench.tone((tenth * 4_800)..<(tenth * 4_800 + 4_800)))
      }
    }
  }

  @Test func theStarvingTrackHoldsUpTheOther() throws {
    let film = try Film()
    // Pictures at 0, 0.1 ... 1.0 and the one after.
    #expect(try film.giveVideo(from: 0, upTo: 60) == 12)
    #expect(film.sound.isReadyForMoreMediaData)
    film.giveSound(seconds: 0..<2)
    // Sound up to 1.9 s.
    #expect(try film.giveVideo(from: 12, upTo: 60) == 19)
    // A track that is over is not waited for.
    film.sound.markAsFinished()
    #expect(try film.giveVideo(from: 31, upTo: 60) == 29)
    let isDone: Bool = film.writer.finishWriting()
    #expect(isDone)
    #expect(try Probe.look(film.bench.url("a.mov")).video?.packets == 60)
  }

  @Test func inRealTimeNobodyWaits() throws {
    let film = try Film(inRealTime: true)
    #expect(try film.giveVideo(from: 0, upTo: 60) == 60)
    let isDone: Bool = film.writer.finishWriting()
    #expect(isDone)
  }

  /// Whoever was held back is asked again when the other has gone on.
  @Test func blocksAreCalledInTurns() throws {
    let film = try Film()
    let queue = DispatchQueue(label: "app")
    let counts = Guarded((video: 0, sound: 0))
    let done = DispatchGroup()
    func ask(_ input: AVAssetWriterInput, _ key: WritableKeyPath<(video: Int, sound: Int), Int>) {
      done.enter()
      let (input, key) = (Handover(input), Handover(KeyPathBox(key)))
      input.object.requestMediaDataWhenReady(on: queue) {
        while input.object.isReadyForMoreMediaData {
          let number = counts.withLock { $0[keyPath: key.object.path] }
          guard number < 40 else {
            input.object.markAsFinished()
            done.leave()
            return
          }
          counts.withLock { $0[keyPath: key.object.path] += 1 }
          if input.object.mediaType == .video {
            let time = CMTime(value: Int64(number), timescale: 10)
            guard let sample = try? WriterBench.sample(WriterBench.picture(number), at: time) else { return }
            input.object.append(sample)
          } else {
            input.object.append(WriterBench.tone((number * 4_800)..<(number * 4_800 + 4_800)))
          }
        }
      }
    }
    ask(film.video, \.video)
    ask(film.sound, \.sound)
    done.wait()
    #expect(counts.withLock { $0.video == 40 && $0.sound == 40 })
    let isDone: Bool = film.writer.finishWriting()
    #expect(isDone)
    let answer = try Probe.look(film.bench.url("a.mov"))
    #expect(answer.video?.packets == 40 && abs((answer.sound?.seconds ?? 0) - 4) < 0.06)
  }

  private final class KeyPathBox {
    let path: WritableKeyPath<(video: Int, sound: Int), Int>
    init(_ path: WritableKeyPath<(video: Int, sound: Int), Int>) { self.path = path }
  }

  /// Nothing of a writer and its inputs stays behind.
  @Test func aFinishedWriterIsGone() throws {
    weak var engine: WriterEngine?
    weak var input: AVAssetWriterInput?
    do {
      let bench = try WriterBench()
      let writer = try bench.movie("a.mov", pictures: 3, withSound: true)
      engine = writer.engine
      input = writer.inputs.first
      writer.engine.queue.sync {}
    }
    #expect(engine == nil && input == nil)
  }
}
