import DuoFoundation
import Synchronization

public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVBuffer

/// One plane of a picture in memory, for code that draws or reads pixels.
package struct PixelPlane {
  package var base: UnsafeMutableRawPointer
  package var width, height: Int
  package var bytesPerRow: Int
}

/// A picture in memory, with attachments. Apple's C functions, such as `CVPixelBufferLockBaseAddress`, are
/// its public interface.
///
/// The pixels of a camera frame are drawn when they are first asked for, and never if nobody asks. Like
/// Apple's, the class is not `Sendable`; its own bookkeeping is safe on any thread, the pixels are not.
public final class CVBuffer {
  package let width, height: Int
  /// What a picture's sides may be (the limit is assumed).
  static let sides = 1...1_048_576
  package let format: OSType
  let layout: PixelBufferLayout
  let attachmentStore = AttachmentStore()
  private let contents: Mutex<Contents>
  private let locks = Mutex(LockCounts())
  private let recycler: PixelMemoryRecycler?
  /// What whoever made the picture has to say of it, for other frameworks; nil for a picture of the app's own.
  package let origin = Mutex<(any Sendable)?>(nil)

  /// A buffer whose pixels `fill` draws when they are first asked for.
  ///
  /// `fill` is called at most once, on the thread that asks first, with the planes of uninitialised memory;
  /// threads that ask at the same time wait for it, so it must not touch this buffer.
  /// - Parameter pool: Where the memory comes from and goes back to; the buffer counts as one of the pool's
  ///   while it lives.
  /// - Precondition: width and height are positive, the format is one of the constants of this module, and the
  ///   pool, if any, was made for the same.
  package convenience init(
    width: Int, height: Int, format: OSType, pool: CVPixelBufferPool? = nil,
    fill: @escaping @Sendable ([PixelPlane]) -> Void
  ) {
    guard width > 0, height > 0,
      let layout = PixelBufferLayout(
        width: width, height: height, format: format,
        alignment: pool?.alignment ?? PixelBufferLayout.defaultAlignment)
    else { fatalError("No pixel buffer of \(width) x \(height) in format \(format)") }
    self.init(
      width: width, height: height, format: format, layout: layout, contents: .undrawn(fill),
      recycler: pool?.takeSlot())
  }

  init(
    width: Int, height: Int, format: OSType, layout: PixelBufferLayout, contents: sending Contents,
    recycler: PixelMemoryRecycler?
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.layout = layout
    self.contents = Mutex(contents)
    self.recycler = recycler
  }

  deinit {
    guard let recycler else { return }
    recycler.giveBack(contents.withLock { $0.memory })
  }

  enum Contents: Sendable {
    /// Not drawn yet.
    case undrawn(@Sendable ([PixelPlane]) -> Void)
    /// Not allocated yet; starts as zeros.
    case blank
    case memory(PixelMemory)

    fileprivate var memory: PixelMemory? {
      if case .memory(let memory) = self { memory } else { nil }
    }
  }

  /// Whether the pixels of this buffer exist: drawn, written by the app, or given by it.
  package var hasPixels: Bool { contents.withLock { $0.memory != nil } }

  /// Gives the planes to `body`, drawing them first if need be. For the host and for the frameworks; an app
  /// goes through the lock functions.
  package func withPixels<Result>(_ body: ([PixelPlane]) throws -> Result) rethrows -> Result {
    let memory = materialise()
    defer { withExtendedLifetime(memory) {} }
    return try body(planes(of: memory))
  }

  /// The memory, made and drawn on the first call.
  private func materialise() -> PixelMemory {
    contents.withLock { contents in
      let memory: PixelMemory
      switch contents {
      case .memory(let existing): return existing
      case .undrawn(let fill):
        memory = recycler?.takeMemory() ?? PixelMemory(size: layout.size)
        fill(planes(of: memory))
      case .blank:
        memory = PixelMemory(size: layout.size)
        memory.clear()
      }
      contents = .memory(memory)
      return memory
    }
  }

  private func planes(of memory: PixelMemory) -> [PixelPlane] {
    layout.planes.indices.map { index in
      let plane = layout.planes[index]
      return PixelPlane(
        base: memory.base(ofPlane: index, offset: plane.offset), width: plane.width, height: plane.height,
        bytesPerRow: plane.bytesPerRow)
    }
  }
}

// MARK: - Locks

extension CVBuffer {
  private struct LockCounts: Sendable {
    var readOnly = 0
    var readWrite = 0
  }

  /// Makes the base addresses valid. Locks nest.
  func lock(readOnly: Bool) {
    _ = materialise()
    locks.withLock { if readOnly { $0.readOnly += 1 } else { $0.readWrite += 1 } }
  }

  /// Ends one lock. An unlock of the other kind than the lock ends it too, but is an error (both assumed).
  func unlock(readOnly: Bool) -> CVReturn {
    locks.withLock { counts in
      switch (readOnly, counts.readOnly > 0, counts.readWrite > 0) {
      case (_, false, false): return kCVReturnError
      case (true, true, _):
        counts.readOnly -= 1
        return kCVReturnSuccess
      case (false, _, true):
        counts.readWrite -= 1
        return kCVReturnSuccess
      case (true, false, true):
        counts.readWrite -= 1
        return kCVReturnInvalidArgument
      case (false, true, false):
        counts.readOnly -= 1
        return kCVReturnInvalidArgument
      }
    }
  }

  /// The address of a plane while the buffer is locked, else nil. Memory that the app gave is always addressable.
  func baseAddress(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    guard layout.planes.indices.contains(index), let memory = contents.withLock({ $0.memory }),
      memory.isForeign || locks.withLock({ $0.readOnly + $0.readWrite > 0 })
    else { return nil }
    return memory.base(ofPlane: index, offset: layout.planes[index].offset)
  }
}
