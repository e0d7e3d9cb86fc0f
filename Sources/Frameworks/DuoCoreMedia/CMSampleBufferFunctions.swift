import DuoFoundation

public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.dataReadiness == .ready }

/// Gives picture and bytes up.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  status { try sbuf.invalidate() }
}

/// The times of one sample.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  status { timingInfoOut.pointee = try sbuf.sampleTimingInfo(at: sampleIndex) }
}

/// Copies the times as they were given into an array, if they fit, and says how many there are.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status {
    let infos = try sbuf.sampleTimingInfos()
    timingArrayEntriesNeededOut?.pointee = infos.count
    guard let timingArrayOut else { return }
    guard timingArrayEntries >= infos.count else { throw CMSampleBuffer.Error.arrayTooSmall }
    for (index, info) in infos.enumerated() { timingArrayOut[index] = info }
  }
}

// MARK: - Creation

/// A frame made of an image buffer.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` when the description does not match the image buffer.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  status {
    sampleBufferOut.pointee = try CMSampleBuffer(
      imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  }
}

/// Called to make data ready that was not when the buffer was made.
public typealias CMSampleBufferMakeDataReadyCallback =
  @convention(c) (_ sbuf: UnsafeRawPointer, _ makeDataReadyRefcon: UnsafeMutableRawPointer?) -> OSStatus

/// A frame made of an image buffer. Data that becomes ready later does not exist here.
/// - Returns: As `CMSampleBufferCreateReadyWithImageBuffer`; `kCMSampleBufferError_BufferNotReady` unless
///   `dataReady` is true.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
  refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard dataReady else { return kCMSampleBufferError_BufferNotReady }
  return CMSampleBufferCreateReadyWithImageBuffer(
    allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription,
    sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}

/// Samples made of bytes.
///
/// There are as many times, and as many sizes, as samples, or one for all of them, or none.
/// - Returns: `kCMSampleBufferError_InvalidEntryCount` for another number, or a negative one.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  status {
    guard numSamples >= 0 else { throw CMSampleBuffer.Error.invalidEntryCount }
    sampleBufferOut.pointee = CMSampleBuffer(
      image: nil, data: dataBuffer, format: formatDescription, sampleCount: numSamples,
      timing: try entries(sampleTimingArray, numSampleTimingEntries, for: numSamples),
      sizes: try entries(sampleSizeArray, numSampleSizeEntries, for: numSamples))
  }
}

/// A copy that shares picture and bytes; attachments that propagate are kept. [header]
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sampleBufferOut.pointee = CMSampleBuffer(copying: sbuf)
  return noErr
}

/// A copy with other times: as many as samples, or one for all of them, or none.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  status {
    guard originalSBuf.isValid else { throw CMSampleBuffer.Error.invalidated }
    let timing = try entries(sampleTimingArray, numSampleTimingEntries, for: originalSBuf.numSamples)
    sampleBufferOut.pointee = CMSampleBuffer(copying: originalSBuf, timing: timing)
  }
}

extension CMSampleBuffer {
  /// A copy with other times: as many as samples, or one for all of them, or none.
  /// - Throws: `Error.invalidated`, `Error.invalidEntryCount`.
  public convenience init(
    copying originalSampleBuffer: CMSampleBuffer, withNewTiming newTimingArray: [CMSampleTimingInfo]
  ) throws {
    guard originalSampleBuffer.isValid else { throw Error.invalidated }
    let timing = try newTimingArray.withUnsafeBufferPointer {
      try entries($0.baseAddress, newTimingArray.count, for: originalSampleBuffer.numSamples)
    }
    self.init(copying: originalSampleBuffer, timing: timing)
  }
}

/// The entries of a C array that has one for each sample, one for all, or none.
func entries<Entry>(
  _ array: UnsafePointer<Entry>?, _ count: CMItemCount, for sampleCount: CMItemCount
) throws -> [Entry] {
  guard count == 0 || count == 1 || count == sampleCount else { throw CMSampleBuffer.Error.invalidEntryCount }
  guard count > 0 else { return [] }
  guard let array else { throw CMSampleBuffer.Error.requiredParameterMissing }
  return Array(UnsafeBufferPointer(start: array, count: count))
}

/// The status code of what `body` throws.
func status(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return OSStatus((error as NSError).code)
  }
}
