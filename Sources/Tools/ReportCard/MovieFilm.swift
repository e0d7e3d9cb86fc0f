import Foundation
import MediaCoding
import PhoneModel
import Scenarios

/// A movie's file as any player shows it: decoded, and turned as the track's matrix says.
struct MovieFilm {
  struct Picture {
    var place: MoviePictureReport.Place
    /// Seconds of the movie.
    var time: Double
    /// No longer than `PhotoPicture.longestSide`.
    var shown: PixelPicture
  }

  /// Pixels as shown.
  var width, height: Int
  /// Clockwise quarter turns of the matrix, and its flip left-right after them.
  var turns: Int
  var isMirrored: Bool
  /// Seconds.
  var duration: Double
  var codec: String
  var hasSound: Bool
  /// First, middle and last; fewer where the movie has fewer.
  var pictures: [Picture]

  /// Why a file cannot be shown.
  struct Problem: Error, Hashable {
    var what: String
    /// The file is right, but what it asks of a player is not done: the doing of whoever set the matrix.
    var isMatrix = false
  }

  init(path: String) throws(Problem) {
    do {
      self = try Self.read(path)
    } catch let error as Problem { throw error } catch let error as MovieError {
      throw Problem(what: error.reason)
    } catch { throw Problem(what: "\(error)") }
  }

  private init(_ reader: MediaCoding.PictureReader, _ picture: DecodedPicture, turns: Int, isMirrored: Bool) {
    (self.turns, self.isMirrored) = (turns, isMirrored)
    let swaps = turns % 2 == 1
    (width, height) = swaps ? (picture.height, picture.width) : (picture.width, picture.height)
    duration = reader.track.duration.seconds
    codec = reader.track.codecName
    hasSound = reader.movie.tracks.contains(where: \.isSound)
    pictures = []
  }

  private static func read(_ path: String) throws -> MovieFilm {
    let reader = try MediaCoding.PictureReader(path: path, as: .bgra)
    guard let (turns, isMirrored) = reader.track.matrix.quarterTurns else {
      throw Problem(what: "its matrix does more than to turn by quarters and to flip", isMatrix: true)
    }
    guard let first = try reader.next() else { throw Problem(what: "it holds no picture") }
    var film = MovieFilm(reader, first, turns: turns, isMirrored: isMirrored)
    film.add(first, .first)
    let (start, length) = (reader.track.start, reader.track.duration)
    try reader.seek(to: start + length)
    var last: DecodedPicture?
    while let next = try reader.next() { last = next }
    guard let last, last.time > first.time else { return film }
    try reader.seek(to: MediaTime(length.value / 2, length.timescale) + start)
    if let middle = try reader.next(), middle.time > first.time, middle.time < last.time {
      film.add(middle, .middle)
    }
    film.add(last, .last)
    return film
  }

  private mutating func add(_ decoded: DecodedPicture, _ place: MoviePictureReport.Place) {
    let (width, height) = (decoded.width, decoded.height)
    var pixels = Data(count: width * height * 4)
    pixels.withUnsafeMutableBytes {
      if let base = $0.bindMemory(to: UInt8.self).baseAddress {
        decoded.bytes.drawBGRA(into: base, bytesPerRow: width * 4)
      }
    }
    let stored = PixelPicture(width: width, height: height, layout: .bgra, bytes: pixels)
    let turned = stored.smaller(side: PhotoPicture.longestSide).turned(QuarterTurns(turns))
    pictures.append(
      Picture(place: place, time: decoded.time.seconds, shown: isMirrored ? turned.flipped : turned))
  }
}
