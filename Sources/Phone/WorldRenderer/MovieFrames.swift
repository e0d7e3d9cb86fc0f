import Foundation
import PhoneModel

/// The pictures of a movie round the moment that is looked at, decoded ahead of need on a thread of their own. Which
/// pictures are at hand changes how long a call takes, never what it returns.
final class MovieFrames: Sendable {
  /// Of the movie, nanoseconds.
  let length: Int64
  private let store: MovieFrameStore

  /// Bytes of decoded pictures that are held, unless four pictures need more.
  static let mostBytes = 192 << 20

  init(_ decoder: MovieDecoder) {
    length = decoder.length
    store = MovieFrameStore(decoder, most: min(max(Self.mostBytes / decoder.frameBytes, 4), 24))
  }

  deinit { store.stop() }

  /// The frame that is seen at a moment. Waits until it is decoded.
  func frame(at time: Int64, isForward: Bool, playing: MovieWorld.Playing) -> MovieFrame {
    store.frame(MovieFrameStore.Request(time: time, isForward: isForward, playing: playing))
  }

  /// Bytes of decoded pictures that are held, and the most that may be.
  var memory: (held: Int, most: Int) { store.memory }
}

/// What the thread and those who ask share.
// Unchecked: everything that changes is touched with `condition` held, except the decoder, which only the thread uses.
final class MovieFrameStore: @unchecked Sendable {
  struct Request {
    var time: Int64
    var isForward: Bool
    var playing: MovieWorld.Playing
  }

  private let decoder: MovieDecoder
  private let length: Int64
  private let most: Int
  private let condition = NSCondition()
  /// By `begin`, without overlaps.
  private var frames: [MovieFrame] = []
  private var newest: Request?
  /// Those who wait, by when they came.
  private var waiting: [(number: Int, request: Request)] = []
  private var count = 0
  private var isStarted = false
  private var isStopped = false

  init(_ decoder: MovieDecoder, most: Int) {
    self.decoder = decoder
    self.most = most
    length = decoder.length
  }

  func stop() {
    condition.lock()
    defer { condition.unlock() }
    isStopped = true
    condition.broadcast()
  }

  var memory: (held: Int, most: Int) {
    condition.lock()
    defer { condition.unlock() }
    return (frames.reduce(0) { $0 + $1.picture.byteCount }, most * decoder.frameBytes)
  }

  func frame(_ request: Request) -> MovieFrame {
    condition.lock()
    defer { condition.unlock() }
    newest = request
    count += 1
    let number = count
    waiting.append((number, request))
    if !isStarted {
      isStarted = true
      Thread.detachNewThread { self.work() }
    }
    condition.broadcast()
    while true {
      if let frame = covering(request.time) {
        waiting.removeAll { $0.number == number }
        return frame
      }
      condition.wait()
    }
  }

  // MARK: The thread

  private func work() {
    condition.lock()
    defer { condition.unlock() }
    while !isStopped {
      guard let (time, isForward) = missing else {
        condition.wait()
        continue
      }
      condition.unlock()
      let made = isForward ? [decoder.frame(at: time)] : decoder.frames(upTo: time, most: most / 2)
      condition.lock()
      for frame in made { insert(frame) }
      drop()
      condition.broadcast()
    }
  }

  /// What to decode next: what somebody waits for, then what comes after the newest request.
  private var missing: (time: Int64, isForward: Bool)? {
    for (_, request) in waiting where covering(request.time) == nil {
      return (request.time, request.isForward)
    }
    return newest.flatMap { ahead(of: $0).missing }
  }

  /// The frames that are seen from a moment on, as many as may be decoded ahead, up to the first that is missing.
  private func ahead(of request: Request) -> (begins: [Int64], missing: (time: Int64, isForward: Bool)?) {
    var (time, isForward) = (request.time, request.isForward)
    var begins: [Int64] = []
    while begins.count < most - 2 {
      guard let frame = covering(time) else { return (begins, (time, isForward)) }
      if begins.contains(frame.begin) { break }
      begins.append(frame.begin)
      if isForward, frame.end >= length, request.playing == .pingPong {
        isForward = false
      } else if isForward {
        time = frame.end >= length ? 0 : frame.end
        continue
      }
      guard frame.begin > 0 else { break }
      time = frame.begin - 1
    }
    return (begins, nil)
  }

  private func covering(_ time: Int64) -> MovieFrame? {
    guard let frame = frames.last(where: { $0.begin <= time }) else { return nil }
    return time < frame.end || frame.end >= length ? frame : nil
  }

  private func insert(_ frame: MovieFrame) {
    guard frame.end > frame.begin else { return }
    frames.removeAll { $0.begin < frame.end && frame.begin < $0.end }
    frames.insert(frame, at: frames.firstIndex { $0.begin > frame.begin } ?? frames.count)
  }

  /// Forgets what is needed last.
  private func drop() {
    guard let newest else { return }
    let needed = ahead(of: newest).begins + waiting.compactMap { covering($0.request.time)?.begin }
    while frames.count > most {
      let index =
        frames.firstIndex { !needed.contains($0.begin) }
        ?? (frames[0].begin > newest.time ? frames.count - 1 : 0)
      frames.remove(at: index)
    }
  }
}
