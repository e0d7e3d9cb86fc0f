import Foundation
import MediaCoding
import PhoneModel

/// A movie that is named where a world is expected.
enum MovieFile {
  /// The size of the pictures of a movie; nil when the file is none. Throws `ScenarioError` for a movie that cannot be read.
  static func size(path: String) throws -> (width: Int, height: Int)? {
    do throws(MovieError) {
      let movie = try MovieReader(path: path).movie
      for track in movie.tracks {
        if case .video(let width, let height) = track.format.kind { return (width, height) }
      }
      throw MovieError(.unsupported, path: path, "the movie has no pictures")
    } catch {
      switch error.kind {
      case .noSuchFile, .badPath, .empty, .unknownFormat: return nil
      default: throw ScenarioError(file: path, place: "", what: error.reason)
      }
    }
  }

  /// Throws `ScenarioError` when the movie cannot be this world.
  static func check(_ movie: MovieWorld) throws {
    guard let size = try size(path: movie.path) else {
      // Says what the file is not.
      _ = try PictureSize(path: movie.path)
      throw ScenarioError(file: movie.path, place: "", what: "is a picture and not a movie")
    }
    guard movie.shape != .panorama || abs(size.width - 2 * size.height) <= 2 else {
      throw ScenarioError(
        file: movie.path, place: "",
        what: "a 360-degree movie is twice as wide as high, and this is \(size.width) x \(size.height)")
    }
  }
}

extension MovieWorld {
  var json: JSONValue {
    var fields: [String: JSONValue] = ["movie": .text(path)]
    if let shape { fields["shape"] = .text(shape.rawValue) }
    if playing != .loop { fields["playing"] = .text(playing.rawValue) }
    return .object(fields)
  }
}
