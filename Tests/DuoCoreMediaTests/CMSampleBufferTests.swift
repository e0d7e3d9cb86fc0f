import DuoCoreMedia
import Testing

@Suite struct CMSampleBufferTests {
  private let timing = CMSampleTimingInfo(
    duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 7, timescale: 30),
    decodeTimeStamp: .invalid)

  private func makePicture(_ width: Int = 16, _ format: OSType = kCVPixelFormatType_32BGRA) -> CVPixelBuffer {
    CVPixelBuffer(width: width, height: 8, format: format) { _ in }
  }

  @Test func frames() throws {
    let picture = makePicture()
    var format: CMFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescriptionOut: &format) == noErr)
    var info = timing
    var made: CMSampleBuffer?
    let status = CMSampleBufferCreateReadyWithImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescription: format!, sampleTiming: &info,
      sampleBufferOut: &made)
    let buffer = try #require(made)
    #expect(status == noErr && CMSampleBufferDataIsReady(buffer) && CMSampleBufferIsValid(buffer))
    let image: CVImageBuffer? = CMSampleBufferGetImageBuffer(buffer)
    #expect(image === picture && buffer.imageBuffer === picture)
    #expect(CMSampleBufferGetDataBuffer(buffer) == nil)
    #expect(CMSampleBufferGetFormatDescription(buffer) == format)
    #expect(CMSampleBufferGetPresentationTimeStamp(buffer) == timing.presentationTimeStamp)
    #expect(CMSampleBufferGetOutputPresentationTimeStamp(buffer) == timing.presentationTimeStamp)
    #expect(CMSampleBufferGetDuration(buffer) == timing.duration)
    #expect(CMSampleBufferGetOutputDuration(buffer) == timing.duration)
    #expect(CMSampleBufferGetDecodeTimeStamp(buffer).isValid == false)
    #expect(CMSampleBufferGetNumSamples(buffer) == 1 && CMSampleBufferGetTotalSampleSize(buffer) == 0)
    #expect(try buffer.sampleTimingInfo(at: 0) == timing && buffer.sampleTimingInfos() == [timing])
    #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleSizes) { try buffer.sampleSizes() }
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: 1) }
    #expect(!picture.hasPixels)

    #expect(CMSampleBufferInvalidate(buffer) == noErr)
    #expect(!buffer.isValid && buffer.imageBuffer == nil)
    var copy: CMSampleBuffer?
    #expect(
      CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: buffer, sampleBufferOut: &copy)
        == kCMSampleBufferError_Invalidated)
  }

  /// A description of another picture is refused.
  @Test func theFormatMustMatch() throws {
    let picture = makePicture()
    let others = [makePicture(32), makePicture(16, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)]
    for other in others {
      #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
        try CMSampleBuffer(
          imageBuffer: picture, formatDescription: CMFormatDescription(imageBuffer: other),
          sampleTiming: timing)
      }
    }
    var (info, made) = (timing, CMSampleBuffer?.none)
    let status = CMSampleBufferCreateForImageBuffer(
      allocator: nil, imageBuffer: picture, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: CMFormatDescription(describing: others[0]), sampleTiming: &info,
      sampleBufferOut: &made)
    #expect(status == kCMSampleBufferError_InvalidMediaFormat && made == nil)
    let unready = CMSampleBufferCreateForImageBuffer(
      allocator: nil, imageBuffer: picture, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: CMFormatDescription(describing: picture), sampleTiming: &info, sampleBufferOut: &made
    )
    #expect(unready == kCMSampleBufferError_BufferNotReady)
  }

  @Test func droppedFramesHaveTimesButNoPixels() {
    let buffer = CMSampleBuffer(
      droppedFrame: CMFormatDescription(video: kCVPixelFormatType_32BGRA, width: 16, height: 8),
      timing: timing)
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
      value: kCMSampleBufferDroppedFrameReason_FrameWasLate,
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    let reason = CMGetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    #expect(reason as? String == "FrameWasLate")
    #expect(buffer.imageBuffer == nil && buffer.dataBuffer == nil && buffer.numSamples == 0)
    #expect(
      buffer.presentationTimeStamp == timing.presentationTimeStamp && buffer.duration == timing.duration)
    #expect(buffer.formatDescription?.dimensions.width == 16 && CMSampleBufferDataIsReady(buffer))
  }

  @Test func copiesSharePictureAndPropagatingAttachments() throws {
    let picture = makePicture()
    let buffer = CMSampleBuffer(
      frame: picture, format: CMFormatDescription(describing: picture), timing: timing)
    CMSetAttachment(
      buffer, key: "goes", value: NSNumber(value: 1), attachmentMode: kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(buffer, key: "stays", value: NSNumber(value: 2), attachmentMode: 0)
    var made: CMSampleBuffer?
    CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: buffer, sampleBufferOut: &made)
    #expect(
      made !== buffer && made?.imageBuffer === picture
        && made?.presentationTimeStamp == timing.presentationTimeStamp)
    #expect(CMGetAttachment(made!, key: "goes", attachmentModeOut: nil) as? Int == 1)
    #expect(CMGetAttachment(made!, key: "stays", attachmentModeOut: nil) == nil)

    var later = timing
    later.presentationTimeStamp = CMTime(value: 9, timescale: 30)
    let status = CMSampleBufferCreateCopyWithNewTiming(
      allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1, sampleTimingArray: &later,
      sampleBufferOut: &made)
    #expect(status == noErr && made?.presentationTimeStamp == later.presentationTimeStamp)
    let wrong = CMSampleBufferCreateCopyWithNewTiming(
      allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 2, sampleTimingArray: [later, later],
      sampleBufferOut: &made)
    #expect(wrong == kCMSampleBufferError_InvalidEntryCount)
  }

  /// The same in the words of Swift.
  @Test func copiesWithNewTiming() throws {
    let picture = makePicture()
    let buffer = CMSampleBuffer(
      frame: picture, format: CMFormatDescription(describing: picture), timing: timing)
    var later = timing
    later.presentationTimeStamp = CMTime(value: 9, timescale: 30)
    let copy = try CMSampleBuffer(copying: buffer, withNewTiming: [later])
    #expect(copy !== buffer && copy.imageBuffer === picture)
    #expect(copy.presentationTimeStamp == later.presentationTimeStamp && copy.duration == timing.duration)
    #expect(buffer.presentationTimeStamp == timing.presentationTimeStamp)
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
      try CMSampleBuffer(copying: buffer, withNewTiming: [later, later])
    }
    try buffer.invalidate()
    #expect(throws: CMSampleBuffer.Error.invalidated) {
      try CMSampleBuffer(copying: buffer, withNewTiming: [later])
    }
  }

  @Test func bytesWithSeveralSamples() throws {
    var (made, other) = (CMSampleBuffer?.none, CMSampleBuffer?.none)
    let data = CMBlockBuffer(copying: Data([1, 2, 3, 4, 5, 6]))
    var one = timing
    one.decodeTimeStamp = .zero
    #expect(
      CMSampleBufferCreateReady(
        allocator: nil, dataBuffer: data, formatDescription: nil, sampleCount: 3, sampleTimingEntryCount: 1,
        sampleTimingArray: &one, sampleSizeEntryCount: 3, sampleSizeArray: [1, 2, 3], sampleBufferOut: &made)
        == noErr)
    let buffer = try #require(made)
    #expect(buffer.dataBuffer === data && buffer.imageBuffer == nil && buffer.numSamples == 3)
    #expect(buffer.duration == CMTime(value: 3, timescale: 30) && buffer.decodeTimeStamp == .zero)
    let third = try buffer.sampleTimingInfo(at: 2)
    #expect(third.presentationTimeStamp == CMTime(value: 9, timescale: 30))
    #expect(third.decodeTimeStamp == CMTime(value: 2, timescale: 30))
    #expect(
      try buffer.sampleSizes() == [1, 2, 3] && buffer.totalSampleSize == 6 && buffer.sampleSize(at: 1) == 2)

    // Samples in another order than they are shown: the earliest time counts, the durations add up.
    var infos = [12, 10, 11].map { number in
      CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 30),
        presentationTimeStamp: CMTime(value: number, timescale: 30),
        decodeTimeStamp: CMTime(value: number - 5, timescale: 30))
    }
    CMSampleBufferCreateReady(
      allocator: nil, dataBuffer: data, formatDescription: nil, sampleCount: 3, sampleTimingEntryCount: 3,
      sampleTimingArray: &infos, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &other)
    #expect(other?.presentationTimeStamp == CMTime(value: 10, timescale: 30))
    #expect(
      other?.duration == CMTime(value: 3, timescale: 30)
        && other?.decodeTimeStamp == CMTime(value: 7, timescale: 30))
    var (needed, room) = (0, Array(repeating: CMSampleTimingInfo.invalid, count: 3))
    CMSampleBufferGetSampleTimingInfoArray(other!, entryCount: 0, arrayToFill: nil, entriesNeededOut: &needed)
    #expect(needed == 3)
    let short = CMSampleBufferGetSampleTimingInfoArray(
      other!, entryCount: 2, arrayToFill: &room, entriesNeededOut: nil)
    #expect(short == kCMSampleBufferError_ArrayTooSmall)
    CMSampleBufferGetSampleTimingInfoArray(other!, entryCount: 3, arrayToFill: &room, entriesNeededOut: nil)
    #expect(room == infos)
  }

  @Test func withoutTimes() {
    var made: CMSampleBuffer?
    CMSampleBufferCreateReady(
      allocator: nil, dataBuffer: nil, formatDescription: nil, sampleCount: 0, sampleTimingEntryCount: 0,
      sampleTimingArray: nil, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &made)
    #expect(made?.presentationTimeStamp.isValid == false && made?.duration.isValid == false)
    var info = CMSampleTimingInfo()
    #expect(
      CMSampleBufferGetSampleTimingInfo(made!, at: 0, timingInfoOut: &info)
        == kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    let negative = CMSampleBufferCreateReady(
      allocator: nil, dataBuffer: nil, formatDescription: nil, sampleCount: -1, sampleTimingEntryCount: 0,
      sampleTimingArray: nil, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &made)
    #expect(negative == kCMSampleBufferError_InvalidEntryCount)
    let missing = CMSampleBufferCreateReady(
      allocator: nil, dataBuffer: nil, formatDescription: nil, sampleCount: 1, sampleTimingEntryCount: 1,
      sampleTimingArray: nil, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &made)
    #expect(missing == kCMSampleBufferError_RequiredParameterMissing)
  }
}
