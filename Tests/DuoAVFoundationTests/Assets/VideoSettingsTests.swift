import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import Testing

@testable import DuoAVFoundation

@Suite struct VideoSettingsTests {
  private func read(_ more: [String: Any], properties: [String: Any]? = nil) -> Result<
    VideoSettings, VideoSettings.Fault
  > {
    var settings: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.h264]
    settings.merge(more) { $1 }
    if let properties { settings[AVVideoCompressionPropertiesKey] = properties }
    return Result { () throws(VideoSettings.Fault) in try VideoSettings(settings) }
  }

  @Test func numbersOfAnyTypeCount() throws {
    let widths: [Any] = [640, Int32(640), 640.0, Float(640), CGFloat(640), NSNumber(value: 640), UInt(640)]
    let found = try widths.map { try read([AVVideoWidthKey: $0]).get().width }
    #expect(found == Array(repeating: 640, count: widths.count))
    #expect(try read([AVVideoCodecKey: "hvc1"]).get().codec == .hevc)
  }

  @Test func whatIsRefused() {
    let bad: [([String: Any], [String: Any]?)] = [
      (["Nonsense": 1], nil), ([AVVideoWidthKey: 0], nil), ([AVVideoWidthKey: -2], nil),
      ([AVVideoWidthKey: "x"], nil),
      ([AVVideoCodecKey: "none"], nil), ([AVVideoCompressionPropertiesKey: 3], nil), ([:], ["Nonsense": 1]),
      ([:], [AVVideoAverageBitRateKey: 0]), ([:], [AVVideoQualityKey: 2]),
      ([:], [AVVideoMaxKeyFrameIntervalKey: -1]),
      ([:], [AVVideoProfileLevelKey: "H265"]), ([:], [AVVideoProfileLevelKey: "HEVC_Main_AutoLevel"]),
      ([:], [AVVideoProfileLevelKey: "H264_High_x_y"]), ([:], [AVVideoAverageBitRateKey: "many"]),
      ([AVVideoColorPropertiesKey: [AVVideoColorPrimariesKey: "pink"]], nil),
      ([AVVideoScalingModeKey: "AVVideoScalingModeFit"], nil),
    ]
    var mismatches: [String] = []
    for (more, properties) in bad {
      if case .success = read(more, properties: properties) {
        mismatches.append("\(more) \(properties ?? [:])")
      }
    }
    #expect(mismatches == [])
    #expect(throws: VideoSettings.Fault.self) { try VideoSettings([:]) }
    #expect((try? VideoSettings([:], usual: .hevc))?.codec == .hevc)
  }

  @Test func propertiesReachTheEncoder() throws {
    let settings = try read(
      [AVVideoWidthKey: 64, AVVideoHeightKey: 32],
      properties: [
        AVVideoAverageBitRateKey: 1_000_000, AVVideoMaxKeyFrameIntervalKey: 15,
        AVVideoMaxKeyFrameIntervalDurationKey: 0.5, AVVideoProfileLevelKey: AVVideoProfileLevelH264Main41,
        AVVideoExpectedSourceFrameRateKey: 60, AVVideoAllowFrameReorderingKey: true,
        AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC,
      ]
    ).get()
    let track = settings.track(width: 64, height: 32, frameRate: 30, usualBitRate: true)
    #expect(track.bitRate == 1_000_000 && track.keyFrameInterval == 15 && track.keyFrameSeconds == 0.5)
    #expect(track.profile == .main && track.level == 41 && track.expectedFrameRate == 60)
    #expect(track.allowsFrameReordering && track.threads == 1)
    let plain = try read([:], properties: [AVVideoQualityKey: 0.9]).get()
    let other = plain.track(width: 1920, height: 1080, frameRate: 30, usualBitRate: true)
    #expect(
      other.bitRate == nil && other.quality == 0.9 && other.threads == 2 && !other.allowsFrameReordering)
  }

  @Test func coloursByTheirNames() throws {
    let table: [(String, String, String, ColourTags)] = [
      (
        AVVideoColorPrimaries_ITU_R_709_2, AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrix_ITU_R_709_2,
        .bt709
      ),
      (
        AVVideoColorPrimaries_P3_D65, AVVideoTransferFunction_ITU_R_709_2, AVVideoYCbCrMatrix_ITU_R_709_2, .p3
      ),
      (
        AVVideoColorPrimaries_SMPTE_C, AVVideoTransferFunction_ITU_R_709_2, AVVideoYCbCrMatrix_ITU_R_601_4,
        .bt601
      ),
      (
        AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_ITU_R_2100_HLG,
        AVVideoYCbCrMatrix_ITU_R_2020,
        .hlg
      ),
    ]
    for (primaries, transfer, matrix, colours) in table {
      let names: [String: Any] = [
        AVVideoColorPrimariesKey: primaries, AVVideoTransferFunctionKey: transfer,
        AVVideoYCbCrMatrixKey: matrix,
      ]
      #expect(try read([AVVideoColorPropertiesKey: names]).get().colours == colours)
    }
  }

  @Test func soundSettings() throws {
    var pcm: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
      AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
    ]
    #expect(try SoundSettings.track(pcm).codec == .pcm(.int16))
    pcm[AVLinearPCMBitDepthKey] = 32
    pcm[AVLinearPCMIsFloatKey] = true
    #expect(
      try SoundSettings.track(pcm)
        == SoundTrackSettings(codec: .pcm(.float32), sampleRate: 44_100, channels: 2))
    pcm[AVLinearPCMBitDepthKey] = 12
    #expect(throws: VideoSettings.Fault.self) { try SoundSettings.track(pcm) }
    var aac = WriterBench.sound
    aac[AVEncoderBitRateKey] = 96_000
    #expect(try SoundSettings.track(aac).bitRate == 96_000)
    for key in WriterBench.sound.keys {
      var less = WriterBench.sound
      less[key] = nil
      #expect(throws: VideoSettings.Fault.self) { try SoundSettings.track(less) }
    }
  }
}
