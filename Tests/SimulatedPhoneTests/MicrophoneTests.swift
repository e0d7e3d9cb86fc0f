import Foundation
import PhoneHardware
import PhoneModel
import Synchronization
import Testing

@testable import SimulatedPhone

@Suite struct MicrophoneTests {
  /// Buffers as they come, with the time of their coming.
  final class Heard: Sendable {
    private let list = Mutex<[(SoundBuffer, PhoneTime)]>([])
    func add(_ buffer: SoundBuffer, _ time: PhoneTime) { list.withLock { $0.append((buffer, time)) } }
    var all: [(buffer: SoundBuffer, time: PhoneTime)] { list.withLock { $0 } }
    var samples: [Int16] { all.flatMap(\.buffer.samples) }
  }

  func listen(_ phone: SimulatedPhone, _ clock: ManualClock) throws -> (any MicrophoneStream, Heard) {
    let heard = Heard()
    let stream = try phone.openMicrophone { [weak clock] in heard.add($0, clock?.now ?? .zero) }
    return (stream, heard)
  }

  @Test func buffersComeWhenTheyAreOver() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    clock.advance(by: .milliseconds(333))
    let (stream, heard) = try listen(phone, clock)
    clock.advance(by: .seconds(1))
    var mismatches: [String] = []
    // 333 ms and the 100 ms of the start, at the next whole sample.
    var next = Int64(20_784)
    for (buffer, time) in heard.all {
      if buffer.first != next || buffer.samples.count != 1024 { mismatches.append("\(buffer.first)") }
      if time != buffer.end || abs(buffer.end.seconds - Double(next + 1024) / 48_000) > 1e-9 {
        mismatches.append("\(buffer.first) came at \(time)")
      }
      next += 1024
    }
    #expect(mismatches == [] && heard.all.count == 42)
    stream.stop()
    stream.stop()
    clock.advance(by: .seconds(1))
    #expect(heard.all.count == 42)
    #expect(phone.log.lines.filter { $0.contains("microphone-stop") }.count == 1)
    #expect(clock.isIdle)
  }

  @Test func everybodyHearsTheSame() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let (_, early) = try listen(phone, clock)
    clock.advance(by: .milliseconds(777))
    let (_, late) = try listen(phone, clock)
    clock.advance(by: .seconds(1))
    let place = Int(late.all[0].buffer.first - early.all[0].buffer.first)
    let count = min(late.samples.count, early.samples.count - place)
    #expect(count > 40_000 && early.samples[place..<(place + count)] == late.samples[0..<count])
  }

  @Test func aClockThatComesLateLosesNothing() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let (_, heard) = try listen(phone, clock)
    for _ in 0..<3 { clock.advance(by: .seconds(5)) }
    let firsts = heard.all.map(\.buffer.first)
    #expect(firsts == (0..<Int64(firsts.count)).map { 4800 + 1024 * $0 } && firsts.count > 690)
  }

  @Test func aPhoneWithoutAMicrophoneRefuses() throws {
    var deaf = PhoneDescription.duo
    deaf.sound.microphone = nil
    let (phone, _) = try SimulatedPhone.manual(deaf)
    #expect(throws: MicrophoneOpenError.noMicrophone) { try phone.openMicrophone { _ in } }
  }

  @Test func numbersOfTheDescriptionCount() throws {
    var slow = PhoneDescription.duo
    slow.sound.microphone?.sampleRate.value = 8000
    slow.sound.microphone?.framesPerBuffer.value = 100
    slow.sound.microphone?.startLatency.value = .zero
    let (phone, clock) = try SimulatedPhone.manual(slow)
    let (_, heard) = try listen(phone, clock)
    clock.advance(by: .seconds(1))
    #expect(heard.all.count == 80 && heard.all[3].buffer.first == 300 && heard.all[3].buffer.rate == 8000)
    #expect(
      heard.samples
        == RoomSound.samples(from: 0, count: 8000, rate: 8000).map { Int16(($0 * 32_767).rounded()) })
  }

  // MARK: Files

  /// A WAV file, written out by hand.
  static func wave(
    _ samples: [[Double]], rate: UInt32, bits: Int, isFloat: Bool = false, extraChunk: Bool = false
  ) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let width = bits / 8
    let data = samples.flatMap { frame in
      frame.flatMap { value -> [UInt8] in
        if isFloat { return bytes(Int(Float(value).bitPattern), 4) }
        if bits == 8 { return [UInt8(128 + (value * 127).rounded())] }
        return bytes(Int((value * Double(1 << (bits - 1) - 1)).rounded()), width)
      }
    }
    let channels = samples[0].count
    let format =
      bytes(isFloat ? 3 : 1, 2) + bytes(channels, 2) + bytes(Int(rate), 4)
      + bytes(Int(rate) * width * channels, 4)
      + bytes(width * channels, 2) + bytes(bits, 2)
    let extra = extraChunk ? Array("LIST".utf8) + bytes(3, 4) + [1, 2, 3, 0] : []
    let body =
      Array("WAVE".utf8) + Array("fmt ".utf8) + bytes(16, 4) + format + extra + Array("data".utf8)
      + bytes(data.count, 4) + data
    return Array("RIFF".utf8) + bytes(body.count, 4) + body
  }

  @Test func wavesOfEveryWidthAreRead() throws {
    let wanted = (0..<50).map { sin(Double($0) / 7) * 0.8 }
    var mismatches: [String] = []
    for (bits, isFloat, error) in [
      (8, false, 0.01), (16, false, 1e-4), (24, false, 1e-6), (32, false, 1e-6), (32, true, 1e-6),
    ] {
      for channels in 1...2 {
        // The two channels are the same but for what cancels out in their mean.
        let frames = wanted.enumerated().map { index, value in
          channels == 1 ? [value] : [value + 0.1, value - 0.1]
        }
        let file = try SoundFile(
          Self.wave(frames, rate: 48_000, bits: bits, isFloat: isFloat, extraChunk: channels == 2), path: "x")
        if file.samples.count != 50 { mismatches.append("\(bits): \(file.samples.count)") }
        for (got, value) in zip(file.samples, wanted) where abs(Double(got) - value) > error {
          mismatches.append("\(bits) \(isFloat) \(channels): \(got), not \(value)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func aFileIsHeardOverAndOverAtThePhonesRate() throws {
    // One second of a tone of 500 Hz at another rate.
    let frames = (0..<16_000).map { [0.5 * sin(2 * .pi * 500 * Double($0) / 16_000)] }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
    try Data(Self.wave(frames, rate: 16_000, bits: 16)).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (phone, clock) = try SimulatedPhone.manual()
    #expect(phone.send(.audio(.sound(.file(path: file.path)))) == nil)
    #expect(phone.state.audio.sound == .file(path: file.path))
    let (_, heard) = try listen(phone, clock)
    clock.advance(by: .seconds(3))
    var largest = 0.0
    let first = Int(heard.all[0].buffer.first)
    for (index, sample) in heard.samples.enumerated() {
      let wanted = 0.5 * sin(2 * .pi * 500 * Double(first + index) / 48_000)
      largest = max(largest, abs(Double(sample) / 32_767 - wanted))
    }
    // A line between two samples of a sine of this pitch is off by less than 1 %.
    #expect(largest < 0.006 && heard.samples.count > 130_000)
    phone.send(.audio(.sound(.silence)))
    let before = heard.samples.count
    clock.advance(by: .milliseconds(500))
    #expect(heard.samples[(before + 1024)...].allSatisfy { $0 == 0 })
  }

  @Test func filesThatCannotBeReadAreRefused() throws {
    let (phone, _) = try SimulatedPhone.manual()
    #expect(phone.send(.audio(.sound(.file(path: "/nowhere.wav")))) == "/nowhere.wav: no such file")
    #expect(phone.state.audio.sound == .room)
    #expect(phone.log.lines.contains { $0.contains("\"ignored\"") && $0.contains("no such file") })
    func reason(_ bytes: [UInt8]) -> String? {
      do {
        _ = try SoundFile(bytes, path: "x")
        return nil
      } catch {
        return error.reason
      }
    }
    let good = Self.wave([[0.5], [0.25]], rate: 8000, bits: 16)
    #expect(reason(good) == nil)
    #expect(reason([]) == "not a WAV file" && reason(Array("RIFFxxxxAVI ".utf8)) == "not a WAV file")
    var compressed = good
    compressed[20] = 85
    #expect(reason(compressed) == "only uncompressed sound of 8 to 32 bits can be read")
    #expect(reason(Array(good[..<36])) == "no sound in it")
    #expect(reason(Array("RIFF    WAVEdata".utf8) + [0, 0, 0, 0]) == "sound before its format")
    // Cut short anywhere: an answer or a reason, never a crash.
    for length in 0..<good.count { _ = reason(Array(good[..<length])) }
    var seed: UInt64 = 7
    for _ in 0..<2000 {
      var broken = good
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      broken[Int(seed >> 33) % broken.count] = UInt8(truncatingIfNeeded: seed >> 20)
      _ = reason(broken)
    }
  }
}
