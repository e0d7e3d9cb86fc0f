import DuoCoreMedia
import Foundation
import MediaCoding

/// What a dictionary says about how sound is to be encoded: AAC, or uncompressed numbers.
enum SoundSettings {
  private static let keys: Set<String> = [
    AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVChannelLayoutKey, AVLinearPCMBitDepthKey,
    AVLinearPCMIsBigEndianKey, AVLinearPCMIsFloatKey, AVLinearPCMIsNonInterleaved, AVEncoderBitRateKey,
    AVEncoderBitRatePerChannelKey, AVEncoderBitRateStrategyKey, AVEncoderBitDepthHintKey,
    AVEncoderAudioQualityKey, AVEncoderAudioQualityForVBRKey, AVSampleRateConverterAudioQualityKey,
  ]

  /// Samples in a second. [forum]; for AAC what encoders have (assumed)
  private static let pcmRates = 8000.0...192_000
  private static let aacRates = 8000.0...96_000
  /// So many channels (assumed).
  static let channels = 1.0...8
  /// Bits in a second; encoders take what is next to it. (The limit is assumed.)
  private static let bitRates = 1.0...10_000_000

  /// A track's settings.
  static func track(_ dictionary: [String: Any]) throws(VideoSettings.Fault) -> SoundTrackSettings {
    if let key = dictionary.keys.sorted().first(where: { !keys.contains($0) }) {
      throw VideoSettings.Fault("Output settings dictionary contains one or more unsupported keys: \(key)")
    }
    func number(_ key: String) -> Double? { dictionary[key].flatMap(VideoSettings.number) }
    guard let format = number(AVFormatIDKey) else {
      throw VideoSettings.Fault("Output settings dictionary must contain \(AVFormatIDKey)")
    }
    guard let rate = number(AVSampleRateKey), rate >= 1 else {
      throw VideoSettings.Fault("Output settings dictionary must contain \(AVSampleRateKey)")
    }
    guard let channels = number(AVNumberOfChannelsKey), channels >= 1 else {
      throw VideoSettings.Fault("Output settings dictionary must contain \(AVNumberOfChannelsKey)")
    }
    guard let id = AudioFormatID(exactly: format) else {
      throw VideoSettings.Fault("Unsupported value for \(AVFormatIDKey): \(shown(format))")
    }
    let codec = try codec(id, dictionary)
    guard (codec == .aac ? aacRates : pcmRates).contains(rate) else {
      throw VideoSettings.Fault("Unsupported value for \(AVSampleRateKey): \(shown(rate))")
    }
    guard Self.channels.contains(channels) else {
      throw VideoSettings.Fault("Unsupported value for \(AVNumberOfChannelsKey): \(shown(channels))")
    }
    for key in [AVEncoderBitRateKey, AVEncoderBitRatePerChannelKey] {
      guard let bits = number(key), !bitRates.contains(bits) else { continue }
      throw VideoSettings.Fault("Unsupported value for \(key): \(shown(bits))")
    }
    var track = SoundTrackSettings(codec: codec, sampleRate: Int(rate), channels: Int(channels))
    if codec == .aac {
      track.bitRate =
        number(AVEncoderBitRateKey).map { Int($0) }
        ?? number(AVEncoderBitRatePerChannelKey).map { Int($0 * channels) } ?? 64_000 * Int(channels)
    }
    return track
  }

  /// A number as an app writes it.
  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  private static func codec(
    _ format: AudioFormatID, _ dictionary: [String: Any]
  ) throws(VideoSettings.Fault) -> AudioCodec {
    if format == kAudioFormatMPEG4AAC { return .aac }
    guard format == kAudioFormatLinearPCM else {
      throw VideoSettings.Fault("Unsupported value for \(AVFormatIDKey): \(format)")
    }
    // Apple wants each of them said. [docs]
    for key in [AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey]
    where dictionary[key] == nil {
      throw VideoSettings.Fault("Output settings dictionary for linear PCM must contain \(key)")
    }
    if dictionary[AVLinearPCMIsBigEndianKey] as? Bool == true {
      throw VideoSettings.Fault("Big-endian linear PCM is not supported")
    }
    let bits = dictionary[AVLinearPCMBitDepthKey].flatMap(VideoSettings.number) ?? 0
    switch (bits, dictionary[AVLinearPCMIsFloatKey] as? Bool ?? false) {
    case (16, false): return .pcm(.int16)
    case (32, false): return .pcm(.int32)
    case (32, true): return .pcm(.float32)
    default: throw VideoSettings.Fault("Unsupported value for \(AVLinearPCMBitDepthKey): \(shown(bits))")
    }
  }

  /// What samples may say of themselves.
  static let rates = 1.0...768_000

  /// How uncompressed samples lie in a buffer; nil for what cannot be encoded.
  static func layout(
    _ stream: AudioStreamBasicDescription
  ) -> (format: SampleFormat, rate: Int, channels: Int, isInterleaved: Bool)? {
    let flags = stream.mFormatFlags
    guard stream.mFormatID == kAudioFormatLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0,
      channels.contains(Double(stream.mChannelsPerFrame)), rates.contains(stream.mSampleRate)
    else { return nil }
    let format: SampleFormat? =
      switch (flags & kAudioFormatFlagIsFloat != 0, stream.mBitsPerChannel) {
      case (true, 32): .float32
      case (false, 16): .int16
      case (false, 32): .int32
      default: nil
      }
    let isInterleaved =
      flags & kAudioFormatFlagIsNonInterleaved == 0 || stream.mChannelsPerFrame == 1
    return format.map { ($0, Int(stream.mSampleRate), Int(stream.mChannelsPerFrame), isInterleaved) }
  }
}

extension AVFileType {
  /// The kind of file that can be written; nil: none.
  var container: MovieContainer? {
    switch self {
    case .mov: .quickTime
    case .mp4: .mp4
    case .m4v: .m4v
    case .m4a: .m4a
    default: nil
    }
  }
}

extension MovieContainer {
  func holds(_ codec: VideoCodec) -> Bool {
    switch self {
    case .quickTime: true
    case .mp4, .m4v: codec == .h264 || codec == .hevc
    case .m4a: false
    }
  }

  func holds(_ codec: AudioCodec) -> Bool { self == .quickTime || codec == .aac }
}
