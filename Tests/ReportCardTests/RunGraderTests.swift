import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

private let twoSteps = Scenario(name: "t", intent: .selfie, steps: [ScenarioStep("a"), ScenarioStep("b")])

private func grader(_ scenario: Scenario = twoSteps, intent: Intent = .selfie) -> RunGrader {
  RunGrader(RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: intent))
}

private func keep(_ name: String, _: PixelPicture) -> String { "pictures/\(name)" }

/// The report after these records.
private func report(
  _ records: [ObservationRecord], scenario: Scenario = twoSteps, intent: Intent = .selfie,
  stopped: RunBreak? = nil
) throws -> Report {
  var run = grader(scenario, intent: intent)
  for record in records { try run.take(record, keep: keep) }
  if let stopped { run.stopped(stopped) }
  return run.report()
}

private let head = ObservationRecord.header(ObservationHeader(phone: "duo", app: "App"))

private func begin(_ step: Int) -> ObservationRecord {
  .progress(ProgressRecord(time: .zero, step: step, doing: "x"))
}

private func good(_ step: Int = 0) -> MomentRecord {
  let studio = PreviewStudio("book", .inner, .innerFront, mirrored: true)
  var moment = studio.moment([studio.preview()])
  moment.step = step
  return moment
}

private func found(_ findings: [Finding]) -> [String] {
  findings.map { "\($0.rule) \($0.verdict.rawValue)" }
}

@Test func aWholeRunPasses() throws {
  let result = try report([
    head, begin(0), .moment(good()), begin(1), .moment(good(1)), .end(PhoneTime(seconds: 9)),
  ])
  #expect(result.verdict == .pass)
  #expect(result.incomplete == nil)
  #expect(result.exitStatus == 0)
  #expect(result.steps.map(\.name) == ["a", "b"])
  #expect(result.steps[0].pose == "book")
  #expect(result.steps[0].hinge == 120)
  let displays = result.steps[0].displays
  #expect(displays.map(\.display) == [.outer, .inner])
  #expect(displays.map(\.lit) == [false, true])
  #expect(displays[1].picture == "pictures/01-a-inner.png")
  #expect(displays[1].previews.map(\.camera) == [.innerFront])
  #expect(displays[1].viewer == "holder")
}

/// Rule 1: nobody looks at the display.
@Test func longNamesOfStepsMakeShortNamesOfFiles() {
  let long = String(repeating: "Word é", count: 100)
  #expect(
    RunGrader.fileName(3, long, .inner) == "03-" + String(repeating: "word-", count: 12) + "-inner.png")
  #expect(
    RunGrader.fileName(100, String(repeating: "x", count: 300), .outer)
      == "100-" + String(repeating: "x", count: 60) + "-outer.png")
  #expect(RunGrader.fileName(4, "Open: book!", .inner) == "04-open-book-inner.png")
}

@Test func anUnwatchedDisplayIsNotJudged() throws {
  var moment = good()
  moment.state.placement.holderEyes = [0, 1.5, -0.45]
  let result = try report([head, begin(0), .moment(moment)])
  #expect(found(result.steps[0].displays[1].findings) == ["rule 1 not judged"])
  #expect(result.steps[0].displays[1].previews.isEmpty)
}

/// Rule 16: what was not judged hides no fail, and a run that judged nothing fails.
@Test func verdictsAddUpToTheWorst() throws {
  let rows: [([Verdict], Verdict)] = [
    ([], .notJudged), ([.pass, .notJudged], .pass), ([.notJudged, .note, .pass], .note),
    ([.fail, .notJudged], .fail), ([.note, .fail], .fail), ([.disagreement, .fail], .disagreement),
    ([.notJudged], .notJudged),
  ]
  #expect(rows.filter { Verdict.worst($0.0) != $0.1 }.map(\.1) == [])
  let nothing = try report([head, .end(.zero)])
  #expect(nothing.verdict == .fail)
  #expect(nothing.exitStatus == 1)
  #expect(found(nothing.findings) == ["rule 16 fail"])
  #expect(nothing.steps.map(\.verdict) == [.notJudged, .notJudged])
}

/// Rule 18.
@Test func exitStatusesFollowTheVerdict() throws {
  var run = try report([head, begin(0), .moment(good()), .end(.zero)])
  let rows: [(Verdict, String?, Int32)] = [
    (.pass, nil, 0), (.note, nil, 0), (.fail, nil, 1), (.notJudged, nil, 1), (.disagreement, nil, 3),
    (.pass, "cut", 2), (.fail, "cut", 1), (.notJudged, "cut", 2), (.disagreement, "cut", 3),
  ]
  var mismatches: [String] = []
  for (verdict, incomplete, status) in rows {
    run.verdict = verdict
    run.incomplete = incomplete
    if run.exitStatus != status { mismatches.append("\(verdict) \(incomplete ?? "")") }
  }
  #expect(mismatches == [])
}

/// Rule 15 reaches the run's verdict.
@Test func aDisagreementOutranksAFail() throws {
  var moment = good()
  moment.displays[0].previews[0].trace.isMirrored = false
  let result = try report([head, begin(0), .moment(moment), .end(.zero)], intent: .rear)
  #expect(result.verdict == .disagreement)
  #expect(result.exitStatus == 3)
}

/// Rule 14: what lies over a preview anyway is no message; only what is added while the session is interrupted.
@Test func onlyMoreCoverIsAMessage() throws {
  let usual = PreviewStudio("book", .inner, .innerFront, mirrored: true)
  var held = usual
  held.age = .seconds(3)
  var wrong: [String] = []
  let place = usual.preview().rect
  func words(_ text: String, at rect: RectRecord) -> [TextObservation] {
    [TextObservation(text: text, rect: rect)]
  }
  let beside = RectRecord(x: place.x + place.width, y: place.y, width: 100, height: 20)
  let rows: [(visible: Double, texts: [TextObservation], verdict: Verdict)] = [
    (0.9, [], .fail), (0.897, [], .fail), (0.8, [], .pass), (0.9, words("Paused", at: place), .pass),
    (0.9, words("1x", at: place), .fail), (0.9, words("Paused", at: beside), .fail),
  ]
  for (visible, texts, verdict) in rows {
    var preview = usual.preview()
    preview.visibleFraction = 0.9
    var interrupted = held.preview()
    interrupted.visibleFraction = visible
    interrupted.trace.isInterrupted = true
    var moment = held.moment([interrupted])
    moment.step = 1
    moment.displays[0].texts = texts
    var before = usual.moment([preview])
    before.displays[0].texts = words("1x", at: place)
    let result = try report([
      head, begin(0), .moment(before), begin(1), .moment(moment), .end(.zero),
    ])
    if result.steps.map(\.verdict) != [.pass, verdict] {
      wrong.append("\(visible) \(texts.map(\.text)): \(result.steps.map(\.verdict))")
    }
  }
  #expect(wrong == [])
}

/// Rule 16: a note is no judgement.
@Test func aRunOfNotesJudgedNothing() throws {
  var moment = good()
  moment.displays[0].previews[0].content = nil
  moment.displays[0].previews[0].trace.blackReason = .notRunning
  let only = Scenario(name: "t", intent: .any, steps: [ScenarioStep("a")])
  let nothing = try report([head, begin(0), .moment(moment), .end(.zero)], scenario: only, intent: .any)
  #expect(nothing.steps.map(\.verdict) == [.note])
  #expect(nothing.verdict == .fail && nothing.findings.map(\.message) == ["Nothing was judged."])
  let something = try report(
    [
      head, begin(0), .moment(moment), begin(1), .moment(good(1)), .end(.zero),
    ], intent: .any)
  #expect(something.verdict == .pass && something.notes == 1)
}

/// On a shut phone the inner camera is next to the outer one, and sees nothing.
@Test func aCoveredCameraTookNoPicture() {
  let studio = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
  let cameras = PlacedCameras(studio.state, at: studio.time, in: .duo)
  let inner = cameras.phone.camera(.innerFront)!
  let solved = SolvedCamera(
    pose: CameraPose(position: inner.position, forward: inner.axis, up: inner.nativeUp), focal: 500,
    residual: 0.5, tagCount: 4, focalSpread: 0.01, covariance: [1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1e-6])
  #expect(cameras.camera(at: solved)?.camera.id == .outerFront)
}

@Test func anAppInTheBackgroundIsNotJudged() throws {
  var moment = good()
  moment.displays[0].previews = []
  moment.state.app.activity = .background
  let result = try report([head, begin(0), .moment(moment), begin(1), .moment(good(1)), .end(.zero)])
  #expect(result.steps.map(\.verdict) == [.notJudged, .pass])
  #expect(result.steps[0].displays[1].findings.map(\.message) == ["The app is in the background."])
}

/// Rule 17: the fold while partly open, the camera under the display while it runs, and neither otherwise. A control
/// elsewhere is nothing that was judged.
@Test func controlsInRegionsFail() throws {
  func controls(_ pose: String, _ rect: RectRecord, streams: Bool) -> [String] {
    var studio = PreviewStudio(pose, .inner, .innerFront, mirrored: true)
    if !streams { studio.state.streaming = [:] }
    let observation = DisplayObservation(
      display: .inner, interfaceTurn: studio.turn, width: studio.size.width, height: studio.size.height,
      picture: nil,
      previews: [], controls: [ControlObservation(name: "shutter", hitRect: rect)])
    return found(DisplayGrader.controls(observation, studio.state, at: studio.time, in: .duo))
  }
  let onFold = RectRecord(x: 440, y: 300, width: 60, height: 40)
  let onCamera = RectRecord(x: 690, y: 20, width: 60, height: 60)
  let free = RectRecord(x: 100, y: 300, width: 60, height: 60)
  let rows: [(String, RectRecord, Bool, [String])] = [
    ("book", onFold, true, ["rule 17 fail"]), ("open-landscape", onFold, true, []),
    ("open-landscape", onCamera, true, ["rule 17 fail"]), ("open-landscape", onCamera, false, []),
    ("book", free, true, []),
  ]
  let wrong = rows.filter { controls($0.0, $0.1, streams: $0.2) != $0.3 }.map { "\($0.0) \($0.1)" }
  #expect(wrong == [])
}

/// The outer camera is 66 of 77 mm from the hinge and 10 of 112 mm below the top, and its region is always active.
@Test func controlsOfAnAccessoryInRegionsAreNamedAsSuch() throws {
  let state = try #require(PhoneState.initial(.duo, pose: "open-landscape"))
  let onCamera = RectRecord(x: 466 * 66 / 77 - 10, y: 678 * 10 / 112 - 10, width: 20, height: 20)
  let below = RectRecord(x: onCamera.x, y: 300, width: 20, height: 20)
  func messages(_ scene: ObservedScene, _ rect: RectRecord) -> [String] {
    let observation = DisplayObservation(
      display: .outer, interfaceTurn: 0, width: 466, height: 678, picture: nil, previews: [],
      controls: [ControlObservation(name: "shutter", hitRect: rect, scene: scene)])
    return DisplayGrader.controls(observation, state, at: .zero, in: .duo).map {
      "\($0.verdict) \($0.message)"
    }
  }
  #expect(
    messages(.cameraCaptureAccessory, onCamera) == [
      "fail The control \"shutter\" of the accessory lies in the region of the camera outer-front."
    ])
  #expect(
    messages(.application, onCamera) == [
      "fail The control \"shutter\" lies in the region of the camera outer-front."
    ])
  #expect(messages(.cameraCaptureAccessory, below) == [])
}

@Test func aScenariosDemandsAreChecked() {
  var preview = PreviewStudio("book", .inner, .innerFront, mirrored: true).grade(.any)
  let wanted = DisplayExpectation(
    isLit: true, camera: "inner-front", faces: "person", upright: true, mirrored: true, stale: false)
  func verdicts(_ isLit: Bool, _ previews: [PreviewReport]) -> [Verdict] {
    DisplayGrader.expectations(wanted, isLit: isLit, previews: previews).map(\.verdict)
  }
  #expect(verdicts(true, [preview]) == [.pass, .pass, .pass, .pass, .pass, .pass])
  #expect(verdicts(false, []) == [.fail, .fail, .fail, .fail, .fail, .fail])
  preview.mirrored = false
  preview.faces = .away
  #expect(verdicts(true, [preview]) == [.pass, .pass, .fail, .pass, .fail, .pass])
  #expect(DisplayGrader.expectations(DisplayExpectation(), isLit: true, previews: []).isEmpty)
}

/// Rule 14: stale pictures in a transition, by what made the switch.
@Test func uncoveredPreviewsCountFromTheHandlersReturn() throws {
  func event(_ kind: AppEventRecord.Kind, _ milliseconds: Double) -> ObservationRecord {
    .appEvent(AppEventRecord(time: PhoneTime(seconds: 7 + milliseconds / 1000), kind: kind))
  }
  /// A frame of the outer camera, held while the inner one is connected.
  func stale(_ milliseconds: Double, visible: Double) -> ObservationRecord {
    var studio = PreviewStudio("open-landscape", .inner, .outerFront, mirrored: false)
    studio.time = PhoneTime(seconds: 7 + milliseconds / 1000)
    studio.visible = visible
    var preview = studio.preview()
    preview.trace.connectedCamera = .innerFront
    return .moment(studio.moment([preview], kind: .transition))
  }
  let handler = event(.directionHandlerReturned, 100), replaced = event(.inputReplaced, 110)
  let switched = event(.virtualCameraSwitched, 100)
  let rows: [(String, [ObservationRecord], [String])] = [
    ("by the app", [handler, replaced, stale(150, visible: 1)], ["rule 14 fail"]),
    ("covered", [handler, replaced, stale(150, visible: 0.01)], []),
    ("before the handler", [replaced, stale(150, visible: 1), handler], []),
    ("a person's tap", [replaced, stale(150, visible: 1)], []),
    ("by itself", [switched, stale(150, visible: 1)], ["rule 14 note"]),
    ("no switch", [stale(150, visible: 1)], []),
  ]
  var mismatches: [String] = []
  for (name, records, expected) in rows {
    let result = try report([head, begin(0)] + records + [.moment(good()), .end(.zero)])
    let seen = found(result.steps[0].displays[1].findings)
    if seen != expected { mismatches.append("\(name): \(seen)") }
    if result.notes != (expected == ["rule 14 note"] ? 1 : 0) {
      mismatches.append("\(name): \(result.notes) notes")
    }
  }
  #expect(mismatches == [])
}

@Test func aRunThatBreaksOffIsStillAReport() throws {
  let start = [head, begin(0), .moment(good()), begin(1)]
  let exception = AppException(name: "NSInvalidArgumentException", reason: "no such thing")
  let rows: [(RunBreak, String, Int32)] = [
    (
      .crashed(signal: 6, exception: exception), "The app stopped: NSInvalidArgumentException: no such thing",
      1
    ),
    (.crashed(signal: 11, exception: nil), "The app crashed: ", 1),
    (.exited(status: 4), "The app ended by itself", 1),
    (.silent(seconds: 30), "The app hangs: nothing was heard", 1),
    (.garbled("x"), "What the app's process reported cannot be read: x", 3),
  ]
  var mismatches: [String] = []
  for (cause, message, status) in rows {
    let result = try report(start, stopped: cause)
    let last = result.steps.last
    if last?.name != "b" || last?.findings.first?.message.hasPrefix(message) != true
      || result.exitStatus != status
      || result.incomplete == nil
    {
      mismatches.append("\(cause): \(result)")
    }
  }
  #expect(mismatches == [])
  let interrupted = try report(start, stopped: .interrupted)
  #expect(interrupted.verdict == .pass)
  #expect(interrupted.exitStatus == 2)
  #expect(interrupted.incomplete == "interrupted in step \"b\"")
  #expect(interrupted.steps.map(\.verdict) == [.pass, .notJudged])
}

@Test func hangsAndMissedTapsAreFindings() throws {
  let hung = try report(
    [head, begin(0), .hung(ProgressRecord(time: .zero, step: 0, doing: "a"))], stopped: .exited(status: 0))
  #expect(found(hung.steps[0].findings) == ["app fail"])
  #expect(hung.incomplete == "the app did not answer in step \"a\"")
  let missed = try report([
    head, begin(0), .tapMissed(TapMissRecord(time: .zero, step: 0, target: TapTarget(.identifier("x")))),
    .moment(good()), .end(.zero),
  ])
  #expect(missed.steps[0].verdict == .fail)
  #expect(throws: ScenarioError.self) {
    try report([head, .refused(RefusalRecord(place: "a.jpg", what: "is broken"))])
  }
}

/// A scenario that asks for what cannot happen did not test what its author thinks.
@Test func whatThePhoneRefusedIsAFail() throws {
  let refused = ObservationRecord.ignored(
    IgnoredRecord(time: .zero, step: 0, event: .splitView(true), reason: "Split View needs the inner display")
  )
  let result = try report([
    head, begin(0), refused, .moment(good()), begin(1), .moment(good(1)), .end(.zero),
  ])
  #expect(found(result.steps[0].findings) == ["expectation fail"])
  #expect(
    result.steps[0].findings.first?.message
      == "The scenario asks for what cannot happen: Split View needs the inner display.")
  #expect(result.steps.map(\.verdict) == [.fail, .pass])
  #expect(result.exitStatus == 1)
}

/// Rule 2: what did not come to rest is said.
@Test func anUnsettledStepCarriesANote() throws {
  var moment = good()
  moment.kind = .unsettled
  let result = try report([head, begin(0), .moment(moment), .end(.zero)])
  #expect(found(result.steps[0].findings) == ["rule 2 note"])
}

@Test func exceptionsAreFoundInStandardError() {
  let line = "*** Terminating app due to uncaught exception 'NSGenericException', reason: 'it's 'over''"
  #expect(
    AppException(standardError: "hello\n\(line)\nmore\n")
      == AppException(name: "NSGenericException", reason: "it's 'over'"))
  let swift = [
    "Fatal error: x": "x", "App/A.swift:3: Fatal error: a: b": "a: b (App/A.swift:3)",
    "Swift/Array.swift:1: Fatal error": "no message (Swift/Array.swift:1)",
  ]
  for (line, reason) in swift {
    #expect(AppException(standardError: "1\n\(line)\n") == AppException(name: "Fatal error", reason: reason))
  }
  let assertion = "Assertion failed: Block was expected to execute on queue [com.apple.main-thread]: by f()"
  #expect(
    AppException(standardError: "x\nBUG IN CLIENT OF LIBDISPATCH: \(assertion)\n")
      == AppException(name: "BUG IN CLIENT OF LIBDISPATCH", reason: assertion))
  #expect(AppException(standardError: "All is well.\n") == nil)
}
