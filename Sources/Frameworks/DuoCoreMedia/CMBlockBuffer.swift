import DuoFoundation

public let kCMBlockBufferNoErr: OSStatus = 0
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707

public typealias CMBlockBufferFlags = UInt32
/// Allocate now rather than when first needed; memory is always there here.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1

/// A block of bytes: compressed pictures, sound, metadata. Like Apple's, not `Sendable`.
public final class CMBlockBuffer {
  let attachmentStore = AttachmentStore()
  private let block: UnsafeMutableRawPointer
  private let offset: Int
  private let isOwned: Bool
  public let dataLength: Int

  /// Over a block of memory, of which the bytes from `offset` on count. An owned block is freed with the buffer.
  init(block: UnsafeMutableRawPointer, isOwned: Bool, offset: Int, dataLength: Int) {
    self.block = block
    self.offset = offset
    self.isOwned = isOwned
    self.dataLength = dataLength
  }

  /// With a copy of these bytes.
  package convenience init(copying data: Data) {
    let block = malloc(max(data.count, 1))!
    data.withUnsafeBytes { if let base = $0.baseAddress { memcpy(block, base, $0.count) } }
    self.init(block: block, isOwned: true, offset: 0, dataLength: data.count)
  }

  deinit { if isOwned { free(block) } }

  /// A copy of the bytes.
  public func dataBytes() throws -> Data { Data(bytes: start, count: dataLength) }

  var start: UnsafeMutableRawPointer { block + offset }
}

/// Makes a block buffer over memory, or over new memory when `memoryBlock` is nil.
///
/// With the default allocator the block is freed by `free` when the buffer goes; with `kCFAllocatorNull` it stays the
/// app's. Custom block sources do not exist here.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: Never?, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  guard blockLength > 0, dataLength >= 0 else { return kCMBlockBufferBadLengthParameterErr }
  guard offsetToData >= 0, offsetToData <= blockLength else { return kCMBlockBufferBadOffsetParameterErr }
  guard dataLength <= blockLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
  let isOwned = memoryBlock == nil || blockAllocator !== kCFAllocatorNull
  blockBufferOut.pointee = CMBlockBuffer(
    block: memoryBlock ?? calloc(blockLength, 1)!, isOwned: isOwned, offset: offsetToData,
    dataLength: dataLength)
  return kCMBlockBufferNoErr
}

public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.dataLength == 0 }

/// The address of the byte at an offset. All bytes lie in one piece, so both lengths count to the end.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?,
  dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  guard offset >= 0, offset < theBuffer.dataLength else { return kCMBlockBufferBadOffsetParameterErr }
  lengthAtOffsetOut?.pointee = theBuffer.dataLength - offset
  totalLengthOut?.pointee = theBuffer.dataLength
  dataPointerOut?.pointee = (theBuffer.start + offset).assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Copies bytes out of the buffer.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
  destination: UnsafeMutableRawPointer
) -> OSStatus {
  guard offsetToData >= 0, offsetToData <= theSourceBuffer.dataLength else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  guard dataLength >= 0, dataLength <= theSourceBuffer.dataLength - offsetToData else {
    return kCMBlockBufferBadLengthParameterErr
  }
  memcpy(destination, theSourceBuffer.start + offsetToData, dataLength)
  return kCMBlockBufferNoErr
}

/// Copies bytes into the buffer.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  guard offsetIntoDestination >= 0, offsetIntoDestination <= destinationBuffer.dataLength else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  guard dataLength >= 0, dataLength <= destinationBuffer.dataLength - offsetIntoDestination else {
    return kCMBlockBufferBadLengthParameterErr
  }
  memcpy(destinationBuffer.start + offsetIntoDestination, sourceBytes, dataLength)
  return kCMBlockBufferNoErr
}
