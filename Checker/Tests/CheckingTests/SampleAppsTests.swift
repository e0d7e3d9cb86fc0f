import CheckerRules
import Foundation
import SourceModel
import Testing

@testable import Checking

/// The sample apps, and the broken ones that the report card's tests run: what the checker says of their sources, and that
/// it calls a bug what the report card calls it.
@Suite struct SampleAppsTests {
  private static let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// Files with the rules that find something in them, notes in parentheses.
  private func found(_ folder: String) -> [String] {
    let path = Self.repository.appendingPathComponent(folder).path
    let result = Check(paths: [path]).run()
    let problems = result.problems.map { "\($0)" }
    return problems
      + result.findings.map { finding in
        let file = (finding.file.path as NSString).lastPathComponent
        return "\(file): \(finding.severity == .note ? "(\(finding.rule))" : finding.rule)"
      }
  }

  @Test func sampleAppsAreCleanButForTheOneThatTrustsPosition() {
    let wanted = [
      "Camera.swift: (runtime-error-unobserved)", "Camera.swift: facing-from-position",
    ]
    #expect(found("Apps") == wanted)
    #expect(found("Apps/PositionSelfie") == wanted)
    for app in ["ClassicOrientation", "ClassicSelfie", "SelfieFollower", "TwoFaces"] {
      #expect(found("Apps/\(app)") == [], "\(app)")
    }
  }

  /// Each twin has one mistake, and the rule of the report card that fails.
  @Test(arguments: [
    ("SharedCoordinator", "PreviewFollower.swift: coordinator-shared", "11"),
    ("ControlsInFold", "ControlsView.swift: control-in-fold", "17"),
    ("FramedOnce", "PreviewViewController.swift: preview-layer-not-resized", "38"),
    ("OuterShutter", "ControlsViewController.swift: control-only-in-accessory", "35"),
  ])
  func twinsAreFoundByTheNameOfTheirReportCard(_ twin: String, _ finding: String, _ reportRule: String) throws
  {
    #expect(found("Tests/Fixtures/TwoFacesTwins/TwoFaces\(twin)") == [finding])
    let name = try #require(finding.split(separator: " ").last.map(String.init))
    let about = try #require(AllRules.rule(named: name)?.about)
    #expect(about.scenario?.reportRules == [reportRule])
  }

  /// A camera that trusts position fails 8 and 11.
  @Test func positionHasTheNamesOfItsReportCard() {
    #expect(AllRules.rule(named: "facing-from-position")?.about.scenario?.reportRules == ["8", "11"])
  }

  /// Small apps in one, each in a broken and in a right version that one switch tells apart: what both versions share is
  /// found, and what only the state of a run can tell is not.
  @Test func appsOfTheScreensRules() {
    #expect(
      found("Tests/Fixtures/ScreenApps") == [
        "BadInputApps.swift: accessory-availability-ignored",
        "BadInputApps.swift: accessory-availability-ignored",
        "BlockedMainThread.swift: start-on-main",
        "CameraViewController.swift: interruption-unobserved",
        "CameraViewController.swift: (runtime-error-unobserved)",
        "ControlInTheFold.swift: control-in-fold",
        "OnlyCopy.swift: accessory-availability-ignored",
        "PreviewMistakes.swift: preview-stretched",
        "TwoDisplays.swift: accessory-availability-ignored",
        "TwoDisplays.swift: mirror-unsupported",
      ])
    #expect(found("Tests/Fixtures/MisbehavingApp") == [])
  }

  /// What rules say of the report card is in its specification.
  @Test func reportRulesExist() throws {
    let verdicts = try String(
      contentsOf: Self.repository.appendingPathComponent("Specs/verdicts.md"), encoding: .utf8)
    var unknown: [String] = []
    for about in AllRules.list.map(\.about) {
      for name in about.scenario?.reportRules ?? [] {
        let isKnown =
          Int(name) == nil ? ["app", "photo", "movie"].contains(name) : verdicts.contains("| VER-\(name) |")
        if !isKnown { unknown.append("\(about.name): \(name)") }
      }
    }
    #expect(unknown == [])
  }
}
