/// The late-frame policy of a video data output, as a value: which frame is delivered, which is dropped
/// and why. It knows two numbers: callbacks that have not returned, and buffers that somebody still holds.
struct FrameGate: Equatable, Sendable {
  enum Drop: Equatable, Sendable { case late, outOfBuffers }
  enum Verdict: Equatable, Sendable { case deliver, drop(Drop) }

  var discardsLateFrames = true
  /// How many buffers exist.
  var poolSize: Int
  /// Delivered frames whose callback has not returned.
  private(set) var unfinished = 0
  /// Buffers in use: waiting, in a callback, or kept by the app.
  private(set) var inUse = 0

  init(poolSize: Int) { self.poolSize = poolSize }

  /// A frame arrives. Without a free buffer nothing can be exposed, so that reason comes first.
  mutating func frame() -> Verdict {
    if inUse >= poolSize { return .drop(.outOfBuffers) }
    if discardsLateFrames, unfinished > 0 { return .drop(.late) }
    unfinished += 1
    inUse += 1
    return .deliver
  }

  mutating func callbackReturned() { unfinished -= 1 }
  mutating func bufferReleased() { inUse -= 1 }
}
