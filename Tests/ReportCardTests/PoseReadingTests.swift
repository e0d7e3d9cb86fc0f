import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

/// Every way in which the tour shows a camera, against what a person would say (tables A2, A3 and A5).
@Test func everyPoseIsReadFromItsPicture() {
  // Pose, display, camera, forward, faces.
  let rows: [(String, DisplayID, CameraID, Bool, Faces)] = [
    ("closed", .outer, .outerFront, true, .person), ("closed", .outer, .rearWide, false, .away),
    ("closed", .outer, .innerFront, false, .black),
    ("open-landscape", .inner, .innerFront, true, .person),
    ("open-landscape", .inner, .outerFront, false, .away),
    ("open-landscape", .inner, .rearWide, false, .away),
    ("open-landscape", .inner, .rearUltraWide, false, .away),
    ("open-portrait", .inner, .innerFront, true, .person),
    ("open-portrait", .inner, .outerFront, false, .away),
    ("open-portrait", .inner, .rearWide, false, .away),
    ("flipped", .outer, .outerFront, true, .person), ("flipped", .outer, .rearWide, true, .person),
    ("flipped", .outer, .innerFront, false, .away),
    ("book", .inner, .innerFront, true, .person), ("book", .inner, .outerFront, false, .away),
    ("book", .inner, .rearWide, false, .away),
    ("tabletop-rear-flat", .inner, .outerFront, false, .away),
    ("tabletop-rear-flat", .inner, .innerFront, true, .aside),
    ("tabletop-rear-flat", .inner, .rearWide, false, .black),
    ("tabletop-cover-flat", .inner, .innerFront, true, .person),
    ("tabletop-cover-flat", .inner, .outerFront, false, .black),
    ("tabletop-cover-flat", .inner, .rearUltraWide, false, .away),
    ("tabletop-cover-flat", .inner, .rearWide, false, .away),
  ]
  var mismatches: [String] = []
  for (pose, display, camera, isForward, faces) in rows {
    let studio = PreviewStudio(pose, display, camera, mirrored: isForward)
    let report = studio.grade(.any)
    let name = "\(pose) \(display) \(camera)"
    if report.faces != faces { mismatches.append("\(name): \(report.faces), \(report.found)") }
    if faces == .black { continue }
    let expected = camera.rawValue.hasPrefix("rear") ? "rear" : camera.rawValue
    if report.camera?.rawValue != expected || report.mirrored != isForward || report.upright != true
      || report.stale != false || report.verdict != .pass
    {
      mismatches.append("\(name): \(report)")
    }
  }
  #expect(mismatches == [])
}

/// Slightly opened, the app is still outside, and its camera still sees the person.
@Test func aPhoneThatIsBeingOpenedStillShowsThePerson() {
  var studio = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
  studio.state.hinge = HingeMotion(resting: 30)
  studio.state.facingAngle = 30
  studio.state.litDisplays = [.outer, .inner]
  let report = studio.grade(.selfie)
  #expect(report.found == [])
  #expect(report.faces == .person)
}
