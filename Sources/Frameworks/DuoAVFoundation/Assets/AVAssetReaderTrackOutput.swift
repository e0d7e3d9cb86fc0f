import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// The samples of one track: pictures as pixel buffers, sound as numbers, or either as stored. [docs]
open class AVAssetReaderTrackOutput: AVAssetReaderOutput {
  public let track: AVAssetTrack
  private let settings: Guarded<[String: Any]?>
  private let wanted: Wanted
  private let source = Guarded(Source.closed)
  private let range = Guarded(CMTimeRange(start: .zero, duration: .positiveInfinity))

  /// What comes out.
  private enum Wanted: Sendable {
    case stored
    case pictures(OSType)
    case sound(SampleFormat, rate: Int?, channels: Int?)
  }

  private enum Source {
    case closed
    case packets(MovieReader)
    case pictures(PictureReader)
    case sound(SoundReader)
    case over
  }

  /// - Parameter outputSettings: For pictures `kCVPixelBufferPixelFormatTypeKey` with BGRA or 420 of either range, of 8 or 10 bits; for
  ///   sound linear PCM. Nil: samples as stored. Others raise `NSInvalidArgumentException`. [header]
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    settings = Guarded(outputSettings)
    do throws(VideoSettings.Fault) { wanted = try Self.wanted(track, outputSettings) } catch {
      raise(.invalidArgument, "*** -[AVAssetReaderTrackOutput initWithTrack:outputSettings:] \(error.text)")
    }
    super.init()
  }

  /// Numbers as the file has them.
  private static let tenBits = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

  public var outputSettings: [String: Any]? { settings.withLock { $0 } }
  public override var mediaType: AVMediaType { track.mediaType }

  private static func wanted(
    _ track: AVAssetTrack, _ settings: [String: Any]?
  ) throws(VideoSettings.Fault) -> Wanted {
    guard let settings else { return .stored }
    func number(_ key: String) -> Double? { settings[key].flatMap(VideoSettings.number) }
    if track.mediaType == .video {
      if settings[AVVideoCodecKey] != nil {
        throw VideoSettings.Fault("outputSettings must specify an uncompressed format")
      }
      let usual = Double(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
      let format = OSType(saturating: number(kCVPixelBufferPixelFormatTypeKey as String) ?? usual)
      guard VideoBufferSettings.availableFormats.contains(format) || format == Self.tenBits else {
        throw VideoSettings.Fault("Unsupported pixel format type \(format)")
      }
      return .pictures(format)
    }
    guard number(AVFormatIDKey) == Double(kAudioFormatLinearPCM) else {
      throw VideoSettings.Fault("\(AVFormatIDKey) must be kAudioFormatLinearPCM")
    }
    let isFloat = settings[AVLinearPCMIsFloatKey] as? Bool ?? false
    let format: SampleFormat =
      switch (number(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16), isFloat) {
      case (16, false): .int16
      case (32, false): .int32
      case (32, true): .float32
      default: throw VideoSettings.Fault("Unsupported value for \(AVLinearPCMBitDepthKey)")
      }
    if settings[AVLinearPCMIsNonInterleaved] as? Bool == true {
      throw VideoSettings.Fault("\(AVLinearPCMIsNonInterleaved) is not supported")
    }
    let limits = [(AVSampleRateKey, SoundSettings.rates), (AVNumberOfChannelsKey, SoundSettings.channels)]
    for (key, range) in limits {
      guard let value = number(key), !range.contains(value) else { continue }
      throw VideoSettings.Fault("Unsupported value for \(key): \(value)")
    }
    return .sound(
      format, rate: number(AVSampleRateKey).map { Int(saturating: $0) },
      channels: number(AVNumberOfChannelsKey).map { Int(saturating: $0) })
  }

  override func reads(_ asset: AVAsset) -> Bool { track.url == asset.content.url }

  override var isAtEnd: Bool { source.withLock { if case .over = $0 { true } else { false } } }

  override func open(_ range: CMTimeRange) throws {
    let (path, index) = (track.url.path, track.track.index)
    let start = range.start.isNumeric && range.start > .zero ? MediaTime(range.start) : nil
    let opened: Source
    switch wanted {
    case .stored:
      let reader = try MovieReader(path: path)
      reader.select([index])
      if let start { try reader.seek(to: start, track: index) }
      opened = .packets(reader)
    case .pictures(let format):
      let reader = try PictureReader(path: path, track: index, as: PictureReader.Wanted(format), threads: 2)
      if let start { try reader.seek(to: start) }
      opened = .pictures(reader)
    case .sound(let format, let rate, let channels):
      let reader = try SoundReader(path: path, track: index, as: format, sampleRate: rate, channels: channels)
      if let start { try reader.seek(to: start) }
      opened = .sound(reader)
    }
    source.withLock { $0 = opened }
    self.range.withLock { $0 = range }
  }

  @discardableResult
  public override func copyNextSampleBuffer() -> CMSampleBuffer? {
    guard let reader, reader.status != .unknown else {
      raise(
        .internalInconsistency,
        "*** -[AVAssetReaderTrackOutput copyNextSampleBuffer] cannot copy next sample buffer before adding this output "
          + "to an instance of AVAssetReader (using -addOutput:) and calling -startReading on that asset reader"
      )
    }
    guard reader.status == .reading else { return nil }
    do {
      let range = range.withLock { $0 }
      if let sample = try source.withLock({ try Self.next($0, track, wanted, range) }) { return sample }
      source.withLock { $0 = .over }
      reader.ended()
    } catch {
      reader.fail((error as? MovieError).map { AVError(reading: $0, track.url) } ?? error)
    }
    return nil
  }

  private static func next(
    _ source: Source, _ track: AVAssetTrack, _ wanted: Wanted, _ range: CMTimeRange
  ) throws -> CMSampleBuffer? {
    let end = range.end
    switch source {
    case .closed, .over: return nil
    case .packets(let reader):
      guard let (packet, _) = try reader.nextPacket(), !(end.isNumeric && CMTime(packet.decodeTime) >= end)
      else {
        return nil
      }
      return .stored(packet, track.track.format.formatDescription)
    case .pictures(let reader):
      while let picture = try reader.next() {
        if end.isNumeric, CMTime(picture.time) >= end { return nil }
        // The one that a seek finds may have ended before.
        if range.start.isNumeric, CMTime(picture.time + picture.duration) <= range.start { continue }
        guard case .pictures(let format) = wanted else { return nil }
        return try CMSampleBuffer(picture, format, track.track.colours)
      }
      return nil
    case .sound(let reader):
      guard let sound = try reader.nextSound(), !(end.isNumeric && CMTime(sound.time) >= end) else {
        return nil
      }
      return .decoded(sound)
    }
  }
}

extension PictureReader.Wanted {
  init(_ format: OSType) {
    switch format {
    case kCVPixelFormatType_32BGRA: self = .bgra
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .biplanar420(fullRange: true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: self = .tenBits
    default: self = .biplanar420(fullRange: false)
    }
  }
}

extension CMSampleBuffer {
  /// A decoded picture. Its pixels are copied when they are asked for.
  convenience init(
    _ picture: MediaCoding.DecodedPicture, _ format: OSType, _ colours: ColourTags?
  ) throws {
    let buffer = CVPixelBuffer(width: picture.width, height: picture.height, format: format) { planes in
      for (index, plane) in picture.bytes.planes.enumerated() where index < planes.count {
        let row = min(plane.bytesPerRow, planes[index].bytesPerRow)
        for y in 0..<planes[index].height {
          (planes[index].base + y * planes[index].bytesPerRow).copyMemory(
            from: plane.base + y * plane.bytesPerRow, byteCount: row)
        }
      }
    }
    // Those of eight bits were brought to ITU-R 709.
    let keeps = WidePictures.isOfTenBits(format)
    buffer.attachCameraColours(keeps ? colours?.bufferColours ?? .sRGB : .sRGB)
    try self.init(
      imageBuffer: buffer, formatDescription: CMFormatDescription(describing: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: picture.duration.value > 0 ? CMTime(picture.duration) : .invalid,
        presentationTimeStamp: CMTime(picture.time), decodeTimeStamp: .invalid))
  }

  /// An undecoded sample.
  static func stored(_ packet: MediaPacket, _ format: CMFormatDescription?) -> CMSampleBuffer? {
    let bytes = Data(packet.bytes)
    var timing = CMSampleTimingInfo(
      duration: packet.duration.value > 0 ? CMTime(packet.duration) : .invalid,
      presentationTimeStamp: CMTime(packet.time), decodeTimeStamp: CMTime(packet.decodeTime))
    var size = bytes.count
    var made: CMSampleBuffer?
    CMSampleBufferCreateReady(
      allocator: nil, dataBuffer: CMBlockBuffer(copying: bytes), formatDescription: format, sampleCount: 1,
      sampleTimingEntryCount: 1, sampleTimingArray: &timing, sampleSizeEntryCount: 1, sampleSizeArray: &size,
      sampleBufferOut: &made)
    if !packet.isKeyFrame, let made, !made.sampleAttachments.isEmpty {
      made.sampleAttachments[0][.notSync] = true
    }
    return made
  }

  /// Decoded sound.
  static func decoded(_ sound: DecodedSound) -> CMSampleBuffer? {
    let width = UInt32(sound.format.bytes)
    var stream = AudioStreamBasicDescription()
    stream.mSampleRate = Double(sound.sampleRate)
    stream.mFormatID = kAudioFormatLinearPCM
    stream.mFormatFlags =
      kAudioFormatFlagIsPacked
      | (sound.format == .float32 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
    stream.mChannelsPerFrame = UInt32(sound.channels)
    stream.mFramesPerPacket = 1
    stream.mBitsPerChannel = width * 8
    stream.mBytesPerFrame = width * UInt32(sound.channels)
    stream.mBytesPerPacket = stream.mBytesPerFrame
    guard let format = try? CMFormatDescription(audioStreamBasicDescription: stream) else { return nil }
    var timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: Int32(sound.sampleRate)),
      presentationTimeStamp: CMTime(sound.time), decodeTimeStamp: .invalid)
    var size = Int(stream.mBytesPerFrame)
    var made: CMSampleBuffer?
    CMSampleBufferCreateReady(
      allocator: nil, dataBuffer: CMBlockBuffer(copying: Data(sound.bytes)), formatDescription: format,
      sampleCount: sound.frames, sampleTimingEntryCount: 1, sampleTimingArray: &timing,
      sampleSizeEntryCount: 1,
      sampleSizeArray: &size, sampleBufferOut: &made)
    return made
  }
}
