import DuoFoundation

// Attribute keys. The texts of the first three are known [forum]; the others are alike (assumed).

public var kCVPixelBufferPixelFormatTypeKey: CFString { "PixelFormatType" }
public var kCVPixelBufferWidthKey: CFString { "Width" }
public var kCVPixelBufferHeightKey: CFString { "Height" }
/// A power of two: every row starts at a multiple of this many bytes.
public var kCVPixelBufferBytesPerRowAlignmentKey: CFString { "BytesPerRowAlignment" }
/// Accepted, and without effect: there is no IOSurface.
public var kCVPixelBufferIOSurfacePropertiesKey: CFString { "IOSurfaceProperties" }
/// Accepted, and without effect: there is no Metal.
public var kCVPixelBufferMetalCompatibilityKey: CFString { "MetalCompatibility" }
/// Accepted, and without effect: there is no Core Graphics image.
public var kCVPixelBufferCGImageCompatibilityKey: CFString { "CGImageCompatibility" }
/// Accepted, and without effect: there is no Core Graphics context.
public var kCVPixelBufferCGBitmapContextCompatibilityKey: CFString { "CGBitmapContextCompatibility" }

/// How a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The app will not write. Pass the same flags to lock and unlock. [header]
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes a buffer, its pixels zero.
/// - Returns: `kCVReturnInvalidSize` unless width and height are positive, `kCVReturnInvalidPixelFormat` for an
///   unknown format, `kCVReturnInvalidPixelBufferAttributes` for a row alignment that is no power of two.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard CVBuffer.sides.contains(width), CVBuffer.sides.contains(height) else { return kCVReturnInvalidSize }
  let alignment = pixelBufferAttributes.integer(kCVPixelBufferBytesPerRowAlignmentKey) ?? 1
  guard alignment > 0, alignment.nonzeroBitCount == 1 else { return kCVReturnInvalidPixelBufferAttributes }
  guard
    let layout = PixelBufferLayout(
      width: width, height: height, format: pixelFormatType,
      alignment: max(alignment, PixelBufferLayout.defaultAlignment))
  else { return kCVReturnInvalidPixelFormat }
  pixelBufferOut.pointee = CVBuffer(
    width: width, height: height, format: pixelFormatType, layout: layout, contents: .blank, recycler: nil)
  return kCVReturnSuccess
}

extension CFDictionary? {
  /// The value of a key as an integer.
  func integer(_ key: CFString) -> Int? { (self?.object(forKey: key) as? NSNumber)?.intValue }
}

// MARK: - Memory of the app

/// Called with the context and the address when a buffer no longer uses the app's memory.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (_ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void

/// Called with the context, the block, its size and the plane addresses when a buffer no longer uses them.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    _ releaseRefCon: UnsafeMutableRawPointer?, _ dataPtr: UnsafeRawPointer?, _ dataSize: Int,
    _ numberOfPlanes: Int, _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// Makes a buffer over memory of the app.
/// - Returns: As `CVPixelBufferCreate`; also `kCVReturnInvalidArgument` for a planar format or rows that are too
///   short (assumed).
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard width > 0, height > 0 else { return kCVReturnInvalidSize }
  guard
    var layout = PixelBufferLayout(width: width, height: height, format: pixelFormatType, alignment: 1)
  else { return kCVReturnInvalidPixelFormat }
  guard !layout.isPlanar, bytesPerRow >= layout.planes[0].bytesPerRow else { return kCVReturnInvalidArgument }
  layout.planes[0].bytesPerRow = bytesPerRow
  layout.size = bytesPerRow * height
  let memory = PixelMemory(foreign: [baseAddress]) { releaseCallback?(releaseRefCon, baseAddress) }
  pixelBufferOut.pointee = CVBuffer(
    width: width, height: height, format: pixelFormatType, layout: layout, contents: .memory(memory),
    recycler: nil)
  return kCVReturnSuccess
}

/// Makes a planar buffer over memory of the app. The arrays have one entry for each plane.
/// - Returns: As `CVPixelBufferCreate`; also `kCVReturnInvalidArgument` when the format has another number of
///   planes, a plane has no address, is too small, or has rows that are too short (assumed).
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
  _ planeWidth: UnsafeMutablePointer<Int>, _ planeHeight: UnsafeMutablePointer<Int>,
  _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard width > 0, height > 0 else { return kCVReturnInvalidSize }
  guard
    var layout = PixelBufferLayout(width: width, height: height, format: pixelFormatType, alignment: 1)
  else { return kCVReturnInvalidPixelFormat }
  guard layout.isPlanar, layout.planes.count == numberOfPlanes else { return kCVReturnInvalidArgument }
  var bases: [UnsafeMutableRawPointer] = []
  for index in layout.planes.indices {
    let needed = layout.planes[index]
    guard let base = planeBaseAddress[index], planeWidth[index] >= needed.width,
      planeHeight[index] >= needed.height, planeBytesPerRow[index] >= needed.bytesPerRow
    else { return kCVReturnInvalidArgument }
    bases.append(base)
    layout.planes[index].width = planeWidth[index]
    layout.planes[index].height = planeHeight[index]
    layout.planes[index].bytesPerRow = planeBytesPerRow[index]
  }
  layout.size = dataPtr == nil ? layout.planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } : dataSize
  let memory = PixelMemory(foreign: bases) { [bases] in
    var addresses = bases.map { UnsafeRawPointer?($0) }
    releaseCallback?(releaseRefCon, dataPtr, dataSize, numberOfPlanes, &addresses)
  }
  pixelBufferOut.pointee = CVBuffer(
    width: width, height: height, format: pixelFormatType, layout: layout, contents: .memory(memory),
    recycler: nil)
  return kCVReturnSuccess
}

// MARK: - Locks and addresses

/// Makes the pixels addressable; draws them if nobody asked before. Locks nest.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.lock(readOnly: lockFlags.contains(.readOnly))
  return kCVReturnSuccess
}

/// Ends a lock.
/// - Returns: `kCVReturnError` when the buffer is not locked, `kCVReturnInvalidArgument` when the flags are not
///   those of the lock (codes assumed).
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.unlock(readOnly: unlockFlags.contains(.readOnly))
}

/// The first byte of a packed buffer, while it is locked. Nil for a planar buffer, whose planes have addresses
/// of their own.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.layout.isPlanar ? nil : pixelBuffer.baseAddress(ofPlane: 0)
}

/// The first byte of a plane, while the buffer is locked. Nil for a packed buffer.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  pixelBuffer.layout.isPlanar ? pixelBuffer.baseAddress(ofPlane: planeIndex) : nil
}

// MARK: - Shape

public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }

/// Bytes from one row to the next. For a planar buffer, a number that covers all planes when multiplied by
/// the height. [header]
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  let layout = pixelBuffer.layout
  guard layout.isPlanar else { return layout.planes[0].bytesPerRow }
  return (layout.size + pixelBuffer.height - 1) / pixelBuffer.height
}

public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.size }
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.layout.isPlanar }

/// The number of planes; 0 for a packed buffer. [docs]
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.layout.isPlanar ? pixelBuffer.layout.planes.count : 0
}

/// Pixels in a row of a plane; 0 for a packed buffer or a plane that does not exist.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// Rows of a plane; 0 for a packed buffer or a plane that does not exist.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// Bytes from one row of a plane to the next; 0 for a packed buffer or a plane that does not exist.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

extension CVBuffer {
  fileprivate func plane(_ index: Int) -> PixelBufferLayout.Plane? {
    layout.isPlanar && layout.planes.indices.contains(index) ? layout.planes[index] : nil
  }
}
