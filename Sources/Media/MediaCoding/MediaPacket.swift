import CLibAV

/// What a track's undecoded packets are: enough to write them into another file. A value.
package struct PacketFormat: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case video(width: Int, height: Int)
    case sound(sampleRate: Int, channels: Int)
    case other
  }

  package var kind: Kind
  /// libavcodec's number of the codec.
  var codecID: UInt32
  var codecTag: UInt32 = 0
  /// The codec's own description of the stream: `avcC` or `hvcC` for H.264 and HEVC, an AudioSpecificConfig for AAC.
  package var extraData: [UInt8] = []
  var profile: Int32 = -99
  var level: Int32 = -99
  var sampleFormat: Int32 = -1
  var bitsPerCodedSample: Int32 = 0
  var frameSize: Int32 = 0
  var initialPadding: Int32 = 0
  var videoDelay: Int32 = 0
  var colour = Colour()
  package var matrix = TrackMatrix.identity
  /// The name of a log curve, which no number of the colours means.
  var logCurve: String?

  struct Colour: Hashable, Sendable {
    var range: UInt32 = 0
    var primaries: UInt32 = 2
    var transfer: UInt32 = 2
    var space: UInt32 = 2
    var location: UInt32 = 0
  }

  /// Packets of a video codec, with the codec's own description of the stream.
  package init(_ codec: VideoCodec, width: Int, height: Int, extraData: [UInt8]) {
    kind = .video(width: width, height: height)
    codecID = codec.id.rawValue
    self.extraData = extraData
  }

  /// Packets of AAC, 1,024 samples in each, with the codec's own description of the stream.
  package init(aacWithSampleRate sampleRate: Int, channels: Int, extraData: [UInt8]) {
    kind = .sound(sampleRate: sampleRate, channels: channels)
    codecID = AV_CODEC_ID_AAC.rawValue
    frameSize = 1024
    self.extraData = extraData
  }

  /// The video codec, if it is one of those that can be written.
  package var videoCodec: VideoCodec? { VideoCodec.allCases.first { $0.id.rawValue == codecID } }

  /// The codec's name in libavcodec, such as "h264".
  package var codecName: String { String(cString: avcodec_get_name(AVCodecID(codecID))) }

  init(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    switch parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO: kind = .video(width: Int(parameters.width), height: Int(parameters.height))
    case AVMEDIA_TYPE_AUDIO:
      kind = .sound(
        sampleRate: Int(parameters.sample_rate), channels: Int(parameters.ch_layout.nb_channels))
    default: kind = .other
    }
    codecID = parameters.codec_id.rawValue
    codecTag = parameters.codec_tag
    if let bytes = parameters.extradata {
      extraData = [UInt8](UnsafeBufferPointer(start: bytes, count: Int(parameters.extradata_size)))
    }
    (profile, level) = (parameters.profile, parameters.level)
    (sampleFormat, bitsPerCodedSample) = (parameters.format, parameters.bits_per_coded_sample)
    (frameSize, initialPadding) = (parameters.frame_size, parameters.initial_padding)
    videoDelay = parameters.video_delay
    colour = Colour(
      range: parameters.color_range.rawValue, primaries: parameters.color_primaries.rawValue,
      transfer: parameters.color_trc.rawValue, space: parameters.color_space.rawValue,
      location: parameters.chroma_location.rawValue)
    matrix = TrackMatrix(of: stream) ?? .identity
  }

  /// Fills in a new stream's parameters.
  func fill(_ parameters: UnsafeMutablePointer<AVCodecParameters>, path: String) throws(MovieError) {
    parameters.pointee.codec_id = AVCodecID(codecID)
    switch kind {
    case .video(let width, let height):
      parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      (parameters.pointee.width, parameters.pointee.height) = (Int32(width), Int32(height))
      parameters.pointee.video_delay = videoDelay
    case .sound(let rate, let channels):
      parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
      parameters.pointee.sample_rate = Int32(rate)
      av_channel_layout_default(&parameters.pointee.ch_layout, Int32(channels))
      parameters.pointee.frame_size = frameSize
      parameters.pointee.initial_padding = initialPadding
    case .other:
      throw MovieError(.unsupported, path: path, "packets of \(codecName) cannot be written")
    }
    (parameters.pointee.profile, parameters.pointee.level) = (profile, level)
    (parameters.pointee.format, parameters.pointee.bits_per_coded_sample) = (sampleFormat, bitsPerCodedSample)
    parameters.pointee.color_range = AVColorRange(colour.range)
    parameters.pointee.color_primaries = AVColorPrimaries(colour.primaries)
    parameters.pointee.color_trc = AVColorTransferCharacteristic(colour.transfer)
    parameters.pointee.color_space = AVColorSpace(colour.space)
    parameters.pointee.chroma_location = AVChromaLocation(colour.location)
    guard !extraData.isEmpty else { return }
    let size = extraData.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let bytes = av_mallocz(size) else { throw MovieError(.failed, path: path, "out of memory") }
    extraData.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    parameters.pointee.extradata = bytes.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(extraData.count)
  }
}

extension TrackMatrix {
  /// The display matrix of a stream that has one.
  init?(of stream: UnsafeMutablePointer<AVStream>) {
    var values = [Int32](repeating: 0, count: 9)
    guard duo_av_get_matrix(stream, &values) != 0 else { return nil }
    self.init(fixedPoint: values)
  }
}

/// One encoded sample of a track: a picture, or some sound. A value.
package struct MediaPacket: Hashable, Sendable {
  package var bytes: [UInt8]
  /// When it is shown, and when it is decoded; in the file's own time, edits applied.
  package var time, decodeTime: MediaTime
  /// Zero when nobody says.
  package var duration: MediaTime
  /// Decoding can begin here.
  package var isKeyFrame: Bool

  package init(
    bytes: [UInt8], time: MediaTime, decodeTime: MediaTime? = nil, duration: MediaTime = .zero,
    isKeyFrame: Bool
  ) {
    self.bytes = bytes
    self.time = time
    self.decodeTime = decodeTime ?? time
    self.duration = duration
    self.isKeyFrame = isKeyFrame
  }
}

extension VideoCodec {
  var id: AVCodecID {
    switch self {
    case .h264: AV_CODEC_ID_H264
    case .hevc: AV_CODEC_ID_HEVC
    case .proRes422: AV_CODEC_ID_PRORES
    case .jpeg: AV_CODEC_ID_MJPEG
    }
  }

  /// The encoder's name in libavcodec.
  var encoderName: String {
    switch self {
    case .h264: "libx264"
    case .hevc: "libx265"
    case .proRes422: "prores_ks"
    case .jpeg: "mjpeg"
    }
  }

  /// This computer's libavcodec can write it.
  package var canBeWritten: Bool { avcodec_find_encoder_by_name(encoderName) != nil }
}
