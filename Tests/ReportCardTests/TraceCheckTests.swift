import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

private typealias Corruption = (field: String, name: String, change: (inout PreviewTrace) -> Void)

/// Ways in which each field of a trace can be wrong about a current picture of `camera`.
private func corruptions(of camera: CameraID) -> [Corruption] {
  func device(_ camera: CameraID) -> String { PhoneDescription.duo.camera(camera)!.uniqueID }
  let others = [CameraID.outerFront, .innerFront, .rearWide].filter { $0 != camera }
  let stranger = camera == .rearWide ? CameraID.innerFront : .rearWide
  var all: [Corruption] = [
    ("deviceUniqueID", "none", { $0.deviceUniqueID = nil }),
    ("deviceUniqueID", "unknown", { $0.deviceUniqueID = "x" }),
    ("deviceUniqueID", "of another camera", { $0.deviceUniqueID = device(stranger) }),
    ("frameCamera", "none", { $0.frameCamera = nil }),
    ("connectedCamera", "none", { $0.connectedCamera = nil }),
    ("isMirrored", "the opposite", { $0.isMirrored.toggle() }),
    ("frameTime", "none", { $0.frameTime = nil }), ("frame", "none", { $0.frame = nil }),
    ("isInterrupted", "yes", { $0.isInterrupted = true }),
    ("frame.width", "double", { $0.frame?.width *= 2 }),
    ("frame.height", "double", { $0.frame?.height *= 2 }),
    ("frame.height", "one less", { $0.frame?.height -= 1 }), ("frame.height", "0", { $0.frame?.height = 0 }),
    ("frame.fieldOfView", "0", { $0.frame?.fieldOfView = 0 }),
  ]
  all += others.flatMap { other -> [Corruption] in
    [
      ("frameCamera", "\(other)", { $0.frameCamera = other }),
      ("connectedCamera", "\(other)", { $0.connectedCamera = other }),
      (
        "frameCamera", "\(other) altogether",
        {
          $0.frameCamera = other
          $0.connectedCamera = other
          $0.deviceUniqueID = device(other)
        }
      ),
    ]
  }
  all += [20, 90, 180, 270, -15].map { turn in
    ("rotationAngle", "+ \(turn)", { $0.rotationAngle += turn })
  }
  all.append(("viewIsFlipped", "the opposite", { $0.viewIsFlipped.toggle() }))
  all.append(("isMadeByApp", "yes", { $0.isMadeByApp = true }))
  all += [20, 90, 180, 270, -15].map { turn in
    ("viewRotation", "+ \(turn)", { $0.viewRotation += turn })
  }
  all += [-60, 60, 4000].map { shift in
    (
      "frameTime", "\(shift) ms",
      { $0.frameTime = $0.frameTime.map { PhoneTime(nanoseconds: $0.nanoseconds + shift * 1_000_000) } }
    )
  }
  all += [0.7, 1.3].map { factor in ("frame.fieldOfView", "x \(factor)", { $0.frame?.fieldOfView *= factor })
  }
  all += [0.7, 1.4].map { factor in ("frame.scale", "x \(factor)", { $0.frame?.scale *= factor }) }
  all += [0, 0.01, 1.5, 3, 30, 100].map { factor in
    (
      "frame.frameDuration", "x \(factor)",
      { $0.frame?.frameDuration = .seconds(factor / 30) }
    )
  }
  let reasons: [PreviewTrace.BlackReason] = [
    .covered, .notAuthorised, .interrupted, .notRunning, .connectionDisabled,
  ]
  return all + reasons.map { reason in ("blackReason", "\(reason)", { $0.blackReason = reason }) }
}

/// The names of a trace's fields, those of its frame with a prefix.
private func fields(of trace: PreviewTrace) -> Set<String> {
  func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
  return Set(names(trace) + trace.frame.map(names)!.map { "frame." + $0 })
}

/// Rule 15: whatever field of the trace is wrong, the answer is disagreement, and what was read from the pixels
/// stays as it was.
@Test func everyCorruptedTraceFieldIsFoundOut() {
  var mismatches: [String] = []
  let views: [(pose: String, display: DisplayID, camera: CameraID, isMirrored: Bool, intent: Intent)] = [
    ("book", .inner, .innerFront, true, .selfie), ("closed", .outer, .outerFront, true, .selfie),
    ("open-landscape", .inner, .rearWide, false, .rear), ("flipped", .outer, .rearWide, true, .selfie),
  ]
  for view in views {
    let studio = PreviewStudio(view.pose, view.display, view.camera, mirrored: view.isMirrored)
    let preview = studio.preview()
    let history = PlacementHistory(studio.state, at: .zero)
    let facts = PreviewStudio.reader.read(preview.content, at: studio.time, placements: history)
    /// The framework is wrong all the time: the frame before was 1/30 s earlier, and of the same claim.
    func grade(_ change: (inout PreviewTrace) -> Void) -> PreviewReport {
      var wrong = preview
      change(&wrong.trace)
      var context = studio.context(view.intent)
      context.earlierFrame = FrameMark(
        camera: view.camera, time: PhoneTime(nanoseconds: preview.trace.frameTime!.nanoseconds - 33_333_333),
        period: wrong.trace.frame?.frameDuration ?? .zero)
      return PreviewGrader.grade(wrong, facts: facts, in: context)
    }
    let honest = grade { _ in }
    if honest.verdict != .pass || !honest.passed.contains(.rule(15)) {
      mismatches.append("\(view): \(honest.findings)")
    }
    let corruptions = corruptions(of: view.camera)
    // A new field needs a corruption.
    #expect(Set(corruptions.map(\.field)) == fields(of: preview.trace))
    for corruption in corruptions {
      let report = grade(corruption.change)
      let name = "\(view.pose) \(corruption.field) \(corruption.name)"
      if report.verdict != .disagreement { mismatches.append("\(name): \(report.verdict)") }
      if report.camera != honest.camera || report.faces != honest.faces || report.upright != honest.upright
        || report.mirrored != honest.mirrored || report.age != honest.age
      {
        mismatches.append("\(name): the pixels' answer changed")
      }
    }
  }
  #expect(mismatches == [])
}

/// Frames that follow one another faster than they last, over the moments of a run.
@Test func aFrameDurationIsComparedWithTheFramesThatCame() throws {
  func verdict(_ rate: Double, otherCamera: Bool = false, ago: PhoneDuration = .milliseconds(50)) throws
    -> Verdict
  {
    var studio = PreviewStudio("book", .inner, .innerFront, mirrored: true)
    let scenario = Scenario(name: "t", intent: .selfie, steps: [ScenarioStep("a")])
    var run = RunGrader(RunFacts(app: "A", phone: .duo, world: .room, scenario: scenario, intent: .selfie))
    try run.take(.header(ObservationHeader(phone: "duo", app: "A"))) { name, _ in name }
    func moment(_ kind: MomentRecord.Kind) -> ObservationRecord {
      var preview = studio.preview()
      preview.trace.frame?.frameDuration = PhoneDuration(seconds: 1 / rate)
      if kind == .transition {
        preview.content = nil
        if otherCamera { preview.trace.frameCamera = .outerFront }
      }
      return .moment(studio.moment([preview], kind: kind))
    }
    let end = studio.time
    studio.time = PhoneTime(nanoseconds: end.nanoseconds - ago.nanoseconds)
    try run.take(moment(.transition)) { name, _ in name }
    studio.time = end
    try run.take(moment(.settled)) { name, _ in name }
    try run.take(.end(end)) { name, _ in name }
    return run.report().steps[0].verdict
  }
  #expect(try verdict(30) == .pass)
  #expect(try verdict(20) == .pass)
  #expect(try verdict(10) == .disagreement)
  #expect(try verdict(1) == .disagreement)
  // Frames of two cameras do not wait for one another, and a held frame tells nothing.
  #expect(try verdict(10, otherCamera: true) == .pass)
  #expect(try verdict(10, ago: .zero) == .pass)
  #expect(try verdict(10, ago: .milliseconds(100)) == .pass)
}

/// A virtual device is as good as its constituents; a frame that outlived a switch is no contradiction.
@Test func honestTracesAgree() {
  var virtual = PreviewStudio("open-landscape", .inner, .innerFront, mirrored: true)
  virtual.device = .virtualFront
  #expect(virtual.grade(.selfie).found == [])
  var held = PreviewStudio("open-landscape", .inner, .innerFront, mirrored: true)
  held.age = .seconds(2)
  #expect(held.grade(.selfie) { $0.trace.connectedCamera = .outerFront }.found == ["14 fail"])
}

/// Pictures of every camera of the tour agree with their own traces, seen askew as well.
@Test func slantedHoldsAgreeWithTheirTraces() {
  var mismatches: [String] = []
  for pose in ["open-landscape", "book", "flipped", "closed"] {
    let display: DisplayID = pose == "closed" || pose == "flipped" ? .outer : .inner
    for camera in [CameraID.outerFront, .innerFront, .rearWide] {
      for axis in [Vector3(0, 0, 1), Vector3(0.3, 1, 0.2), Vector3(1, 0, 0.2)] {
        var studio = PreviewStudio(pose, display, camera, mirrored: camera == .innerFront)
        studio.state.placement.attitude = Rotation(about: axis, degrees: 12).after(
          studio.state.placement.attitude)
        let report = studio.grade(.any)
        if report.verdict == .disagreement {
          mismatches.append("\(pose) \(camera) \(axis): \(report.findings)")
        }
      }
    }
  }
  #expect(mismatches == [])
}
