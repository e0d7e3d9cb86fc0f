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

  private typealias Judgement = (word: PhotoReport.Judged, finding: Finding)

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
        [(.camera, Finding(.photo, .disagreement, "The photo's file cannot be read: \(error.what)."))])
    }
    report.orientation = picture.orientation
    (report.width, report.height) = (picture.width, picture.height)
    let judgements = judge(picture, photo, &report)
    report.picture = try keep(picture.picture(side: Self.keptSide))
    return finish(&report, judgements)
  }

  private func finish(_ report: inout PhotoReport, _ judgements: [Judgement]) -> PhotoReport {
    let all = judgements + expectations(report)
    report.verdict = .worst(all.map(\.finding.verdict))
    report.findings = all.map(\.finding).filter { $0.verdict != .pass }
    for judgement in all where judgement.finding.verdict == .pass && !report.passed.contains(judgement.word) {
      report.passed.append(judgement.word)
    }
    return report
  }

  private func judge(_ picture: PhotoPicture, _ photo: PhotoRecord, _ report: inout PhotoReport)
    -> [Judgement]
  {
    guard photo.state.world == .room else {
      return fileClaims(picture, photo)
        + [(.camera, Finding(.photo, .notJudged, "This world has no tags: nothing of the photo is judged."))]
    }
    let facts = reader.read(
      picture.shown, at: photo.time, placements: PlacementHistory(photo.state, at: photo.time))
    switch facts.reading.outcome {
    case .black: return fileClaims(picture, photo) + [black(photo, &report)]
    case .unread:
      let reason = facts.reading.reason ?? "no reason"
      return fileClaims(picture, photo)
        + [(.faces, Finding(.photo, .notJudged, "The photo cannot be read: \(reason)."))]
    case .read:
      guard let solved = facts.solved else { return [] }
      return read(solved, facts, picture, photo, &report)
    }
  }

  // MARK: What the trace claims

  /// Size and orientation of the file.
  private func fileClaims(_ picture: PhotoPicture, _ photo: PhotoRecord) -> [Judgement] {
    var wrong: [String] = []
    if (picture.storedWidth, picture.storedHeight) != (photo.width, photo.height) {
      wrong.append(
        "the file has \(picture.storedWidth) x \(picture.storedHeight) pixels, asked were \(photo.width) x "
          + "\(photo.height)")
    }
    if picture.orientation != photo.orientation {
      wrong.append("the file's orientation is \(picture.orientation), the trace says \(photo.orientation)")
    }
    return disagreements(wrong)
  }

  private func disagreements(_ wrong: [String]) -> [Judgement] {
    wrong.map { text in
      (.camera, Finding(.photo, .disagreement, "\(text.prefix(1).uppercased() + text.dropFirst())."))
    }
  }

  private func read(
    _ solved: SolvedCamera, _ facts: PictureFacts, _ picture: PhotoPicture, _ photo: PhotoRecord,
    _ report: inout PhotoReport
  ) -> [Judgement] {
    let cameras = PlacedCameras(photo.state, at: photo.time, in: description)
    report.mirrored = facts.reading.isMirrored
    guard let found = cameras.camera(at: solved) else {
      return [
        (.camera, Finding(.photo, .disagreement, "The photo was taken where this phone has no camera."))
      ]
    }
    report.camera = PictureCamera(found.camera)
    var judgements: [Judgement] = [faces(solved, cameras, photo, &report)].compactMap { $0 }
    judgements.append(upright(solved, found.camera, facts, &report))
    let claims = fileClaims(picture, photo) + traceClaims(solved, found.camera, facts, cameras, photo, report)
    judgements += claims
    if claims.isEmpty { judgements.append((.camera, Finding(.photo, .pass, "Pixels and trace agree."))) }
    return judgements
  }

  private func traceClaims(
    _ solved: SolvedCamera, _ camera: CameraDescription, _ facts: PictureFacts, _ cameras: PlacedCameras,
    _ photo: PhotoRecord, _ report: PhotoReport
  ) -> [Judgement] {
    var wrong: [String] = []
    if let claimed = description.camera(photo.frameCamera), !cameras.distance(solved, to: claimed).isSame {
      wrong.append("pixels show \(camera.id.rawValue), the trace names \(claimed.id.rawValue)")
    }
    if facts.reading.isMirrored != photo.isMirrored {
      wrong.append("the photo is \(photo.isMirrored ? "not " : "")mirrored, the trace says the opposite")
    }
    if let clock = facts.clock, abs((photo.time - clock).seconds) > TraceCheck.clockTolerance {
      wrong.append("the photo's clock is not the trace's time stamp")
    }
    if let view = cameras.phone.camera(photo.frameCamera), let seen = report.roll {
      let roll = PlacedCameras.roll(
        right: view.nativeRight, top: view.nativeUp, angle: photo.rotationAngle, mirrored: photo.isMirrored,
        reference: Self.worldUp)
      let measured = Double(seen.quarterTurn) + seen.remainder
      if abs(PlacedCameras.normalized(roll - measured)) > 10 {
        wrong.append("the photo is turned otherwise than the connection's angle says")
      }
    }
    return disagreements(wrong)
  }

  // MARK: Rules 7 and 8

  private func black(_ photo: PhotoRecord, _ report: inout PhotoReport) -> Judgement {
    report.faces = .black
    let phone = PlacedPhone(photo.state, at: photo.time, in: description)
    let reason = phone.isCovered(photo.frameCamera) ? "the camera is covered" : "reason unknown"
    let message = "The photo is black (\(reason))."
    switch intent {
    case .any: return (.faces, Finding(.photo, .note, message))
    case .rear: return (.faces, Finding(.photo, .fail, message, expected: Faces.away.rawValue))
    case .selfie:
      let display = photo.state.app.display
      let cameras = PlacedCameras(photo.state, at: photo.time, in: description)
      guard let viewer = phone.viewer(of: display), cameras.canShow(viewer, of: display) else {
        return (
          .faces, Finding(.photo, .notJudged, "\(message) No camera of the phone could show the person.")
        )
      }
      return (.faces, Finding(.photo, .fail, message, expected: Faces.person.rawValue))
    }
  }

  private func faces(
    _ solved: SolvedCamera, _ cameras: PlacedCameras, _ photo: PhotoRecord, _ report: inout PhotoReport
  ) -> Judgement? {
    let display = photo.state.app.display
    guard let viewer = cameras.phone.viewer(of: display) else {
      return (.faces, Finding(.photo, .notJudged, "Nobody looked at the app's display."))
    }
    let eyes = photo.state.placement.eyes(of: viewer)
    let angle = solved.pose.forward.angle(to: eyes - solved.pose.position)
    report.faces = PlacedCameras.faces(angle: angle)
    let wish: Faces
    switch intent {
    case .any: return nil
    case .rear: wish = .away
    case .selfie:
      wish = .person
      if report.faces != .person, !cameras.canShow(viewer, of: display) {
        return (.faces, Finding(.photo, .notJudged, "No camera of the phone could show the person."))
      }
    }
    return (
      .faces,
      Finding(
        .photo, report.faces == wish ? .pass : .fail,
        "The photo's camera looks \(Int(angle.rounded()))° away from the viewer's eyes: "
          + "\(report.faces.rawValue).", expected: wish.rawValue)
    )
  }

  // MARK: Upright

  private static let worldUp = PlacedCameras.UpReference(
    direction: [0, 1, 0], onDisplay: 0, isReplaced: false)

  private func upright(
    _ solved: SolvedCamera, _ camera: CameraDescription, _ facts: PictureFacts, _ report: inout PhotoReport
  ) -> Judgement {
    guard !PlacedCameras.isNearVertical(solved.pose.forward) else {
      return (.upright, Finding(.photo, .notJudged, "The camera looked up or down: no way up is wrong."))
    }
    let roll = PlacedCameras.roll(
      right: solved.pose.right, top: solved.pose.up, mirrored: facts.reading.isMirrored,
      reference: Self.worldUp)
    report.roll = Roll(degrees: roll)
    report.upright = abs(roll) <= 10
    let nativeUp = camera.mount.nativeUp
    let whole = Int(roll.rounded())
    let turn = abs(whole) == 180 ? "180°" : "\(abs(whole))° \(whole < 0 ? "counterclockwise" : "clockwise")"
    return (
      .upright,
      Finding(
        .photo, report.upright == true ? .pass : .fail, "A viewer shows the photo turned by \(turn).",
        expected: "upright within 10°",
        assumed: nativeUp.origin == .assumed ? "native up of \(camera.id) is \(nativeUp.value.rawValue)" : nil
      )
    )
  }

  // MARK: The scenario

  private func expectations(_ report: PhotoReport) -> [Judgement] {
    guard let wanted else { return [] }
    var found: [Judgement] = []
    func check(_ name: String, _ wanted: String?, _ seen: String?) {
      guard let wanted else { return }
      found.append(
        (
          .expectation,
          Finding(
            .expectation, seen == wanted ? .pass : .fail, "photo \(name): \(seen ?? "unknown").",
            expected: wanted)
        ))
    }
    func word(_ flag: Bool?) -> String? { flag.map { $0 ? "true" : "false" } }
    check("camera", wanted.camera, report.camera?.rawValue)
    check("faces", wanted.faces, report.faces.rawValue)
    check("upright", word(wanted.upright), word(report.upright))
    check("mirrored", word(wanted.mirrored), word(report.mirrored))
    return found
  }
}
