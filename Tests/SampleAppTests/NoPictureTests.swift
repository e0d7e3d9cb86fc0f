import Foundation
import Testing

/// What the apps say while there is no live picture.
@Suite struct NoPictureTests {
  static let apps = ["ClassicSelfie", "ClassicOrientation", "SelfieFollower", "PositionSelfie"]

  /// Every reason for an interruption, and the end of each. Rule 14 wants a visible message.
  static let interruptions = """
    {"schema": "diptych/scenario/1", "name": "interruptions", "intent": "any", "start": "open-landscape", "steps": [
      {"name": "open"},
      {"name": "taken", "do": [
        {"otherClient": {"camera": "inner-front", "takes": true}}, {"otherClient": {"camera": "outer-front", "takes": true}}]},
      {"name": "given back", "do": [
        {"otherClient": {"camera": "inner-front", "takes": false}}, {"otherClient": {"camera": "outer-front", "takes": false}}]},
      {"name": "split", "do": {"splitView": true}},
      {"name": "whole", "do": {"splitView": false}},
      {"name": "hot", "do": {"thermal": "shutdown"}},
      {"name": "cool", "do": {"thermal": "nominal"}}
    ]}
    """

  @Test(arguments: apps) func aSignCoversAnInterruptedPicture(_ app: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    try Data(Self.interruptions.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try Diptych.run(app, scenario: file.path) { run in
      // PositionSelfie mirrors wrongly, interrupted or not.
      let word = app == "PositionSelfie" ? "fail 11" : "pass"
      #expect(run.report.lines == run.report.steps.map { "\($0.name): \(word)" })
      var signs: [String] = []
      for step in run.report.steps {
        // In Split View the app has the left half.
        let middle = step.name == "split" ? 0.25 : 0.5
        if try run.picture(step.name).hasSign(at: middle) { signs.append(step.name) }
      }
      #expect(signs == ["taken", "split", "hot"])
    }
  }

  /// As in Apple's simulator: a message, no crash.
  @Test(arguments: apps) func withoutACameraThereIsASign(_ app: String) throws {
    try Diptych.run(app, "--phone", "no-camera", "--intent", "any", scenario: "selfie") { run in
      #expect(run.report.steps.map(\.name) == ["closed", "open landscape", "open portrait", "closed again"])
      // A preview that never had a frame is black: a note, since nothing is asked of the camera.
      let previews = run.report.steps.flatMap(\.displays).flatMap(\.previews)
      #expect(
        previews.count == 4
          && previews.allSatisfy { $0.camera == nil && ["black", "unread"].contains($0.faces) })
      var withoutSign: [String] = []
      for step in run.report.steps where try !run.picture(step.name).hasSign(at: 0.5) {
        withoutSign.append(step.name)
      }
      #expect(withoutSign == [])
    }
  }
}

extension Picture {
  /// The sign's bar is white; on either side of it the disc is dark grey.
  fileprivate func hasSign(at middle: Double) -> Bool {
    let aside = 20.0
    return colour(middle, 0.5) == [255, 255, 255]
      && colour(middle + aside / Double(width), 0.5 - aside / Double(height)) == [85, 85, 85]
      && colour(middle - aside / Double(width), 0.5 + aside / Double(height)) == [85, 85, 85]
  }
}
