import DuoFoundation

/// Samples made of bytes, or of bytes that come later.
///
/// There are as many times, and as many sizes, as samples, or one for all of them, or none.
/// - Parameters:
///   - dataReady: False: the bytes come with `CMSampleBufferSetDataBuffer` or
///     `CMSampleBufferSetDataBufferFromAudioBufferList`, and the buffer is ready after
///     `CMSampleBufferSetDataReady`, or at once with the second of them.
///   - makeDataReadyCallback: Nobody calls it: nothing here waits for data.
/// - Returns: `kCMSampleBufferError_InvalidEntryCount` for another number, or a negative one.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
  refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  status {
    guard numSamples >= 0 else { throw CMSampleBuffer.Error.invalidEntryCount }
    let timing = try entries(sampleTimingArray, numSampleTimingEntries, for: numSamples)
    let sizes = try entries(sampleSizeArray, numSampleSizeEntries, for: numSamples)
    guard !dataReady else {
      sampleBufferOut.pointee = CMSampleBuffer(
        image: nil, data: dataBuffer, format: formatDescription, sampleCount: numSamples, timing: timing,
        sizes: sizes)
      return
    }
    let buffer = CMSampleBuffer(
      awaitingDataOf: formatDescription, sampleCount: numSamples, timing: timing, sizes: sizes)
    if let dataBuffer { try buffer.take(dataBuffer) }
    sampleBufferOut.pointee = buffer
  }
}

/// Sound, ready for use. As `CMAudioSampleBufferCreateReadyWithPacketDescriptions` when `dataReady` is true; otherwise
/// its bytes come later.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
  refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard let stream = formatDescription.audioStreamBasicDescription else {
    return kCMSampleBufferError_InvalidMediaFormat
  }
  guard numSamples > 0 else { return kCMSampleBufferError_InvalidEntryCount }
  var timing = CMSampleTimingInfo(
    duration: stream.sampleDuration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
  var sizes = packetDescriptions.map { list in (0..<numSamples).map { Int(list[$0].mDataByteSize) } } ?? []
  if sizes.isEmpty, stream.mBytesPerPacket > 0 { sizes = [Int(stream.mBytesPerPacket)] }
  return CMSampleBufferCreate(
    allocator: allocator, dataBuffer: dataBuffer, dataReady: dataReady,
    makeDataReadyCallback: makeDataReadyCallback, refcon: makeDataReadyRefcon,
    formatDescription: formatDescription, sampleCount: numSamples, sampleTimingEntryCount: 1,
    sampleTimingArray: &timing, sampleSizeEntryCount: sizes.count, sampleSizeArray: sizes,
    sampleBufferOut: sampleBufferOut)
}

/// Sound whose samples follow each other without a gap.
/// - Parameters:
///   - sampleCount: Frames of uncompressed sound, packets of compressed.
///   - packetDescriptions: Where compressed packets of different sizes lie.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` when the description is not one of sound,
///   `kCMSampleBufferError_InvalidEntryCount` without a sample (assumed).
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
    formatDescription: formatDescription, sampleCount: numSamples,
    presentationTimeStamp: presentationTimeStamp, packetDescriptions: packetDescriptions,
    sampleBufferOut: sampleBufferOut)
}

/// Gives a buffer its bytes. It is ready after `CMSampleBufferSetDataReady`.
/// - Returns: `kCMSampleBufferError_AlreadyHasDataBuffer`.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer)
  -> OSStatus
{
  status { try sbuf.take(dataBuffer) }
}

@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  sbuf.becomeReady()
  return noErr
}

public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1

extension AudioStreamBasicDescription {
  var isInterleaved: Bool { mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }
  /// Buffers that the sound lies in.
  var bufferCount: Int { isInterleaved ? 1 : Int(max(1, mChannelsPerFrame)) }

  /// How long one sample of a buffer takes: a frame of uncompressed sound, a packet of compressed.
  var sampleDuration: CMTime {
    guard mSampleRate > 0 else { return .invalid }
    let frames = CMTimeValue(max(1, mFramesPerPacket))
    return mSampleRate == mSampleRate.rounded() && mSampleRate <= Double(CMTimeScale.max)
      ? CMTime(value: frames, timescale: CMTimeScale(mSampleRate))
      : CMTime(seconds: Double(frames) / mSampleRate, preferredTimescale: 1_000_000_000)
  }
}

extension CMSampleBuffer {
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let audioBufferListAssure16ByteAlignment = Flags(rawValue: 1)
  }

  /// The layout and the bytes of a buffer of sound.
  private func sound() throws -> (stream: AudioStreamBasicDescription, bytes: CMBlockBuffer) {
    guard let stream = formatDescription?.audioStreamBasicDescription else {
      throw Error.invalidMediaTypeForOperation
    }
    guard isValid else { throw Error.invalidated }
    guard let bytes = dataBuffer, dataReadiness == .ready else { throw Error.bufferNotReady }
    return (stream, bytes)
  }

  /// Lists where the sound lies: one buffer of interleaved channels, or one for each channel, one after the other in the
  /// bytes. Valid as long as the block buffer lives.
  fileprivate func list(
    into list: UnsafeMutableAudioBufferListPointer, bytesOf size: Int
  ) throws -> CMBlockBuffer {
    let (stream, bytes) = try sound()
    let count = stream.bufferCount
    guard size >= AudioBufferList.sizeInBytes(maximumBuffers: count) else { throw Error.arrayTooSmall }
    list.count = count
    let part = bytes.dataLength / count
    for index in 0..<count {
      list[index] = AudioBuffer(
        mNumberChannels: stream.isInterleaved ? stream.mChannelsPerFrame : 1, mDataByteSize: UInt32(part),
        mData: bytes.start + index * part)
    }
    return bytes
  }

  fileprivate func listSize() throws -> Int {
    AudioBufferList.sizeInBytes(maximumBuffers: try sound().stream.bufferCount)
  }

  /// Hands the sound's buffers to `body`, valid only inside.
  /// - Throws: `Error.invalidMediaTypeForOperation` without sound, `Error.bufferNotReady` without bytes, and what
  ///   `body` throws.
  public func withAudioBufferList<R>(
    blockBufferMemoryAllocator: CFAllocator? = nil, flags: Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
  ) throws -> R {
    let size = try listSize()
    let pointer = AudioBufferList.allocate(maximumBuffers: try sound().stream.bufferCount)
    defer { free(pointer.unsafeMutablePointer) }
    let bytes = try list(into: pointer, bytesOf: size)
    return try withExtendedLifetime(bytes) { try body(pointer, bytes) }
  }

  /// Copies frames of uncompressed sound into buffers of the same layout.
  /// - Throws: `Error.sampleIndexOutOfRange` for frames that are not there, `Error.arrayTooSmall` for buffers that are too
  ///   few or too short.
  public func copyPCMData(
    fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>
  ) throws {
    let (stream, bytes) = try sound()
    guard range.lowerBound >= 0, range.upperBound <= numSamples else { throw Error.sampleIndexOutOfRange }
    let target = UnsafeMutableAudioBufferListPointer(bufferList)
    let (count, frame) = (stream.bufferCount, Int(stream.mBytesPerFrame))
    guard target.count >= count else { throw Error.arrayTooSmall }
    let part = bytes.dataLength / count
    for index in 0..<count {
      guard let memory = target[index].mData, Int(target[index].mDataByteSize) >= range.count * frame else {
        throw Error.arrayTooSmall
      }
      memcpy(memory, bytes.start + index * part + range.lowerBound * frame, range.count * frame)
      target[index].mDataByteSize = UInt32(range.count * frame)
    }
  }

  /// Takes a copy of the sound in these buffers; the buffer is ready then.
  /// - Throws: `Error.alreadyHasDataBuffer`, `Error.invalidMediaTypeForOperation`.
  public func setDataBuffer(
    fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
    blockBufferMemoryAllocator: CFAllocator? = nil,
    flags: Flags = []
  ) throws {
    guard formatDescription?.audioStreamBasicDescription != nil else {
      throw Error.invalidMediaTypeForOperation
    }
    var data = Data()
    for buffer in UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList)) {
      if let memory = buffer.mData { data.append(Data(bytes: memory, count: Int(buffer.mDataByteSize))) }
    }
    try take(CMBlockBuffer(copying: data))
    becomeReady()
  }
}

/// Lists where a buffer's sound lies. The memory belongs to the block buffer that is handed out.
/// - Parameters:
///   - bufferListSizeNeededOut: Bytes that the list needs.
///   - bufferListOut: Nil asks only for the size.
/// - Returns: `kCMSampleBufferError_ArrayTooSmall`, `kCMSampleBufferError_InvalidMediaTypeForOperation` for what is no
///   sound, `kCMSampleBufferError_BufferNotReady` without bytes.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
  blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?, flags: UInt32,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
  status {
    bufferListSizeNeededOut?.pointee = try sbuf.listSize()
    guard let bufferListOut else { return }
    blockBufferOut?.pointee = try sbuf.list(
      into: UnsafeMutableAudioBufferListPointer(bufferListOut), bytesOf: bufferListSize)
  }
}

/// Copies frames of uncompressed sound into buffers of the same layout.
/// - Returns: As `CMSampleBuffer.copyPCMData(fromRange:into:)` throws.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  status {
    guard frameOffset >= 0, numFrames >= 0 else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
    try sbuf.copyPCMData(fromRange: Int(frameOffset)..<(Int(frameOffset) + Int(numFrames)), into: bufferList)
  }
}

/// Takes a copy of the sound in these buffers; the buffer is ready then.
/// - Returns: As `CMSampleBuffer.setDataBuffer(fromAudioBufferList:)` throws.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
  _ sbuf: CMSampleBuffer, blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?,
  flags: UInt32, bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
  status { try sbuf.setDataBuffer(fromAudioBufferList: bufferList) }
}
