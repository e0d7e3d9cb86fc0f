import Foundation
import PhoneModel
import Scenarios

/// What a photo came to.
public struct PhotoReport: Hashable, Codable, Sendable {
  public enum Judged: String, Hashable, Codable, Sendable { case camera, faces, upright, expectation }

  /// Phone time of the exposure, seconds.
  public var time: Double
  /// Path of the picture as a viewer shows it, relative to the report; smaller than a large photo.
  public var picture: String?
  /// Pixels as shown.
  public var width, height: Int
  /// Exif's number in the file; nil for a file that cannot be read.
  public var orientation: Int?
  /// The camera that took it.
  public var camera: PictureCamera?
  /// The name of the device through which the app used it.
  public var device: String?
  public var faces: Faces
  public var upright: Bool?
  public var roll: Roll?
  public var mirrored: Bool?
  /// False in a world without tags: then nothing is judged.
  public var readFromPicture: Bool
  public var verdict: Verdict
  /// What did not simply pass.
  public var findings: [Finding]
  /// What was judged and passed.
  public var passed: [Judged]
}

/// Judges one photo from its file: as any viewer program shows it, for whoever looked at the app's display when it was
/// taken.
struct PhotoGrader {
  var description: PhoneDescription
  var intent: Intent
  var wanted: PhotoExpectation?
  var reader: PictureReader

  /// Pixels along the longer side of the copy in the report.
  static let keptSide = 1024

  /// - Parameter keep: Stores the picture and returns its path in the report.
  func grade(_ photo: PhotoRecord, keep: (PixelPicture) throws -> String) throws -> PhotoReport {
    var report = PhotoReport(
      time: photo.time.seconds, picture: nil, width: photo.width, height: photo.height, orientation: nil,
      camera: nil, device: description.camera(uniqueID: photo.deviceUniqueID)?.localizedName,
      faces: .unread, upright: nil, roll: nil, mirrored: nil, readFromPicture: photo.state.world == .room,
      verdict: .notJudged, findings: [], passed: [])
    let picture: PhotoPicture
    do throws(PhotoPicture.Problem) { picture = try PhotoPicture(photo.file) } catch {
      return finish(
        &report,
        [
          TakenJudgement(
            .camera, Finding(.photo, .disagreement, "The photo's file cannot be read: \(error.what)."))
        ])
    }
    report.orientation = picture.orientation
    (report.width, report.height) = (picture.width, picture.height)
    let judgements = judge(picture, photo, &report)
    report.picture = try keep(picture.picture(side: Self.keptSide))
    return finish(&report, judgements)
  }

  private func finish(_ report: inout PhotoReport, _ judgements: [TakenJudgement]) -> PhotoReport {
    let all = judgements + expectations(report)
    report.verdict = .worst(all.map(\.finding.verdict))
    report.findings = all.map(\.finding).filter { $0.verdict != .pass }
    report.passed = all.passed
    return report
  }

  private func judge(_ picture: PhotoPicture, _ photo: PhotoRecord, _ report: inout PhotoReport)
    -> [TakenJudgement]
  {
    let taken = TakenPicture(
      rule: .photo, name: "photo", shown: picture.shown, time: photo.time, state: photo.state,
      claims: TakenPicture.Claims(
        camera: photo.frameCamera, angle: photo.rotationAngle, isMirrored: photo.isMirrored, time: photo.time),
      wrongInFile: wrongInFile(picture, photo))
    let judge = TakenPictureJudge(description: description, intent: intent, reader: reader)
    let (facts, judgements) = judge.judge(taken)
    report.camera = facts.camera
    report.faces = facts.faces
    (report.upright, report.roll, report.mirrored) = (facts.upright, facts.roll, facts.mirrored)
    return judgements
  }

  /// Size and orientation of the file, against what the trace says.
  private func wrongInFile(_ picture: PhotoPicture, _ photo: PhotoRecord) -> [String] {
    var wrong: [String] = []
    if (picture.storedWidth, picture.storedHeight) != (photo.width, photo.height) {
      wrong.append(
        "the file has \(picture.storedWidth) x \(picture.storedHeight) pixels, asked were \(photo.width) x "
          + "\(photo.height)")
    }
    if picture.orientation != photo.orientation {
      wrong.append("the file's orientation is \(picture.orientation), the trace says \(photo.orientation)")
    }
    return wrong
  }

  private func expectations(_ report: PhotoReport) -> [TakenJudgement] {
    let facts = TakenFacts(
      camera: report.camera, faces: report.faces, upright: report.upright, roll: report.roll,
      mirrored: report.mirrored)
    return wanted.map { facts.judgements(wanted: $0, of: "photo") } ?? []
  }
}
