import CWorldRenderer

/// Memory for pixels that are written once, while it is made, and only read afterwards.
// Unchecked: the pointer is the only stored value, nobody writes through it after `init`, and it lives as long
// as the object.
final class PixelStore: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt8>
  let count: Int

  /// Zeroed memory, filled by `fill` before anybody else sees it.
  init<E: Error>(
    count: Int, fill: (UnsafeMutablePointer<UInt8>) throws(E) -> Void
  ) throws(E) {
    self.count = count
    base = duo_allocate(count).assumingMemoryBound(to: UInt8.self)
    try fill(base)
  }

  deinit { duo_release(base) }
}
