import CLibAV

/// Decodes one track of a file, frame by frame.
final class Decoder {
  let reader: MovieReader
  let track: MovieTrack
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var isAtEnd = false

  init(path: String, track index: Int?, wants: (MovieTrack) -> Bool, what: String, threads: Int)
    throws(MovieError)
  {
    let reader = try MovieReader(path: path)
    self.reader = reader
    let found =
      index.map { number in reader.movie.tracks.first { $0.index == number && wants($0) } }
      ?? reader.movie.tracks.first(where: wants)
    guard let found else { throw MovieError(.unknownFormat, path: path, "the file has no \(what)") }
    track = found
    reader.select([found.index])
    let parameters = reader.streams[found.index]!.pointee.codecpar!
    guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw MovieError(
        .codecMissing, path: path, "libavcodec has no decoder for \(found.codecName) on this computer")
    }
    guard let context = avcodec_alloc_context3(codec), let frame = av_frame_alloc() else {
      throw MovieError(.failed, path: path, "out of memory")
    }
    (self.context, self.frame) = (context, frame)
    var code = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = reader.streams[found.index]!.pointee.time_base
    context.pointee.thread_count = Int32(threads)
    context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
    if code >= 0 { code = avcodec_open2(context, codec, nil) }
    guard code >= 0 else {
      throw MovieError(
        code: code, path: path, doing: "opening the decoder of \(found.codecName)", otherwise: .corrupt)
    }
  }

  deinit {
    avcodec_free_context(&context)
    av_frame_free(&frame)
  }

  func seek(to time: MediaTime) throws(MovieError) {
    try reader.seek(to: time, track: track.index)
    avcodec_flush_buffers(context)
    isAtEnd = false
  }

  /// The next frame, valid until the next call, and its time; nil at the end. After `corrupt` the next call goes on.
  func next() throws(MovieError) -> (frame: UnsafeMutablePointer<AVFrame>, time: MediaTime)? {
    guard let frame else { return nil }
    while true {
      av_frame_unref(frame)
      let code = avcodec_receive_frame(context, frame)
      if code == duo_av_eof() { return nil }
      if code == duo_av_again() {
        try feed()
        continue
      }
      guard code >= 0 else { throw corrupt(code, nil) }
      let value = frame.pointee.best_effort_timestamp
      let time = reader.time(value == duo_av_no_time() ? 0 : value, track.index)
      if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 {
        throw MovieError(.corrupt, path: reader.path, "broken \(track.codecName) data", time: time)
      }
      return (frame, time)
    }
  }

  private func feed() throws(MovieError) {
    guard !isAtEnd else {
      _ = avcodec_send_packet(context, nil)
      return
    }
    guard let packet = try readToEnd() else {
      isAtEnd = true
      _ = avcodec_send_packet(context, nil)
      return
    }
    let code = avcodec_send_packet(context, packet)
    guard code >= 0 || code == duo_av_again() else { throw corrupt(code, packet.pointee.pts) }
  }

  /// A file that was cut short ends there; whoever reads on gets what the decoder still holds.
  private func readToEnd() throws(MovieError) -> UnsafeMutablePointer<AVPacket>? {
    do throws(MovieError) { return try reader.readPacket() } catch {
      isAtEnd = true
      throw error
    }
  }

  private func corrupt(_ code: Int32, _ value: Int64?) -> MovieError {
    let time = value.flatMap { $0 == duo_av_no_time() ? nil : reader.time($0, track.index) }
    return MovieError(
      code: code, path: reader.path, doing: "decoding \(track.codecName)", otherwise: .corrupt, time: time)
  }
}
