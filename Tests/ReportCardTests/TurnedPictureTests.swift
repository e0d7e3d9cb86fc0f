import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

/// Numbers in rows, as a picture whose pixels tell where they were.
private func picture(_ rows: [[UInt8]], _ layout: PixelPicture.Layout = .gray8) -> PixelPicture {
  let pixels = rows.flatMap { $0 }.flatMap { value -> [UInt8] in
    layout == .gray8 ? [value] : [value, value &+ 100, value &+ 150, 255]
  }
  return PixelPicture(width: rows[0].count, height: rows.count, layout: layout, bytes: Data(pixels))
}

@Test func picturesAreTurnedClockwise() {
  let rows: [(Int, [[UInt8]])] = [
    (0, [[1, 2, 3], [4, 5, 6]]), (1, [[4, 1], [5, 2], [6, 3]]), (2, [[6, 5, 4], [3, 2, 1]]),
    (3, [[3, 6], [2, 5], [1, 4]]), (-1, [[3, 6], [2, 5], [1, 4]]),
  ]
  for layout in [PixelPicture.Layout.gray8, .bgra] {
    let start = picture([[1, 2, 3], [4, 5, 6]], layout)
    #expect(rows.filter { start.turned(QuarterTurns($0.0)) != picture($0.1, layout) }.map(\.0) == [])
  }
}

/// An interface that follows the hold stands as its viewer sees it, in every pose; one that does not needs the turns
/// that it lags behind.
@Test func picturesAreTurnedToTheViewer() {
  let rows: [(String, DisplayID)] = [
    ("closed", .outer), ("open-landscape", .inner), ("open-portrait", .inner), ("flipped", .outer),
    ("book", .inner), ("tabletop-rear-flat", .inner), ("tabletop-cover-flat", .inner),
  ]
  var mismatches: [String] = []
  for (pose, display) in rows {
    let studio = PreviewStudio(pose, display, .innerFront, mirrored: true)
    let cameras = PlacedCameras(studio.state, at: studio.time, in: .duo)
    for lag in 0..<4 {
      let interface = QuarterTurns(studio.turn.count + lag)
      let turns = cameras.turnToViewer(display: display, interfaceTurn: interface)
      if turns.count != lag { mismatches.append("\(pose), \(lag): \(turns.count)") }
    }
  }
  #expect(mismatches == [])
}

/// A display that lies flat has no upper edge.
@Test func aFlatDisplayIsNotTurned() {
  for pose in ["face-up", "face-down"] {
    let state = PhoneState.initial(.duo, pose: pose)!
    let cameras = PlacedCameras(state, at: .zero, in: .duo)
    for interface in 0..<4 {
      #expect(
        cameras.turnToViewer(display: state.app.display, interfaceTurn: QuarterTurns(interface)) == 0)
    }
  }
}

/// The cover half lies on the table, and UIKit's default orientations leave the interface as it was: the picture in the
/// report stands upright, and what is read from the pixels stays the same.
@Test func theReportsPictureStandsAsTheViewerSeesIt() throws {
  var studio = PreviewStudio("tabletop-cover-flat", .inner, .innerFront, mirrored: true)
  let following = studio.turn
  studio.state.app.interfaceTurn = QuarterTurns(following.count + 2)
  let moment = studio.moment([studio.preview()])
  let composed = try #require(moment.displays[0].picture)
  var grader = RunGrader(
    RunFacts(
      app: "App", phone: .duo, world: .room,
      scenario: Scenario(name: "t", intent: .any, steps: [ScenarioStep("a")]), intent: .any))
  var kept: [PixelPicture] = []
  try grader.take(.moment(moment)) { name, picture in
    kept.append(picture)
    return name
  }
  #expect(kept == [composed.turned(2)] && kept != [composed])
  let preview = try #require(grader.report().steps[0].displays[1].previews.first)
  #expect(preview.upright == true && preview.camera == .innerFront)
}
