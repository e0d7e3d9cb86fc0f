public import DuoAVFoundation
import DuoHost
import Foundation
public import PhoneModel
import ReportCard
import Scenarios
public import SimulatedPhone

/// Reads displays as `diptych run` does: composes the picture, and has the report card's grader read the pixels.
enum DisplayReader {
  /// - Throws: a sentence about why there is nothing to read.
  @MainActor
  static func read(_ observation: DisplayObservation, on phone: SimulatedPhone) throws -> DisplayReading {
    let state = phone.state
    let facts = RunFacts(
      app: "test", phone: phone.description, world: state.world,
      scenario: Scenario(name: "test", steps: [ScenarioStep("now")]), intent: .any)
    var grader = RunGrader(facts)
    let isSettled = TestBench.of(phone).restedAt <= phone.now
    let moment = MomentRecord(
      time: phone.now, kind: isSettled ? .settled : .unsettled, step: 0, stepName: "now", state: state,
      displays: [observation])
    try grader.take(.header(ObservationHeader(phone: phone.description.name, app: "test"))) { name, _ in name
    }
    try grader.take(.moment(moment)) { name, _ in name }
    guard
      let report = grader.report().steps.first?.displays.first(where: { $0.display == observation.display })
    else { throw Unreadable(why: "The phone has no \(observation.display.rawValue) display.") }
    if report.viewer == nil {
      throw Unreadable(
        why:
          "Nobody looks at the \(observation.display.rawValue) display, so that nothing on it can be judged.")
    }
    return DisplayReading(
      display: observation.display, previews: report.previews.map(PreviewReading.init),
      findings: report.findings.map { "\($0.rule): \($0.message)" })
  }

  struct Unreadable: Error {
    var why: String
  }

  /// Makes a failure at `place` of what could not be read.
  @MainActor
  static func atPlace<Value>(_ place: PhoneTestFailure.Place, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as Unreadable { throw PhoneTestFailure(error.why, at: place) }
  }

  @MainActor
  static func requireLit(_ display: DisplayID, on phone: SimulatedPhone) throws {
    let lit = phone.state.litDisplays
    if lit.contains(display) { return }
    let names = DisplayID.allCases.filter(lit.contains).map(\.rawValue).joined(separator: " and ")
    throw Unreadable(
      why: "The \(display.rawValue) display is dark; lit: \(names.isEmpty ? "none" : names).")
  }
}

extension SimulatedPhone {
  /// Reads what a preview layer shows, for tests without a user interface: as if the layer filled `display` and the
  /// interface stood as the phone has it. Read when the phone has settled; a picture read in the middle of a movement is
  /// compared with the phone as it is now.
  /// - Parameter display: nil for the display that the app is on.
  /// - Throws: `PhoneTestFailure` when the display is dark, nobody looks at it, or the layer shows nothing.
  @MainActor
  public func reading(
    of layer: AVCaptureVideoPreviewLayer, on display: DisplayID? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> PreviewReading {
    try reading(of: layer, on: display, at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  /// The same for a layer into which the app puts the frames of a data output.
  @MainActor
  public func reading(
    of layer: AVSampleBufferDisplayLayer, on display: DisplayID? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> PreviewReading {
    try reading(of: layer, on: display, at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  @MainActor
  private func reading(
    of layer: any FrameShowing, on display: DisplayID?, at place: PhoneTestFailure.Place
  ) throws -> PreviewReading {
    let display = display ?? state.app.display
    return try DisplayReader.atPlace(place) {
      try DisplayReader.requireLit(display, on: self)
      guard layer.bounds.width > 0, layer.bounds.height > 0 else {
        throw DisplayReader.Unreadable(why: "The preview layer has no size: set its frame.")
      }
      guard var shown = LayerSnapshot(layer), shown.preview != nil else {
        throw DisplayReader.Unreadable(why: "The preview layer shows nothing: no frame has come to it yet.")
      }
      shown.toParent = CGAffineTransform(translationX: -shown.bounds.minX, y: -shown.bounds.minY)
      let contents = DisplayContents(
        display: display, width: layer.bounds.width, height: layer.bounds.height,
        interfaceTurn: state.app.interfaceTurn, windows: [shown])
      let observation = TestBench.of(self).stage.picture(of: contents, controls: [])
      guard let reading = try DisplayReader.read(observation, on: self).previews.first else {
        throw DisplayReader.Unreadable(why: "The preview layer's picture has no size.")
      }
      return reading
    }
  }
}
