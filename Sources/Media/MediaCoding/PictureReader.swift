import CLibAV
import CYUV

/// A decoded picture. Never changes.
// Unchecked: the memory is written in `init` only and lives as long as the object.
package final class DecodedPicture: @unchecked Sendable {
  /// When it is shown, and until when as far as the file says; in the file's time.
  package let time, duration: MediaTime
  package let layout: PictureLayout
  package let width, height: Int
  private let base: UnsafeMutableRawPointer
  private let strides: [Int]

  /// Memory for a picture, filled by `fill`.
  init(
    time: MediaTime, duration: MediaTime, layout: PictureLayout, width: Int, height: Int,
    fill: ([(base: UnsafeMutablePointer<UInt8>, stride: Int)]) -> Void
  ) {
    (self.time, self.duration, self.layout) = (time, duration, layout)
    (self.width, self.height) = (width, height)
    func padded(_ bytes: Int) -> Int { (bytes + 63) / 64 * 64 }
    strides = (layout == .bgra ? [0] : [0, 1]).map { padded(layout.size(ofPlane: $0, width, height).bytes) }
    let size = Self.size(layout, strides, width, height)
    base = .allocate(byteCount: size, alignment: 64)
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    fill(strides.indices.map { (bytes + ($0 == 0 ? 0 : strides[0] * height), strides[$0]) })
  }

  deinit { base.deallocate() }

  /// The pixels; valid while the picture lives.
  package var bytes: PictureBytes {
    PictureBytes(
      layout: layout, width: width, height: height,
      planes: strides.indices.map {
        PictureBytes.Plane(base: base + ($0 == 0 ? 0 : strides[0] * height), bytesPerRow: strides[$0])
      })
  }

  package var byteCount: Int { Self.size(layout, strides, width, height) }

  private static func size(_ layout: PictureLayout, _ strides: [Int], _ width: Int, _ height: Int) -> Int {
    strides.indices.reduce(0) { $0 + strides[$1] * layout.size(ofPlane: $1, width, height).rows }
  }
}

/// Decodes a track of pictures, in the order in which they are shown. One caller at a time.
package final class PictureReader {
  /// How the pictures are wanted.
  package enum Wanted: Hashable, Sendable {
    /// Biplanar 420 with the numbers as the file has them; `isFullRange` of the track says which.
    case asStored
    /// ITU-R 709, whatever the file has.
    case biplanar420(fullRange: Bool)
    case bgra
    /// 420 of ten bits with the numbers and the range as the file has them.
    case tenBits
  }

  package var track: MovieTrack { decoder.track }
  package var movie: MovieDescription { decoder.reader.movie }
  private let decoder: Decoder
  private let wanted: Wanted
  /// Frames that a seek had to decode and that were not asked for yet.
  private var waiting: [(frame: UnsafeMutablePointer<AVFrame>?, time: MediaTime)] = []

  /// - Parameters:
  ///   - track: Its index; nil for the first track of pictures.
  ///   - threads: Of the decoder. The pictures are the same with any number.
  /// - Throws: what `MovieReader` throws; `codecMissing`.
  package init(path: String, track: Int? = nil, as wanted: Wanted, threads: Int = 1) throws(MovieError) {
    decoder = try Decoder(
      path: path, track: track, wants: \.isVideo, what: "track of pictures", threads: threads)
    self.wanted = wanted
  }

  deinit { dropWaiting() }

  private func dropWaiting() {
    for index in waiting.indices { av_frame_free(&waiting[index].frame) }
    waiting = []
  }

  /// The next picture; nil at the end. Throws `corrupt`, after which the next call goes on with what follows,
  /// `truncated`, after which what was decoded before still comes, and `unsupported`.
  package func next() throws(MovieError) -> DecodedPicture? {
    if !waiting.isEmpty {
      var (frame, time) = waiting.removeFirst()
      defer { av_frame_free(&frame) }
      return try frame.map { frame throws(MovieError) in try picture(frame, time) }
    }
    guard let (frame, time) = try decoder.next() else { return nil }
    return try picture(frame, time)
  }

  /// The next picture is then the one that is shown at a moment: the last that begins at or before it, or the first.
  package func seek(to time: MediaTime) throws(MovieError) {
    dropWaiting()
    try decoder.seek(to: time)
    while let (frame, begin) = try decoder.next() {
      waiting.append((av_frame_clone(frame), begin))
      if begin > time { break }
      if waiting.count > 1 {
        av_frame_free(&waiting[0].frame)
        waiting.removeFirst()
      }
    }
    // The first picture is later than the moment: it is all there is before it.
  }

  private func picture(
    _ frame: UnsafeMutablePointer<AVFrame>, _ time: MediaTime
  ) throws(MovieError) -> DecodedPicture {
    try DecodedPicture(frame, time: time, duration: duration(frame), as: wanted, path: decoder.reader.path)
  }

  private func duration(_ frame: UnsafeMutablePointer<AVFrame>) -> MediaTime {
    decoder.reader.time(duo_av_frame_duration(frame), track.index)
  }
}
