import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct AudioFormatTests {
  /// Every named layout beside the numbers of a plain table.
  @Test func namedFormatsHaveTheirNumbers() throws {
    let rows: [(AVAudioCommonFormat, UInt32, UInt32)] = [
      (.pcmFormatFloat32, 32, 1), (.pcmFormatFloat64, 64, 1), (.pcmFormatInt16, 16, 4),
      (.pcmFormatInt32, 32, 4),
    ]
    var mismatches: [String] = []
    for (common, bits, flag) in rows {
      for channels in UInt32(1)...2 {
        for interleaved in [true, false] {
          let format = try #require(
            AVAudioFormat(
              commonFormat: common, sampleRate: 44_100, channels: channels, interleaved: interleaved))
          let stream = format.streamDescription.pointee
          let bytes = bits / 8 * (interleaved ? channels : 1)
          let fits =
            stream.mBitsPerChannel == bits && stream.mFormatFlags == flag | 8 | (interleaved ? 0 : 32)
            && stream.mBytesPerFrame == bytes && stream.mBytesPerPacket == bytes
            && stream.mChannelsPerFrame == channels && stream.mSampleRate == 44_100
            && stream.mFramesPerPacket == 1 && format.commonFormat == common
            && format.isInterleaved == interleaved && format.channelCount == channels
            && format.isStandard == (common == .pcmFormatFloat32 && !interleaved)
          if !fits { mismatches.append("\(common) \(channels) \(interleaved)") }
          let again = AVAudioFormat(cmAudioFormatDescription: format.formatDescription)
          if !again.isEqual(format) { mismatches.append("\(common) \(channels) \(interleaved): again") }
        }
      }
    }
    #expect(mismatches == [])
    #expect(AVAudioFormat(commonFormat: .otherFormat, sampleRate: 1, channels: 1, interleaved: true) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 3) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1) == nil)
    let standard = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    #expect(standard.isStandard && standard.settings[AVLinearPCMIsNonInterleaved] as? Bool == true)
    #expect(standard.settings[AVSampleRateKey] as? Double == 48_000)
    var big = standard.streamDescription.pointee
    big.mFormatFlags |= kAudioFormatFlagIsBigEndian
    #expect(AVAudioFormat(streamDescription: &big)?.commonFormat == .otherFormat)
  }

  @Test func buffersHoldChannelsWhereTheFormatSays() throws {
    var mismatches: [String] = []
    for interleaved in [true, false] {
      let format = try #require(
        AVAudioFormat(
          commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: interleaved))
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10))
      if buffer.frameLength != 0 || buffer.frameCapacity != 10 { mismatches.append("length") }
      buffer.frameLength = 3
      let data = try #require(buffer.int16ChannelData)
      for frame in 0..<3 {
        for channel in 0..<2 { data[channel][frame * buffer.stride] = Int16(10 * channel + frame) }
      }
      let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
      let got = list.map { Array(UnsafeMutableBufferPointer<Int16>($0)) }
      let wanted: [[Int16]] = interleaved ? [[0, 10, 1, 11, 2, 12]] : [[0, 1, 2], [10, 11, 12]]
      if got != wanted { mismatches.append("\(interleaved): \(got)") }
      if buffer.floatChannelData != nil || buffer.int32ChannelData != nil { mismatches.append("types") }
    }
    #expect(mismatches == [])
    var compressed = AudioStreamBasicDescription()
    compressed.mFormatID = kAudioFormatMPEG4AAC
    compressed.mChannelsPerFrame = 1
    let aac = try #require(AVAudioFormat(streamDescription: &compressed))
    #expect(AVAudioPCMBuffer(pcmFormat: aac, frameCapacity: 1) == nil && aac.commonFormat == .otherFormat)
  }

  /// How apps meter what they record: sample buffer to PCM buffer.
  @Test func recordedSoundFillsABuffer() throws {
    let bench = try SoundBench()
    let (output, listener) = (AVCaptureAudioDataOutput(), Listener())
    output.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(output)
    session.startRunning()
    bench.advance(200)
    let sample = try #require(listener.buffers.first)
    let format = AVAudioFormat(cmAudioFormatDescription: try #require(sample.formatDescription))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(sample.numSamples)))
    buffer.frameLength = buffer.frameCapacity
    #expect(
      CMSampleBufferCopyPCMDataIntoAudioBufferList(
        sample, at: 0, frameCount: Int32(sample.numSamples), into: buffer.mutableAudioBufferList) == noErr)
    let data = try #require(buffer.int16ChannelData)
    #expect(Array(UnsafeBufferPointer(start: data[0], count: 1024)) == Listener.samples(sample))
  }

  /// Apps compare keys with those of settings that others wrote.
  @Test func keysAndValuesAreApples() {
    let keys = [
      AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVChannelLayoutKey, AVLinearPCMBitDepthKey,
      AVLinearPCMIsBigEndianKey, AVLinearPCMIsFloatKey, AVLinearPCMIsNonInterleaved, AVEncoderBitRateKey,
      AVEncoderBitRatePerChannelKey, AVEncoderBitRateStrategyKey, AVEncoderAudioQualityKey,
      AVEncoderAudioQualityForVBRKey, AVEncoderBitDepthHintKey, AVSampleRateConverterAudioQualityKey,
    ]
    let wanted = """
      AVFormatIDKey AVSampleRateKey AVNumberOfChannelsKey AVChannelLayoutKey AVLinearPCMBitDepthKey \
      AVLinearPCMIsBigEndianKey AVLinearPCMIsFloatKey AVLinearPCMIsNonInterleaved AVEncoderBitRateKey \
      AVEncoderBitRatePerChannelKey AVEncoderBitRateStrategyKey AVEncoderAudioQualityKey \
      AVEncoderAudioQualityForVBRKey AVEncoderBitDepthHintKey AVSampleRateConverterAudioQualityKey
      """
    let got: String = keys.joined(separator: " ")
    #expect(got == wanted)
    let qualities: [AVAudioQuality] = [.min, .low, .medium, .high, .max]
    #expect(qualities.map(\.rawValue) == [0, 32, 64, 96, 127])
    let formats: [AVAudioCommonFormat] = [
      .otherFormat, .pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16,
    ]
    #expect(formats.map(\.rawValue) == [0, 1, 2, 3] && AVAudioCommonFormat.pcmFormatInt32.rawValue == 4)
    #expect(AVAudioBitRateStrategy_Variable == "AVAudioBitRateStrategy_Variable")
  }

  @Test func tooManyFramesRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
      try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4)).frameLength = 5
    }
    #expect(
      stopped(
        result, "NSInvalidArgumentException",
        "*** -[AVAudioPCMBuffer setFrameLength:] required condition is false: frameLength <= frameCapacity"))
  }

  @Test func systemSoundsAreTraced() async {
    await #expect(processExitsWith: .success) {
      let bench = try SoundBench()
      bench.phone.makeCurrent()
      AudioServicesPlaySystemSound(1108)
      AudioServicesPlayAlertSound(kSystemSoundID_Vibrate)
      let lines = bench.phone.log.lines.filter { $0.contains("system-sound") }
      #expect(lines.count == 2 && lines[0].contains("\"id\":1108"))
      #expect(lines[1].contains("\"id\":4095,\"alert\":true"))
    }
  }
}
