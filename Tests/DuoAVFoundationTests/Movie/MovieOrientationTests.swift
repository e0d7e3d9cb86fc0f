import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// The matrix of a track: what a player shows is what a data output with the same angle and mirroring delivers.
@Suite struct MovieOrientationTests {
  /// Keeps the luma of its last frame.
  final class Luma: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    // `@unchecked`: the list lies behind a lock.
    let frames = Guarded<[(time: Int64, width: Int, height: Int, bytes: [UInt8])]>([])
    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      let time = sampleBuffer.presentationTimeStamp.value
      sampleBuffer.imageBuffer?.withPixels { planes in
        let plane = planes[0]
        let bytes = (0..<plane.height).flatMap { row in
          [UInt8](UnsafeRawBufferPointer(start: plane.base + row * plane.bytesPerRow, count: plane.width))
        }
        frames.withLock { $0.append((time, plane.width, plane.height, bytes)) }
      }
    }
  }

  @Test func playersShowWhatDataOutputsDeliver() throws {
    var mismatches: [String] = []
    for camera in [CameraID.outerFront, .innerFront, .rearWide] {
      for angle in [0, 90, 180, 270] {
        for isMirrored in [false, true] {
          let name = "\(camera) at \(angle)\(isMirrored ? ", mirrored" : "")"
          let data = AVCaptureVideoDataOutput()
          let bench = try MovieBench(
            camera, runs: false, others: [data], pose: camera == .innerFront ? "open-landscape" : "closed",
            world: .room
          )
          let luma = Luma()
          data.setSampleBufferDelegate(luma, queue: bench.sound.queue)
          for connection in bench.session.connections {
            connection.videoRotationAngle = CGFloat(angle)
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
          }
          bench.session.startRunning()
          bench.run(500)
          bench.sound.queue.sync {}
          luma.frames.withLock { $0 = [] }
          let answer = try bench.record("a", 50)
          bench.sound.queue.sync {}
          guard let frame = luma.frames.withLock({ $0.first }), let video = answer.video else {
            mismatches.append("\(name): nothing")
            continue
          }
          if bench.delegate.starts.withLock({ $0.first?.value }) != frame.time {
            mismatches.append("\(name): another frame")
          }
          let stream = bench.device.streamConfiguration
          if video.width != stream.width || video.height != stream.height {
            mismatches.append("\(name): stored \(video.width ?? 0) x \(video.height ?? 0)")
          }
          let shown = try Probe.shown(bench.url("a"), width: frame.width, height: frame.height)
          // Luma is 16...235 in one and 0...255 in the other.
          let difference = zip(shown, frame.bytes).reduce(0.0) {
            $0 + abs(Double($1.0) - (Double($1.1) - 16) * 255 / 219)
          }
          let darkest = Int(frame.bytes.min() ?? 0)
          if Int(frame.bytes.max() ?? 0) - darkest < 100 { mismatches.append("\(name): nothing to be seen") }
          if shown.count != frame.bytes.count || difference / Double(frame.bytes.count) > 8 {
            mismatches.append("\(name): differs by \(difference / Double(max(frame.bytes.count, 1)))")
          }
          if let other = Self.matrix(angle, isMirrored), other != video.matrix {
            mismatches.append("\(name): matrix \(video.matrix), not \(other)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// Rows (a b) and (c d), x' = a x + c y, y' = b x + d y, y down: clockwise turns, then the left-right flip.
  private static func matrix(_ angle: Int, _ isMirrored: Bool) -> [Int]? {
    let table: [Int: ([Int], [Int])] = [
      0: ([1, 0, 0, 1], [-1, 0, 0, 1]), 90: ([0, 1, -1, 0], [0, 1, 1, 0]),
      180: ([-1, 0, 0, -1], [1, 0, 0, -1]), 270: ([0, -1, 1, 0], [0, -1, -1, 0]),
    ]
    return table[angle].map { isMirrored ? $0.1 : $0.0 }
  }

  /// What is set during a recording counts for the next one.
  @Test func theMatrixOfTheFirstMomentStays() throws {
    let bench = try MovieBench()
    bench.connection.videoRotationAngle = 90
    bench.start("a")
    bench.run(200)
    bench.connection.videoRotationAngle = 180
    bench.run(200)
    bench.stop()
    #expect(bench.notes == ["a.mov start", "a.mov finish 0"])
    #expect(try Probe.look(bench.url("a")).video?.matrix == [0, 1, -1, 0])
    #expect(try bench.record("b", 100).video?.matrix == [-1, 0, 0, -1])
  }
}
