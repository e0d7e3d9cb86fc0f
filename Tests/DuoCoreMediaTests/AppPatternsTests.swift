import DuoCoreMedia
import Testing

/// What real camera apps do with buffers, written as they write it.
@Suite struct AppPatternsTests {
  /// The pool of a filter renderer: reserve buffers up to the threshold, release them, draw into one.
  @Test func filterRendererPool() throws {
    let input = CMFormatDescription(video: kCVPixelFormatType_32BGRA, width: 640, height: 480)
    let (pool, format) = try #require(allocateOutputBufferPool(with: input, outputRetainedBufferCountHint: 3))
    #expect(CMFormatDescriptionGetMediaSubType(format) == kCVPixelFormatType_32BGRA)
    #expect(CMVideoFormatDescriptionGetDimensions(format).width == 640)
    #expect(pool.buffersInUse == 0)
    var newPixelBuffer: CVPixelBuffer?
    CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &newPixelBuffer)
    #expect(CVPixelBufferGetHeight(try #require(newPixelBuffer)) == 480)
  }

  private func allocateOutputBufferPool(
    with inputFormatDescription: CMFormatDescription, outputRetainedBufferCountHint: Int
  ) -> (CVPixelBufferPool, CMFormatDescription)? {
    let inputMediaSubType = CMFormatDescriptionGetMediaSubType(inputFormatDescription)
    let inputDimensions = CMVideoFormatDescriptionGetDimensions(inputFormatDescription)
    let pixelBufferAttributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: UInt(inputMediaSubType),
      kCVPixelBufferWidthKey as String: Int(inputDimensions.width),
      kCVPixelBufferHeightKey as String: Int(inputDimensions.height),
      kCVPixelBufferIOSurfacePropertiesKey as String: [:] as [String: Any],
    ]
    let poolAttributes = [kCVPixelBufferPoolMinimumBufferCountKey as String: outputRetainedBufferCountHint]
    var cvPixelBufferPool: CVPixelBufferPool?
    CVPixelBufferPoolCreate(
      kCFAllocatorDefault, poolAttributes as NSDictionary?, pixelBufferAttributes as NSDictionary?,
      &cvPixelBufferPool)
    guard let pool = cvPixelBufferPool else { return nil }

    var pixelBuffers: [CVPixelBuffer] = []
    let auxAttributes =
      [kCVPixelBufferPoolAllocationThresholdKey as String: outputRetainedBufferCountHint] as NSDictionary
    var error = kCVReturnSuccess
    while error == kCVReturnSuccess {
      var pixelBuffer: CVPixelBuffer?
      error = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
        kCFAllocatorDefault, pool, auxAttributes, &pixelBuffer)
      if let pixelBuffer { pixelBuffers.append(pixelBuffer) }
    }
    #expect(error == kCVReturnWouldExceedAllocationThreshold && pixelBuffers.count == 3)
    var description: CMFormatDescription?
    CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: kCFAllocatorDefault, imageBuffer: pixelBuffers[0], formatDescriptionOut: &description)
    pixelBuffers.removeAll()
    return description.map { (pool, $0) }
  }

  /// A delegate that averages the brightness of a frame's luma plane, row by row.
  @Test func averageLuma() throws {
    let frame = makeFrame(width: 33, height: 7) { planes in
      for row in 0..<7 {
        for column in 0..<planes[0].bytesPerRow {
          // The bytes behind the picture's last column must not count.
          planes[0].base.storeBytes(
            of: column < 33 ? UInt8(row * 10) : 255, toByteOffset: row * planes[0].bytesPerRow + column,
            as: UInt8.self)
        }
      }
    }
    let imageBuffer = try #require(CMSampleBufferGetImageBuffer(frame))
    CVPixelBufferLockBaseAddress(imageBuffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(imageBuffer, .readOnly) }
    let width = CVPixelBufferGetWidthOfPlane(imageBuffer, 0)
    let height = CVPixelBufferGetHeightOfPlane(imageBuffer, 0)
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(imageBuffer, 0)
    let base = try #require(CVPixelBufferGetBaseAddressOfPlane(imageBuffer, 0))
      .assumingMemoryBound(to: UInt8.self)
    var sum = 0
    for row in 0..<height { for column in 0..<width { sum += Int(base[row * bytesPerRow + column]) } }
    #expect(sum / (width * height) == 30)
  }

  /// A delegate that looks at times and reasons only: no pixel is ever drawn.
  @Test func timesCostNoPixels() throws {
    let frame = makeFrame(width: 1920, height: 1080) { _ in Issue.record("drawn") }
    let time = CMSampleBufferGetPresentationTimeStamp(frame)
    let next = CMTimeAdd(time, CMSampleBufferGetDuration(frame))
    #expect(CMTimeGetSeconds(CMTimeSubtract(next, time)) == 1.0 / 30)
    let description = try #require(CMSampleBufferGetFormatDescription(frame))
    let dimensions = CMVideoFormatDescriptionGetDimensions(description)
    #expect(dimensions.width == 1920 && dimensions.height == 1080)
    #expect(
      CMGetAttachment(frame, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
        == nil)
    let image = try #require(frame.imageBuffer)
    #expect(CVPixelBufferGetWidth(image) == 1920 && !image.hasPixels)
  }

  /// Retiming a frame, as recorders do after a pause.
  @Test func retiming() throws {
    let frame = makeFrame(width: 4, height: 4) { _ in }
    var count: CMItemCount = 0
    CMSampleBufferGetSampleTimingInfoArray(frame, entryCount: 0, arrayToFill: nil, entriesNeededOut: &count)
    var info = [CMSampleTimingInfo](repeating: CMSampleTimingInfo(), count: count)
    CMSampleBufferGetSampleTimingInfoArray(
      frame, entryCount: count, arrayToFill: &info, entriesNeededOut: &count)
    let offset = CMTimeMakeWithSeconds(0.5, preferredTimescale: 600)
    for index in 0..<count {
      info[index].presentationTimeStamp = CMTimeSubtract(info[index].presentationTimeStamp, offset)
    }
    var sbufWithNewTiming: CMSampleBuffer?
    CMSampleBufferCreateCopyWithNewTiming(
      allocator: nil, sampleBuffer: frame, sampleTimingEntryCount: count, sampleTimingArray: &info,
      sampleBufferOut: &sbufWithNewTiming)
    let retimed = try #require(sbufWithNewTiming)
    #expect(retimed.presentationTimeStamp.seconds == 9.5 && retimed.imageBuffer === frame.imageBuffer)
  }

  private func makeFrame(
    width: Int, height: Int, fill: @escaping @Sendable ([PixelPlane]) -> Void
  ) -> CMSampleBuffer {
    let buffer = CVPixelBuffer(
      width: width, height: height, format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, fill: fill)
    return CMSampleBuffer(
      frame: buffer, format: CMFormatDescription(describing: buffer),
      timing: CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 300, timescale: 30),
        decodeTimeStamp: .invalid))
  }
}
