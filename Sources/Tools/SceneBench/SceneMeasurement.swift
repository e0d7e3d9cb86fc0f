import DuoHost
import DuoQuartzCore
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone

/// Composes the lit displays at their refresh and takes the times.
@MainActor
final class SceneMeasurement {
  private let phone: SimulatedPhone
  private var displays: [DisplayID: LiveDisplay] = [:]

  init(_ phone: SimulatedPhone) { self.phone = phone }

  /// Milliseconds that no picture of a screen may stand.
  private static let wantedGap = 33

  private var period: Double { phone.description.timing.displayFrame.value.seconds }
  var refresh: Int { Int((1 / period).rounded()) }

  private func live(_ display: DisplayID, scale: Double = 1) -> LiveDisplay {
    if scale == 1, let known = displays[display] { return known }
    let new = LiveDisplay(display, of: phone, scale: scale)
    if scale == 1 { displays[display] = new }
    return new
  }

  private var lit: [DisplayID] { DisplayID.allCases.filter { phone.state.litDisplays.contains($0) } }

  /// - Parameter change: is called before each frame with the seconds since the first one.
  func measure(_ name: String, for seconds: Double, _ change: (Double) -> Void = { _ in }) async {
    compose()
    var (frames, drawn, all) = (0, 0, 0)
    var (longest, longestGap, busy) = (Duration.zero, Duration.zero, Duration.zero)
    var (work, mostWork, mostTurn) = (0.0, 0.0, 0.0)
    let processorStart = Self.processor
    var processorLast = processorStart
    let framesBefore = displays.values.reduce(0) { $0 + $1.videoFrames }
    let start = ContinuousClock.now
    var last = start
    var next = 0.0
    while next < seconds {
      change(next)
      // What an app asked for is done before the display's picture.
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      let (before, processorBefore) = (ContinuousClock.now, Self.processor)
      let pixels = compose()
      let (after, processorAfter) = (ContinuousClock.now, Self.processor)
      (frames, drawn, all) = (frames + 1, drawn + pixels.drawn, all + pixels.all)
      work += processorAfter - processorBefore
      mostWork = max(mostWork, processorAfter - processorBefore)
      mostTurn = max(mostTurn, processorAfter - processorLast)
      processorLast = processorAfter
      longest = max(longest, before.duration(to: after))
      busy += before.duration(to: after)
      if frames > 1 { longestGap = max(longestGap, last.duration(to: after)) }
      last = after
      // A frame whose time has passed is dropped.
      let now = start.duration(to: after) / .seconds(1)
      next = max(next + period, (now / period).rounded(.down) * period)
      await wait(until: start + .seconds(next))
    }
    let whole = start.duration(to: .now) / .seconds(1)
    let rate = Double(frames) / whole
    let videos = Double(displays.values.reduce(0) { $0 + $1.videoFrames } - framesBefore) / whole
    let parts: [String] = [
      String(format: "%5.1f frames/s (wanted: %d)", rate, refresh), String(format: "%.1f of video", videos),
      String(format: "%.1f ms a frame", Double(busy / .milliseconds(1)) / Double(frames)),
      String(format: "worst %.1f ms", longest / .milliseconds(1)),
      String(
        format: "longest between two %.1f ms (wanted: under %d)", longestGap / .milliseconds(1),
        Self.wantedGap),
      String(format: "processor time %.1f ms a frame, at most %.1f ms", work / Double(frames), mostWork),
      String(
        format: "with the app's %.1f and %.1f", (processorLast - processorStart) / Double(frames), mostTurn),
      String(
        format: "%5.1f %% of pixels drawn (wanted: what changed)", 100 * Double(drawn) / Double(max(all, 1))),
    ]
    print("  \(name):\n    " + parts.joined(separator: ", "))
  }

  /// Milliseconds that the main thread has had a processor: what a busy machine does not change.
  private static var processor: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  private func wait(until time: ContinuousClock.Instant) async {
    let left = ContinuousClock.now.duration(to: time) / .seconds(1)
    guard left > 0 else { return }
    await withCheckedContinuation { done in PhoneTimer.run(after: left) { done.resume() } }
  }

  @discardableResult
  private func compose() -> LiveDisplay.Work {
    lit.reduce(into: LiveDisplay.Work(drawn: 0, all: 0)) { sum, display in
      let work = live(display).compose()
      sum.drawn += work.drawn
      sum.all += work.all
    }
  }

  /// A finger on the slider: down at 0, to and fro.
  func drag(_ share: Double) {
    guard let scene = UIApplication.shared.mainScene,
      let screen = scene.windows.first?.rootViewController as? ControlScreen
    else { return }
    let slider = screen.slider
    // The finger goes down on the thumb.
    if share == 0 { slider.value = 0.5 }
    let rect = slider.convert(slider.bounds, to: nil)
    let way = 0.5 + 0.4 * sin(share * 4 * .pi)
    let point = CGPoint(x: rect.minX + rect.width * way, y: rect.midY)
    let phase: FingerTouch.Phase = share == 0 ? .began : share > 0.98 ? .ended : .moved
    UIApplication.shared.deliver(
      [FingerTouch(id: 1, phase, at: point, time: phone.clock.now)], on: scene.geometry.display)
  }

  // MARK: Against copies

  func compareWithCopies() async {
    guard let display = lit.last else { return }
    let live = live(display, scale: 3)
    let all = live.compose().all
    // The first frame of the video; then the main actor is not left, so that no other one comes.
    while live.videoFrames == 0 { await wait(until: .now + .milliseconds(20)) }
    _ = live.compose()
    let whole = Self.best(of: 8) { _ = live.composeWhole() }
    let still = Self.best(of: 20) { _ = live.compose() }
    let source = UnsafeMutableRawPointer.allocate(byteCount: all * 4, alignment: 64)
    let target = UnsafeMutableRawPointer.allocate(byteCount: all * 4, alignment: 64)
    source.initializeMemory(as: UInt8.self, repeating: 1, count: all * 4)
    target.initializeMemory(as: UInt8.self, repeating: 2, count: all * 4)
    let copy = Self.best(of: 20) { target.copyMemory(from: source, byteCount: all * 4) }
    source.deallocate()
    target.deallocate()
    print(
      String(
        format:
          "whole screen at @3x, with the video's frame drawn before: %d pixels against memcpy of its bytes (%.2f ms)",
        all, copy))
    print(String(format: "  whole: %.1f times (%.1f ms; wanted: this ratio, no bound)", whole / copy, whole))
    print(
      String(
        format: "  again with nothing changed: %.2f times (%.2f ms; wanted: nothing drawn)", still / copy,
        still))
  }

  /// Milliseconds of the fastest run.
  private static func best(of count: Int, _ body: () -> Void) -> Double {
    (0..<count).map { _ in
      let start = ContinuousClock.now
      body()
      return start.duration(to: .now) / .milliseconds(1)
    }.min() ?? 0
  }

  // MARK: Pictures

  /// Writes what is measured, to be looked at: `NAME-display.ppm`.
  func savePictures(to name: String) throws {
    compose()
    for display in lit {
      guard let picture = live(display).picture else { continue }
      var bytes = Data("P6 \(picture.width) \(picture.height) 255\n".utf8)
      for index in 0..<(picture.width * picture.height) {
        bytes.append(contentsOf: [2, 1, 0].map { picture.bytes[index * 4 + $0] })
      }
      try bytes.write(to: URL(fileURLWithPath: "\(name)-\(display.rawValue).ppm"))
    }
  }
}
