import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

private func rect(_ width: Double, _ height: Double, x: Double = 0) -> RectRecord {
  RectRecord(x: x, y: 0, width: width, height: height)
}

/// A working preview.
private func preview(
  id: Int = 1, frame: RectRecord = rect(466, 678), container: RectRecord = rect(466, 678),
  onDisplay: RectRecord? = nil, window: RectRecord? = nil, visible: Double = 1, stretch: Double? = 1,
  gravity: String = "AVLayerVideoGravityResizeAspectFill", coveredBy: [String] = [],
  change: (inout PreviewTrace) -> Void = { _ in }
) -> PreviewObservation {
  var trace = PreviewTrace(
    deviceUniqueID: "x", frameCamera: .outerFront, connectedCamera: .outerFront, rotationAngle: 0,
    isMirrored: true, frameTime: .zero, frame: nil)
  change(&trace)
  return PreviewObservation(
    id: id, rect: onDisplay ?? frame, content: nil, contentScale: 1, visibleFraction: visible, trace: trace,
    layout: PreviewLayout(
      frame: frame, container: container, onDisplay: onDisplay ?? frame, window: window ?? container,
      gravity: gravity, stretch: stretch, coveredBy: coveredBy))
}

@Suite struct PreviewFindingsTests {
  @Test func aStretchedPreviewFails() {
    let rows: [(Double?, Double, Bool)] = [
      (nil, 1, false), (1, 1, false), (1.01, 1, false), (1.011, 1, true), (2.8, 1, true), (2.8, 0.005, false),
    ]
    let wrong = rows.filter {
      (PreviewShape.stretched(preview(visible: $0.1, stretch: $0.0)) != nil) != $0.2
    }
    #expect(wrong.isEmpty)
    #expect(
      PreviewShape.stretched(preview(stretch: 1.42, gravity: "AVLayerVideoGravityResize"))?.message
        == "The picture is stretched: 42 % more in one direction than in the other. Its gravity is resize.")
  }

  @Test func aCoveredPreviewFails() {
    func found(_ preview: PreviewObservation, _ others: [PreviewObservation] = []) -> Verdict? {
      PreviewShape.covered(preview, among: [preview] + others)?.verdict
    }
    #expect(found(preview()) == nil)
    #expect(found(preview(visible: 0.5)) == nil)
    #expect(found(preview(visible: 0.49)) == .fail)
    #expect(found(preview(visible: 0)) == .fail)
    #expect(found(preview(visible: 0, change: { $0.blackReason = .covered })) == .fail)
    let idle: [(inout PreviewTrace) -> Void] = [
      { $0.isInterrupted = true }, { $0.connectedCamera = nil }, { $0.frameTime = nil },
      { $0.blackReason = .notAuthorised }, { $0.blackReason = .connectionDisabled },
    ]
    #expect(idle.compactMap { found(preview(visible: 0, change: $0)) } == [])
    // Another preview in front of it is a picture, too; one beside it, or one that is covered itself, is none.
    #expect(found(preview(visible: 0), [preview(id: 2)]) == nil)
    #expect(found(preview(visible: 0), [preview(id: 2, frame: rect(200, 678))]) == .fail)
    #expect(found(preview(visible: 0), [preview(id: 2, visible: 0.2)]) == .fail)
    #expect(found(preview(visible: 0), [preview(id: 2, frame: rect(466, 678, x: 466))]) == .fail)
    var behindSheet = preview(visible: 0.2, coveredBy: ["presented SettingsController"])
    behindSheet.layout?.isBehindPresented = true
    #expect(found(behindSheet) == .note)
    let message = PreviewShape.covered(preview(visible: 0.2, coveredBy: ["panel", "UILabel"]), among: [])
    #expect(
      message?.message
        == "The camera runs, and of its preview 20 % can be seen. Over it: \"panel\", \"UILabel\".")
  }

  /// Frames and what they lie in, one settled moment after the other; which of these fail.
  @Test func aPreviewThatIsFramedOnceFails() {
    let outer = rect(466, 678), inner = rect(951, 669), half = rect(475, 669)
    let square = rect(300, 300)
    let rows: [([(RectRecord, RectRecord)], [Int])] = [
      ([(outer, outer), (inner, inner), (outer, outer)], []),
      ([(outer, outer), (outer, inner)], [1]),
      ([(outer, outer), (outer, inner), (outer, outer), (outer, inner)], [1, 3]),
      ([(outer, outer), (outer, inner), (outer, inner), (inner, inner)], [1, 2]),
      ([(inner, inner), (inner, outer)], [1]),
      ([(inner, inner), (inner, half)], [1]),
      // As wide as what it lies in, with its own height: still so after a fold.
      ([(rect(466, 466), outer), (rect(669, 669), inner)], []),
      ([(rect(466, 466), outer), (rect(466, 466), inner)], [1]),
      // A strip along the height keeps its width, also in Split View.
      ([(rect(400, 669), inner), (rect(400, 669), half)], []),
      // A picture of a fixed size was never framed for anything.
      ([(square, outer), (square, inner), (square, half)], []),
      // What is framed for an animation's end comes to fit later.
      ([(square, outer), (outer, outer), (inner, inner)], []),
    ]
    var wrong: [String] = []
    for (index, row) in rows.enumerated() {
      for isWindow in [false, true] {
        var framed = FramedOnce()
        let failed = row.0.enumerated().compactMap { step, fit -> Int? in
          // The window alone: in a view that nobody resizes either.
          let one =
            isWindow
            ? preview(frame: fit.0, container: fit.0, onDisplay: fit.0, window: fit.1)
            : preview(frame: fit.0, container: fit.1, onDisplay: fit.0, window: fit.0)
          return framed.take(one, on: .outer) == nil ? nil : step
        }
        if failed != row.1 { wrong.append("\(index) \(isWindow): \(failed)") }
      }
    }
    #expect(wrong == [])
  }

  @Test func theFindingNamesSizesAndTheDisplayBefore() {
    var framed = FramedOnce()
    #expect(framed.take(preview(), on: .outer) == nil)
    #expect(
      framed.take(preview(container: rect(951, 669)), on: .inner)?.message
        == "The preview is 466 x 678 points as on the outer display, and what it lies in is now 951 x 669.")
    #expect(framed.take(preview(id: 2, container: rect(951, 669)), on: .inner) == nil)
  }

  /// The findings reach the report, where the preview is.
  @Test func aReportTellsThemOfThePreview() throws {
    let studio = PreviewStudio("book", .inner, .innerFront, mirrored: true)
    var run = RunGrader(
      RunFacts(
        app: "App", phone: .duo, world: .room,
        scenario: Scenario(name: "t", intent: .selfie, steps: [ScenarioStep("a")]), intent: .selfie))
    var one = studio.preview()
    one.layout = PreviewLayout(
      frame: one.rect, container: one.rect, onDisplay: one.rect, window: one.rect, gravity: "g", stretch: 1.3)
    one.visibleFraction = 0.3
    try run.take(.moment(studio.moment([one]))) { name, _ in name }
    let report = try #require(run.report().steps.first?.displays.last?.previews.first)
    #expect(report.found == ["36 fail", "37 fail"])
    #expect(report.verdict == .fail)
  }
}
