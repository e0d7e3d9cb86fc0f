import Foundation
import PhoneModel
import Scenarios

/// Judges a picture that an app took: rules 4 to 9 and 15, for whoever looked at the app's display when it was taken.
struct TakenPictureJudge {
  var description: PhoneDescription
  var intent: Intent
  var reader: PictureReader

  func judge(_ taken: TakenPicture) -> (TakenFacts, [TakenJudgement]) {
    guard taken.state.world == .room else {
      return (
        TakenFacts(),
        disagreements(taken.wrongInFile, taken) + [
          TakenJudgement(
            .camera,
            Finding(
              taken.rule, .notJudged, "This world has no tags: nothing of the \(taken.name) is judged."))
        ]
      )
    }
    return judge(
      taken,
      reader.read(taken.shown, at: taken.time, placements: PlacementHistory(taken.state, at: taken.time)))
  }

  /// The same for a picture that was read already.
  func judge(_ taken: TakenPicture, _ facts: PictureFacts) -> (TakenFacts, [TakenJudgement]) {
    var seen = TakenFacts()
    switch facts.reading.outcome {
    case .black: return (TakenFacts(faces: .black), disagreements(taken.wrongInFile, taken) + [black(taken)])
    case .unread:
      let reason = facts.reading.reason ?? "no reason"
      return (
        seen,
        disagreements(taken.wrongInFile, taken) + [
          TakenJudgement(
            .faces, Finding(taken.rule, .notJudged, "The \(taken.name) cannot be read: \(reason)."))
        ]
      )
    case .read:
      guard let solved = facts.solved else { return (seen, []) }
      let judgements = read(solved, facts, taken, &seen)
      return (seen, judgements)
    }
  }

  // MARK: What the trace claims

  private func disagreements(_ wrong: [String], _ taken: TakenPicture) -> [TakenJudgement] {
    wrong.map { text in
      TakenJudgement(
        .camera, Finding(taken.rule, .disagreement, "\(text.prefix(1).uppercased() + text.dropFirst())."))
    }
  }

  private func read(
    _ solved: SolvedCamera, _ facts: PictureFacts, _ taken: TakenPicture, _ seen: inout TakenFacts
  ) -> [TakenJudgement] {
    let cameras = PlacedCameras(taken.state, at: taken.time, in: description)
    seen.mirrored = facts.reading.isMirrored
    guard let found = cameras.camera(at: solved) else {
      return [
        TakenJudgement(
          .camera,
          Finding(taken.rule, .disagreement, "The \(taken.name) was taken where this phone has no camera."))
      ]
    }
    seen.camera = PictureCamera(found.camera)
    var judgements: [TakenJudgement] = [faces(solved, cameras, taken, &seen)].compactMap { $0 }
    judgements.append(upright(solved, found.camera, facts, taken, &seen))
    let wrong = taken.wrongInFile + traceClaims(solved, found.camera, facts, cameras, taken, seen)
    judgements += disagreements(wrong, taken)
    if wrong.isEmpty {
      let text = taken.claims == nil ? "The pixels fit a camera of the phone." : "Pixels and trace agree."
      judgements.append(TakenJudgement(.camera, Finding(taken.rule, .pass, text)))
    }
    return judgements
  }

  private func traceClaims(
    _ solved: SolvedCamera, _ camera: CameraDescription, _ facts: PictureFacts, _ cameras: PlacedCameras,
    _ taken: TakenPicture, _ seen: TakenFacts
  ) -> [String] {
    guard let claims = taken.claims else { return [] }
    var wrong: [String] = []
    if let claimed = description.camera(claims.camera), !cameras.distance(solved, to: claimed).isSame {
      wrong.append("pixels show \(camera.id.rawValue), the trace names \(claimed.id.rawValue)")
    }
    if facts.reading.isMirrored != claims.isMirrored {
      wrong.append(
        "the \(taken.name) is \(claims.isMirrored ? "not " : "")mirrored, the trace says the opposite")
    }
    if let time = claims.time, let clock = facts.clock,
      abs((time - clock).seconds) > TraceCheck.clockTolerance
    {
      wrong.append("the \(taken.name)'s clock is not the trace's time stamp")
    }
    if let view = cameras.phone.camera(claims.camera), let roll = seen.roll {
      let traced = PlacedCameras.roll(
        right: view.nativeRight, top: view.nativeUp, angle: claims.angle, mirrored: claims.isMirrored,
        reference: Self.worldUp)
      let measured = Double(roll.quarterTurn) + roll.remainder
      if abs(PlacedCameras.normalized(traced - measured)) > 10 {
        wrong.append("the \(taken.name) is turned otherwise than the connection's angle says")
      }
    }
    return wrong
  }

  // MARK: Rules 7 and 8

  private func black(_ taken: TakenPicture) -> TakenJudgement {
    let phone = PlacedPhone(taken.state, at: taken.time, in: description)
    let isCovered = taken.claims.map { phone.isCovered($0.camera) } ?? false
    let message = "The \(taken.name) is black (\(isCovered ? "the camera is covered" : "reason unknown"))."
    func finding(_ verdict: Verdict, _ message: String, _ expected: Faces? = nil) -> TakenJudgement {
      TakenJudgement(.faces, Finding(taken.rule, verdict, message, expected: expected?.rawValue))
    }
    switch intent {
    case .any: return finding(.note, message)
    case .rear: return finding(.fail, message, .away)
    case .selfie:
      let display = taken.state.app.display
      let cameras = PlacedCameras(taken.state, at: taken.time, in: description)
      guard let viewer = phone.viewer(of: display), cameras.canShow(viewer, of: display) else {
        return finding(.notJudged, "\(message) No camera of the phone could show the person.")
      }
      return finding(.fail, message, .person)
    }
  }

  private func faces(
    _ solved: SolvedCamera, _ cameras: PlacedCameras, _ taken: TakenPicture, _ seen: inout TakenFacts
  ) -> TakenJudgement? {
    let display = taken.state.app.display
    func finding(_ verdict: Verdict, _ message: String, _ expected: Faces? = nil) -> TakenJudgement {
      TakenJudgement(.faces, Finding(taken.rule, verdict, message, expected: expected?.rawValue))
    }
    guard let viewer = cameras.phone.viewer(of: display) else {
      return finding(.notJudged, "Nobody looked at the app's display.")
    }
    let eyes = taken.state.placement.eyes(of: viewer)
    let angle = solved.pose.forward.angle(to: eyes - solved.pose.position)
    seen.faces = PlacedCameras.faces(angle: angle)
    let wish: Faces
    switch intent {
    case .any: return nil
    case .rear: wish = .away
    case .selfie:
      wish = .person
      if seen.faces != .person, !cameras.canShow(viewer, of: display) {
        return finding(.notJudged, "No camera of the phone could show the person.")
      }
    }
    return finding(
      seen.faces == wish ? .pass : .fail,
      "The \(taken.name)'s camera looks \(Int(angle.rounded()))° away from the viewer's eyes: "
        + "\(seen.faces.rawValue).", wish)
  }

  // MARK: Upright

  private static let worldUp = PlacedCameras.UpReference(
    direction: [0, 1, 0], onDisplay: 0, isReplaced: false)

  private func upright(
    _ solved: SolvedCamera, _ camera: CameraDescription, _ facts: PictureFacts, _ taken: TakenPicture,
    _ seen: inout TakenFacts
  ) -> TakenJudgement {
    guard !PlacedCameras.isNearVertical(solved.pose.forward) else {
      return TakenJudgement(
        .upright, Finding(taken.rule, .notJudged, "The camera looked up or down: no way up is wrong."))
    }
    let roll = PlacedCameras.roll(
      right: solved.pose.right, top: solved.pose.up, mirrored: facts.reading.isMirrored,
      reference: Self.worldUp)
    seen.roll = Roll(degrees: roll)
    seen.upright = abs(roll) <= 10
    if let reason = taken.wayUpIsFree {
      return TakenJudgement(.upright, Finding(taken.rule, .notJudged, reason))
    }
    let nativeUp = camera.mount.nativeUp
    let whole = Int(roll.rounded())
    let turn = abs(whole) == 180 ? "180°" : "\(abs(whole))° \(whole < 0 ? "counterclockwise" : "clockwise")"
    return TakenJudgement(
      .upright,
      Finding(
        taken.rule, seen.upright == true ? .pass : .fail,
        "A viewer shows the \(taken.name) turned by \(turn).",
        expected: "upright within 10°",
        assumed: nativeUp.origin == .assumed ? "native up of \(camera.id) is \(nativeUp.value.rawValue)" : nil
      ))
  }
}
