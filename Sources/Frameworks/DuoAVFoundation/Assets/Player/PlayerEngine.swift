import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel

/// The working part of a player: time runs by the phone's clock, pictures go to the layers that show it.
final class PlayerEngine: Sendable {
  struct State {
    var time = PlaybackTime()
    var item: AVPlayerItem?
    var actionAtEnd = AVPlayer.ActionAtItemEnd.pause
    var ticket: (any PhoneObservation)?
    var observers: [ObjectIdentifier: any PhoneObservation] = [:]
    var layers: [WeakReference<AVPlayerLayer>] = []
  }

  let phone: any PhoneHardware
  let state = Guarded(State())
  /// Pictures are decoded here, in order.
  let queue = DispatchQueue(label: "diptych.player")
  private let pictures = Guarded<PlayerPictures?>(nil)

  init(phone: any PhoneHardware) { self.phone = phone }

  private var now: Int64 { phone.clock.now.nanoseconds }

  var currentTime: CMTime {
    CMTime(value: state.withLock { $0.time.position(at: now) }, timescale: 1_000_000_000)
  }

  func replace(_ item: AVPlayerItem?) {
    let old = state.withLock { state in
      defer {
        state.item = item
        state.time = PlaybackTime()
        state.time.duration = item.map { Int64(nanosecondsOf: $0.duration.seconds) } ?? 0
      }
      return state.item
    }
    old?.attach(nil)
    item?.attach(self)
    pictures.withLock { $0 = item.map { PlayerPictures($0.asset.content) } }
    show()
    schedule()
  }

  /// What is no number stands still (assumed).
  func set(rate: Float) {
    state.withLock { $0.time.set(rate: rate.isFinite ? Double(rate) : 0, at: now) }
    schedule()
  }

  func seek(to time: CMTime) {
    guard time.isNumeric || time == .positiveInfinity else { return }
    let nanoseconds = Int64(nanosecondsOf: time.seconds)
    state.withLock { $0.time.seek(to: nanoseconds, at: now) }
    show()
    schedule()
  }

  /// Wakes up for the next picture, or for the end.
  private func schedule() {
    let (clock, now) = (phone.clock, now)
    state.withLock { state in
      state.ticket?.cancel()
      state.ticket = nil
      guard let end = state.time.ends(after: now) else { return }
      let frame = pictures.withLock { $0?.frameDuration } ?? 33_333_333
      let next = min(end, now + Int64(nanosecondsOf: Double(frame) / 1e9 / abs(state.time.rate)))
      state.ticket = clock.schedule(at: PhoneTime(nanoseconds: max(next, now + 1))) { [weak self] in
        self?.wake(isEnd: next == end)
      }
    }
  }

  private func wake(isEnd: Bool) {
    show()
    guard isEnd else { return schedule() }
    let item = state.withLock { state -> AVPlayerItem? in
      if state.actionAtEnd == .pause { state.time.set(rate: 0, at: now) }
      return state.item
    }
    let handover = Handover(item)
    DispatchQueue.main.async {
      NotificationCenter.default.post(
        name: AVPlayerItem.didPlayToEndTimeNotification, object: handover.object)
    }
  }

  // MARK: Pictures

  func add(_ layer: AVPlayerLayer) {
    let reference = WeakReference(layer)
    state.withLock { state in
      state.layers.removeAll { $0.object == nil || $0.object === layer }
      state.layers.append(reference)
    }
    show()
  }

  func remove(_ layer: AVPlayerLayer) {
    state.withLock { state in state.layers.removeAll { $0.object == nil || $0.object === layer } }
  }

  /// Decodes what is to be seen now, where somebody looks.
  func show() {
    let layers = state.withLock { $0.layers }
    guard !layers.isEmpty else { return }
    let (time, source) = (currentTime, pictures.withLock { $0 })
    queue.async {
      let picture = Handover(source?.picture(at: time))
      DispatchQueue.main.async {
        for layer in layers { layer.object?.show(picture.object) }
      }
    }
  }

  // MARK: Observers

  func observe(
    every interval: CMTime, on queue: DispatchQueue, _ block: @escaping @Sendable (CMTime) -> Void
  ) -> PlayerTicket {
    let ticket = PlayerTicket()
    state.withLock { watch(ticket, interval, queue, block, &$0) }
    return ticket
  }

  /// Under the lock: whoever takes the observer away finds the entry that is to come.
  private func watch(
    _ ticket: PlayerTicket, _ interval: CMTime, _ queue: DispatchQueue,
    _ block: @escaping @Sendable (CMTime) -> Void, _ state: inout State
  ) {
    let step = PhoneDuration(nanoseconds: max(Int64(nanosecondsOf: interval.seconds), 1_000_000))
    state.observers[ObjectIdentifier(ticket)] = phone.clock.schedule(after: step) { [weak self] in
      self?.tell(ticket, interval, queue, block)
    }
  }

  private func tell(
    _ ticket: PlayerTicket, _ interval: CMTime, _ queue: DispatchQueue,
    _ block: @escaping @Sendable (CMTime) -> Void
  ) {
    let now = now
    state.withLock { state in
      guard state.observers[ObjectIdentifier(ticket)] != nil else { return }
      if state.time.rate != 0 {
        let time = CMTime(value: state.time.position(at: now), timescale: 1_000_000_000)
        queue.async { block(time) }
      }
      watch(ticket, interval, queue, block, &state)
    }
  }

  func end(_ ticket: PlayerTicket) {
    state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(ticket)) }?.cancel()
  }

  func stop() {
    let (ticket, observers) = state.withLock { state in
      defer {
        state.ticket = nil
        state.observers = [:]
      }
      return (state.ticket, Array(state.observers.values))
    }
    ticket?.cancel()
    for observer in observers { observer.cancel() }
  }
}

/// Names a periodic observer.
final class PlayerTicket: NSObject, Sendable {}

/// The pictures of one movie, decoded in the order in which they are asked for. Used on one queue.
///
/// `@unchecked` because of that.
final class PlayerPictures: @unchecked Sendable {
  let frameDuration: Int64
  private let content: AssetContent
  private let track: MovieTrack?
  private var reader: PictureReader?
  private var shown: (picture: MediaCoding.DecodedPicture, image: CVPixelBuffer)?
  private var next: MediaCoding.DecodedPicture?

  init(_ content: AssetContent) {
    self.content = content
    track = content.movie?.tracks.first(where: \.isVideo)
    let rate = track?.nominalFrameRate ?? 0
    frameDuration = rate > 0 ? Int64(saturating: 1e9 / rate) : 33_333_333
  }

  /// What is shown at a moment; nil without pictures, and where they cannot be decoded.
  func picture(at time: CMTime) -> CVPixelBuffer? {
    guard let track else { return nil }
    let moment = MediaTime(time)
    do {
      if reader == nil || shown.map({ moment < $0.picture.time }) ?? false
        || next.map({ (moment - $0.time).seconds > 1 }) ?? false
      {
        let reader = try reader ?? PictureReader(path: content.url.path, track: track.index, as: .bgra)
        self.reader = reader
        try reader.seek(to: moment)
        (shown, next) = (nil, try reader.next())
      }
      while let picture = next, shown == nil || picture.time <= moment {
        let after = try reader?.next()
        if after.map({ $0.time > moment }) ?? true { shown = (picture, image(picture, track.matrix)) }
        next = after
      }
    } catch {
      // What cannot be decoded is not shown; the last picture stays, as on a phone.
      next = nil
    }
    return shown?.image
  }

  private func image(_ picture: MediaCoding.DecodedPicture, _ matrix: TrackMatrix) -> CVPixelBuffer {
    let (turns, isMirrored) = matrix.quarterTurns ?? (0, false)
    let size =
      turns % 2 == 0 ? (picture.width, picture.height) : (picture.height, picture.width)
    return CVPixelBuffer(width: size.0, height: size.1, format: kCVPixelFormatType_32BGRA) { planes in
      ImageMaker.turn(picture.bytes, turns, isMirrored, into: planes[0].base, planes[0].bytesPerRow, size)
    }
  }
}
