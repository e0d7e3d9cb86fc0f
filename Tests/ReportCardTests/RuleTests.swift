import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

private func tag(_ id: Int) -> TagDetection {
  TagDetection(id: id, corners: [[0, 0], [1, 0], [1, 1], [0, 1]])
}

/// Rules 4 and 6 on what was found both ways round.
@Test func tagsMustAgreeOnTheWayRound() {
  let one = [tag(1)], two = [tag(1), tag(2)]
  let rows: [([TagDetection], [TagDetection], Double, TagReading.Outcome, Bool)] = [
    (two, [], 100, .read, false), ([], two, 100, .read, true), (two, two, 100, .unread, false),
    (two, one, 100, .unread, false), (one, [], 100, .unread, false), ([], one, 100, .unread, false),
    ([], [], 100, .unread, false), ([], [], 8, .unread, false), ([], [], 7.9, .black, false),
    (two, [], 3, .read, false),
  ]
  var mismatches: [String] = []
  for (straight, flipped, luma, outcome, isMirrored) in rows {
    let found = TagReader.decide(straight: straight, flipped: flipped, meanLuma: luma)
    if found.outcome != outcome || found.isMirrored != isMirrored {
      mismatches.append("\(straight.count) \(flipped.count) \(luma): \(found)")
    }
  }
  #expect(mismatches == [])
}

/// Rule 7's borders.
@Test func facesHaveTheirBorders() {
  let rows: [(Double, Faces)] = [
    (0, .person), (50, .person), (50.1, .aside), (90, .aside), (129.9, .aside), (130, .away), (180, .away),
  ]
  #expect(rows.filter { PlacedCameras.faces(angle: $0.0) != $0.1 }.map(\.0) == [])
}

/// Rule 9: nearest quarter turn and remainder.
@Test func rollIsAQuarterTurnAndARest() {
  let rows: [(Double, Int, Double)] = [
    (0, 0, 0), (10, 0, 10), (-10, 0, -10), (44, 0, 44), (46, 90, -44), (90, 90, 0), (-90, 270, 0),
    (180, 180, 0),
    (-179, 180, 1), (265, 270, -5),
  ]
  let wrong = rows.filter { row in
    let roll = Roll(degrees: row.0)
    return roll.quarterTurn != row.1 || roll.remainder != row.2
  }
  #expect(wrong.map(\.0) == [])
}

/// What grading makes of one preview: facts and the rules that did not pass.
private struct Case {
  var name: String
  var studio: PreviewStudio
  var intent = Intent.selfie
  var found: [String]
  var change: (inout PreviewObservation) -> Void = { _ in }

  init(
    _ name: String, _ studio: PreviewStudio, _ intent: Intent = .selfie, _ found: [String],
    change: @escaping (inout PreviewObservation) -> Void = { _ in }
  ) {
    self.name = name
    self.studio = studio
    self.intent = intent
    self.found = found
    self.change = change
  }
}

private func changed(_ studio: PreviewStudio, _ change: (inout PreviewStudio) -> Void) -> PreviewStudio {
  var studio = studio
  change(&studio)
  return studio
}

@Test func previewsAreJudgedRuleByRule() {
  let selfie = PreviewStudio("open-landscape", .inner, .innerFront, mirrored: true)
  let away = PreviewStudio("open-landscape", .inner, .outerFront, mirrored: false)
  let aside = PreviewStudio("tabletop-rear-flat", .inner, .innerFront, mirrored: true)
  let closed = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
  let cases = [
    Case("selfie", selfie, .selfie, []),
    Case("rule 3", selfie, .selfie, ["3 not judged"]) { $0.visibleFraction = 0.009 },
    Case("rule 6, any", changed(selfie) { $0.state.light = 0 }, .any, ["6 note"]),
    Case("rule 6, selfie", changed(selfie) { $0.state.light = 0 }, .selfie, ["8 fail"]),
    Case("rule 6, rear", changed(selfie) { $0.state.light = 0 }, .rear, ["8 fail"]),
    Case("rule 6, nothing shown", selfie, .selfie, ["8 fail"]) { $0.content = nil },
    Case("rule 8, away", away, .selfie, ["8 fail"]),
    Case("rule 8, away is wanted", away, .rear, []),
    Case("rule 8, person instead", selfie, .rear, ["8 fail"]),
    Case("rule 8, nothing is wanted", away, .any, []),
    Case("rule 8, no camera can", aside, .selfie, ["8 not judged"]),
    Case("rule 8, aside is not away", aside, .rear, ["8 fail"]),
    Case("rule 9", changed(selfie) { $0.angle = 0 }, .selfie, ["9 fail"]),
    Case("rule 9, upside down", changed(closed) { $0.angle = 2 }, .selfie, ["9 fail"]),
    Case("rule 10", changed(aside) { $0.angle = 1 }, .any, ["9 fail"]),
    Case("rule 11, forward", changed(selfie) { $0.mirrored = false }, .selfie, ["11 fail"]),
    Case("rule 11, backward", changed(away) { $0.mirrored = true }, .any, ["11 fail"]),
    Case("rule 13, just in time", changed(selfie) { $0.age = .milliseconds(135) }, .selfie, []),
    Case("rule 13, too old", changed(selfie) { $0.age = .milliseconds(170) }, .selfie, ["14 fail"]),
    Case("rule 14, interrupted", changed(selfie) { $0.age = .seconds(3) }, .selfie, ["14 fail"]) {
      $0.trace.isInterrupted = true
    },
    Case("rule 14, interrupted with a message", changed(selfie) { $0.age = .seconds(3) }, .selfie, []) {
      $0.trace.isInterrupted = true
      $0.visibleFraction = 0.8
    },
    Case("rule 14, the input was taken away", changed(selfie) { $0.age = .seconds(3) }, .selfie, ["14 fail"])
    {
      $0.trace.deviceUniqueID = nil
      $0.trace.connectedCamera = nil
    },
    Case(
      "rule 16, no tags", changed(selfie) { $0.state.world = .colour(red: 90, green: 90, blue: 90) }, .selfie,
      ["16 not judged"]),
  ]
  var mismatches: [String] = []
  for test in cases {
    let report = test.studio.grade(test.intent, change: test.change)
    if report.found != test.found { mismatches.append("\(test.name): \(report.found) \(report.findings)") }
  }
  #expect(mismatches == [])
}

/// Rule 9 reports how far a picture is turned, as the viewer sees it.
@Test func aTurnedPictureTellsItsTurn() {
  // The connection's angle minus the right one is how far the picture stands turned clockwise; a mirrored
  // picture is flipped after it was turned.
  var mismatches: [String] = []
  for (camera, mirrored) in [(CameraID.innerFront, true), (.outerFront, false)] {
    var studio = PreviewStudio("open-landscape", .inner, camera, mirrored: mirrored)
    let right = studio.usedAngle.count
    for extra in 0..<4 {
      studio.angle = QuarterTurns(right + extra)
      let seen = studio.grade(.any).roll?.quarterTurn
      let expected = (mirrored ? 4 - extra : extra) % 4 * 90
      if seen != expected { mismatches.append("\(camera) +\(extra): \(seen ?? -1), not \(expected)") }
    }
  }
  #expect(mismatches == [])
}

/// A phone held askew: the roll's remainder is seen, and 10 degrees are still upright.
@Test func aSlantedPhoneIsUprightUpToTenDegrees() {
  var mismatches: [String] = []
  for (degrees, isUpright) in [(0.0, true), (9, true), (-9, true), (11, false), (-11, false), (30, false)] {
    var studio = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
    // The frame was taken while the phone was held straight, and shown on a phone held askew: the viewer sees
    // it turned with the display.
    studio.state.placement.attitude = Rotation(about: [0, 0, 1], degrees: degrees).after(
      studio.state.placement.attitude)
    var straight = studio
    straight.state.placement.attitude = .identity
    let facts = PreviewStudio.reader.read(
      straight.preview().content, at: straight.time, placements: PlacementHistory(straight.state, at: .zero))
    guard let solved = facts.solved,
      let reference = studio.context(.any).now.upReference(
        display: .outer, interfaceTurn: 0, axis: solved.pose.forward, panel: .cover)
    else {
      mismatches.append("\(degrees): unread")
      continue
    }
    let roll = PlacedCameras.roll(
      right: solved.pose.right, top: solved.pose.up, mirrored: true, reference: reference)
    if abs(abs(roll) - abs(degrees)) > 0.5 { mismatches.append("\(degrees): \(roll)") }
    // Camera and display turn together: the picture stays upright whatever the hold.
    if studio.grade(.any).upright != true { mismatches.append("\(degrees): not upright") }
    if (abs(roll) <= 10) != isUpright { mismatches.append("\(degrees): upright is wrong") }
  }
  #expect(mismatches == [])
}

/// The results that the position-following sample must get, camera by camera (last table of the rules).
@Test func aCameraChosenByPositionIsFoundOut() {
  let rows: [(String, DisplayID, CameraID, Bool, [String])] = [
    ("closed", .outer, .outerFront, true, []),
    ("open-landscape", .inner, .outerFront, true, ["8 fail", "11 fail"]),
    ("open-portrait", .inner, .outerFront, true, ["8 fail", "11 fail"]),
    ("book", .inner, .outerFront, true, ["8 fail", "11 fail"]),
    ("tabletop-rear-flat", .inner, .outerFront, true, ["8 not judged", "11 fail"]),
    ("tabletop-cover-flat", .inner, .outerFront, true, ["8 fail"]),
    ("flipped", .outer, .rearWide, false, ["11 fail"]), ("flipped", .outer, .outerFront, true, []),
  ]
  var mismatches: [String] = []
  for (pose, display, camera, mirrored, found) in rows {
    let report = PreviewStudio(pose, display, camera, mirrored: mirrored).grade(.selfie)
    if report.found != found { mismatches.append("\(pose) \(camera): \(report.found)") }
    if pose == "tabletop-cover-flat", report.faces != .black { mismatches.append("\(pose): \(report.faces)") }
  }
  #expect(mismatches == [])
}

/// Rule 12: the picture's own clock.
@Test func theAgeIsReadFromThePicture() {
  var mismatches: [String] = []
  for milliseconds in [0.0, 20, 100, 400, 3000, 9000] {
    var studio = PreviewStudio("book", .inner, .innerFront, mirrored: true)
    studio.time = PhoneTime(seconds: 1000.5)
    studio.age = .milliseconds(milliseconds)
    let age = studio.grade(.any).age ?? -1
    if abs(age - milliseconds / 1000) > 0.0084 { mismatches.append("\(milliseconds) ms: \(age)") }
  }
  #expect(mismatches == [])
}

/// Rule 13: a picture that another camera took, before the phone was turned round.
@Test func anOldPictureOfAnotherPlaceIsStillRead() {
  var studio = PreviewStudio("open-landscape", .inner, .innerFront, mirrored: true)
  studio.earlier = PreviewStudio("closed", .outer, .outerFront, mirrored: true).state
  studio.camera = .outerFront
  studio.age = .seconds(5)
  let report = studio.grade(.any) { $0.trace.connectedCamera = .innerFront }
  #expect(report.camera == .outerFront)
  #expect(report.stale == true)
  #expect(report.found.contains("14 fail"))
  #expect(!report.found.contains("15 disagreement"))
}
