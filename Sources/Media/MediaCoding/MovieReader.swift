import CLibAV
import Foundation

/// What a movie file holds. A value.
package struct MovieDescription: Hashable, Sendable {
  package var path: String
  /// libavformat's name of the kind of file, such as "mov,mp4,m4a,3gp,3g2,mj2".
  package var formatName: String
  package var duration: MediaTime
  package var tracks: [MovieTrack]
  package var metadata: [MovieMetadata]
}

/// A track of a file. A value.
package struct MovieTrack: Hashable, Sendable {
  /// Its place among the tracks.
  package var index: Int
  package var format: PacketFormat
  package var timescale: Int32
  /// When its first sample is shown, and for how long its samples are, edits applied.
  package var start, duration: MediaTime
  /// Samples in the file; 0 when it does not say.
  package var samples: Int
  /// Pictures a second on average; 0 when unknown.
  package var nominalFrameRate: Double
  /// Bits a second on average; 0 when unknown.
  package var bitRate: Int
  /// Nil when the file has no such tags, or others than these.
  package var colours: ColourTags?
  package var isFullRange: Bool
  package var languageTag: String?

  package var codecName: String { format.codecName }
  package var matrix: TrackMatrix { format.matrix }
  package var isVideo: Bool { if case .video = format.kind { true } else { false } }
  package var isSound: Bool { if case .sound = format.kind { true } else { false } }
}

/// Reads a file's tracks and their packets, undecoded, in the order of the file. One caller at a time.
///
/// Errors: `noSuchFile`, `badPath`, `empty`, `unknownFormat`, `truncated` (no index, or data that it promises is
/// missing), `corrupt`.
package final class MovieReader {
  package let movie: MovieDescription
  package var path: String { movie.path }
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?

  package init(path: String) throws(MovieError) {
    duo_av_quiet()
    try Self.check(path)
    var context: UnsafeMutablePointer<AVFormatContext>?
    // Movies and sounds only: libavformat would read pictures, texts and playlists, too.
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "format_whitelist", Self.formats, 0)
    var code = avformat_open_input(&context, "file:" + path, nil, &options)
    guard code >= 0, let opened = context else { throw Self.openError(code, path) }
    code = avformat_find_stream_info(opened, nil)
    guard code >= 0 else {
      avformat_close_input(&context)
      throw MovieError(code: code, path: path, doing: "looking at the tracks", otherwise: .corrupt)
    }
    self.context = opened
    packet = av_packet_alloc()
    movie = Self.describe(opened, path)
    guard !movie.tracks.isEmpty else { throw MovieError(.unknownFormat, path: path, "a file without tracks") }
  }

  deinit {
    avformat_close_input(&context)
    av_packet_free(&packet)
  }

  private static let formats =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,flv,ogg,wav,aiff,caf,mp3,aac,flac"

  private static func check(_ path: String) throws(MovieError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let text = String(cString: strerror(errno))
      throw MovieError(
        errno == ENOENT ? .noSuchFile : .badPath, path: path, errno == ENOENT ? "no such file" : text)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw MovieError(.badPath, path: path, "a folder, not a movie")
    }
    guard status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG else {
      throw MovieError(.empty, path: path, "the file is empty")
    }
  }

  /// Tells a file that was cut short from one that never was a movie.
  private static func openError(_ code: Int32, _ path: String) -> MovieError {
    let isOther = code == duo_av_error(EINVAL)
    guard isOther || code == duo_av_invalid_data() || code == duo_av_eof() else {
      return MovieError(code: code, path: path, doing: "opening the movie", otherwise: .unknownFormat)
    }
    guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(),
      let boxes = try? Fragments.boxes(of: file, fileSize: Int64(size)),
      let first = boxes.first, ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(first.kind)
    else { return MovieError(.unknownFormat, path: path, "not a movie that can be read") }
    guard let index = boxes.first(where: { $0.kind == "moov" }) else {
      return MovieError(.truncated, path: path, "the file ends before its index (no moov)")
    }
    if index.offset + index.size > Int64(size) {
      return MovieError(.truncated, path: path, "the file ends within its index (moov)")
    }
    return MovieError(.corrupt, path: path, "the index (moov) is broken")
  }

  private static func describe(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ path: String
  ) -> MovieDescription {
    let tracks = (0..<Int(context.pointee.nb_streams)).map { index -> MovieTrack in
      let stream = context.pointee.streams[index]!
      let base = stream.pointee.time_base
      // Units of 1/den; a base such as 1001/30000 keeps its moments in 30,000ths.
      let scale = base.den > 0 ? base.den : 1
      func time(_ value: Int64) -> MediaTime {
        value == duo_av_no_time() ? MediaTime(0, scale) : MediaTime(value * Int64(base.num), scale)
      }
      let parameters = stream.pointee.codecpar.pointee
      let rate = stream.pointee.avg_frame_rate
      return MovieTrack(
        index: index, format: PacketFormat(stream), timescale: scale, start: time(stream.pointee.start_time),
        duration: time(stream.pointee.duration), samples: Int(stream.pointee.nb_frames),
        nominalFrameRate: rate.den > 0 ? av_q2d(rate) : 0, bitRate: Int(parameters.bit_rate),
        colours: ColourTags(
          primaries: parameters.color_primaries, transfer: parameters.color_trc,
          space: parameters.color_space),
        isFullRange: parameters.color_range == AVCOL_RANGE_JPEG,
        languageTag: metadata(stream.pointee.metadata).first { $0.key == "language" }?.value)
    }
    var named = tracks
    // Only such a matrix goes with a log curve that has a name.
    if tracks.contains(where: { $0.colours == nil && $0.format.colour.space == AVCOL_SPC_BT2020_NCL.rawValue }
    ) {
      for (index, name) in LogCurveBox.names(path: path).enumerated() where index < tracks.count {
        named[index].format.logCurve = name
        if let name { named[index].colours = ColourTags(logCurve: name) }
      }
    }
    let duration = context.pointee.duration
    return MovieDescription(
      path: path, formatName: String(cString: context.pointee.iformat.pointee.name),
      duration: MediaTime(duration == duo_av_no_time() ? 0 : duration, 1_000_000), tracks: named,
      metadata: metadata(context.pointee.metadata))
  }

  private static func metadata(_ dictionary: OpaquePointer?) -> [MovieMetadata] {
    var items: [MovieMetadata] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      items.append(
        MovieMetadata(key: String(cString: next.pointee.key), value: String(cString: next.pointee.value)))
      entry = next
    }
    return items
  }

  // MARK: Packets

  /// Reads only these tracks from now on.
  package func select(_ tracks: [Int]) {
    for index in 0..<Int(context!.pointee.nb_streams) {
      context!.pointee.streams[index]!.pointee.discard =
        tracks.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The next packet and its track; nil at the end. Throws `truncated` where data that the index promises is missing.
  package func nextPacket() throws(MovieError) -> (packet: MediaPacket, track: Int)? {
    guard let packet = try readPacket() else { return nil }
    let index = Int(packet.pointee.stream_index)
    let bytes = [UInt8](UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    let shown = packet.pointee.pts == duo_av_no_time() ? packet.pointee.dts : packet.pointee.pts
    let decoded = packet.pointee.dts == duo_av_no_time() ? shown : packet.pointee.dts
    return (
      MediaPacket(
        bytes: bytes, time: time(shown, index), decodeTime: time(decoded, index),
        duration: time(packet.pointee.duration, index),
        isKeyFrame: packet.pointee.flags & AV_PKT_FLAG_KEY != 0),
      index
    )
  }

  /// The next packet, valid until the next call.
  func readPacket() throws(MovieError) -> UnsafeMutablePointer<AVPacket>? {
    guard let packet else { throw MovieError(.failed, path: path, "out of memory") }
    var code: Int32
    repeat {
      av_packet_unref(packet)
      code = av_read_frame(context, packet)
      // Packets of other tracks may have been read before the selection.
    } while code >= 0 && streams[Int(packet.pointee.stream_index)]!.pointee.discard == AVDISCARD_ALL
    if code == duo_av_eof() {
      try checkEnd()
      return nil
    }
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "reading", otherwise: .corrupt) }
    if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
      throw MovieError(
        .truncated, path: path, "the file ends within a sample",
        time: time(max(packet.pointee.dts, 0), Int(packet.pointee.stream_index)))
    }
    if let duration = indexedDuration(of: packet) { packet.pointee.duration = duration }
    return packet
  }

  /// What the index says of a sample whose pictures are shown in another order than they are decoded in: libavformat
  /// guesses it from the rate there, and takes the timescale for the rate of streams that do not say theirs.
  private func indexedDuration(of packet: UnsafeMutablePointer<AVPacket>) -> Int64? {
    let stream = streams[Int(packet.pointee.stream_index)]!
    guard stream.pointee.codecpar.pointee.video_delay > 0 else { return nil }
    let entry = av_index_search_timestamp(stream, packet.pointee.dts, AVSEEK_FLAG_ANY)
    func start(_ entry: Int32) -> Int64? { avformat_index_get_entry(stream, entry)?.pointee.timestamp }
    guard entry >= 0, start(entry) == packet.pointee.dts else { return nil }
    // The last sample is taken to be as long as the one before it.
    let (from, to) = start(entry + 1) == nil ? (entry - 1, entry) : (entry, entry + 1)
    guard from >= 0, let from = start(from), let to = start(to), to > from else { return nil }
    return to - from
  }

  /// The index may promise more than the file has.
  private func checkEnd() throws(MovieError) {
    guard let context, let input = context.pointee.pb else { return }
    let size = avio_size(input)
    guard size > 0 else { return }
    for index in 0..<Int(context.pointee.nb_streams) {
      let stream = context.pointee.streams[index]!
      guard stream.pointee.discard != AVDISCARD_ALL else { continue }
      let entries = avformat_index_get_entries_count(stream)
      for number in 0..<entries {
        guard let entry = avformat_index_get_entry(stream, number)?.pointee else { continue }
        if entry.pos + Int64(entry.size) > size {
          throw MovieError(
            .truncated, path: path, "the file ends before the samples that its index promises",
            time: time(max(entry.timestamp, 0), index))
        }
      }
    }
  }

  func time(_ value: Int64, _ track: Int) -> MediaTime {
    let base = context!.pointee.streams[track]!.pointee.time_base
    return MediaTime(value * Int64(base.num), base.den)
  }

  /// To the last place at or before a moment from which the track can be decoded.
  package func seek(to time: MediaTime, track: Int) throws(MovieError) {
    let stream = context!.pointee.streams[track]!
    let base = stream.pointee.time_base
    var value = time.value(in: base.den) / Int64(base.num)
    if self.time(value, track) > time { value -= 1 }
    var code = av_seek_frame(context, Int32(track), value, AVSEEK_FLAG_BACKWARD)
    // Before the first sample, that one.
    if code < 0 { code = avformat_seek_file(context, Int32(track), .min, value, .max, 0) }
    guard code >= 0 else {
      throw MovieError(code: code, path: path, doing: "seeking", otherwise: .corrupt, time: time)
    }
  }

  var streams: UnsafeMutablePointer<UnsafeMutablePointer<AVStream>?> { context!.pointee.streams }
}
