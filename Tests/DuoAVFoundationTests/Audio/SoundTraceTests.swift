import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct SoundTraceTests {
  @Test func whatHappensToSoundIsTraced() throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    try session.setCategory(.playback)
    try session.setActive(true)
    try session.setActive(true)
    bench.phone.send(.audio(.alarm(true)))
    bench.phone.send(.call(true))
    bench.phone.send(.audio(.alarm(false)))
    bench.phone.send(.call(false))
    try session.setActive(true)
    try session.setActive(false)
    let lines = bench.phone.log.lines.filter { $0.contains("\"audio-session\"") }.map { line in
      String(line[line.range(of: "\"active\"")!.lowerBound...].dropLast())
    }
    #expect(
      lines == [
        "\"active\":true", "\"active\":false,\"interrupted\":true", "\"active\":false,\"interrupted\":false",
        "\"active\":true", "\"active\":false",
      ])
  }
}
