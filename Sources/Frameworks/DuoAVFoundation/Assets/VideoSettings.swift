import DuoFoundation
import Foundation
import MediaCoding

/// What a dictionary says about how pictures are to be encoded, as a value.
struct VideoSettings: Equatable, Sendable {
  /// Why a dictionary is refused: the rest of a sentence of an `NSInvalidArgumentException`.
  struct Fault: Error, Equatable, Sendable {
    var text: String
    init(_ text: String) { self.text = text }
  }

  var codec: VideoCodec
  /// Nil: not said.
  var width, height: Int?
  var bitRate: Int?
  var quality: Double?
  var keyFrameInterval: Int?
  var keyFrameSeconds: Double?
  /// Nil: not said. Apple's encoders reorder then; ours don't (assumed).
  var allowsReordering: Bool?
  var profile: VideoTrackSettings.Profile?
  var level: Int?
  var frameRate: Double?
  var colours: ColourTags?
  /// Whether pictures of another shape are cut; else they are stretched.
  var cutsToShape = false

  init(codec: VideoCodec) { self.codec = codec }

  /// Codecs by the raw values of `AVVideoCodecType`.
  static let codecs: [String: VideoCodec] = [
    AVVideoCodecType.h264.rawValue: .h264, AVVideoCodecType.hevc.rawValue: .hevc,
    AVVideoCodecType.proRes422.rawValue: .proRes422, AVVideoCodecType.jpeg.rawValue: .jpeg,
  ]

  /// The codec types that are one codec with more or fewer bits.
  private static let profiles: [String: VideoTrackSettings.Profile] = [
    AVVideoCodecType.proRes422HQ.rawValue: .proResHQ, AVVideoCodecType.proRes422LT.rawValue: .proResLT,
    AVVideoCodecType.proRes422Proxy.rawValue: .proResProxy,
  ]

  /// The codec type of a track.
  static func name(of track: VideoTrackSettings) -> String {
    profiles.first { $0.value == track.profile }?.key ?? codecs.first { $0.value == track.codec }?.key ?? ""
  }

  static func codec(named name: String) -> VideoCodec? {
    codecs[name] ?? (profiles[name] == nil ? nil : .proRes422)
  }

  /// Keys at the top of a dictionary.
  static let topKeys: Set<String> = [
    AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoCompressionPropertiesKey,
    AVVideoScalingModeKey, AVVideoColorPropertiesKey,
  ]
  /// Keys of the codec's properties.
  static let propertyKeys: Set<String> = [
    AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey,
    AVVideoMaxKeyFrameIntervalDurationKey, AVVideoAllowFrameReorderingKey, AVVideoProfileLevelKey,
    AVVideoExpectedSourceFrameRateKey, AVVideoH264EntropyModeKey,
  ]

  /// Reads a dictionary. `usual`: the codec when it names none; nil: it must.
  init(_ dictionary: [String: Any], usual: VideoCodec? = nil, keys: Set<String> = topKeys) throws(Fault) {
    if let key = dictionary.keys.sorted().first(where: { !keys.contains($0) }) {
      throw Fault("Output settings dictionary contains one or more unsupported keys: \(key)")
    }
    codec = try Self.codec(dictionary[AVVideoCodecKey], usual)
    profile = Self.name(dictionary[AVVideoCodecKey]).flatMap { Self.profiles[$0] }
    width = try Self.positive(dictionary, AVVideoWidthKey)
    height = try Self.positive(dictionary, AVVideoHeightKey)
    if let mode = dictionary[AVVideoScalingModeKey] as? String {
      guard [AVVideoScalingModeResize, AVVideoScalingModeResizeAspectFill].contains(mode) else {
        throw Fault("Video scaling mode \(mode) is not supported")
      }
      cutsToShape = mode == AVVideoScalingModeResizeAspectFill
    }
    if let value = dictionary[AVVideoColorPropertiesKey] { colours = try Self.colours(value) }
    if let value = dictionary[AVVideoCompressionPropertiesKey] {
      guard let properties = value as? [String: Any] else {
        throw Fault("Value for \(AVVideoCompressionPropertiesKey) must be a dictionary")
      }
      try read(properties)
    }
  }

  private static func name(_ value: Any?) -> String? {
    (value as? AVVideoCodecType)?.rawValue ?? value as? String
  }

  private static func codec(_ value: Any?, _ usual: VideoCodec?) throws(Fault) -> VideoCodec {
    guard value != nil else {
      if let usual { return usual }
      throw Fault("Output settings dictionary must contain \(AVVideoCodecKey)")
    }
    guard let name = name(value), let codec = codec(named: name)
    else {
      throw Fault(
        "Unsupported value for output setting \(AVVideoCodecKey): \(value.map { "\($0)" } ?? "nil")")
    }
    return codec
  }

  private static func positive(_ dictionary: [String: Any], _ key: String) throws(Fault) -> Int? {
    guard let value = dictionary[key] else { return nil }
    guard let number = number(value), number >= 1, number <= 16_384 else {
      throw Fault("Output settings value for \(key) must be a positive number")
    }
    return Int(number)
  }

  /// Of whatever type an app gives a number.
  static func number(_ value: Any) -> Double? {
    if let number = value as? NSNumber { return number.doubleValue }
    if let number = value as? any BinaryInteger { return Double(exactly: number) }
    if let number = value as? any BinaryFloatingPoint { return Double(number) }
    return nil
  }

  private mutating func read(_ properties: [String: Any]) throws(Fault) {
    if let key = properties.keys.sorted().first(where: { !Self.propertyKeys.contains($0) }) {
      throw Fault("Compression property \(key) is not supported for video codec type \(codec)")
    }
    bitRate = try Self.number(properties, AVVideoAverageBitRateKey).map { Int($0) }
    quality = try Self.number(properties, AVVideoQualityKey)
    keyFrameInterval = try Self.number(properties, AVVideoMaxKeyFrameIntervalKey).map { Int($0) }
    keyFrameSeconds = try Self.number(properties, AVVideoMaxKeyFrameIntervalDurationKey)
    frameRate = try Self.number(properties, AVVideoExpectedSourceFrameRateKey)
    allowsReordering = properties[AVVideoAllowFrameReorderingKey] as? Bool
    if let quality, !(0...1).contains(quality) { throw Fault("\(AVVideoQualityKey) must be from 0 to 1") }
    if let bitRate, bitRate < 1 { throw Fault("\(AVVideoAverageBitRateKey) must be positive") }
    if let frameRate, !(0...10_000).contains(frameRate) {
      throw Fault("\(AVVideoExpectedSourceFrameRateKey) must not be negative")
    }
    // As if nothing was said. [docs]
    if frameRate == 0 { frameRate = nil }
    if let keyFrameSeconds, keyFrameSeconds < 0 {
      throw Fault("\(AVVideoMaxKeyFrameIntervalDurationKey) must not be negative")
    }
    if let keyFrameInterval, keyFrameInterval < 0 {
      throw Fault("\(AVVideoMaxKeyFrameIntervalKey) must not be negative")
    }
    if let level = properties[AVVideoProfileLevelKey] { try read(level: level) }
  }

  private static func number(_ properties: [String: Any], _ key: String) throws(Fault) -> Double? {
    guard let value = properties[key] else { return nil }
    guard let number = number(value), abs(number) < 1e12 else {
      throw Fault("Value for \(key) must be a number")
    }
    return number
  }

  /// `H264_Main_4_1`, `H264_High_AutoLevel`, `HEVC_Main_AutoLevel`.
  private mutating func read(level value: Any) throws(Fault) {
    let words = (value as? String ?? "").split(separator: "_").map(String.init)
    let refusal = Fault("Unsupported value for \(AVVideoProfileLevelKey): \(value)")
    guard words.count >= 3, words[0] == (codec == .hevc ? "HEVC" : "H264"), codec == .h264 || codec == .hevc
    else { throw refusal }
    switch (codec, words[1]) {
    case (.h264, "Baseline"): profile = .baseline
    case (.h264, "Main"): profile = .main
    case (.h264, "High"): profile = .high
    case (.hevc, "Main"): profile = .hevcMain
    case (.hevc, "Main10"): profile = .hevcMain10
    default: throw refusal
    }
    if words[2] == "AutoLevel" { return }
    guard words.count == 4, let whole = Int(words[2]), let part = Int(words[3]), (0...9).contains(part) else {
      throw refusal
    }
    level = whole * 10 + part
  }

  private static func colours(_ value: Any) throws(Fault) -> ColourTags {
    let names = value as? [String: Any] ?? [:]
    let key = [AVVideoColorPrimariesKey, AVVideoTransferFunctionKey, AVVideoYCbCrMatrixKey]
      .map { names[$0] as? String ?? "-" }
    switch key {
    case ["ITU_R_709_2", "ITU_R_709_2", "ITU_R_709_2"]: return .bt709
    case ["P3_D65", "ITU_R_709_2", "ITU_R_709_2"]: return .p3
    case ["SMPTE_C", "ITU_R_709_2", "ITU_R_601_4"]: return .bt601
    case ["ITU_R_2020", "ITU_R_2100_HLG", "ITU_R_2020"]: return .hlg
    // What colour properties can say of Apple Log and Apple Log 2: their curve has no name there. (assumed)
    case ["ITU_R_2020", "-", "ITU_R_2020"]: return .appleLog
    case ["-", "-", "ITU_R_2020"]: return .appleLog2
    default: throw Fault("Unsupported value for \(AVVideoColorPropertiesKey): \(value)")
    }
  }

  /// Complete settings of a track.
  func track(width: Int, height: Int, frameRate expected: Double, usualBitRate: Bool) -> VideoTrackSettings {
    var track = VideoTrackSettings(codec: codec, width: width, height: height)
    let rate = frameRate ?? expected
    track.expectedFrameRate = rate
    track.bitRate =
      bitRate
      ?? (quality == nil && usualBitRate
        ? Self.usualBitRate(codec, width: width, height: height, frameRate: rate) : nil)
    if let quality { track.quality = quality }
    if let keyFrameInterval { track.keyFrameInterval = keyFrameInterval }
    track.keyFrameSeconds = keyFrameSeconds
    track.allowsFrameReordering = (allowsReordering ?? false) && profile != .baseline
    track.profile = profile
    // Curves that reach beyond white want ten bits. (assumed: what Apple's encoder chooses by itself)
    if codec == .hevc, profile == nil, colours?.wantsTenBits == true { track.profile = .hevcMain10 }
    track.level = level
    if let colours { track.colours = colours }
    // The number decides the bytes, so it must not follow the computer.
    track.threads = width * height > 1_000_000 ? 2 : 1
    return track
  }

  /// Bits a second of a phone's own movies: through the sizes of a minute that Apple's settings name, 60 MB of 1080p30
  /// and 170 MB of 4K30 in HEVC, 130 and 350 in H.264. [docs]; between and beyond assumed
  static func usualBitRate(_ codec: VideoCodec, width: Int, height: Int, frameRate: Double) -> Int? {
    let share = Double(width * height) * frameRate / (1920 * 1080 * 30)
    let rate: Double
    switch codec {
    case .hevc: rate = 8e6 * pow(share, log(170.0 / 60) / log(4))
    case .h264: rate = 17.3e6 * pow(share, log(350.0 / 130) / log(4))
    case .proRes422, .jpeg: return nil
    }
    return max(Int(saturating: rate.rounded()), 64_000)
  }
}
