import DuoFoundation
import Synchronization

public var kCVPixelBufferPoolMinimumBufferCountKey: CFString { "MinimumBufferCount" }
/// Seconds after which the memory of an unused buffer is freed; 0 keeps it. 1 unless said otherwise (assumed).
public var kCVPixelBufferPoolMaximumBufferAgeKey: CFString { "MaximumBufferAge" }
/// Auxiliary attribute: fail instead of having more buffers than this.
public var kCVPixelBufferPoolAllocationThresholdKey: CFString { "BufferPoolAllocationThreshold" }

public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Free all unused memory, however young.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes pixel buffers of one kind, and uses the memory of those that are gone again. Safe on any thread.
///
/// A buffer comes back when its last reference goes. [inferred]
public final class CVPixelBufferPool: Sendable {
  package let width, height: Int
  package let format: OSType
  let alignment: Int
  private let layout: PixelBufferLayout
  private let recycler: PixelMemoryRecycler
  private let attributes: AttributesCopy

  /// A pool for camera frames.
  /// - Precondition: width and height are positive, and the format is one of the constants of this module.
  package convenience init(width: Int, height: Int, format: OSType, minimumBufferCount: Int = 0) {
    guard width > 0, height > 0,
      let layout = PixelBufferLayout(
        width: width, height: height, format: format, alignment: PixelBufferLayout.defaultAlignment)
    else { fatalError("No pixel buffers of \(width) x \(height) in format \(format)") }
    self.init(
      width: width, height: height, format: format, layout: layout,
      alignment: PixelBufferLayout.defaultAlignment, minimumBufferCount: minimumBufferCount, maximumAge: 1,
      attributes: AttributesCopy(pool: nil, buffers: nil))
  }

  fileprivate init(
    width: Int, height: Int, format: OSType, layout: PixelBufferLayout, alignment: Int,
    minimumBufferCount: Int, maximumAge: Double, attributes: AttributesCopy
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.layout = layout
    self.alignment = alignment
    self.attributes = attributes
    recycler = PixelMemoryRecycler(minimumBufferCount: minimumBufferCount, maximumAge: maximumAge)
  }

  /// Buffers of this pool that somebody still holds.
  package var buffersInUse: Int { recycler.counts.inUse }

  /// Blocks of memory that wait to be used again.
  package var idleBlocks: Int { recycler.counts.idle }

  /// A buffer whose pixels `fill` draws when they are first asked for; nil when the pool already has `limit`
  /// buffers in use.
  package func makeBuffer(
    limit: Int, fill: @escaping @Sendable ([PixelPlane]) -> Void
  ) -> CVPixelBuffer? {
    guard recycler.takeSlot(limit: limit) else { return nil }
    return CVBuffer(
      width: width, height: height, format: format, layout: layout, contents: .undrawn(fill),
      recycler: recycler)
  }

  /// Counts one more buffer in use, without a limit.
  func takeSlot() -> PixelMemoryRecycler {
    _ = recycler.takeSlot(limit: .max)
    return recycler
  }

  fileprivate func makeBlankBuffer(threshold: Int) -> CVPixelBuffer? {
    guard let slot = recycler.takeSlot(threshold: threshold) else { return nil }
    let contents: CVBuffer.Contents =
      switch slot {
      case .used(let memory): .memory(memory)
      case .new: .blank
      }
    return CVBuffer(
      width: width, height: height, format: format, layout: layout, contents: contents, recycler: recycler)
  }

  fileprivate func flush(all: Bool) { recycler.flush(all: all) }
  fileprivate var poolAttributes: CFDictionary? { attributes.pool }
  fileprivate var bufferAttributes: CFDictionary? { attributes.buffers }

  /// `@unchecked` because the dictionaries are private copies that nobody changes.
  fileprivate struct AttributesCopy: @unchecked Sendable {
    let pool, buffers: CFDictionary?
    init(pool: CFDictionary?, buffers: CFDictionary?) {
      self.pool = pool?.copy() as? CFDictionary
      self.buffers = buffers?.copy() as? CFDictionary
    }
  }
}

/// Makes a pool.
/// - Returns: `kCVReturnInvalidPixelBufferAttributes` unless the buffer attributes have a positive width and height
///   (assumed), `kCVReturnInvalidPixelFormat` for an unknown format, `kCVReturnInvalidPoolAttributes` for a negative count
///   or age (assumed).
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  let minimum = poolAttributes.integer(kCVPixelBufferPoolMinimumBufferCountKey) ?? 0
  let ageNumber = poolAttributes?.object(forKey: kCVPixelBufferPoolMaximumBufferAgeKey) as? NSNumber
  let age = ageNumber?.doubleValue ?? 1
  guard minimum >= 0, age >= 0 else { return kCVReturnInvalidPoolAttributes }
  let alignment = pixelBufferAttributes.integer(kCVPixelBufferBytesPerRowAlignmentKey) ?? 1
  guard let width = pixelBufferAttributes.integer(kCVPixelBufferWidthKey), CVBuffer.sides.contains(width),
    let height = pixelBufferAttributes.integer(kCVPixelBufferHeightKey), CVBuffer.sides.contains(height),
    let format = pixelBufferAttributes.integer(kCVPixelBufferPixelFormatTypeKey),
    alignment > 0, alignment.nonzeroBitCount == 1
  else { return kCVReturnInvalidPixelBufferAttributes }
  let rowAlignment = max(alignment, PixelBufferLayout.defaultAlignment)
  guard let code = OSType(exactly: format),
    let layout = PixelBufferLayout(width: width, height: height, format: code, alignment: rowAlignment)
  else { return kCVReturnInvalidPixelFormat }
  poolOut.pointee = CVPixelBufferPool(
    width: width, height: height, format: code, layout: layout, alignment: rowAlignment,
    minimumBufferCount: minimum, maximumAge: age,
    attributes: CVPixelBufferPool.AttributesCopy(pool: poolAttributes, buffers: pixelBufferAttributes))
  return kCVReturnSuccess
}

/// A buffer from the pool, without attachments. Its pixels are zero, or what the memory last held.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// A buffer from the pool, unless that needs new memory and the pool already has as many buffers as
/// `kCVPixelBufferPoolAllocationThresholdKey` in the attributes says: then
/// `kCVReturnWouldExceedAllocationThreshold`. [header]
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let threshold = auxAttributes.integer(kCVPixelBufferPoolAllocationThresholdKey) ?? .max
  guard let buffer = pixelBufferPool.makeBlankBuffer(threshold: threshold) else {
    return kCVReturnWouldExceedAllocationThreshold
  }
  pixelBufferOut.pointee = buffer
  return kCVReturnSuccess
}

/// Frees the memory of unused buffers: of those past their age, or of all with `.excessBuffers`.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush(all: options.contains(.excessBuffers))
}

public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.poolAttributes }

public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.bufferAttributes
}
