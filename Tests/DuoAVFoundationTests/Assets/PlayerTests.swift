import DuoCoreMedia
import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

@Suite struct PlayerTests {
  /// Against steps of one nanosecond each.
  @Test func timeRunsAtTheRate() {
    var mismatches: [String] = []
    for seed in 1...50 {
      var random = Seeded(UInt64(seed))
      var time = PlaybackTime()
      time.duration = 500
      var (rate, position) = (0, 0)
      for now in 0..<600 {
        let end = time.ends(after: Int64(now))
        let left = rate > 0 ? 500 - position : position
        if end != (rate == 0 ? nil : Int64(now + (left + abs(rate) - 1) / abs(rate))) {
          mismatches.append("\(seed): at \(now) it ends at \(end ?? -1)")
        }
        switch random.next() % 40 {
        case 0:
          rate = Int(random.next() % 4) - 1
          time.set(rate: Double(rate), at: Int64(now))
        case 1:
          position = Int(random.next() % 600)
          time.seek(to: Int64(position), at: Int64(now))
          position = min(position, 500)
        default: break
        }
        if time.position(at: Int64(now)) != Int64(position) {
          mismatches.append("\(seed): \(position) at \(now)")
        }
        position = min(max(position + rate, 0), 500)
      }
    }
    #expect(mismatches == [])
  }

  @Test func defaults() throws {
    let (phone, _) = try SimulatedPhone.manual(.duo)
    let player = AVPlayer(on: phone)
    #expect(player.rate == 0 && player.currentItem == nil && player.actionAtItemEnd == .pause)
    #expect(player.timeControlStatus == .paused && player.currentTime() == .zero && player.error == nil)
    player.play()
    #expect(player.rate == 0)
    let layer = AVPlayerLayer()
    #expect(layer.player == nil && layer.videoGravity == .resizeAspect && !layer.isReadyForDisplay)
    #expect(layer.videoRect == .zero && layer.contents == nil)
    let bench = try WriterBench()
    let item = AVPlayerItem(url: bench.url("absent.mov"))
    #expect(item.status == .failed && item.error != nil && item.duration == .zero)
    #expect(item.currentTime() == .zero)
  }

  @Test @MainActor func aMovieIsPlayedByThePhonesClock() async throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo)
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", transform: CGAffineTransform(rotationAngle: .pi / 2))
    let player = AVPlayer(on: phone)
    let item = AVPlayerItem(url: bench.url("a.mov"))
    #expect(item.status == .readyToPlay && item.presentationSize == CGSize(width: 96, height: 160))
    player.replaceCurrentItem(with: item)
    let layer = AVPlayerLayer(player: player)
    layer.bounds = CGRect(x: 0, y: 0, width: 192, height: 160)
    func settle() async {
      player.engine.queue.sync {}
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
    await settle()
    #expect(layer.isReadyForDisplay && layer.videoRect == CGRect(x: 48, y: 0, width: 96, height: 160))
    #expect(Self.grey(layer) == 40)
    player.play()
    clock.advance(by: .milliseconds(510))
    await settle()
    #expect(abs(player.currentTime().seconds - 0.51) < 0.0001 && player.timeControlStatus == .playing)
    #expect(abs(Self.grey(layer) - 55) <= 2 && item.currentTime() == player.currentTime())
    player.pause()
    clock.advance(by: .milliseconds(300))
    #expect(abs(player.currentTime().seconds - 0.51) < 0.0001)
    #expect(await player.seek(to: CMTime(value: 1, timescale: 10)))
    await settle()
    #expect(abs(Self.grey(layer) - 43) <= 2)

    let ends = Guarded(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
    ) { _ in ends.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    let times = Guarded<[Int]>([])
    let ticket = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 5), queue: nil) {
      time in
      times.withLock { $0.append(Int((time.seconds * 1000).rounded())) }
    }
    player.rate = 2
    clock.advance(by: .milliseconds(400))
    await settle()
    #expect(times.withLock { $0 } == [500, 900] && ends.withLock { $0 } == 0)
    clock.advance(by: .milliseconds(600))
    await settle()
    #expect(ends.withLock { $0 } == 1 && player.rate == 0 && player.currentTime() == item.duration)
    player.removeTimeObserver(ticket)
    #expect(await player.seek(to: item.duration, toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(player.currentTime() == item.duration)
    #expect(await item.seek(to: .zero) && player.currentTime() == .zero)
    #expect(await item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    // Outside a player there is nothing to move.
    #expect(await !AVPlayerItem(url: bench.url("a.mov")).seek(to: .zero))
    player.play()
    clock.advance(by: .milliseconds(500))
    await settle()
    #expect(times.withLock { $0.count } == 2)
    layer.player = nil
    await settle()
    #expect(!layer.isReadyForDisplay && layer.contents == nil)
  }

  /// Of the picture that the layer shows, beside its white corner.
  @MainActor private static func grey(_ layer: CALayer) -> Int {
    guard let buffer = layer.contents as? CVPixelBuffer else { return -1 }
    return buffer.withPixels { planes in
      // BGRA over the full range: back to luma.
      let value = planes[0].base.load(fromByteOffset: 10 * planes[0].bytesPerRow + 40 + 1, as: UInt8.self)
      return Int((Double(value) * 219 / 255 + 16).rounded())
    }
  }
}
