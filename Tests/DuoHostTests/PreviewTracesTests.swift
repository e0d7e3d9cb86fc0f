import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import Testing

@testable import DuoAVFoundation
@testable import DuoHost

private func shown(_ imager: any FrameImager = Picture(), window: FrameWindow = FrameWindow()) -> ShownPreview
{
  let stream = StreamConfiguration(
    width: 1920, height: 1080, fieldOfView: 90, zoom: 2, frameDuration: PhoneDuration(seconds: 1 / 30))
  let frame = SensorFrame(
    camera: .outerFront, sequence: 1, time: PhoneTime(seconds: 2), configuration: stream, imager: imager)
  return ShownPreview(
    frame: frame, window: window, visible: CGRect(x: 0, y: 0, width: 100, height: 200), deviceUniqueID: "a",
    isInterrupted: false, isRunning: true)
}

private struct Picture: FrameImager {
  func draw(_ window: FrameWindow, into target: PixelTarget) {}
}

@Test func aBlackPreviewHasItsReason() {
  let running = PreviewSource(camera: .outerFront, isInterrupted: false, isRunning: true)
  let interrupted = PreviewSource(isInterrupted: true, isRunning: false)
  let stopped = PreviewSource(isInterrupted: false, isRunning: false)
  let unconnected = PreviewSource(isInterrupted: false, isRunning: true)
  let disabled = PreviewSource(camera: .outerFront, isInterrupted: false, isRunning: true, isDisabled: true)
  let closed = PreviewSource(isInterrupted: false, isRunning: true, isDisabled: true)
  let off = PreviewSource(isInterrupted: false, isRunning: false, isDisabled: true)
  let withheld = shown(BlackImager())
  let rows: [(String, ShownPreview?, PreviewSource, Bool, Bool, PreviewTrace.BlackReason?)] = [
    ("a picture", shown(), running, false, false, nil),
    ("covered", shown(), running, false, true, .covered),
    ("left over, covered when it was taken", shown(), interrupted, false, true, .covered),
    ("left over by an interruption", shown(), interrupted, false, false, nil),
    ("withheld", withheld, running, false, false, .notAuthorised),
    ("withheld and covered", withheld, running, true, true, .notAuthorised),
    ("on its way", nil, running, false, false, nil), ("refused", nil, stopped, true, false, .notAuthorised),
    ("refused and interrupted", nil, interrupted, true, false, .notAuthorised),
    ("interrupted", nil, interrupted, false, false, .interrupted),
    ("stopped", nil, stopped, false, false, .notRunning),
    ("unconnected", nil, unconnected, false, false, .notRunning),
    ("disabled, for others its camera runs", nil, disabled, false, false, .connectionDisabled),
    ("disabled, the only one", nil, closed, false, false, .connectionDisabled),
    ("disabled and refused", nil, closed, true, false, .notAuthorised),
    ("disabled and stopped", nil, off, false, false, .notRunning),
    ("a picture from before it was disabled", shown(), disabled, false, false, nil),
  ]
  let wrong = rows.filter { _, shown, source, isDenied, isCovered, expected in
    let circumstances = PreviewTraces.Circumstances(source: source, isDenied: isDenied, isCovered: isCovered)
    return PreviewTraces.blackReason(of: shown, circumstances) != expected
  }
  #expect(wrong.map(\.0) == [])
}

/// The field of view with the zoom in it, and the size of a sensor pixel, whichever way the picture is turned.
@Test func theFrameIsDescribedAsItIsShown() throws {
  let source = PreviewSource(
    deviceUniqueID: "b", camera: .innerFront, isInterrupted: true, isRunning: false)
  let circumstances = PreviewTraces.Circumstances(source: source, isDenied: false, isCovered: false)
  for (turns, part, native) in [(0, FrameWindow(width: 0.5), 960.0), (1, FrameWindow(height: 0.25), 270)] {
    var window = part
    window.rotation = QuarterTurns(turns)
    window.isMirrored = turns == 1
    let trace = PreviewTraces.trace(of: shown(window: window), videoWidth: 480, circumstances)
    let frame = try #require(trace.frame)
    #expect(frame.width == 1920 && frame.height == 1080 && abs(frame.scale - 480 / native) < 1e-12)
    // 90 degrees at zoom 2: tan is half of one.
    #expect(abs(frame.fieldOfView - 53.13010235415598) < 1e-9)
    #expect(trace.rotationAngle == Double(turns * 90) && trace.isMirrored == (turns == 1))
    #expect(trace.deviceUniqueID == "b" && trace.frameCamera == .outerFront)
    #expect(trace.connectedCamera == .innerFront && trace.isInterrupted)
    #expect(trace.frameTime == PhoneTime(seconds: 2))
  }
  let upright = PreviewTraces.trace(of: shown(), videoWidth: 480, circumstances)
  #expect(upright.viewRotation == 0 && !upright.viewIsFlipped)
  let view = ViewTransform(CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 5, ty: 6))
  let turned = PreviewTraces.trace(of: shown(), videoWidth: 480, in: view, circumstances)
  #expect(turned.viewRotation == 90 && turned.viewIsFlipped && turned.frame == upright.frame)
  let empty = PreviewTraces.trace(of: nil, videoWidth: 0, circumstances)
  #expect(empty.frame == nil && empty.frameCamera == nil && empty.frameTime == nil)
  #expect(empty.blackReason == .interrupted)
}

@Suite struct BlackReasonTests {
  /// On a table the rear camera lies on its face; then somebody else takes it.
  @Test func aBlackPictureThatAnInterruptionLeftSaysThatItWasCovered() async throws {
    let run = try await HostRun.play(
      .button,
      Scenario(
        name: "table", start: "open-landscape",
        steps: [
          ScenarioStep("rear", do: [.tap(TapTarget(.identifier("camera")))]),
          ScenarioStep("table", do: [.event(.pose("tabletop-rear-flat", over: .milliseconds(300)))]),
          ScenarioStep("taken", do: [.event(.otherClient(.rearWide, takes: true))]),
        ]))
    let traces = run.settled.flatMap(\.displays).flatMap(\.previews).map(\.trace)
    #expect(traces.map(\.frameCamera) == [.rearWide, .rearWide, .rearWide])
    #expect(traces.map(\.isInterrupted) == [false, false, true])
    #expect(traces.map(\.blackReason) == [nil, .covered, .covered])
  }

  /// A picture that was taken before the camera was covered stays one.
  @Test func aPictureThatAnInterruptionLeftIsOne() async throws {
    let run = try await HostRun.play(
      .button,
      Scenario(
        name: "table", start: "open-landscape",
        steps: [
          ScenarioStep("rear", do: [.tap(TapTarget(.identifier("camera")))]),
          ScenarioStep("taken", do: [.event(.otherClient(.rearWide, takes: true))]),
          ScenarioStep("table", do: [.event(.pose("tabletop-rear-flat", over: .milliseconds(300)))]),
        ]))
    let traces = run.settled.flatMap(\.displays).flatMap(\.previews).map(\.trace)
    #expect(traces.map(\.isInterrupted) == [false, true, true])
    #expect(traces.map(\.blackReason) == [nil, nil, nil])
  }
}
