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
    var observers: [ObjectIdentifier: Observer] = [:]
    var layers: [WeakReference<AVPlayerLayer>] = []
    var owner = WeakReference<AVPlayer>(nil)
    var wasReady = false
    var defaultRate: Float = 1
    var isMuted = false
    var volume: Float = 1
    var waits = true

    var pace: Pace {
      let control: AVPlayer.TimeControlStatus =
        time.rate == 0 ? .paused : item == nil ? .waitingToPlayAtSpecifiedRate : .playing
      return Pace(rate: time.rate, control: control)
    }
  }

  /// How it goes on, as observers know it.
  struct Pace: Equatable {
    let rate: Double
    let control: AVPlayer.TimeControlStatus
  }

  /// Who is told the time.
  struct Observer {
    /// Of the movie's time.
    let interval: PhoneDuration
    let queue: DispatchQueue
    let block: @Sendable (CMTime) -> Void
    /// For the next step; nil while nothing moves.
    var ticket: (any PhoneObservation)?
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

  func start(for player: AVPlayer) { state.withLock { $0.owner = WeakReference(player) } }

  private var owner: AVPlayer? { state.withLock { $0.owner }.object }

  var status: AVPlayer.Status {
    let (item, wasReady) = state.withLock { ($0.item, $0.wasReady) }
    if item?.status == .failed { return .failed }
    return wasReady ? .readyToPlay : .unknown
  }

  func replace(_ item: AVPlayerItem?) {
    let before = status
    let (old, pace) = state.withLock { state in
      defer {
        let rate = state.time.rate
        state.item = item
        state.time = PlaybackTime()
        state.time.duration = item.map { Int64(nanosecondsOf: $0.duration.seconds) } ?? 0
        state.time.set(rate: rate, at: now)
      }
      return (state.item, state.pace)
    }
    old?.attach(nil)
    item?.attach(self)
    pictures.withLock { $0 = item.map { PlayerPictures($0.asset.content) } }
    show()
    schedule()
    if old !== item { owner?.announce(\.currentItem, old: old, new: item) }
    announceStatus(from: before)
    announcePace(from: pace)
    tellAll()
    guard let item else { return }
    let handover = Handover(item)
    DispatchQueue.main.async { [weak self] in self?.becomeReady(handover.object) }
  }

  /// On the main queue.
  private func becomeReady(_ item: AVPlayerItem) {
    guard state.withLock({ $0.item === item }) else { return }
    let old = status
    item.becomeReady()
    if item.status == .readyToPlay { state.withLock { $0.wasReady = true } }
    announceStatus(from: old)
  }

  private func announceStatus(from old: AVPlayer.Status) {
    let new = status
    if old != new { owner?.announce(\.status, old: old, new: new) }
  }

  /// What is no number stands still (assumed).
  func set(rate: Float) {
    let old = state.withLock { state in
      defer { state.time.set(rate: rate.isFinite ? Double(rate) : 0, at: now) }
      return state.pace
    }
    schedule()
    guard old.rate != state.withLock({ $0.time.rate }) else { return }
    announcePace(from: old)
    tellAll()
  }

  private func announcePace(from old: Pace) {
    let new = state.withLock { $0.pace }
    guard old != new, let owner else { return }
    if old.rate != new.rate { owner.announce(\.rate, old: Float(old.rate), new: Float(new.rate)) }
    if old.control != new.control {
      owner.announce(\.timeControlStatus, old: old.control, new: new.control)
    }
  }

  func seek(to time: CMTime) {
    guard time.isNumeric || time == .positiveInfinity else { return }
    let nanoseconds = Int64(nanosecondsOf: time.seconds)
    state.withLock { $0.time.seek(to: nanoseconds, at: now) }
    show()
    schedule()
    tellAll()
  }

  /// Wakes up for the next picture, or for the end.
  private func schedule() {
    let (clock, now) = (phone.clock, now)
    state.withLock { state in
      state.ticket?.cancel()
      state.ticket = nil
      guard state.time.duration > 0, let end = state.time.ends(after: now) else { return }
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
    let (item, pace) = state.withLock { state -> (AVPlayerItem?, Pace) in
      let pace = state.pace
      if state.actionAtEnd == .pause { state.time.set(rate: 0, at: now) }
      return (state.item, pace)
    }
    if state.withLock({ $0.pace }) != pace { tellAll() }
    let handover = Handover(item)
    DispatchQueue.main.async { [self] in
      announcePace(from: pace)
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
    let step = PhoneDuration(nanoseconds: max(Int64(nanosecondsOf: interval.seconds), 1_000_000))
    state.withLock { state in
      state.observers[ObjectIdentifier(ticket)] = Observer(interval: step, queue: queue, block: block)
      watch(ObjectIdentifier(ticket), &state)
    }
    return ticket
  }

  /// The next step of the movie's time. Under the lock: whoever takes the observer away finds what is to come.
  private func watch(_ id: ObjectIdentifier, _ state: inout State) {
    state.observers[id]?.ticket?.cancel()
    state.observers[id]?.ticket = nil
    let rate = abs(state.time.rate)
    guard rate > 0, state.time.moves(at: now), let step = state.observers[id]?.interval else { return }
    let wait = PhoneDuration(nanoseconds: max(Int64(nanosecondsOf: Double(step.nanoseconds) / 1e9 / rate), 1))
    state.observers[id]?.ticket = phone.clock.schedule(after: wait) { [weak self] in
      guard let self else { return }
      self.state.withLock { self.tell(id, &$0) }
    }
  }

  private func tell(_ id: ObjectIdentifier, _ state: inout State) {
    guard let observer = state.observers[id] else { return }
    let time = CMTime(value: state.time.position(at: now), timescale: 1_000_000_000)
    observer.queue.async { observer.block(time) }
    watch(id, &state)
  }

  /// Time jumps, or begins or ends to run.
  private func tellAll() {
    state.withLock { state in for id in state.observers.keys { tell(id, &state) } }
  }

  func end(_ ticket: PlayerTicket) {
    state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(ticket)) }?.ticket?.cancel()
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
    for observer in observers { observer.ticket?.cancel() }
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
