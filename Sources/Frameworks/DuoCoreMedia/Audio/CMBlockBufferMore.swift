import DuoFoundation

/// Sets bytes of the buffer to one value.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  guard offsetIntoDestination >= 0, offsetIntoDestination <= destinationBuffer.dataLength else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  guard dataLength >= 0, dataLength <= destinationBuffer.dataLength - offsetIntoDestination else {
    return kCMBlockBufferBadLengthParameterErr
  }
  memset(destinationBuffer.start + offsetIntoDestination, Int32(fillByte), dataLength)
  return kCMBlockBufferNoErr
}

/// All bytes lie in one piece here, so this is true of every range that the buffer has. A length of 0 means up to the
/// end. [header]
public func CMBlockBufferIsRangeContiguous(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int
) -> Bool {
  offset >= 0 && length >= 0 && offset < theBuffer.dataLength && length <= theBuffer.dataLength - offset
}

/// Makes sure that memory is there, which it always is.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus { kCMBlockBufferNoErr }

/// A buffer whose bytes lie in one piece: the same one where nothing has to be copied, which is always unless a copy is
/// asked for. [header]
/// - Parameter dataLength: 0 means up to the end.
/// - Returns: `kCMBlockBufferBadOffsetParameterErr`, `kCMBlockBufferBadLengthParameterErr`.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
  customBlockSource: Never?, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  guard offsetToData >= 0, offsetToData <= sourceBuffer.dataLength else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  let length = dataLength == 0 ? sourceBuffer.dataLength - offsetToData : dataLength
  guard length > 0, length <= sourceBuffer.dataLength - offsetToData else {
    return kCMBlockBufferBadLengthParameterErr
  }
  if flags & kCMBlockBufferAlwaysCopyDataFlag == 0, offsetToData == 0, length == sourceBuffer.dataLength {
    blockBufferOut.pointee = sourceBuffer
  } else {
    blockBufferOut.pointee = CMBlockBuffer(
      copying: Data(bytes: sourceBuffer.start + offsetToData, count: length))
  }
  return kCMBlockBufferNoErr
}

/// Copy even where the bytes could be shared.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1

extension CMBlockBuffer {
  public var isEmpty: Bool { dataLength == 0 }

  /// Hands the bytes from an offset on to `body`, valid only inside.
  public func withUnsafeMutableBytes<R>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    guard offset >= 0, offset <= dataLength else {
      throw NSError(domain: "NSOSStatusErrorDomain", code: Int(kCMBlockBufferBadOffsetParameterErr))
    }
    return try body(UnsafeMutableRawBufferPointer(start: start + offset, count: dataLength - offset))
  }
}
