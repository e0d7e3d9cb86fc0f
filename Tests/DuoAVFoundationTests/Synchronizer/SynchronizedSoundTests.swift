import DuoCoreMedia
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Keeps what came together: `v` or `s` and nanoseconds.
private final class Heard: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
  // `@unchecked`: the lists are behind locks.
  let lines = Notes()
  let sounds = Guarded<[CMSampleBuffer]>([])

  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
  ) {
    let parts = synchronizedDataCollection.map { output -> String in
      guard let data = synchronizedDataCollection[output] as? AVCaptureSynchronizedSampleBufferData else {
        return "?"
      }
      if output is AVCaptureAudioDataOutput { sounds.withLock { $0.append(data.sampleBuffer) } }
      return (output is AVCaptureAudioDataOutput ? "s" : "v") + "\(data.timestamp.value)"
    }
    lines.add(parts.joined(separator: " "))
  }

  /// Nanoseconds by kind, in the order of delivery.
  func times(_ kind: Character) -> [Int64] {
    lines.all.flatMap { $0.split(separator: " ") }.filter { $0.first == kind }.compactMap {
      Int64($0.dropFirst())
    }
  }

  var all: [Int64] { lines.all.flatMap { $0.split(separator: " ") }.compactMap { Int64($0.dropFirst()) } }
}

/// Sound beside frames.
@Suite struct SynchronizedSoundTests {
  private struct Bench {
    let bench: SoundBench
    let video = AVCaptureVideoDataOutput()
    let sound = AVCaptureAudioDataOutput()
    let session: AVCaptureSession
    let own = Listener()
    let heard = Heard()
    let synchronizer: AVCaptureDataOutputSynchronizer

    init(soundFirst: Bool = false) throws {
      bench = try SoundBench()
      session = try bench.session(camera: .outerFront, video, sound)
      video.setSampleBufferDelegate(own, queue: bench.queue)
      sound.setSampleBufferDelegate(own, queue: bench.queue)
      synchronizer = AVCaptureDataOutputSynchronizer(
        dataOutputs: soundFirst ? [sound, video] : [video, sound])
      synchronizer.setDelegate(heard, queue: bench.queue)
    }
  }

  @Test func framesAndSoundComeInTheOrderOfTheirTimes() throws {
    for soundFirst in [false, true] {
      let bench = try Bench(soundFirst: soundFirst)
      bench.session.startRunning()
      bench.bench.advance(1000)
      let (frames, sounds) = (bench.heard.times("v"), bench.heard.times("s"))
      #expect(frames.count > 15 && sounds.count > 30)
      #expect(bench.heard.all == bench.heard.all.sorted())
      // Nothing is lost: frames a frame's length apart, sound without a gap.
      #expect(zip(frames, frames.dropFirst()).allSatisfy { abs($1 - $0 - 33_333_333) <= 1 })
      let buffers = bench.heard.sounds.withLock { $0 }
      #expect(
        zip(buffers, buffers.dropFirst()).allSatisfy {
          $0.presentationTimeStamp + $0.duration == $1.presentationTimeStamp
        })
      #expect(bench.own.buffers.isEmpty && bench.own.frameTimes.isEmpty)
    }
  }

  /// A frame waits for the sound of its time, and no longer.
  @Test func aFrameWaitsForItsSound() throws {
    let bench = try Bench()
    bench.session.startRunning()
    var late: [Double] = []
    for _ in 0..<60 {
      bench.bench.advance(10)
      guard let newest = bench.heard.times("v").last else { continue }
      late.append(bench.bench.clock.now.seconds - Double(newest) / 1e9)
    }
    // At most a frame's length, a buffer's, and the step.
    #expect(late.count > 20 && late.allSatisfy { $0 < 0.0334 + 1024.0 / 48_000 + 0.01 })
  }

  @Test func nobodyWaitsForAMicrophoneThatIsClosed() throws {
    let bench = try Bench()
    bench.sound.connection(with: .audio)?.isEnabled = false
    bench.session.startRunning()
    bench.bench.advance(500)
    #expect(bench.heard.times("v").count > 3 && bench.heard.times("s").isEmpty)
    // A category without input: the session takes the app's choice, and hears nothing.
    let other = try Bench()
    other.session.automaticallyConfiguresApplicationAudioSession = false
    other.session.startRunning()
    other.bench.advance(500)
    #expect(other.heard.times("v").count > 3 && other.heard.times("s").isEmpty)
  }

  @Test func theOutputsHearAgainAfterwards() throws {
    let bench = try Bench()
    bench.session.startRunning()
    bench.bench.advance(300)
    bench.synchronizer.setDelegate(nil, queue: nil)
    let count = bench.heard.lines.all.count
    bench.bench.advance(300)
    #expect(bench.heard.lines.all.count == count)
    #expect(bench.own.buffers.count > 5 && bench.own.frameTimes.count > 5)
  }
}
