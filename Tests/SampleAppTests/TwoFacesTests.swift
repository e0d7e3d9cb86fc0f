import Foundation
import Testing

/// An app with a preview on each display, in its own scenario, and four of its twins, each with one mistake.
@Suite struct TwoFacesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let scenario = root.appendingPathComponent("Examples/scenario-two-faces.json").path

  @Test func passesItsScenario() throws {
    try Diptych.run("TwoFaces", scenario: Self.scenario) { run in
      #expect(run.report.lines.filter { !$0.hasSuffix(": pass") } == [])
      #expect(run.report.verdict == "pass" && run.report.findings.isEmpty && run.status == 0)
      let photos = run.report.steps.flatMap { $0.photos ?? [] }
      #expect(
        photos.map { $0.camera ?? "none" } == [
          "outer-front", "inner-front", "rear", "rear", "rear", "rear", "inner-front", "inner-front",
          "outer-front", "rear", "outer-front", "outer-front", "inner-front", "outer-front", "outer-front",
        ])
      #expect(photos.allSatisfy { $0.verdict == "pass" })
      // Both displays show the rear camera, each as its own viewer expects it.
      let both = run.report.steps.filter { $0.displays.filter { !$0.previews.isEmpty }.count == 2 }
      #expect(
        both.map(\.name) == [
          "aimed at the scene", "tap to focus on the outer display", "open portrait, self-timer",
          "and now they do", "alone again", "and gives it back",
        ])
    }
  }

  /// Aimed at whoever looks at it, the app shows nothing to the people beyond.
  @Test func passesTheTour() throws {
    try Diptych.run("TwoFaces") { run in
      #expect(
        run.report.lines == [
          "closed: pass", "opening: pass 16 not judged", "open landscape: pass", "open portrait: pass",
          "flipped: pass", "turned back: pass", "book: pass",
          "tabletop, rear half flat: pass 8 not judged", "tabletop, cover half flat: pass",
          "closed again: pass",
        ])
    }
  }

  @Test(arguments: ["single", "single-square"]) func passesOnOtherPhones(_ phone: String) throws {
    try Diptych.run("TwoFaces", "--phone", phone) { run in
      #expect(run.report.verdict == "pass" && run.status == 0)
    }
  }

  @Test(arguments: [
    ("SharedCoordinator", "11"), ("ControlsInFold", "17"), ("FramedOnce", "38"), ("OuterShutter", "35"),
  ])
  func everyTwinIsCaught(_ mistake: String, _ rule: String) throws {
    try Diptych.run("TwoFaces\(mistake)", scenario: Self.scenario) { run in
      let findings = run.report.steps.flatMap { step in
        step.findings + step.displays.flatMap { $0.findings + $0.previews.flatMap(\.findings) }
      }
      #expect(findings.contains { $0.rule == rule && $0.verdict == "fail" })
      #expect(run.report.verdict == "fail" && run.status == 1)
    }
  }

  /// A twin is the app but for a few lines.
  @Test func twinsDifferByAFewLines() throws {
    let twins = Self.root.appendingPathComponent("Tests/Fixtures/TwoFacesTwins")
    let app = Self.root.appendingPathComponent("Apps/TwoFaces")
    func lines(_ file: URL) throws -> [Substring] {
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }
    var different: [String: Int] = [:]
    for twin in try FileManager.default.contentsOfDirectory(atPath: twins.path) {
      let folder = twins.appendingPathComponent(twin)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".swift") {
        let change = try lines(folder.appendingPathComponent(file)).difference(
          from: lines(app.appendingPathComponent(file)))
        different[twin, default: 0] += change.count
      }
      let plist = "Resources/Info.plist"
      #expect(
        try Data(contentsOf: folder.appendingPathComponent(plist))
          == Data(contentsOf: app.appendingPathComponent(plist)))
    }
    #expect(different.count == 4)
    #expect(different.filter { $0.value == 0 || $0.value > 40 } == [:])
  }
}
