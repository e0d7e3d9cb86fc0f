import CLibAV

/// One encoder of sound. One caller at a time.
final class SoundEncoder {
  private let settings: SoundTrackSettings
  private let path: String
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var resampler: OpaquePointer?
  /// Samples in the encoder's form that do not fill a packet yet.
  private let waiting: OpaquePointer
  private var source: (format: SampleFormat, isInterleaved: Bool, sampleRate: Int, channels: Int)?
  /// Samples a channel in what the encoder takes at a time.
  private let frameSize: Int
  /// In samples of the track: where the sound began, and how much has been appended and encoded since.
  private var start: Int64?
  private var appended: Int64 = 0
  private var encoded: Int64 = 0

  init(_ settings: SoundTrackSettings, container: MovieContainer, path: String) throws(MovieError) {
    self.settings = settings
    self.path = path
    if let fault = Self.fault(of: settings, container) { throw MovieError(.unsupported, path: path, fault) }
    guard let codec = avcodec_find_encoder_by_name(settings.codec.encoderName) else {
      throw MovieError(
        .codecMissing, path: path, "libavcodec has no encoder \(settings.codec.encoderName) on this computer")
    }
    guard let context = avcodec_alloc_context3(codec), let frame = av_frame_alloc(),
      let packet = av_packet_alloc(),
      let waiting = av_audio_fifo_alloc(settings.codec.encoderFormat, Int32(settings.channels), 1024)
    else { throw MovieError(.failed, path: path, "out of memory") }
    self.waiting = waiting
    (self.context, self.frame, self.packet) = (context, frame, packet)
    context.pointee.sample_fmt = settings.codec.encoderFormat
    context.pointee.sample_rate = Int32(settings.sampleRate)
    context.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
    av_channel_layout_default(&context.pointee.ch_layout, Int32(settings.channels))
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    context.pointee.thread_count = 1
    if let rate = settings.bitRate { context.pointee.bit_rate = Int64(rate) }
    let code = avcodec_open2(context, codec, nil)
    frameSize = context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : 1024
    guard code >= 0 else {
      throw MovieError(
        code: code, path: path, doing: "opening the encoder \(settings.codec.encoderName)",
        otherwise: .unsupported)
    }
  }

  deinit {
    av_audio_fifo_free(waiting)
    swr_free(&resampler)
    avcodec_free_context(&context)
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  private static func fault(of settings: SoundTrackSettings, _ container: MovieContainer) -> String? {
    if !(1...8).contains(settings.channels) { return "\(settings.channels) channels: from 1 to 8" }
    if !(7_000...192_000).contains(settings.sampleRate) {
      return "sample rate \(settings.sampleRate): from 7000 to 192000"
    }
    if settings.codec == .aac,
      ![
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
      ].contains(settings.sampleRate)
    {
      return "sample rate \(settings.sampleRate) is not one of AAC's"
    }
    if let rate = settings.bitRate, rate < 1 { return "bit rate \(rate): at least 1" }
    if settings.codec != .aac, container != .quickTime { return "uncompressed sound is for QuickTime files" }
    return nil
  }

  /// Fills in a new stream's parameters.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(MovieError) {
    let code = avcodec_parameters_from_context(stream.pointee.codecpar, context)
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "describing a track") }
    stream.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
  }

  /// Where the sound that was appended ends, in units of the track; nil before the first.
  var end: Int64? { start.map { $0 + appended } }

  /// Encodes sound. What begins more than 20 ms after the end of the sound before is preceded by silence; what begins
  /// that much before it is refused.
  func encode(
    _ sound: SoundBytes, at time: MediaTime,
    _ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
  ) throws(MovieError) {
    guard sound.planes.count == 1 || sound.planes.count == sound.channels, sound.frames >= 0,
      sound.channels > 0
    else { throw MovieError(.unsupported, path: path, "sound with \(sound.planes.count) planes", time: time) }
    try prepare(for: sound)
    let begin = time.value(in: Int32(settings.sampleRate))
    if let end {
      let most = Int64(settings.sampleRate / 50)
      guard begin >= end - most else {
        throw MovieError(
          .wrongOrder, path: path, "sound that begins before the sound before it ended", time: time)
      }
      if begin > end + most {
        try convert(nil, 0)
        try waitSilently(Int(begin - end))
        appended += begin - end
      }
    } else {
      start = begin
    }
    let frames = MediaTime(Int64(sound.frames), Int32(sound.sampleRate)).value(in: Int32(settings.sampleRate))
    try convert(sound.planes, sound.frames)
    appended += frames
    try encodeWaiting(body)
  }

  /// What is still in the encoder.
  func finish(_ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void) throws(MovieError) {
    try convert(nil, 0)
    try encodeWaiting(all: true, body)
    try send(nil, body)
  }

  /// A converter for this kind of sound; what the old one holds comes out first.
  private func prepare(for sound: SoundBytes) throws(MovieError) {
    if let source, source.format == sound.format, source.sampleRate == sound.sampleRate,
      source.channels == sound.channels, source.isInterleaved == sound.isInterleaved
    {
      return
    }
    try convert(nil, 0)
    source = (sound.format, sound.isInterleaved, sound.sampleRate, sound.channels)
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(sound.channels))
    swr_free(&resampler)
    var code = swr_alloc_set_opts2(
      &resampler, &context!.pointee.ch_layout, context!.pointee.sample_fmt, Int32(settings.sampleRate),
      &layout, sound.format.libraryFormat(interleaved: sound.isInterleaved), Int32(sound.sampleRate), 0, nil)
    if let resampler { duo_av_mix_within_range(resampler) }
    if code >= 0 { code = swr_init(resampler) }
    guard code >= 0 else {
      throw MovieError(code: code, path: path, doing: "converting sound", otherwise: .unsupported)
    }
  }

  /// Puts samples into the waiting ones, in the encoder's form; nil takes out what the converter holds back.
  private func convert(_ planes: [UnsafeRawPointer]?, _ frames: Int) throws(MovieError) {
    guard let resampler else { return }
    let most = swr_get_out_samples(resampler, Int32(frames))
    guard most > 0 else { return }
    let frame = try makeFrame(Int(most))
    var code: Int32
    if let planes {
      var pointers: [UnsafePointer<UInt8>?] = planes.map { $0.assumingMemoryBound(to: UInt8.self) }
      code = swr_convert(resampler, frame.pointee.extended_data, most, &pointers, Int32(frames))
    } else {
      code = swr_convert(resampler, frame.pointee.extended_data, most, nil, 0)
    }
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "converting sound") }
    try wait(frame, Int(code))
  }

  private func wait(_ frame: UnsafeMutablePointer<AVFrame>, _ count: Int) throws(MovieError) {
    let code = frame.pointee.extended_data.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 8) {
      av_audio_fifo_write(waiting, $0, Int32(count))
    }
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "keeping sound") }
  }

  private func waitSilently(_ count: Int) throws(MovieError) {
    var left = count
    while left > 0 {
      let step = min(left, 1 << 16)
      let frame = try makeFrame(step)
      av_samples_set_silence(
        frame.pointee.extended_data, 0, Int32(step), Int32(settings.channels), context!.pointee.sample_fmt)
      try wait(frame, step)
      left -= step
    }
  }

  private func makeFrame(_ count: Int) throws(MovieError) -> UnsafeMutablePointer<AVFrame> {
    let frame = frame!
    av_frame_unref(frame)
    frame.pointee.nb_samples = Int32(count)
    frame.pointee.format = context!.pointee.sample_fmt.rawValue
    frame.pointee.sample_rate = Int32(settings.sampleRate)
    av_channel_layout_copy(&frame.pointee.ch_layout, &context!.pointee.ch_layout)
    let code = av_frame_get_buffer(frame, 0)
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "making sound") }
    return frame
  }

  /// Encodes what fills whole packets; at the end also what does not.
  private func encodeWaiting(
    all: Bool = false, _ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
  ) throws(MovieError) {
    while true {
      let count = min(Int(av_audio_fifo_size(waiting)), frameSize)
      guard count == frameSize || all && count > 0 else { return }
      let frame = try makeFrame(count)
      let code = frame.pointee.extended_data.withMemoryRebound(
        to: UnsafeMutableRawPointer?.self, capacity: 8
      ) { av_audio_fifo_read(waiting, $0, Int32(count)) }
      guard code >= 0 else { throw MovieError(code: code, path: path, doing: "keeping sound") }
      frame.pointee.pts = (start ?? 0) + encoded
      encoded += Int64(count)
      try send(frame, body)
    }
  }

  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?,
    _ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
  ) throws(MovieError) {
    let time = frame.map { MediaTime($0.pointee.pts, Int32(settings.sampleRate)) }
    let code = avcodec_send_frame(context, frame)
    guard code >= 0 || code == duo_av_eof() else {
      throw MovieError(code: code, path: path, doing: "encoding sound", time: time)
    }
    while true {
      let code = avcodec_receive_packet(context, packet)
      if code == duo_av_again() || code == duo_av_eof() { return }
      guard code >= 0, let packet else {
        throw MovieError(code: code, path: path, doing: "encoding sound", time: time)
      }
      defer { av_packet_unref(packet) }
      try body(packet)
    }
  }
}

extension AudioCodec {
  var encoderName: String {
    switch self {
    case .aac: "aac"
    case .pcm(.int16): "pcm_s16le"
    case .pcm(.int32): "pcm_s32le"
    case .pcm(.float32): "pcm_f32le"
    }
  }

  var encoderFormat: AVSampleFormat {
    switch self {
    case .aac: AV_SAMPLE_FMT_FLTP
    case .pcm(let format): format.libraryFormat(interleaved: true)
    }
  }
}

extension SampleFormat {
  func libraryFormat(interleaved: Bool) -> AVSampleFormat {
    switch self {
    case .int16: interleaved ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S16P
    case .int32: interleaved ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S32P
    case .float32: interleaved ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP
    }
  }
}
