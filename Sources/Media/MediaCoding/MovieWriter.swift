import CLibAV
import Foundation

/// Writes one movie file: encoders, container, and what goes wrong. One caller at a time; everything that a call does is
/// done when it returns, and no clock is read, so equal input gives equal bytes.
///
/// Add tracks, `start`, append, `finish`. Times are the caller's; `startSession(at:)` says which of them is 0 in the file
/// (otherwise the first `append` does). Samples before it are kept in the file and not shown. [docs: AVAssetWriter]
/// After an error the writer only takes `abandon`.
package final class MovieWriter {
  package typealias TrackID = Int

  package let path: String
  package let settings: MovieSettings
  var context: UnsafeMutablePointer<AVFormatContext>?
  var tracks: [WriterTrack] = []
  private var state = State.open
  private var origin: MediaTime?
  /// What was taken out of the time so far.
  private var removed = MediaTime.zero
  /// The description of a file of fragments was written.
  private var hasDescription = false
  private var hasHeader = false

  private enum State: Equatable { case open, started, finished, failed }

  /// Touches no file yet.
  package init(path: String, settings: MovieSettings) throws(MovieError) {
    self.path = path
    self.settings = settings
    duo_av_quiet()
    let code = avformat_alloc_output_context2(&context, nil, settings.container.muxerName, "file:" + path)
    guard code >= 0, context != nil else {
      throw MovieError(code: code, path: path, doing: "making a file of kind \(settings.container)")
    }
  }

  deinit {
    if state == .started || state == .failed { abandon() }
    avformat_free_context(context)
  }

  // MARK: Tracks

  /// A track of pictures that this writer encodes. Before `start`. Throws `unsupported` and `codecMissing`.
  package func addTrack(_ video: VideoTrackSettings) throws(MovieError) -> TrackID {
    try expect(.open)
    try checkContainer(has: video.codec)
    let encoder = try VideoEncoder(video, path: path)
    let track = WriterTrack(.pictures(encoder), timescale: video.timescale)
    track.logCurve = video.colours?.logCurve
    return try add(track, matrix: video.matrix, encoder.describe)
  }

  /// A track of sound that this writer encodes. Before `start`. Throws `unsupported` and `codecMissing`.
  package func addTrack(_ sound: SoundTrackSettings) throws(MovieError) -> TrackID {
    try expect(.open)
    let encoder = try SoundEncoder(sound, container: settings.container, path: path)
    return try add(
      WriterTrack(.sound(encoder), timescale: Int32(sound.sampleRate)), matrix: nil, encoder.describe)
  }

  /// A track whose packets are written as they come. Before `start`. Throws `unsupported`.
  package func addTrack(copying format: PacketFormat, timescale: Int32) throws(MovieError) -> TrackID {
    try expect(.open)
    if let codec = format.videoCodec { try checkContainer(has: codec) }
    guard timescale > 0 else { throw MovieError(.unsupported, path: path, "time scale \(timescale)") }
    var matrix: TrackMatrix?
    if case .video = format.kind { matrix = format.matrix }
    let track = WriterTrack(.packets, timescale: timescale)
    track.logCurve = format.logCurve
    return try add(track, matrix: matrix) { stream throws(MovieError) in
      try format.fill(stream.pointee.codecpar, path: self.path)
      stream.pointee.time_base = AVRational(num: 1, den: timescale)
      let codec = stream.pointee.codecpar.pointee.codec_id
      if codec == AV_CODEC_ID_HEVC {
        stream.pointee.codecpar.pointee.codec_tag = duo_av_tag(104, 118, 99, 49)
      }
      if avformat_query_codec(self.context!.pointee.oformat, codec, 0) == 0 {
        throw MovieError(
          .unsupported, path: self.path, "\(format.codecName) in a file of kind \(self.settings.container)")
      }
    }
  }

  private func add(
    _ track: WriterTrack, matrix: TrackMatrix?,
    _ describe: (UnsafeMutablePointer<AVStream>) throws(MovieError) -> Void
  ) throws(MovieError) -> TrackID {
    guard let stream = avformat_new_stream(context, nil) else {
      throw MovieError(.failed, path: path, "out of memory")
    }
    track.stream = stream
    try describe(stream)
    try setMatrix(matrix ?? .identity, of: stream)
    tracks.append(track)
    return tracks.count - 1
  }

  private func setMatrix(_ matrix: TrackMatrix, of stream: UnsafeMutablePointer<AVStream>) throws(MovieError)
  {
    guard matrix != .identity else { return }
    let code = duo_av_set_matrix(stream, matrix.fixedPoint)
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "describing a track") }
  }

  private func checkContainer(has codec: VideoCodec) throws(MovieError) {
    let allowed: [VideoCodec] =
      switch settings.container {
      case .quickTime: VideoCodec.allCases
      case .mp4, .m4v: [.h264, .hevc]
      case .m4a: []
      }
    guard allowed.contains(codec) else {
      throw MovieError(.unsupported, path: path, "\(codec) in a file of kind \(settings.container)")
    }
  }

  private func expect(_ wanted: State) throws(MovieError) {
    guard state == wanted else {
      throw MovieError(.wrongOrder, path: path, "the writer is \(state), not \(wanted)")
    }
  }

  // MARK: Start

  /// Makes the file; one of this name is written over. Throws `badPath` and `diskFull`.
  package func start() throws(MovieError) {
    try expect(.open)
    guard !tracks.isEmpty else { throw MovieError(.unsupported, path: path, "a movie without a track") }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw MovieError(.badPath, path: path, "a folder, not a file")
    }
    let code = avio_open(&context!.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
    guard code >= 0 else {
      throw MovieError(code: code, path: path, doing: "making the file", otherwise: .badPath)
    }
    state = .started
    if !settings.waitsForColours { try writeHeader() }
  }

  /// What the pictures of a track mean, in place of what its settings said, and whether HEVC without a profile stores ten bits of
  /// them. Only before the first sample, and with `MovieSettings.waitsForColours`; else nothing changes.
  package func useColours(_ colours: ColourTags, tenBits: Bool, of id: TrackID) throws(MovieError) {
    let track = try track(id)
    guard !hasHeader, case .pictures(let encoder) = track.kind, let stream = track.stream else { return }
    var video = encoder.settings
    video.colours = colours
    if tenBits, video.codec == .hevc, video.profile == nil { video.profile = .hevcMain10 }
    guard video != encoder.settings else { return }
    let next = try VideoEncoder(video, path: path)
    try next.describe(stream)
    try setMatrix(video.matrix, of: stream)
    (track.kind, track.logCurve) = (.pictures(next), colours.logCurve)
  }

  /// Once, before the first sample.
  private func writeHeader() throws(MovieError) {
    guard !hasHeader else { return }
    hasHeader = true
    context!.pointee.flags |= AVFMT_FLAG_BITEXACT
    for item in settings.metadata { av_dict_set(&context!.pointee.metadata, item.key, item.value, 0) }
    if let seconds = settings.creationDate {
      let text = Self.calendar(seconds)
      av_dict_set(&context!.pointee.metadata, "creation_time", text, 0)
    }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in containerOptions { av_dict_set(&options, key, value, 0) }
    let code = avformat_write_header(context, &options)
    // The dates are known now and will be in the headers; among the texts they would be a second, unusual one.
    av_dict_set(&context!.pointee.metadata, "creation_time", nil, 0)
    guard code >= 0 else {
      throw failed(MovieError(code: code, path: path, doing: "beginning the file", otherwise: .unsupported))
    }
    try checkDisk("beginning the file")
  }

  private var containerOptions: [(String, String)] {
    var flags: [String] = []
    if settings.container == .quickTime { flags.append("use_metadata_tags") }
    var options = [("movie_timescale", String(settings.movieTimescale)), ("write_tmcd", "0")]
    if settings.fragmentInterval != nil {
      // The first description comes with the first fragment, so that it can hold edits.
      flags += ["delay_moov", "frag_custom"]
    } else if settings.putsIndexFirst {
      flags.append("faststart")
    }
    if !flags.isEmpty { options.append(("movflags", flags.joined(separator: "+"))) }
    if let scale = tracks.first(where: { $0.isVideo })?.timescale {
      options.append(("video_track_timescale", String(scale)))
    }
    switch settings.container {
    case .m4v: options.append(("brand", "M4V "))
    case .m4a: options.append(("brand", "M4A "))
    case .quickTime, .mp4: break
    }
    return options
  }

  private static func calendar(_ seconds: Int64) -> String {
    let formatter = ISO8601DateFormatter()
    return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
  }

  /// The caller's time that is 0 in the file. At most once, before the first sample.
  package func startSession(at time: MediaTime) throws(MovieError) {
    try expect(.started)
    guard origin == nil else { throw MovieError(.wrongOrder, path: path, "a second start of the session") }
    origin = time
  }

  /// Takes a gap out of the time: what comes later moves forward by its length. For a pause.
  package func closeGap(of length: MediaTime) throws(MovieError) {
    try expect(.started)
    removed = removed + length
  }

  // MARK: Samples

  /// Encodes a picture and writes what is ready. `duration`: until the next picture, if known; the last picture of a
  /// movie lasts that long, or as long as the one before. Throws `wrongOrder`, `diskFull`, `failed`.
  package func append(
    _ picture: PictureBytes, at time: MediaTime, duration: MediaTime? = nil, to id: TrackID
  ) throws(MovieError) {
    let track = try track(id)
    guard case .pictures(let encoder) = track.kind else {
      throw MovieError(.wrongOrder, path: path, "a picture for a track without pictures", time: time)
    }
    let moment = place(time).value(in: track.timescale)
    guard moment > track.lastTime ?? .min else {
      throw MovieError(.wrongOrder, path: path, "a picture that is not later than the one before", time: time)
    }
    track.lastTime = moment
    let length = duration.map { $0.value(in: track.timescale) } ?? 0
    try write { () throws(MovieError) in
      try encoder.encode(picture, at: moment, duration: length) { packet throws(MovieError) in
        try hold(packet, of: track)
      }
    }
  }

  /// Encodes sound and writes what is ready. A gap of more than 20 ms before it becomes silence.
  /// Throws `wrongOrder`, `diskFull`, `failed`.
  package func append(_ sound: SoundBytes, at time: MediaTime, to id: TrackID) throws(MovieError) {
    let track = try track(id)
    guard case .sound(let encoder) = track.kind else {
      throw MovieError(.wrongOrder, path: path, "sound for a track without sound", time: time)
    }
    let moment = place(time)
    try write { () throws(MovieError) in
      try encoder.encode(sound, at: moment) { packet throws(MovieError) in try hold(packet, of: track) }
    }
  }

  /// Writes a packet as it is. Decoding times must rise. Throws `wrongOrder`, `diskFull`, `failed`.
  package func append(_ packet: MediaPacket, to id: TrackID) throws(MovieError) {
    let track = try track(id)
    guard case .packets = track.kind else {
      throw MovieError(
        .wrongOrder, path: path, "a packet for a track that is encoded here", time: packet.time)
    }
    guard let copy = av_packet_alloc() else { throw MovieError(.failed, path: path, "out of memory") }
    var owned: UnsafeMutablePointer<AVPacket>? = copy
    defer { av_packet_free(&owned) }
    let code = av_new_packet(copy, Int32(packet.bytes.count))
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "writing a packet") }
    packet.bytes.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress {
        copy.pointee.data.update(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      }
    }
    copy.pointee.pts = place(packet.time).value(in: track.timescale)
    copy.pointee.dts = place(packet.decodeTime).value(in: track.timescale)
    copy.pointee.duration = packet.duration.value(in: track.timescale)
    if packet.isKeyFrame { copy.pointee.flags |= AV_PKT_FLAG_KEY }
    guard copy.pointee.dts > track.lastTime ?? .min else {
      throw MovieError(
        .wrongOrder, path: path, "a packet that is not decoded later than the one before", time: packet.time)
    }
    track.lastTime = copy.pointee.dts
    try write { () throws(MovieError) in try hold(copy, of: track) }
  }

  private func track(_ id: TrackID) throws(MovieError) -> WriterTrack {
    try expect(.started)
    guard tracks.indices.contains(id) else { throw MovieError(.wrongOrder, path: path, "no track \(id)") }
    return tracks[id]
  }

  /// The caller's time as the file's.
  private func place(_ time: MediaTime) -> MediaTime {
    if origin == nil { origin = time }
    return time - origin! - removed
  }

  private func write(_ body: () throws(MovieError) -> Void) throws(MovieError) {
    do throws(MovieError) {
      try writeHeader()
      try body()
      try checkDisk("writing")
    } catch {
      throw error.kind == .wrongOrder ? error : failed(error)
    }
  }

  private func failed(_ error: MovieError) -> MovieError {
    state = .failed
    return error
  }

  /// What the system said about the bytes so far.
  private func checkDisk(_ doing: String) throws(MovieError) {
    guard let output = context?.pointee.pb, output.pointee.error < 0 else { return }
    throw failed(MovieError(code: output.pointee.error, path: path, doing: doing))
  }

  /// Keeps the newest packet of a track, so that the last one's duration can be set, and writes the one before.
  private func hold(_ packet: UnsafeMutablePointer<AVPacket>, of track: WriterTrack) throws(MovieError) {
    try writeHeld(of: track, next: packet.pointee.dts)
    guard let copy = av_packet_alloc() else { throw MovieError(.failed, path: path, "out of memory") }
    av_packet_move_ref(copy, packet)
    track.held = copy
  }

  private func writeHeld(of track: WriterTrack, next: Int64?) throws(MovieError) {
    guard let packet = track.held else { return }
    defer {
      av_packet_free(&track.held)
      track.held = nil
    }
    if let next, packet.pointee.duration == 0 || track.isVideo {
      packet.pointee.duration = next - packet.pointee.dts
    }
    if next == nil, packet.pointee.duration == 0 { packet.pointee.duration = track.lastDuration }
    track.lastDuration = packet.pointee.duration
    track.count += 1
    track.end = max(track.end, packet.pointee.pts + packet.pointee.duration)
    let time = MediaTime(packet.pointee.pts, track.timescale)
    let (decoded, isKey) = (
      MediaTime(packet.pointee.dts, track.timescale), packet.pointee.flags & AV_PKT_FLAG_KEY != 0
    )
    try endFragmentIfDue(before: decoded, isKey: isKey, of: track)
    packet.pointee.stream_index = track.stream!.pointee.index
    if settings.fragmentInterval != nil { fragmentBytes += Int64(packet.pointee.size) }
    av_packet_rescale_ts(packet, AVRational(num: 1, den: track.timescale), track.stream!.pointee.time_base)
    let code = av_write_frame(context, packet)
    guard code >= 0 else { throw MovieError(code: code, path: path, doing: "writing a packet", time: time) }
  }

  /// A fragment ends before a key picture once it is long enough; in any case when it is twice as long.
  private func endFragmentIfDue(before time: MediaTime, isKey: Bool, of track: WriterTrack) throws(MovieError)
  {
    guard let interval = settings.fragmentInterval, track === (tracks.first { $0.isVideo } ?? tracks.first)
    else { return }
    guard let begin = track.fragmentStart else {
      track.fragmentStart = time
      return
    }
    let length = (time - begin).seconds
    guard length >= interval.seconds * (isKey ? 1 : 2) - 1e-9 else { return }
    track.fragmentStart = time
    // The first time, one call writes the description and another the fragment.
    for _ in 0..<(hasDescription ? 1 : 2) {
      let code = av_write_frame(context, nil)
      guard code >= 0 else {
        throw MovieError(code: code, path: path, doing: "writing a fragment", time: time)
      }
    }
    hasDescription = true
    fragmentBytes = 0
    avio_flush(context!.pointee.pb)
  }

  /// Bytes of the file so far, what is still on its way to the disk included: it goes there in steps of 256 kB, and
  /// with each fragment. Of a fragment that is not written yet only its samples count.
  package var bytesWritten: Int64 {
    guard state == .started || state == .failed, let output = context?.pointee.pb else {
      return finishedBytes
    }
    return avio_tell(output) + fragmentBytes
  }
  private var fragmentBytes: Int64 = 0
  private var finishedBytes: Int64 = 0

  /// The file's time at the end of what was appended to a track; nil before its first sample.
  package func end(of id: TrackID) -> MediaTime? {
    guard tracks.indices.contains(id) else { return nil }
    let track = tracks[id]
    if case .sound(let encoder) = track.kind { return encoder.end.map { MediaTime($0, track.timescale) } }
    return track.lastTime.map { MediaTime($0, track.timescale) }
  }

  // MARK: End

  /// Writes what the encoders hold and the index, and closes the file. `end`: the caller's time at which the last picture
  /// of each track ends. Throws `diskFull`, `failed`; then only `abandon` is left.
  package func finish(at end: MediaTime? = nil) throws(MovieError) -> MovieSummary {
    try expect(.started)
    let last = end.map(place)
    try write { () throws(MovieError) in
      for track in tracks {
        let keep = { (packet: UnsafeMutablePointer<AVPacket>) throws(MovieError) in
          try self.hold(packet, of: track)
        }
        switch track.kind {
        case .pictures(let encoder): try encoder.finish(keep)
        case .sound(let encoder): try encoder.finish(keep)
        case .packets: break
        }
        if let last, track.isVideo, let held = track.held {
          let length = last.value(in: track.timescale) - held.pointee.pts
          if length > 0 { held.pointee.duration = length }
        }
        try writeHeld(of: track, next: nil)
      }
      let code = av_write_trailer(context)
      guard code >= 0 else { throw MovieError(code: code, path: path, doing: "ending the file") }
      avio_flush(context!.pointee.pb)
      try checkDisk("ending the file")
    }
    finishedBytes = avio_size(context!.pointee.pb)
    let code = avio_closep(&context!.pointee.pb)
    guard code >= 0 else { throw failed(MovieError(code: code, path: path, doing: "closing the file")) }
    state = .finished
    var summary = MovieSummary(duration: duration, bytes: finishedBytes, samples: tracks.map(\.count))
    if settings.fragmentInterval != nil { try joinFragments(&summary) }
    if !summary.isFragmented, tracks.contains(where: { $0.logCurve != nil }) {
      summary.bytes = try LogCurveBox.insert(tracks.map(\.logCurve), path: path)
      finishedBytes = summary.bytes
    }
    return summary
  }

  /// Of the newest packet of a track, in units of the track.
  func setLastDuration(_ duration: Int64, of id: TrackID) { tracks[id].held?.pointee.duration = duration }

  private var duration: MediaTime { tracks.map { MediaTime($0.end, $0.timescale) }.max() ?? .zero }

  private func joinFragments(_ summary: inout MovieSummary) throws(MovieError) {
    do throws(MovieError) {
      summary.bytes = try Fragments.join(
        path: path, settings: settings, lastDurations: tracks.map(\.lastDuration))
    } catch {
      guard error.kind == .diskFull else { throw error }
      summary.isFragmented = true
    }
    finishedBytes = summary.bytes
  }

  /// Ends without an index. The file is removed, unless its fragments are to be kept: then it ends after the last
  /// whole one, and true is the result if there is one.
  @discardableResult
  package func abandon(keepingFragments: Bool = false) -> Bool {
    guard state == .started || state == .failed else { return false }
    state = .finished
    for track in tracks { av_packet_free(&track.held) }
    avio_closep(&context!.pointee.pb)
    if keepingFragments, settings.fragmentInterval != nil, let size = Fragments.cutAfterLastWhole(path: path)
    {
      finishedBytes = size
      return true
    }
    // A device is not the writer's to remove.
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
    return false
  }
}

/// A track while it is written.
final class WriterTrack {
  enum Kind {
    case pictures(VideoEncoder)
    case sound(SoundEncoder)
    case packets
  }

  var kind: Kind
  let timescale: Int32
  var stream: UnsafeMutablePointer<AVStream>?
  /// Of the newest sample, in the file's time and the track's units; decoding time for packets.
  var lastTime: Int64?
  var held: UnsafeMutablePointer<AVPacket>?
  var lastDuration: Int64 = 0
  var count = 0
  var end: Int64 = 0
  var fragmentStart: MediaTime?
  /// The name that its description gets.
  var logCurve: String?

  init(_ kind: Kind, timescale: Int32) {
    self.kind = kind
    self.timescale = timescale
  }

  deinit { av_packet_free(&held) }

  var isVideo: Bool { stream?.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO }
}

extension MovieContainer {
  var muxerName: String { self == .quickTime ? "mov" : "mp4" }
}
