import PhoneModel
import Scenarios

/// What a picture of a movie shows.
public struct MoviePictureReport: Hashable, Codable, Sendable {
  public enum Place: String, Hashable, Codable, Sendable { case first, middle, last }

  public var place: Place
  /// Seconds of the movie.
  public var time: Double
  /// Path of the picture as a player shows it, relative to the report; smaller than a large one.
  public var picture: String
  /// The camera that took it.
  public var camera: PictureCamera?
  public var faces: Faces
  public var upright: Bool?
  public var roll: Roll?
  public var mirrored: Bool?
}

/// What a movie came to.
public struct MovieReport: Hashable, Codable, Sendable {
  /// The file's name, as the app gave it.
  public var file: String
  /// What wrote it: the movie file output, or an asset writer.
  public var writer: MovieRecord.Writer
  /// Phone time of the first picture, seconds; nil when there was none.
  public var time: Double?
  /// The step in which that was; nil: the one in which the recording ended.
  public var begunIn: String?
  /// Seconds; nil, as what follows, for a file that is not there or cannot be read.
  public var duration: Double?
  /// Pixels as shown.
  public var width, height: Int?
  public var codec: String?
  public var sound: Bool?
  /// What the track's matrix does: degrees clockwise, then a flip left-right.
  public var turn: Int?
  public var flip: Bool?
  /// Why the recording ended, in the trace's words; nil: it had not.
  public var ending: String?
  /// The name of the device through which the app used the camera; nil where an asset writer wrote it.
  public var device: String?
  /// First, middle and last, as a player shows them.
  public var pictures: [MoviePictureReport]
  /// False in a world without tags: then nothing is judged.
  public var readFromPictures: Bool
  public var verdict: Verdict
  /// What did not simply pass.
  public var findings: [Finding]
  /// What was judged and passed in all pictures.
  public var passed: [PhotoReport.Judged]

  /// A file that can be played is left.
  public var isFinished: Bool { duration != nil }
}
