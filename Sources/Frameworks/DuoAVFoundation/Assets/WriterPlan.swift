import DuoCoreMedia
import Foundation
import MediaCoding

/// How an input's samples get into the file, as a value.
enum WriterPlan: Sendable {
  case pictures(VideoSettings, width: Int, height: Int)
  case sound(SoundTrackSettings)
  /// Written as they come. Nil: nobody said what they are.
  case packets(PacketFormat?)

  /// Reads an input's settings. Raises nothing: the fault is the end of the exception's text.
  init(
    _ type: AVMediaType, _ settings: [String: Any]?, hint: CMFormatDescription?
  ) throws(VideoSettings.Fault) {
    guard type == .video || type == .audio else {
      throw VideoSettings.Fault("Media type \(type.rawValue) is not supported")
    }
    if let hint, hint.mediaType.rawValue != Self.code(type) {
      throw VideoSettings.Fault("The source format hint must have the input's media type")
    }
    guard let settings else {
      self = try Self.passing(type, hint)
      return
    }
    if type == .audio {
      self = .sound(try SoundSettings.track(settings))
      return
    }
    var video = try VideoSettings(settings)
    // What is known of the pictures that will come, unless the app says otherwise. (assumed)
    if video.colours == nil { video.colours = hint.flatMap(VideoColours.init(describedBy:))?.tags }
    guard let width = video.width else {
      throw VideoSettings.Fault("Output settings dictionary must contain \(AVVideoWidthKey)")
    }
    guard let height = video.height else {
      throw VideoSettings.Fault("Output settings dictionary must contain \(AVVideoHeightKey)")
    }
    self = .pictures(video, width: width, height: height)
  }

  /// As samples name it.
  static func code(_ type: AVMediaType) -> FourCharCode {
    type.rawValue.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }
  }

  /// Uncompressed sound is written as numbers; what is compressed keeps its packets.
  private static func passing(
    _ type: AVMediaType, _ hint: CMFormatDescription?
  ) throws(VideoSettings.Fault) -> WriterPlan {
    guard let hint else { return .packets(nil) }
    if let stream = hint.audioStreamBasicDescription, let layout = SoundSettings.layout(stream) {
      return .sound(
        SoundTrackSettings(codec: .pcm(layout.format), sampleRate: layout.rate, channels: layout.channels))
    }
    guard let format = PacketFormat(hint) else {
      throw VideoSettings.Fault("Samples of the format \(hint.mediaSubType) cannot be written as they are")
    }
    return .packets(format)
  }

  /// Whether a kind of file can hold it.
  func fits(_ container: MovieContainer) -> Bool {
    switch self {
    case .pictures(let video, _, _): container.holds(video.codec)
    case .sound(let sound): container.holds(sound.codec)
    case .packets(let format):
      format.map { $0.videoCodec.map(container.holds) ?? true } ?? (container == .quickTime)
    }
  }
}

extension PacketFormat {
  /// What a description of compressed samples says; nil for others than those that can be written.
  init?(_ description: CMFormatDescription) {
    if let stream = description.audioStreamBasicDescription, stream.mFormatID == kAudioFormatMPEG4AAC {
      guard SoundSettings.rates.contains(stream.mSampleRate),
        SoundSettings.channels.contains(Double(stream.mChannelsPerFrame))
      else { return nil }
      self.init(
        aacWithSampleRate: Int(stream.mSampleRate), channels: Int(stream.mChannelsPerFrame),
        extraData: description.magicCookie.map { [UInt8]($0) } ?? [])
      return
    }
    let codes: [(VideoCodec, UInt32)] = [
      (.h264, 0x6176_6331), (.hevc, 0x6876_6331), (.proRes422, 0x6170_636e), (.jpeg, 0x6a70_6567),
    ]
    guard let codec = codes.first(where: { $0.1 == description.mediaSubType.rawValue })?.0 else { return nil }
    let atoms = description.extensions[PacketFormat.atomsKey] as? NSDictionary
    let data = (atoms?.object(forKey: NSString(string: codec == .hevc ? "hvcC" : "avcC")) as? NSData).map {
      [UInt8](Data(referencing: $0))
    }
    if codec == .h264 || codec == .hevc, data == nil { return nil }
    self.init(
      codec, width: Int(description.dimensions.width), height: Int(description.dimensions.height),
      extraData: data ?? [])
  }

  private static var atomsKey: CFString { "SampleDescriptionExtensionAtoms" }

  /// The description of this track's samples; nil for media that apps cannot read.
  var formatDescription: CMFormatDescription? {
    switch kind {
    case .video(let width, let height):
      guard let codec = videoCodec else { return nil }
      let code: UInt32 =
        switch codec {
        case .h264: 0x6176_6331
        case .hevc: 0x6876_6331
        case .proRes422: 0x6170_636e
        case .jpeg: 0x6a70_6567
        }
      var extensions = CMFormatDescription.Extensions()
      if codec == .h264 || codec == .hevc {
        extensions[Self.atomsKey] = NSDictionary(
          object: NSData(data: Data(extraData)), forKey: NSString(string: codec == .hevc ? "hvcC" : "avcC"))
      }
      return try? CMFormatDescription(
        videoCodecType: CMFormatDescription.MediaSubType(rawValue: code), width: width, height: height,
        extensions: extensions)
    case .sound(let rate, let channels):
      var stream = AudioStreamBasicDescription()
      stream.mSampleRate = Double(rate)
      stream.mChannelsPerFrame = UInt32(channels)
      stream.mFormatID = codecName == "aac" ? kAudioFormatMPEG4AAC : kAudioFormatLinearPCM
      stream.mFramesPerPacket = codecName == "aac" ? 1024 : 1
      return try? CMFormatDescription(
        audioStreamBasicDescription: stream, magicCookie: extraData.isEmpty ? nil : Data(extraData))
    case .other: return nil
    }
  }
}
