import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

@Suite struct MovieTraceTests {
  private struct Line: Decodable, Equatable {
    var kind: String
    var file, device, codec, reason: String?
    var width, height, angle, over, bytes: Int?
    var mirrored, sound, usable: Bool?
  }

  @Test func recordingsAreTraced() throws {
    let bench = try MovieBench(withSound: true)
    bench.connection.automaticallyAdjustsVideoMirroring = false
    bench.connection.isVideoMirrored = true
    bench.connection.videoRotationAngle = 270
    try bench.record("a", 500)
    // A delegate that nobody keeps.
    bench.output.startRecording(to: bench.url("c"), recordingDelegate: MovieNotes())
    bench.run(100)
    bench.stop()
    bench.session.stopRunning()
    bench.start("b")
    bench.output.settle()
    let size = try bench.size("a")
    let log = try #require(bench.sound.phone.trace as? TraceLog)
    let lines = try log.lines.filter { $0.contains("\"movie-") }
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    try #require(lines.count == 6)
    #expect(
      lines[0]
        == Line(
          kind: "movie-started", file: "a.mov", device: "outer-front", codec: "h264", width: 640, height: 480,
          angle: 270, mirrored: true, sound: true))
    #expect(lines[1].kind == "movie-finished" && lines[1].reason == "stopped" && lines[1].usable == true)
    #expect(
      (400_000_000...600_000_000).contains(lines[1].over ?? 0) && lines[1].bytes == size)
    #expect(
      lines[5]
        == Line(
          kind: "movie-finished", file: "b.mov", reason: "sessionNotRunning", over: 0, bytes: 0, usable: false
        ))
    #expect(lines[2].file == "c.mov" && lines[3].reason == "stopped")
    #expect(lines[4] == Line(kind: "movie-undelivered", file: "c.mov"))
  }
}
