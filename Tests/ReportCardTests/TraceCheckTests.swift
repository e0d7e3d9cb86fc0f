import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

/// Rule 15: whatever field of the trace is wrong, the answer is disagreement, and what was read from the pixels
/// stays as it was.
@Test func everyCorruptedTraceFieldIsFoundOut() {
  typealias Corruption = (name: String, change: (inout PreviewTrace) -> Void)
  let corruptions: [Corruption] = [
    ("no device", { $0.deviceUniqueID = nil }),
    ("unknown device", { $0.deviceUniqueID = "x" }),
    ("other device", { $0.deviceUniqueID = PhoneDescription.duo.camera(.rearWide)!.uniqueID }),
    ("other frame camera", { $0.frameCamera = .outerFront }),
    ("rear frame camera", { $0.frameCamera = .rearWide }),
    ("no frame camera", { $0.frameCamera = nil }),
    ("other connected camera", { $0.connectedCamera = .outerFront }),
    ("no connected camera", { $0.connectedCamera = nil }),
    (
      "both cameras",
      {
        $0.frameCamera = .rearWide
        $0.connectedCamera = .rearWide
        $0.deviceUniqueID = PhoneDescription.duo.camera(.rearWide)!.uniqueID
      }
    ),
    ("angle + 90", { $0.rotationAngle += 90 }), ("angle + 180", { $0.rotationAngle += 180 }),
    ("angle + 270", { $0.rotationAngle += 270 }), ("angle + 20", { $0.rotationAngle += 20 }),
    ("mirroring", { $0.isMirrored.toggle() }),
    ("earlier", { $0.frameTime = $0.frameTime.map { PhoneTime(nanoseconds: $0.nanoseconds - 60_000_000) } }),
    ("later", { $0.frameTime = $0.frameTime.map { PhoneTime(nanoseconds: $0.nanoseconds + 60_000_000) } }),
    ("no time", { $0.frameTime = nil }),
    ("narrower", { $0.frame?.fieldOfView *= 0.7 }), ("wider", { $0.frame?.fieldOfView *= 1.3 }),
    ("larger", { $0.frame?.scale *= 1.4 }), ("wider frame", { $0.frame?.width *= 2 }),
    ("interrupted", { $0.isInterrupted = true }), ("covered", { $0.blackReason = .covered }),
    ("not authorised", { $0.blackReason = .notAuthorised }),
    ("not running", { $0.blackReason = .notRunning }),
  ]
  var mismatches: [String] = []
  let studio = PreviewStudio("book", .inner, .innerFront, mirrored: true)
  let preview = studio.preview()
  let history = PlacementHistory(studio.state, at: .zero)
  let facts = PreviewStudio.reader.read(preview.content, at: studio.time, placements: history)
  let honest = PreviewGrader.grade(preview, facts: facts, in: studio.context(.selfie))
  #expect(honest.verdict == .pass)
  #expect(honest.passed.contains(.rule(15)))
  for corruption in corruptions {
    var wrong = preview
    corruption.change(&wrong.trace)
    let report = PreviewGrader.grade(wrong, facts: facts, in: studio.context(.selfie))
    if report.verdict != .disagreement { mismatches.append("\(corruption.name): \(report.verdict)") }
    if report.camera != honest.camera || report.faces != honest.faces || report.upright != honest.upright
      || report.mirrored != honest.mirrored || report.age != honest.age
    {
      mismatches.append("\(corruption.name): the pixels' answer changed")
    }
  }
  #expect(mismatches == [])
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
