import DuoCoreMedia
import Foundation
import MediaCoding

/// Writes a movie into another file. One call of `run`.
struct Exporter: Sendable {
  var source: URL
  var movie: MovieDescription
  var plan: ExportPlan
  var target: URL
  var container: MovieContainer
  var range: CMTimeRange
  var putsIndexFirst: Bool
  var metadata: [MovieMetadata]

  /// - Parameter progress: Gets 0...1, and answers whether to go on.
  /// - Returns: false when it was called off; no file is left then, nor after an error.
  func run(_ progress: (Double) -> Bool) throws -> Bool {
    var settings = MovieSettings(container: container)
    settings.putsIndexFirst = putsIndexFirst
    settings.metadata = metadata
    settings.creationDate = Int64(Date().timeIntervalSince1970)
    let writer = try MovieWriter(path: target.path, settings: settings)
    do {
      let isDone =
        try plan.codec == nil && !plan.isSoundOnly ? copy(to: writer, progress) : encode(to: writer, progress)
      guard isDone else {
        writer.abandon()
        return false
      }
      _ = try writer.finish()
      return true
    } catch {
      writer.abandon()
      throw error
    }
  }

  private var start: MediaTime {
    range.start.isNumeric && range.start > .zero ? MediaTime(range.start) : .zero
  }
  private var end: MediaTime {
    range.end.isNumeric ? min(MediaTime(range.end), movie.duration) : movie.duration
  }

  private func share(_ time: MediaTime) -> Double {
    let length = (end - start).seconds
    return length > 0 ? min(max((time - start).seconds / length, 0), 1) : 1
  }

  // MARK: As they are

  private func copy(to writer: MovieWriter, _ progress: (Double) -> Bool) throws -> Bool {
    let reader = try MovieReader(path: source.path)
    let tracks = movie.tracks.filter { $0.isVideo || $0.isSound }
    var targets: [Int: MovieWriter.TrackID] = [:]
    for track in tracks {
      targets[track.index] = try writer.addTrack(copying: track.format, timescale: track.timescale)
    }
    reader.select(tracks.map(\.index))
    try writer.start()
    // From the key picture before the beginning on; what is too early is not shown.
    if start > .zero, let first = tracks.first(where: \.isVideo) ?? tracks.first {
      try reader.seek(to: start, track: first.index)
    }
    try writer.startSession(at: start)
    while let (packet, track) = try reader.nextPacket() {
      guard let target = targets[track], packet.decodeTime < end else { continue }
      guard progress(share(packet.decodeTime)) else { return false }
      try writer.append(packet, to: target)
    }
    return true
  }

  // MARK: Encoded again

  private func encode(to writer: MovieWriter, _ progress: (Double) -> Bool) throws -> Bool {
    let video = plan.isSoundOnly ? nil : movie.tracks.first(where: \.isVideo)
    let sound = movie.tracks.first(where: \.isSound)
    var pictures: (reader: PictureReader, track: MovieWriter.TrackID, size: (width: Int, height: Int))?
    if let video, let codec = plan.codec, case .video(let width, let height) = video.format.kind {
      let size = plan.size(width: width, height: height)
      let reader = try PictureReader(
        path: source.path, track: video.index, as: .biplanar420(fullRange: false))
      pictures = (reader, try writer.addTrack(settings(codec, video, size)), size)
    }
    var samples: (reader: SoundReader, track: MovieWriter.TrackID)?
    if let sound, case .sound(let rate, let channels) = sound.format.kind {
      var settings = SoundTrackSettings(codec: .aac, sampleRate: rate, channels: min(channels, 2))
      settings.bitRate = 64_000 * min(channels, 2)
      let reader = try SoundReader(
        path: source.path, track: sound.index, as: .int16, channels: min(channels, 2))
      samples = (reader, try writer.addTrack(settings))
    }
    try writer.start()
    try writer.startSession(at: start)
    if start > .zero {
      try pictures?.reader.seek(to: start)
      try samples?.reader.seek(to: start)
    }
    var next = (picture: try pictures?.reader.next(), sound: try samples?.reader.nextSound())
    var scaler: PictureScaler?
    while next.picture != nil || next.sound != nil {
      // The earlier of both, so that they lie beside each other in the file.
      if let picture = next.picture, picture.time <= next.sound?.time ?? picture.time, let pictures {
        guard progress(share(picture.time)) else { return false }
        if picture.time < end {
          try append(picture, pictures.size, to: writer, pictures.track, &scaler)
          next.picture = try pictures.reader.next()
        } else {
          next.picture = nil
        }
      } else if let sound = next.sound, let samples {
        guard progress(share(sound.time)) else { return false }
        if sound.time < end {
          try sound.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try writer.append(
              SoundBytes(
                format: sound.format, sampleRate: sound.sampleRate, channels: sound.channels,
                frames: sound.frames,
                planes: [base]), at: sound.time, to: samples.track)
          }
          next.sound = try samples.reader.nextSound()
        } else {
          next.sound = nil
        }
      }
    }
    return true
  }

  private func settings(
    _ codec: VideoCodec, _ video: MovieTrack, _ size: (width: Int, height: Int)
  ) -> VideoTrackSettings {
    let rate = video.nominalFrameRate > 0 ? video.nominalFrameRate : 30
    var settings = VideoSettings(codec: codec)
    settings.quality = plan.quality
    var track = settings.track(width: size.width, height: size.height, frameRate: rate, usualBitRate: true)
    // Places of the matrix are in pixels of the track.
    let scale = (
      Double(size.width) / Double(max(width(of: video), 1)),
      Double(size.height) / Double(max(height(of: video), 1))
    )
    track.matrix = video.matrix
    let isTurned = (video.matrix.quarterTurns?.turns ?? 0) % 2 == 1
    track.matrix.tx *= isTurned ? scale.1 : scale.0
    track.matrix.ty *= isTurned ? scale.0 : scale.1
    track.timescale = max(video.timescale, 600)
    return track
  }

  private func width(of track: MovieTrack) -> Int {
    if case .video(let width, _) = track.format.kind { width } else { 0 }
  }
  private func height(of track: MovieTrack) -> Int {
    if case .video(_, let height) = track.format.kind { height } else { 0 }
  }

  private func append(
    _ picture: MediaCoding.DecodedPicture, _ size: (width: Int, height: Int), to writer: MovieWriter,
    _ track: MovieWriter.TrackID, _ scaler: inout PictureScaler?
  ) throws {
    var bytes = picture.bytes
    if bytes.width != size.width || bytes.height != size.height {
      let made = scaler ?? PictureScaler(layout: bytes.layout, width: size.width, height: size.height)
      scaler = made
      bytes = made.scale(bytes)
    }
    try writer.append(bytes, at: picture.time, to: track)
    withExtendedLifetime(picture) {}
  }
}
