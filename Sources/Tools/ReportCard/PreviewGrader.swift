import Foundation
import PhoneModel
import Scenarios

/// What a preview is judged against.
struct PreviewContext {
  var description: PhoneDescription
  var state: PhoneState
  var time: PhoneTime
  var display: DisplayID
  var interfaceTurn: QuarterTurns
  var viewer: Figure
  var intent: Intent
  /// For pictures older than the moment.
  var history: PlacementHistory
  /// How much of the preview was visible when it was last judged with its session at work; nil when it never was.
  var usuallyVisible: Double?
  /// A label lies over the preview whose words did not then.
  var hasNewText = false
  /// The frame that the preview showed at the moment before; nil when it showed none.
  var earlierFrame: FrameMark?

  var now: PlacedCameras { PlacedCameras(state, at: time, in: description) }
  /// The phone when a picture was taken. A settled phone has been at rest for a second.
  func then(_ taken: PhoneTime) -> PlacedCameras {
    PlacedCameras(history.state(at: taken, now: time), at: taken, in: description)
  }
  var hasTags: Bool { state.world == .room }
}

/// Judges one preview at a settled moment: rules 6 to 13 and 15.
enum PreviewGrader {
  static func grade(_ preview: PreviewObservation, facts: PictureFacts, in context: PreviewContext)
    -> PreviewReport
  {
    var report = PreviewReport(
      camera: nil, device: device(preview.trace, context.description), faces: .unread, upright: nil,
      roll: nil,
      mirrored: nil, stale: nil, age: nil, readFromPicture: context.hasTags, visible: preview.visibleFraction,
      verdict: .notJudged, findings: [], passed: [])
    let judgements: [Finding]
    if preview.visibleFraction < 0.01 {
      judgements = hidden(preview)
    } else if preview.trace.isMadeByApp, !context.hasTags || facts.reading.outcome != .read {
      judgements = [madeByApp(facts.reading, context)]
    } else if !context.hasTags {
      judgements = fromTrace(preview.trace, &report, context)
    } else {
      switch facts.reading.outcome {
      case .black: judgements = black(preview, &report, context)
      case .unread:
        judgements = [
          Finding(4, .notJudged, "The picture cannot be read: \(facts.reading.reason ?? "no reason").")
        ]
      case .read: judgements = read(preview, facts, &report, context)
      }
    }
    report.verdict = .worst(judgements.map(\.verdict))
    report.findings = judgements.filter { $0.verdict != .pass }
    report.passed = judgements.filter { $0.verdict == .pass }.map(\.rule).sorted()
    return report
  }

  static func device(_ trace: PreviewTrace, _ description: PhoneDescription) -> String? {
    guard let id = trace.deviceUniqueID else { return nil }
    return description.camera(uniqueID: id)?.localizedName ?? id
  }

  // MARK: Pictures that cannot be read

  private static func hidden(_ preview: PreviewObservation) -> [Finding] {
    [
      Finding(3, .notJudged, "The app covers this preview."),
      preview.trace.isInterrupted
        ? Finding(14, .pass, "Something covers the interrupted preview.") : nil,
    ].compactMap { $0 }
  }

  /// A picture that the framework knows nothing of, and that has no tags to read.
  private static func madeByApp(_ reading: TagReading, _ context: PreviewContext) -> Finding {
    let reason =
      !context.hasTags
      ? "this world has no tags"
      : reading.outcome == .black
        ? "it is black" : reading.reason.map { "it cannot be read: \($0)" } ?? "it cannot be read"
    return Finding(
      16, .note,
      "The app drew the picture of an AVSampleBufferDisplayLayer itself, and \(reason). It is not judged.")
  }

  private static func black(
    _ preview: PreviewObservation, _ report: inout PreviewReport, _ context: PreviewContext
  ) -> [Finding] {
    report.faces = .black
    let reason: String =
      switch preview.trace.blackReason {
      case .covered: "the camera is covered"
      case .notAuthorised: "the app may not use the camera"
      case .interrupted: "the capture session is interrupted"
      case .notRunning: "no camera is running"
      case .connectionDisabled: "the preview's connection is disabled"
      case nil: "reason unknown"
      }
    let message = "The picture is black (\(reason))."
    switch context.intent {
    case .any: return [Finding(6, .note, message)]
    case .rear: return [Finding(8, .fail, message, expected: Faces.away.rawValue)]
    case .selfie:
      if !context.now.canShow(context.viewer, of: context.display) {
        return [Finding(8, .notJudged, "\(message) No camera of the phone can show the person now.")]
      }
      return [Finding(8, .fail, message, expected: Faces.person.rawValue)]
    }
  }

  /// Rule 16: a world without tags.
  private static func fromTrace(
    _ trace: PreviewTrace, _ report: inout PreviewReport, _ context: PreviewContext
  ) -> [Finding] {
    let cameras = context.now
    if let camera = trace.frameCamera.flatMap(context.description.camera) {
      report.camera = PictureCamera(camera)
      if let angle = cameras.phone.angle(of: camera.id, to: context.viewer) {
        report.faces = PlacedCameras.faces(angle: angle)
      }
      if let roll = TraceCheck.roll(trace, camera, cameras, context) {
        report.roll = Roll(degrees: roll)
        report.upright = abs(roll) <= 10
      }
      report.mirrored = TraceCheck.looksMirrored(trace)
      if let time = trace.frameTime {
        let age = (context.time - time).seconds
        report.age = age
        report.stale = age > longestAge(trace) || trace.connectedCamera != trace.frameCamera
      }
    }
    return [
      Finding(16, .notJudged, "This world has no tags: camera, direction and age are from the trace.")
    ]
  }

  // MARK: Pictures that were read

  private static func read(
    _ preview: PreviewObservation, _ facts: PictureFacts, _ report: inout PreviewReport,
    _ context: PreviewContext
  ) -> [Finding] {
    guard let solved = facts.solved else { return [] }
    let cameras = context.then(facts.clock ?? context.time)
    guard let found = cameras.camera(at: solved) else {
      return [Finding(5, .disagreement, "The picture was taken where this phone has no camera.")]
    }
    report.camera = PictureCamera(found.camera)
    report.mirrored = facts.reading.isMirrored
    var judgements = staleness(preview, facts, solved, found.camera, &report, context)
    judgements += faces(solved, &report, context)
    judgements += upright(solved, found.camera, facts.reading.isMirrored, cameras, &report, context)
    judgements.append(mirrored(found.camera, facts.reading.isMirrored, cameras, context))
    judgements +=
      preview.trace.isMadeByApp
      ? [TraceCheck.ofTheApp(preview.trace)]
      : TraceCheck.disagreements(
        preview, PictureClaims(solved: solved, camera: found.camera, facts: facts, report: report), cameras,
        context)
    return judgements
  }

  /// Rules 7 and 8.
  private static func faces(
    _ solved: SolvedCamera, _ report: inout PreviewReport, _ context: PreviewContext
  ) -> [Finding] {
    let eyes = context.state.placement.eyes(of: context.viewer)
    let angle = solved.pose.forward.angle(to: eyes - solved.pose.position)
    report.faces = PlacedCameras.faces(angle: angle)
    let wanted: Faces
    switch context.intent {
    case .any: return []
    case .rear: wanted = .away
    case .selfie:
      wanted = .person
      if report.faces != .person, !context.now.canShow(context.viewer, of: context.display) {
        return [Finding(8, .notJudged, "No camera of the phone can show the person now.")]
      }
    }
    let degrees = Int(angle.rounded())
    return [
      Finding(
        8, report.faces == wanted ? .pass : .fail,
        "The camera looks \(degrees)° away from the viewer's eyes: \(report.faces.rawValue).",
        expected: wanted.rawValue)
    ]
  }

  /// Rules 9 and 10.
  private static func upright(
    _ solved: SolvedCamera, _ camera: CameraDescription, _ isMirrored: Bool, _ cameras: PlacedCameras,
    _ report: inout PreviewReport, _ context: PreviewContext
  ) -> [Finding] {
    guard
      let reference = context.now.upReference(
        display: context.display, interfaceTurn: context.interfaceTurn, axis: solved.pose.forward,
        panel: camera.mount.panel)
    else { return [] }
    let roll = PlacedCameras.roll(
      right: solved.pose.right, top: solved.pose.up, mirrored: isMirrored, reference: reference)
    report.roll = Roll(degrees: roll)
    report.upright = abs(roll) <= 10
    let nativeUp = camera.mount.nativeUp
    return [
      Finding(
        9, report.upright == true ? .pass : .fail,
        "The picture is turned by \(Self.turn(roll)).", expected: "upright within 10°",
        assumed: nativeUp.origin == .assumed ? "native up of \(camera.id) is \(nativeUp.value.rawValue)" : nil
      )
    ]
  }

  /// `degrees` clockwise, in words.
  private static func turn(_ degrees: Double) -> String {
    let whole = Int(degrees.rounded())
    return abs(whole) == 180 ? "180°" : "\(abs(whole))° \(whole < 0 ? "counterclockwise" : "clockwise")"
  }

  /// Rule 11.
  private static func mirrored(
    _ camera: CameraDescription, _ isMirrored: Bool, _ cameras: PlacedCameras, _ context: PreviewContext
  ) -> Finding {
    let direction = Facing.direction(
      of: camera.id, for: context.display, context.state, in: context.description)
    let wanted = direction == .forward
    let policy = context.description.policy.coveredCameraHasNoDirection
    return Finding(
      11, isMirrored == wanted ? .pass : .fail,
      "The picture is \(isMirrored ? "mirrored" : "not mirrored"), and the camera is "
        + "\(direction == .neither ? "neither forward nor backward" : direction.rawValue) for this display.",
      expected: wanted ? "mirrored" : "not mirrored",
      assumed: direction == .neither && policy.origin == .assumed ? "a covered camera has no direction" : nil)
  }

  // MARK: Staleness

  /// Rule 13: 50 ms and three frame periods.
  static func longestAge(_ trace: PreviewTrace) -> Double {
    let period = trace.frame?.frameDuration.seconds ?? 1 / 30
    return 0.05 + 3 * min(max(period, 1 / 240), 1)
  }

  /// The two halves of rule 13: older than it may be; not the connected camera's.
  struct Staleness: Hashable {
    var age: Double?
    var isOld: Bool
    var isOtherCamera: Bool
    var isStale: Bool { isOld || isOtherCamera }
  }

  /// `isMoving`: between events the phone's place at the picture's time is known roughly, so that the camera is
  /// only told apart from the others.
  static func staleness(
    _ preview: PreviewObservation, _ facts: PictureFacts, _ solved: SolvedCamera, _ context: PreviewContext,
    isMoving: Bool = false
  ) -> Staleness {
    let age = facts.clock.map { (context.time - $0).seconds }
    let isOld = age.map { $0 > longestAge(preview.trace) } ?? false
    guard let connected = preview.trace.connectedCamera.flatMap(context.description.camera) else {
      return Staleness(age: age, isOld: isOld, isOtherCamera: false)
    }
    let taken = facts.clock ?? context.time
    if isMoving {
      let places = [context.history.newest, context.history.before(taken)]
      let isNear = places.contains { state in
        let distance = PlacedCameras(state, at: taken, in: context.description).distance(
          solved, to: connected)
        return distance.angle < 15 && distance.miss < 2
      }
      return Staleness(age: age, isOld: isOld, isOtherCamera: !isNear)
    }
    let distance = context.then(taken).distance(solved, to: connected)
    return Staleness(
      age: age, isOld: isOld,
      isOtherCamera: !distance.isSame
        || TraceCheck.isFieldOfViewOff(preview, solved, camera: connected.id))
  }

  private static func staleness(
    _ preview: PreviewObservation, _ facts: PictureFacts, _ solved: SolvedCamera, _ camera: CameraDescription,
    _ report: inout PreviewReport, _ context: PreviewContext
  ) -> [Finding] {
    let found = staleness(preview, facts, solved, context)
    report.age = found.age
    // A picture that is new by its own clock and yet another camera's cannot be at rest: the trace is wrong,
    // and the check of rule 15 says so.
    let isStale = found.isOld || (found.isOtherCamera && found.age == nil)
    report.stale = isStale
    if found.age == nil, !isStale {
      return [Finding(12, .notJudged, "No clock tag could be read.")]
    }
    guard isStale else { return [Finding(14, .pass, "The picture is current.", expected: "current")] }
    let old = found.age.map { String(format: "%.2f s old", $0) } ?? "not the connected camera's"
    if preview.trace.isInterrupted {
      // What always lies over the video, such as a shutter, is no message. Words are one on translucent ground, too.
      let isCovered =
        context.hasNewText || preview.visibleFraction < (context.usuallyVisible ?? 1) - 0.005
      return [
        Finding(
          14, isCovered ? .pass : .fail,
          "The capture session is interrupted, and the old picture \(isCovered ? "carries" : "lacks") a message.",
          expected: "a visible message")
      ]
    }
    return [Finding(14, .fail, "The picture is \(old).", expected: "a current picture")]
  }
}
