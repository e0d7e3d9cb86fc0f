import Foundation
import PhoneModel
import Scenarios

/// What a run came to; `report.json` is this value. `Schemas/report.schema.json` describes it.
public struct Report: Hashable, Codable, Sendable {
  public static let schema = "diptych/report/1"

  public var schema: String
  public var app: String
  public var phone: String
  public var world: String
  public var scenario: String
  public var intent: Intent
  /// What the person had decided about the camera before the app started.
  public var camera: CameraPermission
  /// Pass, fail or disagreement; not judged for a run that was interrupted before its first step was judged. Notes
  /// do not spoil a pass; `notes` counts them.
  public var verdict: Verdict
  public var notes: Int
  /// Why the run ended before its scenario; nil for a whole run.
  public var incomplete: String?
  /// What concerns the run and not a step.
  public var findings: [Finding]
  public var steps: [StepReport]

  /// Rule 18. A run that somebody ended early has not run, unless it failed before.
  public var exitStatus: Int32 {
    switch verdict {
    case .disagreement: 3
    case .pass, .note: incomplete == nil ? 0 : 2
    case .notJudged: incomplete == nil ? 1 : 2
    case .fail: 1
    }
  }

  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

public struct StepReport: Hashable, Codable, Sendable {
  public var name: String
  /// Phone time of the settled moment, seconds; nil for a step that was not reached.
  public var time: Double?
  /// The name of the pose, where the placement came from one.
  public var pose: String?
  /// Hinge angle in degrees; nil on a phone without a hinge.
  public var hinge: Double?
  public var verdict: Verdict
  public var displays: [DisplayReport]
  /// What concerns the step and no display.
  public var findings: [Finding]
  /// In the order in which they were taken.
  public var photos: [PhotoReport] = []
  /// Whose recording ended in it, in that order.
  public var movies: [MovieReport] = []

  /// Of photos and movies.
  var takenFindings: [Finding] { photos.flatMap(\.findings) + movies.flatMap(\.findings) }
}

public struct DisplayReport: Hashable, Codable, Sendable {
  public var display: DisplayID
  public var lit: Bool
  /// Who looks at it: `holder`, `subject` or nobody (rule 1).
  public var viewer: String?
  /// Path of the picture, relative to the report.
  public var picture: String?
  /// By how many degrees clockwise the picture was turned so that it stands as its viewer sees it: 0 where the interface
  /// follows the hold. Nil without a picture.
  public var pictureTurn: Int?
  public var verdict: Verdict
  public var previews: [PreviewReport]
  public var findings: [Finding]
}

public struct PreviewReport: Hashable, Codable, Sendable {
  /// The camera that took the picture.
  public var camera: PictureCamera?
  /// The name of the device through which the app gets it.
  public var device: String?
  public var faces: Faces
  public var upright: Bool?
  public var roll: Roll?
  public var mirrored: Bool?
  public var stale: Bool?
  /// Seconds between the picture's clock tags and the moment it was composed.
  public var age: Double?
  /// False where the fields come from the trace because the world has no tags.
  public var readFromPicture: Bool
  /// How much of the preview is visible, 0...1.
  public var visible: Double
  public var verdict: Verdict
  /// What did not simply pass.
  public var findings: [Finding]
  /// Rules that were judged and passed.
  public var passed: [FindingRule]

  /// Adds what else was found; what passes is not listed here.
  mutating func add(_ more: [Finding]) {
    findings += more
    verdict = .worst([verdict] + more.map(\.verdict))
  }
}

/// An angle as the nearest clockwise quarter turn and the rest (rule 9).
public struct Roll: Hashable, Codable, Sendable {
  /// 0, 90, 180 or 270.
  public var quarterTurn: Int
  /// Degrees, -45...45.
  public var remainder: Double

  /// `degrees` clockwise, any value.
  public init(degrees: Double) {
    let turns = Int((degrees / 90).rounded())
    quarterTurn = ((turns % 4) + 4) % 4 * 90
    remainder = ((degrees - Double(turns) * 90) * 10).rounded() / 10
  }
}
