import DuoCoreMedia
import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel
import Synchronization

/// What a recording is made of, fixed when it begins.
struct MoviePlan: Sendable {
  var path: String
  /// Nil: no pictures.
  var video: VideoTrackSettings?
  /// Nil: no sound.
  var sound: SoundTrackSettings?
  var fragmentInterval: MediaTime?
  var metadata: [MovieMetadata] = []
  /// Seconds since 1970.
  var creationDate: Int64
}

/// One file while it is written. Its calls are made on the output's queue, one after the other; `bytes` from anywhere.
///
/// `@unchecked` because everything but `written` is touched on that queue only.
final class MovieJob: @unchecked Sendable {
  let plan: MoviePlan
  private var writer: MovieWriter?
  private var videoTrack, soundTrack: MovieWriter.TrackID?
  private var memory: PictureMemory?
  private(set) var samples = 0
  private(set) var largestSample: Int64 = 0
  private let written = Atomic<Int64>(0)
  /// Nothing is taken any more.
  private(set) var isOver = false

  init(_ plan: MoviePlan) { self.plan = plan }

  /// Bytes of the file so far.
  var bytes: Int64 { written.load(ordering: .relaxed) }

  var hasBegun: Bool { writer != nil }

  /// Makes the file. Once, before the first sample.
  func begin() throws(MovieError) {
    var settings = MovieSettings(container: .quickTime)
    settings.fragmentInterval = plan.fragmentInterval
    settings.metadata = plan.metadata
    settings.creationDate = plan.creationDate
    let writer = try MovieWriter(path: plan.path, settings: settings)
    if let video = plan.video {
      videoTrack = try writer.addTrack(video)
      memory = PictureMemory(width: video.width, height: video.height, layout: video.pictureLayout)
    }
    if let sound = plan.sound { soundTrack = try writer.addTrack(sound) }
    try writer.start()
    try writer.startSession(at: .zero)
    self.writer = writer
    note()
  }

  private func note() {
    guard let now = writer?.bytesWritten else { return }
    largestSample = max(largestSample, now - bytes)
    written.store(now, ordering: .relaxed)
  }

  /// Draws a frame into the movie, as the sensor gave it.
  func picture(_ imager: any FrameImager, at time: Int64, lasting length: Int64) throws(MovieError) {
    guard let writer, let videoTrack, let memory else { return }
    let colours = plan.video?.colours?.pictureColours ?? .sRGB
    let coloured = colours == .sRGB ? imager : imager.coloured(colours)
    coloured.draw(FrameWindow(), into: memory.target)
    try writer.append(
      memory.picture, at: MediaTime(time, 1_000_000_000), duration: MediaTime(length, 1_000_000_000),
      to: videoTrack)
    samples += 1
    note()
  }

  func sound(_ samples: ArraySlice<Int16>, rate: Double, at time: Int64) throws(MovieError) {
    guard let writer, let soundTrack else { return }
    do {
      try samples.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        try writer.append(
          SoundBytes(
            format: .int16, sampleRate: Int(rate), channels: 1, frames: buffer.count, planes: [base]),
          at: MediaTime(time, 1_000_000_000), to: soundTrack)
      }
    } catch let error as MovieError { throw error } catch {
      throw MovieError(.failed, path: plan.path, "\(error)")
    }
    self.samples += 1
    note()
  }

  /// Ends the file. `end`: nanoseconds of the movie at which its last picture ends.
  /// - Returns: what it is; nil when nothing had begun.
  func finish(at end: Int64) throws(MovieError) -> MovieSummary? {
    isOver = true
    guard let writer else { return nil }
    let summary = try writer.finish(at: plan.video == nil ? nil : MediaTime(end, 1_000_000_000))
    written.store(summary.bytes, ordering: .relaxed)
    return summary
  }

  /// Ends without an index: true when what is left can be played.
  func abandon() -> Bool {
    isOver = true
    defer { writer = nil }
    return writer?.abandon(keepingFragments: true) ?? false
  }
}

/// Memory for one picture of two planes, used again and again.
final class PictureMemory {
  let target: PixelTarget
  let picture: PictureBytes
  private let base: UnsafeMutableRawPointer

  init(width: Int, height: Int, layout: PixelLayout) {
    let (bytes, rows, stored): (Int, Int, PictureLayout) =
      switch layout {
      case .biplanarTen(let fullRange, let halvesRows):
        (
          2, halvesRows ? (height + 1) / 2 : height,
          .biplanarTen(fullRange: fullRange, halvesRows: halvesRows)
        )
      default: (1, (height + 1) / 2, .biplanar420(fullRange: false))
      }
    let stride = (width * bytes + 63) / 64 * 64
    let luma = stride * height
    base = .allocate(byteCount: luma + stride * rows, alignment: 64)
    target = PixelTarget(
      layout: layout, width: width, height: height,
      planes: [
        PixelTarget.Plane(base: base, bytesPerRow: stride),
        PixelTarget.Plane(base: base + luma, bytesPerRow: stride),
      ])
    picture = PictureBytes(
      layout: stored, width: width, height: height,
      planes: [
        PictureBytes.Plane(base: base, bytesPerRow: stride),
        PictureBytes.Plane(base: base + luma, bytesPerRow: stride),
      ])
  }

  deinit { base.deallocate() }
}

extension VideoTrackSettings {
  /// How pictures are drawn for the track.
  fileprivate var pictureLayout: PixelLayout {
    switch (codec, profile) {
    case (.hevc, .hevcMain10): .biplanarTen(fullRange: false, halvesRows: true)
    case (.proRes422, _): .biplanarTen(fullRange: false, halvesRows: false)
    default: .biplanar420(fullRange: false)
    }
  }
}
