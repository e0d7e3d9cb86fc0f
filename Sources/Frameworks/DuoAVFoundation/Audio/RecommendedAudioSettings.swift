import DuoCoreMedia
import Foundation

// Keys of settings for sound. Raw values are Apple's. [header]

/// An `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// Samples in a second.
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// `Data` with an `AudioChannelLayout`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// True: each channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// Bits in a second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// An `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"

public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

public enum AVAudioQuality: Int, Hashable, Sendable {
  case min = 0
  case low = 0x20
  case medium = 0x40
  case high = 0x60
  case max = 0x7f
}

/// What an asset writer's input for sound is best told.
enum RecommendedAudioSettings {
  /// Uniform type identifiers of files that hold no compressed sound.
  private static let uncompressed: Set<String> = [
    "com.microsoft.waveform-audio", "public.aiff-audio", "public.aifc-audio",
  ]

  static func settings(for type: AVFileType, rate: Double, channels: Int) -> [String: Any] {
    if uncompressed.contains(type.rawValue) {
      return [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        AVLinearPCMIsBigEndianKey: type.rawValue != "com.microsoft.waveform-audio",
        AVLinearPCMIsNonInterleaved: false,
      ]
    }
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
      AVEncoderBitRatePerChannelKey: 64_000,
      AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_Variable, AVEncoderAudioQualityForVBRKey: 91,
    ]
  }
}
