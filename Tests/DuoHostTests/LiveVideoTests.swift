import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import Testing

@testable import DuoAVFoundation
@testable import DuoHost

/// Each pixel says which place of the frame it shows: blue across, green down.
private struct Places: FrameImager {
  func draw(_ window: FrameWindow, into target: PixelTarget) {
    for row in 0..<target.height {
      for column in 0..<target.width {
        let across = (Double(column) + 0.5) / Double(target.width)
        let down = (Double(row) + 0.5) / Double(target.height)
        let a = window.isMirrored ? 1 - across : across
        // Quarter turns clockwise, one by one: what was at the bottom left comes to the top left.
        var place = (x: a, y: down)
        for _ in 0..<window.rotation.count { place = (x: place.y, y: 1 - place.x) }
        let levels = [window.x + place.x * window.width, window.y + place.y * window.height, 0, 1]
        for (channel, level) in levels.enumerated() {
          let byte = UInt8((level * 255).rounded())
          (target.planes[0].base + row * target.planes[0].bytesPerRow)
            .storeBytes(of: byte, toByteOffset: column * 4 + channel, as: UInt8.self)
        }
      }
    }
  }
}

private func shown(_ window: FrameWindow, _ sequence: Int = 1, height: Double = 31) -> ShownPreview {
  let stream = StreamConfiguration(
    width: 1920, height: 1080, fieldOfView: 90, zoom: 1, frameDuration: PhoneDuration(seconds: 1 / 30))
  return ShownPreview(
    frame: SensorFrame(
      camera: .outerFront, sequence: sequence, time: .zero, configuration: stream, imager: Places()),
    window: window, visible: CGRect(x: 7, y: 9, width: 40, height: height), deviceUniqueID: "a",
    isInterrupted: false, isRunning: true)
}

@Suite struct LiveVideoTests {
  @Test func halvesAreTheWhole() {
    var mismatches: [String] = []
    for turns in 0..<4 {
      for isMirrored in [false, true] {
        for height in [1.0, 2, 31, 40] {
          let window = FrameWindow(
            x: 0.125, y: 0.25, width: 0.5, height: 0.75, rotation: QuarterTurns(turns), isMirrored: isMirrored
          )
          let halves = LiveVideo.picture(of: shown(window, height: height), scale: 2)
          let whole = DisplayComposer.video(shown(window, height: height), scale: 2)
          // Sums in another order round otherwise.
          let gap = zip(halves.bytes, whole.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 256
          if halves.bytes.count != whole.bytes.count || gap > 1 {
            mismatches.append("\(turns) turns, mirrored \(isMirrored), height \(height): \(gap)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test @MainActor func theNewestDrawnFrameIsShown() async throws {
    let video = LiveVideo(scale: 1)
    let id = ObjectIdentifier(video)
    func token(_ sequence: Int) -> AnyHashable? { video.filling(id, shown(FrameWindow(), sequence))?.token }
    func drawn(_ count: Int) async { while video.count < count { await Task.yield() } }
    #expect(token(1) == nil)
    await drawn(1)
    let first = AnyHashable(ShownVideo(shown(FrameWindow(), 1)))
    #expect(token(1) == first && video.count == 1)
    // Until the next one is drawn the last one stays; while it is drawn no other one is begun.
    #expect(token(2) == first && token(3) == first)
    await drawn(2)
    #expect(token(2) == AnyHashable(ShownVideo(shown(FrameWindow(), 2))))
    video.keepOnly([])
    #expect(token(2) == nil)
  }
}
