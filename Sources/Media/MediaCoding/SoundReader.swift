import CLibAV

/// Decoded sound, channels taking turns. A value.
package struct DecodedSound: Hashable, Sendable {
  /// Of the first sample, in the file's time.
  package var time: MediaTime
  package var format: SampleFormat
  package var sampleRate: Int
  package var channels: Int
  /// Samples of each channel.
  package var frames: Int
  /// `frames * channels` numbers in this computer's byte order.
  package var bytes: [UInt8]
}

/// Decodes a track of sound. One caller at a time.
package final class SoundReader {
  package var track: MovieTrack { decoder.track }
  package var movie: MovieDescription { decoder.reader.movie }
  package let format: SampleFormat
  package let sampleRate: Int
  package let channels: Int
  private let decoder: Decoder
  private var converter: OpaquePointer?
  private var source: (format: Int32, sampleRate: Int32, channels: Int32)?
  private var isAtEnd = false
  /// Where the next sample lies when the converter has delayed some.
  private var next: MediaTime?

  /// - Parameters:
  ///   - track: Its index; nil for the first track of sound.
  ///   - sampleRate: nil for the file's.
  ///   - channels: nil for the file's; else they are mixed.
  /// - Throws: what `MovieReader` throws; `codecMissing`.
  package init(
    path: String, track: Int? = nil, as format: SampleFormat, sampleRate: Int? = nil, channels: Int? = nil
  ) throws(MovieError) {
    decoder = try Decoder(path: path, track: track, wants: \.isSound, what: "track of sound", threads: 1)
    self.format = format
    guard case .sound(let rate, let count) = decoder.track.format.kind, rate > 0, count > 0 else {
      throw MovieError(.corrupt, path: path, "a track of sound without a sample rate")
    }
    self.sampleRate = sampleRate ?? rate
    self.channels = channels ?? count
    guard (1...384_000).contains(self.sampleRate), (1...64).contains(self.channels) else {
      throw MovieError(
        .unsupported, path: path, "\(self.sampleRate) samples a second, \(self.channels) channels")
    }
  }

  deinit { swr_free(&converter) }

  /// The next samples; nil at the end. Throws `corrupt`, after which the next call goes on with what follows, and
  /// `truncated`.
  package func nextSound() throws(MovieError) -> DecodedSound? {
    while !isAtEnd {
      guard let (frame, time) = try decoder.next() else {
        isAtEnd = true
        return try convert(nil, at: next ?? .zero)
      }
      trim(frame)
      if let sound = try convert(frame, at: time) { return sound }
    }
    return nil
  }

  /// To the packet that holds a moment: the next samples begin at or before it.
  package func seek(to time: MediaTime) throws(MovieError) {
    try decoder.seek(to: time)
    swr_free(&converter)
    source = nil
    (isAtEnd, next) = (false, nil)
  }

  /// The last packet of a file may say that only its beginning counts.
  private func trim(_ frame: UnsafeMutablePointer<AVFrame>) {
    let duration = decoder.reader.time(duo_av_frame_duration(frame), track.index)
    let samples = duration.value(in: frame.pointee.sample_rate)
    if samples > 0, samples < Int64(frame.pointee.nb_samples) { frame.pointee.nb_samples = Int32(samples) }
  }

  private func prepare(_ frame: UnsafeMutablePointer<AVFrame>, at time: MediaTime) throws(MovieError) {
    let kind = (frame.pointee.format, frame.pointee.sample_rate, frame.pointee.ch_layout.nb_channels)
    if let source, source == kind { return }
    source = kind
    swr_free(&converter)
    var layout = AVChannelLayout()
    if kind.2 == Int32(channels) {
      av_channel_layout_copy(&layout, &frame.pointee.ch_layout)
    } else {
      av_channel_layout_default(&layout, Int32(channels))
    }
    defer { av_channel_layout_uninit(&layout) }
    var code = swr_alloc_set_opts2(
      &converter, &layout, format.libraryFormat(interleaved: true), Int32(sampleRate),
      &frame.pointee.ch_layout,
      AVSampleFormat(kind.0), kind.1, 0, nil)
    if let converter { duo_av_mix_within_range(converter) }
    if code >= 0 { code = swr_init(converter) }
    guard code >= 0 else {
      throw MovieError(
        code: code, path: decoder.reader.path, doing: "converting sound", otherwise: .unsupported, time: time)
    }
    next = time
  }

  private func convert(
    _ frame: UnsafeMutablePointer<AVFrame>?, at time: MediaTime
  ) throws(MovieError) -> DecodedSound? {
    if let frame { try prepare(frame, at: time) }
    guard let converter else { return nil }
    let most = Int(swr_get_out_samples(converter, frame?.pointee.nb_samples ?? 0))
    guard most > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: most * channels * format.bytes)
    let count = bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var target: UnsafeMutablePointer<UInt8>? = buffer.baseAddress
      guard let frame else { return swr_convert(converter, &target, Int32(most), nil, 0) }
      return frame.pointee.extended_data.withMemoryRebound(
        to: UnsafePointer<UInt8>?.self, capacity: Int(frame.pointee.ch_layout.nb_channels)
      ) { swr_convert(converter, &target, Int32(most), $0, frame.pointee.nb_samples) }
    }
    guard count >= 0 else {
      throw MovieError(code: count, path: decoder.reader.path, doing: "converting sound", time: time)
    }
    guard count > 0 else { return nil }
    bytes.removeLast((most - Int(count)) * channels * format.bytes)
    let begin = next ?? time
    next = begin + MediaTime(Int64(count), Int32(sampleRate))
    return DecodedSound(
      time: begin, format: format, sampleRate: sampleRate, channels: channels, frames: Int(count),
      bytes: bytes)
  }
}
