import DuoAVFoundation
import DuoCoreMedia
import DuoHost
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone

/// 1080p60 to a delegate that reads every pixel, and a preview on a display that is composed 60 times a second, in real
/// time.
@MainActor
enum LiveBench {
  static func run(seconds: Double, pictures: TestPictures) async throws {
    let panorama = WorldDescription.panorama(path: try pictures.picture(width: 4096, height: 2048))
    var description = PhoneDescription.duo
    description.timing.displayFrame.value = PhoneDuration(nanoseconds: 16_666_667)
    let clock = VirtualClock(.real)
    let state = PhoneState.initial(description, pose: "closed", world: panorama)
    let phone = try SimulatedPhone(description, clock: clock, world: panorama, state: state)
    try clock.start()
    phone.makeCurrent()
    CMClock.readHostTime { clock.now.nanoseconds }
    let authorization = CaptureSystem.current.authorization
    authorization.setUsageTexts([.video: "a measurement"])
    authorization.set(.authorized, for: .video)
    let stage = HostStage(phone: phone, clock: clock, log: TraceLog(clock: clock, to: .memory(newest: 100)))
    stage.launch(BenchAppDelegate.self, info: BenchAppDelegate.manifest)
    print(
      "1080p60 to a delegate that reads every pixel, and its preview on the outer display at @1x, composed at 60 Hz, "
        + "\(Int(seconds)) s of real time each (wanted: no frame dropped)")
    // The camera's start, and what is only done once.
    try await Task.sleep(for: .seconds(2))
    guard let screen = BenchScreen.shown else { throw BenchError("the app shows no screen") }
    let display = LiveDisplay(.outer, of: phone, scale: 1)
    for (name, world) in [("360 picture", panorama), ("the room", .room)] {
      phone.send(.world(world))
      await follow(display, for: 1)
      screen.taker.reset()
      let (videos, spent) = (display.videoFrames, processorSeconds())
      let composed = await follow(display, for: seconds)
      let (seen, work) = (screen.taker.seen, processorSeconds() - spent)
      let shown = display.videoFrames - videos
      print(
        String(
          format:
            "  %@: %d frames of %d x %d delivered, %d dropped, longest gap %.1f ms (of time stamps %.1f), "
            + "longest call %.1f ms",
          name, seen.frames, seen.width, seen.height, seen.dropped, seen.longestGap / .milliseconds(1),
          seen.longestStep * 1000, seen.longestCall / .milliseconds(1)))
      print(
        String(
          format: "    display: %.1f frames/s, %.1f of video; %.2f processors busy",
          Double(composed) / seconds,
          Double(shown) / seconds, work / seconds))
    }
  }

  /// Composes 60 times a second; a frame whose time has passed is left out.
  /// - Returns: how many were composed.
  @discardableResult
  private static func follow(_ display: LiveDisplay, for seconds: Double) async -> Int {
    let (start, period) = (ContinuousClock.now, 1.0 / 60)
    var (frames, next) = (0, 0.0)
    while next < seconds {
      // What an app asked for is done before the display's picture.
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      _ = display.compose()
      frames += 1
      let now = start.duration(to: .now) / .seconds(1)
      next = max(next + period, (now / period).rounded(.down) * period)
      let left = next - start.duration(to: .now) / .seconds(1)
      guard left > 0 else { continue }
      await withCheckedContinuation { done in PhoneTimer.run(after: left) { done.resume() } }
    }
    return frames
  }
}
