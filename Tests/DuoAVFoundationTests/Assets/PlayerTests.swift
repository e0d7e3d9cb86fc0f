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
    #expect(player.rate == 1 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    let layer = AVPlayerLayer()
    #expect(layer.player == nil && layer.videoGravity == .resizeAspect && !layer.isReadyForDisplay)
    #expect(layer.videoRect == .zero && layer.contents == nil)
    let bench = try WriterBench()
    let item = AVPlayerItem(url: bench.url("absent.mov"))
    #expect(item.status == .unknown && item.error == nil && item.duration == .zero)
    #expect(item.currentTime() == .zero && player.status == .unknown)
    #expect(!player.isMuted && player.volume == 1 && player.defaultRate == 1)
    #expect(player.automaticallyWaitsToMinimizeStalling)
  }

  private static func settle(_ player: AVPlayer) async {
    player.engine.queue.sync {}
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  /// The usual way to begin: when the item is ready.
  @Test @MainActor func itemsAndPlayersTellWhenTheyAreReady() async throws {
    let (phone, _) = try SimulatedPhone.manual(.duo)
    let bench = try WriterBench()
    _ = try bench.movie("a.mov")
    let player = AVPlayer(on: phone)
    let told = Guarded<[String]>([])
    let playing = player.observe(\.status, options: [.old, .new]) { _, change in
      told.withLock { $0.append("player \(change.oldValue!.rawValue) \(change.newValue!.rawValue)") }
    }
    let current = player.observe(\.currentItem) { player, _ in
      told.withLock { $0.append(player.currentItem == nil ? "no item" : "item") }
    }
    var observers: [NSKeyValueObservation] = []
    for name in ["absent.mov", "a.mov"] {
      let item = AVPlayerItem(url: bench.url(name))
      observers.append(
        item.observe(\.status, options: [.new]) { item, change in
          dispatchPrecondition(condition: .onQueue(.main))
          told.withLock { $0.append("\(name) \(change.newValue!.rawValue) \(item.error != nil)") }
        })
      player.replaceCurrentItem(with: item)
      #expect(item.status == .unknown)
      await Self.settle(player)
    }
    player.replaceCurrentItem(with: nil)
    #expect(player.status == .readyToPlay)
    #expect(
      told.withLock { $0 } == [
        "item", "absent.mov 2 true", "player 0 2", "item", "player 2 0", "a.mov 1 false", "player 0 1",
        "no item",
      ])
    withExtendedLifetime((playing, current, observers)) {}
  }

  /// Played before there is anything to play, and on with the next movie.
  @Test @MainActor func theRateOutlivesTheItem() async throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo)
    let bench = try WriterBench()
    _ = try bench.movie("a.mov")
    let player = AVPlayer(on: phone)
    let told = Guarded<[Int]>([])
    let states = player.observe(\.timeControlStatus, options: [.new]) { _, change in
      told.withLock { $0.append(change.newValue!.rawValue) }
    }
    let (ends, folder) = (Guarded(0), bench.folder)
    let observer = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil
    ) { note in
      let ended = (note.object as? AVPlayerItem)?.asset as? AVURLAsset
      if ended?.url.deletingLastPathComponent().path == folder.path { ends.withLock { $0 += 1 } }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    player.play()
    clock.advance(by: .seconds(1))
    // What cannot be read has no end.
    player.replaceCurrentItem(with: AVPlayerItem(url: bench.url("absent.mov")))
    clock.advance(by: .seconds(1))
    await Self.settle(player)
    #expect(ends.withLock { $0 } == 0 && player.currentTime() == .zero && player.rate == 1)
    player.replaceCurrentItem(with: AVPlayerItem(url: bench.url("a.mov")))
    clock.advance(by: .milliseconds(400))
    player.replaceCurrentItem(with: AVPlayerItem(url: bench.url("a.mov")))
    clock.advance(by: .milliseconds(250))
    #expect(abs(player.currentTime().seconds - 0.25) < 0.0001)
    clock.advance(by: .seconds(1))
    await Self.settle(player)
    #expect(ends.withLock { $0 } == 1 && told.withLock { $0 } == [1, 2, 0])
    withExtendedLifetime(states) {}
  }

  @Test @MainActor func playingAndJumpingAreTold() async throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo)
    let bench = try WriterBench()
    _ = try bench.movie("a.mov")
    let player = AVPlayer(on: phone)
    player.replaceCurrentItem(with: AVPlayerItem(url: bench.url("a.mov")))
    await Self.settle(player)
    let told = Guarded<[String]>([])
    let rates = player.observe(\.rate, options: [.new]) { _, change in
      told.withLock { $0.append("rate \(change.newValue!)") }
    }
    let states = player.observe(\.timeControlStatus, options: [.new]) { _, change in
      told.withLock { $0.append("state \(change.newValue!.rawValue)") }
    }
    let ticket = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 2), queue: .main) {
      time in told.withLock { $0.append("at \(Int((time.seconds * 1000).rounded()))") }
    }
    func heard() async -> [String] {
      await Self.settle(player)
      return told.withLock { told in
        defer { told = [] }
        return told
      }
    }
    player.defaultRate = 0.5
    player.play()
    player.play()
    #expect(await heard() == ["rate 0.5", "state 2", "at 0"])
    clock.advance(by: .milliseconds(1200))
    #expect(await heard() == ["at 500"])
    await player.seek(to: CMTime(value: 1, timescale: 10))
    #expect(await heard() == ["at 100"])
    player.playImmediately(atRate: 1)
    #expect(await heard() == ["rate 1.0", "at 100"])
    clock.advance(by: .seconds(2))
    #expect(await heard() == ["at 600", "at 1000", "rate 0.0", "state 0"])
    player.pause()
    clock.advance(by: .seconds(2))
    #expect(await heard() == [])
    // A loop as apps make it.
    player.actionAtItemEnd = .none
    await player.seek(to: .zero)
    player.play()
    clock.advance(by: .seconds(3))
    await player.seek(to: .zero)
    clock.advance(by: .milliseconds(1100))
    #expect(
      await heard() == ["at 0", "rate 0.5", "state 2", "at 0", "at 500", "at 1000", "at 0", "at 500"])
    player.removeTimeObserver(ticket)
    withExtendedLifetime((rates, states)) {}
  }

  @Test @MainActor func aMovieIsPlayedByThePhonesClock() async throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo)
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", transform: CGAffineTransform(rotationAngle: .pi / 2))
    let player = AVPlayer(on: phone)
    let item = AVPlayerItem(url: bench.url("a.mov"))
    #expect(item.presentationSize == CGSize(width: 96, height: 160))
    player.replaceCurrentItem(with: item)
    let layer = AVPlayerLayer(player: player)
    layer.bounds = CGRect(x: 0, y: 0, width: 192, height: 160)
    let ready = Guarded<[Bool]>([])
    let covered = layer.observe(\.isReadyForDisplay, options: [.new]) { _, change in
      ready.withLock { $0.append(change.newValue!) }
    }
    func settle() async { await Self.settle(player) }
    await settle()
    #expect(
      item.status == .readyToPlay && layer.isReadyForDisplay
        && layer.videoRect == CGRect(x: 48, y: 0, width: 96, height: 160))
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
    #expect(times.withLock { $0 } == [100, 300, 500, 700, 900] && ends.withLock { $0 } == 0)
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
    #expect(times.withLock { $0.count } == 6)
    layer.player = nil
    await settle()
    #expect(!layer.isReadyForDisplay && layer.contents == nil && ready.withLock { $0 } == [true, false])
    covered.invalidate()
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
