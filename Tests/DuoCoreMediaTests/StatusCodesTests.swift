import DuoCoreMedia
import Testing

/// The numbers of Apple's headers, written down once more.
@Suite struct StatusCodesTests {
  @Test func coreVideo() {
    let rows: [(CVReturn, Int)] = [
      (kCVReturnSuccess, 0), (kCVReturnError, -6660), (kCVReturnInvalidArgument, -6661),
      (kCVReturnAllocationFailed, -6662), (kCVReturnUnsupported, -6663), (kCVReturnInvalidPixelFormat, -6680),
      (kCVReturnInvalidSize, -6681), (kCVReturnInvalidPixelBufferAttributes, -6682),
      (kCVReturnPixelBufferNotMetalCompatible, -6684), (kCVReturnWouldExceedAllocationThreshold, -6689),
      (kCVReturnPoolAllocationFailed, -6690), (kCVReturnInvalidPoolAttributes, -6691),
      (kCVReturnRetry, -6692),
    ]
    #expect(rows.filter { Int($0.0) != $0.1 }.map(\.1) == [])
  }

  @Test func coreMedia() {
    let rows: [(OSStatus, Int)] = [
      (kCMFormatDescriptionError_InvalidParameter, -12710),
      (kCMFormatDescriptionError_AllocationFailed, -12711),
      (kCMFormatDescriptionError_ValueNotAvailable, -12718),
      (kCMSampleBufferError_AllocationFailed, -12730),
      (kCMSampleBufferError_RequiredParameterMissing, -12731),
      (kCMSampleBufferError_AlreadyHasDataBuffer, -12732), (kCMSampleBufferError_BufferNotReady, -12733),
      (kCMSampleBufferError_SampleIndexOutOfRange, -12734),
      (kCMSampleBufferError_BufferHasNoSampleSizes, -12735),
      (kCMSampleBufferError_BufferHasNoSampleTimingInfo, -12736),
      (kCMSampleBufferError_ArrayTooSmall, -12737),
      (kCMSampleBufferError_InvalidEntryCount, -12738), (kCMSampleBufferError_CannotSubdivide, -12739),
      (kCMSampleBufferError_SampleTimingInfoInvalid, -12740),
      (kCMSampleBufferError_InvalidMediaTypeForOperation, -12741),
      (kCMSampleBufferError_InvalidSampleData, -12742),
      (kCMSampleBufferError_InvalidMediaFormat, -12743), (kCMSampleBufferError_Invalidated, -12744),
      (kCMSampleBufferError_DataFailed, -16750), (kCMSampleBufferError_DataCanceled, -16751),
    ]
    #expect(rows.filter { Int($0.0) != $0.1 }.map(\.1) == [])
  }

  @Test func thrownErrorsCarryTheCodes() {
    let errors: [(NSError, OSStatus)] = [
      (CMSampleBuffer.Error.allocationFailed, kCMSampleBufferError_AllocationFailed),
      (CMSampleBuffer.Error.requiredParameterMissing, kCMSampleBufferError_RequiredParameterMissing),
      (CMSampleBuffer.Error.alreadyHasDataBuffer, kCMSampleBufferError_AlreadyHasDataBuffer),
      (CMSampleBuffer.Error.bufferNotReady, kCMSampleBufferError_BufferNotReady),
      (CMSampleBuffer.Error.sampleIndexOutOfRange, kCMSampleBufferError_SampleIndexOutOfRange),
      (CMSampleBuffer.Error.bufferHasNoSampleSizes, kCMSampleBufferError_BufferHasNoSampleSizes),
      (CMSampleBuffer.Error.bufferHasNoSampleTimingInfo, kCMSampleBufferError_BufferHasNoSampleTimingInfo),
      (CMSampleBuffer.Error.arrayTooSmall, kCMSampleBufferError_ArrayTooSmall),
      (CMSampleBuffer.Error.invalidEntryCount, kCMSampleBufferError_InvalidEntryCount),
      (CMSampleBuffer.Error.sampleTimingInfoInvalid, kCMSampleBufferError_SampleTimingInfoInvalid),
      (CMSampleBuffer.Error.invalidMediaTypeForOperation, kCMSampleBufferError_InvalidMediaTypeForOperation),
      (CMSampleBuffer.Error.invalidSampleData, kCMSampleBufferError_InvalidSampleData),
      (CMSampleBuffer.Error.invalidMediaFormat, kCMSampleBufferError_InvalidMediaFormat),
      (CMSampleBuffer.Error.invalidated, kCMSampleBufferError_Invalidated),
    ]
    let mismatches = errors.filter { $0.0.domain != "NSOSStatusErrorDomain" || $0.0.code != Int($0.1) }
    #expect(mismatches.map(\.1) == [])
  }

  @Test func namesAppsWriteIntoSettings() {
    let names = [
      kCVPixelBufferPixelFormatTypeKey as String, kCVPixelBufferWidthKey as String,
      kCVPixelBufferHeightKey as String, String(kCMSampleBufferAttachmentKey_DroppedFrameReason),
      String(kCMSampleBufferDroppedFrameReason_FrameWasLate),
      String(kCMSampleBufferDroppedFrameReason_OutOfBuffers),
      String(kCMSampleBufferDroppedFrameReason_Discontinuity),
    ]
    #expect(
      names == [
        "PixelFormatType", "Width", "Height", "DroppedFrameReason", "FrameWasLate", "OutOfBuffers",
        "Discontinuity",
      ])
    let keys = [
      kCVPixelBufferBytesPerRowAlignmentKey, kCVPixelBufferIOSurfacePropertiesKey,
      kCVPixelBufferMetalCompatibilityKey, kCVPixelBufferCGImageCompatibilityKey,
      kCVPixelBufferCGBitmapContextCompatibilityKey, kCVPixelBufferPoolMinimumBufferCountKey,
      kCVPixelBufferPoolMaximumBufferAgeKey, kCVPixelBufferPoolAllocationThresholdKey,
    ].map(String.init)
    #expect(Set(keys + names).count == keys.count + names.count)
    #expect(
      CVPixelBufferLockFlags.readOnly.rawValue == 1 && CVPixelBufferPoolFlushFlags.excessBuffers.rawValue == 1
    )
    #expect(
      CVAttachmentMode.shouldNotPropagate.rawValue == 0 && CVAttachmentMode.shouldPropagate.rawValue == 1)
  }
}
