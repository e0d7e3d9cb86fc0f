import CLibAV

/// One encoder of pictures. One caller at a time.
final class VideoEncoder {
  let settings: VideoTrackSettings
  private let path: String
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var spare: [UInt8] = []
  /// Durations by presentation time, of pictures that are still in the encoder.
  private var durations: [Int64: Int64] = [:]
  private var lastKeyTime: Int64?

  init(_ settings: VideoTrackSettings, path: String) throws(MovieError) {
    self.settings = settings
    self.path = path
    if let fault = EncoderOptions.fault(of: settings) {
      throw MovieError(.unsupported, path: path, fault)
    }
    guard let codec = avcodec_find_encoder_by_name(settings.codec.encoderName) else {
      throw MovieError(
        .codecMissing, path: path, "libavcodec has no encoder \(settings.codec.encoderName) on this computer")
    }
    guard let context = avcodec_alloc_context3(codec), let frame = av_frame_alloc(),
      let packet = av_packet_alloc()
    else { throw MovieError(.failed, path: path, "out of memory") }
    (self.context, self.frame, self.packet) = (context, frame, packet)
    fill(context)
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in EncoderOptions.options(of: settings) { av_dict_set(&options, key, value, 0) }
    let code = avcodec_open2(context, codec, &options)
    guard code >= 0 else {
      throw MovieError(
        code: code, path: path, doing: "opening the encoder \(settings.codec.encoderName)",
        otherwise: .unsupported)
    }
    try prepareFrame(frame)
  }

  deinit {
    avcodec_free_context(&context)
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  private func fill(_ context: UnsafeMutablePointer<AVCodecContext>) {
    (context.pointee.width, context.pointee.height) = (Int32(settings.width), Int32(settings.height))
    context.pointee.pix_fmt = EncoderOptions.pixelFormat(of: settings)
    context.pointee.time_base = AVRational(num: 1, den: settings.timescale)
    if let rate = settings.expectedFrameRate { context.pointee.framerate = av_d2q(rate, 1_000_000) }
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.thread_count = Int32(settings.threads)
    // Slices, so that a picture has left the encoder when the call returns.
    context.pointee.thread_type = FF_THREAD_SLICE
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    context.pointee.max_b_frames = settings.allowsFrameReordering ? 2 : 0
    if let interval = settings.keyFrameInterval {
      context.pointee.gop_size = Int32(clamping: max(interval, 1))
    }
    if let rate = settings.bitRate, settings.codec != .jpeg {
      context.pointee.bit_rate = Int64(rate)
    }
    if settings.codec == .jpeg {
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality =
        Int32(
          (1 + (1 - settings.quality) * 30).rounded()) * FF_QP2LAMBDA
    }
    var colour = settings.colours?.numbers
    // A JPEG has the matrix of ITU-R 601, whatever else is said. [docs: JFIF]
    if settings.codec == .jpeg { colour?.space = AVCOL_SPC_SMPTE170M }
    context.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    if let colour {
      context.pointee.color_primaries = colour.primaries
      context.pointee.color_trc = colour.transfer
      context.pointee.colorspace = colour.space
    }
    context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
  }

  /// JPEG stores the full range always.
  private var isFullRange: Bool { settings.isFullRange || settings.codec == .jpeg }

  private func prepareFrame(_ frame: UnsafeMutablePointer<AVFrame>) throws(MovieError) {
    (frame.pointee.width, frame.pointee.height) = (Int32(settings.width), Int32(settings.height))
    frame.pointee.format = EncoderOptions.pixelFormat(of: settings).rawValue
    // Some encoders look at the context, some at each picture.
    frame.pointee.color_range = context!.pointee.color_range
    frame.pointee.color_primaries = context!.pointee.color_primaries
    frame.pointee.color_trc = context!.pointee.color_trc
    frame.pointee.colorspace = context!.pointee.colorspace
    frame.pointee.quality = context!.pointee.global_quality
    guard EncoderOptions.pixelFormat(of: settings) != AV_PIX_FMT_NV12 else { return }
    let code = av_frame_get_buffer(frame, 0)
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "making a picture") }
  }

  /// Fills in a new stream's parameters.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(MovieError) {
    let code = avcodec_parameters_from_context(stream.pointee.codecpar, context)
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "describing a track") }
    stream.pointee.time_base = AVRational(num: 1, den: settings.timescale)
    if settings.codec == .hevc { stream.pointee.codecpar.pointee.codec_tag = duo_av_tag(104, 118, 99, 49) }
    if let rate = settings.expectedFrameRate { stream.pointee.avg_frame_rate = av_d2q(rate, 1_000_000) }
  }

  /// Encodes a picture; `body` gets every packet that is ready, in units of the track.
  func encode(
    _ picture: PictureBytes, at time: Int64, duration: Int64,
    _ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
  ) throws(MovieError) {
    guard picture.width == settings.width, picture.height == settings.height else {
      throw MovieError(
        .wrongOrder, path: path,
        "a picture of \(picture.width) x \(picture.height) for a track of \(settings.width) x \(settings.height)",
        time: MediaTime(time, settings.timescale))
    }
    let frame = frame!
    frame.pointee.pts = time
    frame.pointee.pict_type = isKeyFrameDue(at: time) ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    durations[time] = duration
    let format = EncoderOptions.pixelFormat(of: settings)
    let storesTen = format == AV_PIX_FMT_YUV420P10LE || format == AV_PIX_FMT_YUV422P10LE
    if storesTen, case .biplanarTen = picture.layout {
      try makeWritable(frame)
      TenBits.fill(
        frame, from: picture, fullRange: isFullRange, halvesRows: format == AV_PIX_FMT_YUV420P10LE)
      return try send(frame, body)
    }
    try PictureConversion.with420(picture, fullRange: isFullRange, spare: &spare) {
      luma, chroma throws(MovieError) in
      if format == AV_PIX_FMT_NV12 {
        try lend(luma, chroma, to: frame)
        defer { av_buffer_unref(&frame.pointee.buf.0) }
        try send(frame, body)
      } else {
        try makeWritable(frame)
        let fill =
          switch settings.codec {
          case .proRes422: PictureConversion.fill422TenBits
          case .hevc where storesTen: { TenBits.fill($0, $1, $2, $3, $4) }
          case .jpeg: PictureConversion.fillJPEG
          default: PictureConversion.fillThreePlanes
          }
        fill(frame, luma, chroma, settings.width, settings.height)
        try send(frame, body)
      }
    }
  }

  private func makeWritable(_ frame: UnsafeMutablePointer<AVFrame>) throws(MovieError) {
    let code = av_frame_make_writable(frame)
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "making a picture") }
  }

  /// The encoder reads the caller's memory. It has copied what it keeps when `send` returns.
  private func lend(
    _ luma: PictureBytes.Plane, _ chroma: PictureBytes.Plane, to frame: UnsafeMutablePointer<AVFrame>
  ) throws(MovieError) {
    let base = UnsafeMutableRawPointer(mutating: luma.base).assumingMemoryBound(to: UInt8.self)
    frame.pointee.data.0 = base
    frame.pointee.data.1 = UnsafeMutableRawPointer(mutating: chroma.base).assumingMemoryBound(to: UInt8.self)
    frame.pointee.linesize.0 = Int32(luma.bytesPerRow)
    frame.pointee.linesize.1 = Int32(chroma.bytesPerRow)
    frame.pointee.buf.0 = av_buffer_create(
      base, luma.bytesPerRow * settings.height, { _, _ in }, nil, AV_BUFFER_FLAG_READONLY)
    guard frame.pointee.buf.0 != nil else { throw MovieError(.failed, path: path, "out of memory") }
  }

  private func isKeyFrameDue(at time: Int64) -> Bool {
    guard let seconds = settings.keyFrameSeconds, seconds > 0 else { return false }
    guard let last = lastKeyTime, Double(time - last) < seconds * Double(settings.timescale) - 0.5 else {
      lastKeyTime = time
      return true
    }
    return false
  }

  /// What is still in the encoder.
  func finish(_ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void) throws(MovieError) {
    try send(nil, body)
  }

  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?,
    _ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
  ) throws(MovieError) {
    let time = frame.map { MediaTime($0.pointee.pts, settings.timescale) }
    let code = avcodec_send_frame(context, frame)
    guard code >= 0 || code == duo_av_eof() else {
      throw MovieError(code: code, path: path, doing: "encoding a picture", time: time)
    }
    while true {
      let code = avcodec_receive_packet(context, packet)
      if code == duo_av_again() || code == duo_av_eof() { return }
      guard code >= 0, let packet else {
        throw MovieError(code: code, path: path, doing: "encoding a picture", time: time)
      }
      defer { av_packet_unref(packet) }
      if settings.codec == .jpeg || settings.codec == .proRes422 { packet.pointee.dts = packet.pointee.pts }
      packet.pointee.duration = durations.removeValue(forKey: packet.pointee.pts) ?? 0
      try body(packet)
    }
  }
}
