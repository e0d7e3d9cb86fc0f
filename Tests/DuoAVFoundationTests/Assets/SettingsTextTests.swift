import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import Testing

@testable import DuoAVFoundation

/// Why settings are refused, in the words of the exceptions, and what is taken, for every combination of values.
@Suite struct SettingsTextTests {
  private static func pcm(
    _ bits: Int?, _ isFloat: Bool?, _ isBigEndian: Bool?, format: Any? = kAudioFormatLinearPCM,
    rate: Any? = 44_100, channels: Any? = 2
  ) -> [String: Any] {
    var settings: [String: Any] = [:]
    settings[AVFormatIDKey] = format
    settings[AVSampleRateKey] = rate
    settings[AVNumberOfChannelsKey] = channels
    settings[AVLinearPCMBitDepthKey] = bits
    settings[AVLinearPCMIsFloatKey] = isFloat
    settings[AVLinearPCMIsBigEndianKey] = isBigEndian
    return settings
  }

  private static func text(_ settings: [String: Any]) -> String {
    do throws(VideoSettings.Fault) {
      let track = try SoundSettings.track(settings)
      return "\(track.codec) \(track.sampleRate) \(track.channels)"
    } catch { return error.text }
  }

  /// Every depth beside every kind: what there is a layout for, and what is missing first.
  @Test func everyLayoutOfNumbers() {
    var mismatches: [String] = []
    for bits in [nil, 8, 16, 24, 32, 64] {
      for isFloat in [nil, false, true] {
        for isBigEndian in [nil, false, true] {
          let wanted: String
          if bits == nil {
            wanted = "Output settings dictionary for linear PCM must contain AVLinearPCMBitDepthKey"
          } else if isFloat == nil {
            wanted = "Output settings dictionary for linear PCM must contain AVLinearPCMIsFloatKey"
          } else if isBigEndian == nil {
            wanted = "Output settings dictionary for linear PCM must contain AVLinearPCMIsBigEndianKey"
          } else if isBigEndian == true {
            wanted = "Big-endian linear PCM is not supported"
          } else if let name = ["16 false": "int16", "32 false": "int32", "32 true": "float32"][
            "\(bits!) \(isFloat!)"]
          {
            wanted = "pcm(MediaCoding.SampleFormat.\(name)) 44100 2"
          } else {
            wanted = "Unsupported value for AVLinearPCMBitDepthKey: \(bits!)"
          }
          let found = Self.text(Self.pcm(bits, isFloat, isBigEndian))
          if found != wanted { mismatches.append("\(found), not \(wanted)") }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func whatIsWrongWithSound() {
    let rows: [([String: Any], String)] = [
      (
        Self.pcm(16, false, false, format: nil), "Output settings dictionary must contain AVFormatIDKey"
      ),
      (Self.pcm(16, false, false, rate: nil), "Output settings dictionary must contain AVSampleRateKey"),
      (Self.pcm(16, false, false, rate: 0), "Output settings dictionary must contain AVSampleRateKey"),
      (Self.pcm(16, false, false, rate: "x"), "Output settings dictionary must contain AVSampleRateKey"),
      (
        Self.pcm(16, false, false, channels: 0),
        "Output settings dictionary must contain AVNumberOfChannelsKey"
      ),
      (
        Self.pcm(16, false, false, channels: nil),
        "Output settings dictionary must contain AVNumberOfChannelsKey"
      ),
      (Self.pcm(16, false, false, format: 5), "Unsupported value for AVFormatIDKey: 5"),
      (Self.pcm(16, false, false, format: -1), "Unsupported value for AVFormatIDKey: -1"),
      (
        Self.pcm(16, false, false).merging(["Mood": 1, "Zeal": 2]) { $1 },
        "Output settings dictionary contains one or more unsupported keys: Mood"
      ),
    ]
    #expect(rows.filter { Self.text($0) != $1 }.map { "\(Self.text($0)), not \($1)" } == [])
  }

  /// A rate for the whole, one for each channel, or 64,000 for each.
  @Test func ratesOfCompressedSound() throws {
    var mismatches: [String] = []
    for channels in 1...2 {
      for whole in [nil, 96_000] {
        for each in [nil, 48_000] {
          var settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: channels,
          ]
          settings[AVEncoderBitRateKey] = whole
          settings[AVEncoderBitRatePerChannelKey] = each
          let track = try SoundSettings.track(settings)
          let wanted = whole ?? (each ?? 64_000) * channels
          if track.bitRate != wanted || track.codec != .aac || track.channels != channels {
            mismatches.append("\(channels) \(whole ?? 0) \(each ?? 0): \(track)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func whatIsWrongWithPictures() {
    func text(_ more: [String: Any], _ properties: [String: Any]? = nil, codec: Any? = "avc1") -> String? {
      var settings = more
      settings[AVVideoCodecKey] = codec
      if let properties { settings[AVVideoCompressionPropertiesKey] = properties }
      do throws(VideoSettings.Fault) {
        _ = try VideoSettings(settings)
        return nil
      } catch { return error.text }
    }
    let rows: [(String?, String?)] = [
      (text([:]), nil),
      (text([:], codec: nil), "Output settings dictionary must contain AVVideoCodecKey"),
      (text([:], codec: "none"), "Unsupported value for output setting AVVideoCodecKey: none"),
      (text(["Mood": 1]), "Output settings dictionary contains one or more unsupported keys: Mood"),
      (text([AVVideoWidthKey: 0]), "Output settings value for AVVideoWidthKey must be a positive number"),
      (text([AVVideoHeightKey: "x"]), "Output settings value for AVVideoHeightKey must be a positive number"),
      (text([AVVideoWidthKey: 16_384]), nil),
      (
        text([AVVideoWidthKey: 16_385]), "Output settings value for AVVideoWidthKey must be a positive number"
      ),
      (text([AVVideoScalingModeKey: AVVideoScalingModeResize]), nil),
      (text([AVVideoScalingModeKey: AVVideoScalingModeResizeAspectFill]), nil),
      (text([AVVideoScalingModeKey: "Fit"]), "Video scaling mode Fit is not supported"),
      (text([:], ["Mood": 1]), "Compression property Mood is not supported for video codec type h264"),
      (text([:], [AVVideoQualityKey: 0]), nil), (text([:], [AVVideoQualityKey: 1]), nil),
      (text([:], [AVVideoQualityKey: 1.01]), "Quality must be from 0 to 1"),
      (text([:], [AVVideoAverageBitRateKey: 0]), "AverageBitRate must be positive"),
      (text([:], [AVVideoAverageBitRateKey: "x"]), "Value for AverageBitRate must be a number"),
      (text([:], [AVVideoAverageBitRateKey: 1e13]), "Value for AverageBitRate must be a number"),
      (text([:], [AVVideoMaxKeyFrameIntervalKey: 0]), nil),
      (text([:], [AVVideoMaxKeyFrameIntervalKey: -1]), "MaxKeyFrameInterval must not be negative"),
      (text([:], [AVVideoProfileLevelKey: "H264_Main"]), "Unsupported value for ProfileLevel: H264_Main"),
      (
        text([:], [AVVideoProfileLevelKey: "HEVC_Main_AutoLevel"]),
        "Unsupported value for ProfileLevel: HEVC_Main_AutoLevel"
      ),
      (text([:], [AVVideoProfileLevelKey: "HEVC_Main_AutoLevel"], codec: "hvc1"), nil),
      (
        text([:], [AVVideoProfileLevelKey: "H264_Main_4_1"], codec: "jpeg"),
        "Unsupported value for ProfileLevel: H264_Main_4_1"
      ),
    ]
    #expect(rows.filter { $0 != $1 }.map { "\($0 ?? "taken"), not \($1 ?? "taken")" } == [])
  }

  /// Which file holds which codec: Apple's table of containers, as far as there are codecs.
  @Test func filesHoldTheirCodecs() throws {
    let bench = try WriterBench()
    let all: Set<String> = ["mov", "mp4", "m4v"]
    let pictures: [(AVVideoCodecType, Set<String>)] = [
      (.h264, all), (.hevc, all), (.proRes422, ["mov"]), (.jpeg, ["mov"]),
    ]
    let sounds: [([String: Any], Set<String>)] = [
      (WriterBench.sound, all.union(["m4a"])), (Self.pcm(16, false, false), ["mov"]),
      (Self.pcm(32, true, false), ["mov"]),
    ]
    var mismatches: [String] = []
    for (name, type) in [("mov", AVFileType.mov), ("mp4", .mp4), ("m4v", .m4v), ("m4a", .m4a)] {
      let writer = try AVAssetWriter(outputURL: bench.url("a.\(name)"), fileType: type)
      if writer.availableMediaTypes != (name == "m4a" ? [.audio] : [.video, .audio]) {
        mismatches.append("\(name): media")
      }
      for (codec, files) in pictures {
        var settings = WriterBench.video
        settings[AVVideoCodecKey] = codec
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        let answers = [writer.canApply(outputSettings: settings, forMediaType: .video), writer.canAdd(input)]
        if answers != [files.contains(name), files.contains(name)] {
          mismatches.append("\(name) \(codec.rawValue): \(answers)")
        }
      }
      for (index, (settings, files)) in sounds.enumerated() {
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        let answers = [writer.canApply(outputSettings: settings, forMediaType: .audio), writer.canAdd(input)]
        if answers != [files.contains(name), files.contains(name)] {
          mismatches.append("\(name) sound \(index): \(answers)")
        }
      }
      for media in [AVMediaType.text, .metadata, .depthData] {
        if writer.canApply(outputSettings: nil, forMediaType: media) { mismatches.append("\(name) \(media)") }
      }
    }
    #expect(mismatches == [])
  }
}
