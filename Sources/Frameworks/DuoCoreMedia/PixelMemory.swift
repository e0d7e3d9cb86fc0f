import DuoFoundation

/// The memory behind a picture. It is freed, or given back to the app that lent it, with the last reference.
///
/// `@unchecked` because the addresses never change; who may touch the bytes is decided by the buffer's locks.
final class PixelMemory: @unchecked Sendable {
  private let bases: [UnsafeMutableRawPointer]
  private let size: Int
  private let release: (() -> Void)?
  /// Whether the app gave this memory.
  var isForeign: Bool { release != nil }

  /// One block of uninitialised memory.
  init(size: Int) {
    self.size = size
    bases = [.allocate(byteCount: max(size, 1), alignment: PixelBufferLayout.defaultAlignment)]
    release = nil
  }

  /// Memory that the app gave, one address for each plane; `release` tells the app that it is free again.
  init(foreign bases: [UnsafeMutableRawPointer], release: @escaping () -> Void) {
    self.bases = bases
    self.release = release
    size = 0
  }

  deinit {
    if let release { release() } else { bases[0].deallocate() }
  }

  func base(ofPlane index: Int, offset: Int) -> UnsafeMutableRawPointer {
    isForeign ? bases[index] : bases[0] + offset
  }

  func clear() { if !isForeign { memset(bases[0], 0, size) } }
}
