import MediaCoding
import PhoneModel
import Synchronization

/// A movie as a world. What is seen at a moment depends on the moment and the file alone.
final class WorldMovie: Sendable {
  let description: MovieWorld
  private let frames: MovieFrames
  private let isPanorama: Bool
  private let turns: Int
  private let isMirrored: Bool
  private let maps = PanoramaMaps()

  /// Drawn lately and ready to be drawn again, newest last.
  private let ready = Mutex<[(begin: Int64, content: World.Content)]>([])
  private static let mostReady = 3

  init(_ movie: MovieWorld) throws(WorldError) {
    description = movie
    let decoder: MovieDecoder
    do throws(MovieError) { decoder = try MovieDecoder(path: movie.path) } catch {
      throw WorldError(path: movie.path, reason: error.reason)
    }
    let size = (width: decoder.width, height: decoder.height)
    guard max(size.width, size.height) <= PictureFile.longestSide,
      size.width * size.height <= PictureFile.mostPixels
    else {
      throw WorldError(path: movie.path, reason: "\(size.width) x \(size.height) is too large")
    }
    let isWide = abs(size.width - 2 * size.height) <= 2 && size.height >= 8
    if movie.shape == .panorama, !isWide {
      throw WorldError(
        path: movie.path,
        reason: "\(size.width) x \(size.height) is not a 360-degree movie: it must be twice as wide as high")
    }
    isPanorama = movie.shape.map { $0 == .panorama } ?? isWide
    (turns, isMirrored) = decoder.matrix.quarterTurns ?? (0, false)
    frames = MovieFrames(decoder)
  }

  private func frame(at time: PhoneTime) -> (frame: MovieFrame, moment: Int64) {
    let moment = description.moment(at: time, length: frames.length)
    return (
      frames.frame(at: moment.time, isForward: moment.isForward, playing: description.playing), moment.time
    )
  }

  func content(at time: PhoneTime) -> World.Content {
    let frame = frame(at: time).frame
    if let known = ready.withLock({ $0.first { $0.begin == frame.begin }?.content }) { return known }
    let content: World.Content =
      isPanorama
      ? .panorama(Panorama(frame.picture, maps: maps))
      : .picture(FlatPicture(frame.picture, turns: turns, isMirrored: isMirrored))
    ready.withLock { ready in
      ready.removeAll { $0.begin == frame.begin }
      ready.append((frame.begin, content))
      if ready.count > Self.mostReady { ready.removeFirst() }
    }
    return content
  }

  func fault(at time: PhoneTime) -> WorldError? {
    let (frame, moment) = frame(at: time)
    guard let fault = frame.fault, moment >= frame.ownEnd else { return nil }
    return WorldError(path: description.path, reason: fault)
  }

  /// Bytes of decoded pictures that are held for later, and the most that may be.
  var memory: (held: Int, most: Int) { frames.memory }
}
