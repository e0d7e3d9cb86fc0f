import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Numbers of an app that are none, or no sensible ones, at every place where they become whole numbers. Nothing here may
/// stop the process but an exception of Apple's.
@Suite struct HostileNumbersTests {
  static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, 1e19, -1e19, 1e12, 4.3e9, 2_147_483_648, -1, -0.0, 0, 1e-300,
    0.5,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]
  static let sensible: Set<String> = [
    "rate 48000", "channels 1", "bits 64000", "frames 30", "interval 30", "seconds 2",
  ]

  private static func isTaken(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch { return false }
  }

  /// What an `AVAssetWriterInput` for sound takes: everything else is the exception of a wrong setting.
  @Test func settingsOfSound() {
    var taken: [String] = []
    let keys = [
      ("rate", AVSampleRateKey, 48_000.0), ("channels", AVNumberOfChannelsKey, 1),
      ("bits", AVEncoderBitRateKey, 64_000), ("each", AVEncoderBitRatePerChannelKey, 64_000),
      ("format", AVFormatIDKey, Double(kAudioFormatMPEG4AAC)),
    ]
    for (name, key, good) in keys {
      for value in Self.numbers + [good] {
        var settings = WriterBench.sound
        settings[key] = value
        if Self.isTaken({ _ = try WriterPlan(.audio, settings, hint: nil) }) {
          taken.append("\(name) \(value)")
        }
      }
    }
    #expect(
      taken == [
        "rate 48000.0", "channels 1.0", "bits 64000.0", "each 64000.0",
        "format \(Double(kAudioFormatMPEG4AAC))",
      ])
    taken = []
    for (key, good) in [
      (AVSampleRateKey, 192_000.0), (AVNumberOfChannelsKey, 8), (AVLinearPCMBitDepthKey, 32),
    ] {
      for value in Self.numbers + [good] {
        var settings: [String: Any] = [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 2,
          AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        ]
        settings[key] = value
        if Self.isTaken({ _ = try WriterPlan(.audio, settings, hint: nil) }) { taken.append("\(value)") }
      }
    }
    #expect(taken == ["192000.0", "8.0", "32.0"])
  }

  /// What is taken makes a complete track, too.
  @Test func settingsOfPictures() {
    var taken: [String] = []
    for key in [AVVideoWidthKey, AVVideoHeightKey] {
      for value in Self.numbers + [160] {
        var settings = WriterBench.video
        settings[key] = value
        if Self.isTaken({ _ = try WriterPlan(.video, settings, hint: nil) }) { taken.append("\(value)") }
      }
    }
    #expect(taken == ["160.0", "160.0"])
    let properties: [(String, (Double) -> Bool)] = [
      (AVVideoAverageBitRateKey, { $0 >= 1 && $0 < 1e12 }),
      (AVVideoQualityKey, { (0...1).contains($0) }),
      (AVVideoMaxKeyFrameIntervalKey, { $0 > -1 && $0 < 1e12 }),
      (AVVideoMaxKeyFrameIntervalDurationKey, { $0 >= 0 && $0 < 1e12 }),
      (AVVideoExpectedSourceFrameRateKey, { (0...10_000).contains($0) }),
    ]
    var wrong: [String] = []
    for (key, isGood) in properties {
      for value in Self.numbers {
        var settings = WriterBench.video
        settings[AVVideoCompressionPropertiesKey] = [key: value]
        let isTaken = Self.isTaken {
          let track = try VideoSettings(settings).track(
            width: 160, height: 96, frameRate: 30, usualBitRate: true)
          if track.bitRate.map({ $0 < 1 }) ?? false { wrong.append("\(key) \(value): \(track)") }
        }
        if isTaken != isGood(value) { wrong.append("\(key) \(value) is \(isTaken ? "" : "not ")taken") }
      }
    }
    #expect(wrong == [])
  }

  /// The encoder is opened with the farthest of what is taken, and answers by itself or with an error.
  @Test func theEncoderTakesOrRefuses() throws {
    let bench = try WriterBench()
    for (index, properties) in [
      [AVVideoMaxKeyFrameIntervalKey: 9e11], [AVVideoAverageBitRateKey: 9e11],
      [AVVideoMaxKeyFrameIntervalDurationKey: 9e11], [AVVideoExpectedSourceFrameRateKey: 1e-300],
    ].enumerated() {
      var settings = WriterBench.video
      settings[AVVideoCompressionPropertiesKey] = properties
      let writer = try AVAssetWriter(outputURL: bench.url("\(index).mov"), fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      writer.add(input)
      if writer.startWriting() {
        writer.startSession(atSourceTime: .zero)
        _ = try input.append(WriterBench.sample(WriterBench.picture(1), at: .zero))
        _ = WriterBench.finish(writer)
      }
      #expect(writer.status == .completed || writer.status == .failed && writer.error != nil)
    }
  }

  /// Samples and hints that say what cannot be.
  @Test func descriptionsOfSound() throws {
    var taken: [Double] = []
    for value in Self.numbers + [44_100] {
      var stream = AudioStreamBasicDescription()
      stream.mSampleRate = value
      stream.mFormatID = kAudioFormatLinearPCM
      stream.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
      (stream.mBitsPerChannel, stream.mChannelsPerFrame, stream.mBytesPerFrame) = (16, 1, 2)
      (stream.mBytesPerPacket, stream.mFramesPerPacket) = (2, 1)
      if SoundSettings.layout(stream) != nil { taken.append(value) }
      stream.mFormatID = kAudioFormatMPEG4AAC
      let format = try CMFormatDescription(audioStreamBasicDescription: stream)
      let isKnown = PacketFormat(format) != nil
      if isKnown != (value == 44_100) { taken.append(value) }
      _ = AVAudioFormat(streamDescription: &stream)?.description
    }
    #expect(taken == [44_100])
  }

  /// A player stands, jumps to an end, or goes on; it never stops the process or turns for ever.
  @Test func ratesAndTimesOfPlaying() {
    var wrong: [String] = []
    for value in Self.numbers {
      var time = PlaybackTime()
      time.duration = 10_000_000_000
      time.set(rate: value, at: 5)
      let place = time.position(at: 7_000_000_000)
      if !(0...time.duration).contains(place) { wrong.append("\(value): \(place)") }
      if let end = time.ends(after: 5), end < 5 { wrong.append("\(value): ends at \(end)") }
      time.seek(to: Int64(nanosecondsOf: value), at: 9)
      if !(0...time.duration).contains(time.position(at: 9)) { wrong.append("\(value): sought") }
    }
    #expect(wrong == [])
  }

  @Test func aPlayerTakesAnything() throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo)
    let player = AVPlayer(on: phone)
    for value in Self.numbers {
      player.rate = Float(value)
      player.seek(to: CMTime(seconds: value, preferredTimescale: 600))
      let observer = player.addPeriodicTimeObserver(
        forInterval: CMTime(seconds: value, preferredTimescale: 600), queue: nil
      ) { _ in }
      clock.advance(to: clock.now + .milliseconds(2))
      player.removeTimeObserver(observer)
      var limits = MovieFeed.Limits()
      limits.duration = CMTime(seconds: value, preferredTimescale: 600)
      _ = limits.forRecording
      limits.duration = CMTime(value: .max, timescale: 1)
      #expect(limits.forRecording.nanoseconds == 2_000_000_000_000_000_000)
    }
    #expect(player.rate == 0 && player.currentTime() == .zero)
  }

  /// A pool that cannot be is none.
  @Test func poolsOfAnAdaptor() throws {
    let bench = try WriterBench()
    var made: [String] = []
    for key in [kCVPixelBufferWidthKey, kCVPixelBufferHeightKey, kCVPixelBufferPixelFormatTypeKey] {
      for value in Self.numbers + [Double(kCVPixelFormatType_32BGRA)] {
        let writer = try AVAssetWriter(outputURL: bench.url("\(key)\(value).mov"), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
          assetWriterInput: input, sourcePixelBufferAttributes: [key as String: value])
        writer.add(input)
        _ = writer.startWriting()
        if adaptor.pixelBufferPool != nil { made.append("\(value)") }
        writer.cancelWriting()
      }
    }
    #expect(made == ["\(Double(kCVPixelFormatType_32BGRA))"])
  }

  @Test func phoneTimesEndSomewhere() {
    var wrong: [Double] = []
    for value in Self.numbers {
      let (time, length) = (PhoneTime(seconds: value), PhoneDuration(seconds: value))
      let sum = time + length + length
      if value.isNaN ? sum != .zero : (value > 1 && sum < .zero) || (value < -1 && sum > .zero) {
        wrong.append(value)
      }
    }
    #expect(wrong == [])
  }
}
