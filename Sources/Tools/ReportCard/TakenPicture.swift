import Foundation
import PhoneModel
import Scenarios

/// A picture that an app took, a photo or one of a movie, as a viewer program shows it, and what is known of it.
struct TakenPicture {
  /// What the capture framework says.
  struct Claims {
    var camera: CameraID
    /// The connection's, degrees clockwise from the sensor's native picture.
    var angle: Double
    var isMirrored: Bool
    /// Of the exposure; nil where nobody noted it exactly.
    var time: PhoneTime?
  }

  /// Which findings it has.
  var rule: FindingRule
  /// How a finding calls it, such as "photo".
  var name: String
  var shown: PixelPicture
  /// When it was exposed, as far as is known.
  var time: PhoneTime
  /// The phone's own state then.
  var state: PhoneState
  /// Nil where the app itself made the picture of a camera's: then only its pixels speak.
  var claims: Claims?
  /// What of the file is not what the trace says; nothing for a file that is right.
  var wrongInFile: [String] = []
  /// False: no way up is wrong, with the reason.
  var wayUpIsFree: String?
}

/// What was read from such a picture.
struct TakenFacts: Hashable {
  var camera: PictureCamera?
  var faces = Faces.unread
  var upright: Bool?
  var roll: Roll?
  var mirrored: Bool?
}

/// One judgement, and what it was about.
struct TakenJudgement: Hashable {
  var word: PhotoReport.Judged
  var finding: Finding

  init(_ word: PhotoReport.Judged, _ finding: Finding) {
    self.word = word
    self.finding = finding
  }
}

extension [TakenJudgement] {
  /// What was judged and passed each time.
  var passed: [PhotoReport.Judged] {
    var words: [PhotoReport.Judged] = []
    for judgement in self where judgement.finding.verdict == .pass && !words.contains(judgement.word) {
      words.append(judgement.word)
    }
    let failed = filter { $0.finding.verdict == .fail || $0.finding.verdict == .disagreement }.map(\.word)
    return words.filter { !failed.contains($0) }
  }
}

extension TakenFacts {
  /// What a scenario demands.
  func judgements(wanted: PhotoExpectation, of name: String) -> [TakenJudgement] {
    var found: [TakenJudgement] = []
    func check(_ field: String, _ wanted: String?, _ seen: String?) {
      guard let wanted else { return }
      found.append(
        TakenJudgement(
          .expectation,
          Finding(
            .expectation, seen == wanted ? .pass : .fail, "\(name) \(field): \(seen ?? "unknown").",
            expected: wanted)))
    }
    func word(_ flag: Bool?) -> String? { flag.map { $0 ? "true" : "false" } }
    check("camera", wanted.camera, camera?.rawValue)
    check("faces", wanted.faces, faces.rawValue)
    check("upright", word(wanted.upright), word(upright))
    check("mirrored", word(wanted.mirrored), word(mirrored))
    return found
  }
}
