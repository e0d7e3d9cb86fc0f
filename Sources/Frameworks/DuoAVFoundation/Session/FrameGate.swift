/// The late-frame policy of a video data output, as a value: which frame is delivered, which is dropped
/// and why.
struct FrameGate: Equatable, Sendable {
  enum Drop: Equatable, Sendable { case late, outOfBuffers, discontinuity }
  enum Verdict: Equatable, Sendable { case deliver, drop(Drop) }

  var discardsLateFrames = true
  /// Delivered frames whose callback has not returned.
  private(set) var unfinished = 0

  /// A frame arrives while `buffersInUse` of all buffers wait, are in a callback, or are kept by the app. Without
  /// a free buffer nothing can be exposed, so that reason comes first.
  mutating func frame(buffersInUse: Int, of poolSize: Int) -> Verdict {
    if buffersInUse >= poolSize { return .drop(.outOfBuffers) }
    if discardsLateFrames, unfinished > 0 { return .drop(.late) }
    unfinished += 1
    return .deliver
  }

  mutating func callbackReturned() { unfinished -= 1 }

  /// Frames go to somebody else from now on, who is not busy.
  mutating func restart() { unfinished = 0 }
}

/// Frames that are dropped one after the other, so that the trace tells of the first and of the end only.
struct DropRow: Equatable, Sendable {
  enum News: Equatable, Sendable {
    case begins(FrameGate.Drop)
    /// A frame is delivered again, after so many that were not.
    case ends(count: Int)
  }

  private var reason: FrameGate.Drop?
  private var count = 0

  mutating func take(_ verdict: FrameGate.Verdict) -> News? {
    switch verdict {
    case .deliver:
      guard reason != nil else { return nil }
      defer { self = DropRow() }
      return .ends(count: count)
    case .drop(let drop):
      count += 1
      defer { reason = drop }
      return reason == drop ? nil : .begins(drop)
    }
  }
}
