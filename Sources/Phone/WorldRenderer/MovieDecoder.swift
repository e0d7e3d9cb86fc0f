import MediaCoding

/// A picture of a movie and how long it is seen, nanoseconds from the movie's beginning.
struct MovieFrame: Sendable {
  var picture: DecodedPicture
  /// Seen from `begin` until before `end`; `ownEnd` is where the file says that it ends.
  var begin, end, ownEnd: Int64
  /// Why pictures after this one are missing; it stands in for them until `end`.
  var fault: String?
}

/// Decodes a movie from any place on. One caller at a time.
final class MovieDecoder {
  let length: Int64
  let width, height: Int
  let matrix: TrackMatrix
  /// Between two pictures on average.
  let step: Int64
  /// Bytes of a decoded picture.
  let frameBytes: Int
  private let reader: PictureReader
  private let start: MediaTime
  /// The next picture, decoded already: its time is the end of the one before.
  private var pending: (picture: DecodedPicture, begin: Int64)?
  /// What was broken and has not been missed yet.
  private var fault: String?
  /// Why nothing follows any more: said of every gap from there on.
  private var ending: String?
  /// What was seen last, for a file whose data goes away while it is read.
  private var newest: DecodedPicture

  /// Throws when the file cannot be read or has not one picture that can be decoded.
  init(path: String) throws(MovieError) {
    reader = try PictureReader(path: path, as: .biplanar420(fullRange: false))
    let track = reader.track
    start = track.start
    matrix = track.matrix
    step = Int64(1e9 / (track.nominalFrameRate > 0.1 ? track.nominalFrameRate : 30))
    var first: DecodedPicture?
    var reason: MovieError?
    while first == nil {
      do throws(MovieError) {
        guard let picture = try reader.next() else { break }
        first = picture
      } catch { reason = reason ?? error }
    }
    guard let first else {
      throw reason ?? MovieError(.corrupt, path: path, "a movie without a picture")
    }
    (width, height, frameBytes) = (first.width, first.height, first.byteCount)
    let longest = track.duration > .zero ? track.duration : reader.movie.duration
    length = max(longest.value(in: 1_000_000_000), step)
    pending = (first, 0)
    newest = first
  }

  private func moment(_ time: MediaTime) -> Int64 {
    min(max((time - start).value(in: 1_000_000_000), 0), length)
  }

  /// The frame that is seen at a moment; goes on from the last one where that is possible.
  func frame(at time: Int64) -> MovieFrame {
    let frame = find(time)
    newest = frame.picture
    return frame
  }

  /// The frame that is seen at a moment and those before it, at most `most`, in order.
  func frames(upTo time: Int64, most: Int) -> [MovieFrame] {
    let most = max(most, 1)
    var frames = [frame(at: max(time - Int64(most - 1) * step, 0))]
    while let last = frames.last, last.end <= time, let frame = next() {
      frames.append(frame)
      if frames.count > most { frames.removeFirst() }
    }
    if let last = frames.last { newest = last.picture }
    return frames
  }

  private func find(_ time: Int64) -> MovieFrame {
    if let pending, pending.begin <= time, time - pending.begin <= 2 * step + 1 {
      while let frame = next() { if frame.end > time { return frame } }
    }
    // From the last place to begin at that leads to a picture at or before the moment.
    var back: Int64 = 0
    while true {
      let from = max(time - back, 0)
      seek(from)
      if let begin = pending?.begin, begin <= time || from == 0 {
        var last: MovieFrame?
        while let frame = next() {
          if frame.end > time { return frame }
          last = frame
        }
        if var last {
          last.end = length
          return last
        }
      }
      if from == 0 {
        let reason = fault ?? ending ?? "no picture can be read any more; the last good picture stays"
        return MovieFrame(picture: newest, begin: 0, end: length, ownEnd: 0, fault: reason)
      }
      back = max(2 * back, 8 * step)
    }
  }

  private func seek(_ time: Int64) {
    (pending, fault, ending) = (nil, nil, nil)
    do throws(MovieError) {
      try reader.seek(to: start + MediaTime(time, 1_000_000_000))
    } catch { note(error) }
    pending = decode()
    // The first picture is seen from the beginning on.
    if time == 0 { pending?.begin = 0 }
  }

  /// The next frame in order; nil after the last.
  func next() -> MovieFrame? {
    guard let (picture, begin) = pending else { return nil }
    pending = decode()
    let ownEnd = picture.duration > .zero ? begin + picture.duration.value(in: 1_000_000_000) : begin + step
    // A picture of no length is not seen.
    let end = max(pending?.begin ?? length, begin)
    var frame = MovieFrame(picture: picture, begin: begin, end: end, ownEnd: ownEnd)
    // A decoder complains before it hands out what it still holds: the fault belongs to the gap that comes.
    if end - ownEnd > step / 2 {
      frame.fault = fault ?? ending
      fault = nil
    }
    return frame
  }

  /// The next picture that can be decoded; what could not be is told by `fault`.
  private func decode() -> (picture: DecodedPicture, begin: Int64)? {
    while true {
      do throws(MovieError) {
        guard let picture = try reader.next() else { return nil }
        // Everything that is kept for a movie is of its size.
        guard picture.width == width, picture.height == height else {
          throw MovieError(
            .corrupt, path: reader.movie.path,
            "a picture of \(picture.width) x \(picture.height) in a movie of \(width) x \(height)",
            time: picture.time)
        }
        return (picture, moment(picture.time))
      } catch { note(error) }
    }
  }

  private func note(_ error: MovieError) {
    if error.kind == .truncated { ending = ending ?? words(error) } else { fault = fault ?? words(error) }
  }

  private func words(_ error: MovieError) -> String {
    let place = error.time.map { " at \(Double(moment($0) / 1_000_000) / 1000) s of the movie" } ?? ""
    return "\(error.reason)\(place); the last good picture stays"
  }
}
