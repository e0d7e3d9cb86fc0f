import DuoCoreMedia
import DuoFoundation
import Testing

@Suite struct SampleAttachmentsTests {
  private func frame() throws -> CMSampleBuffer {
    let buffer = CVPixelBuffer(width: 4, height: 2, format: kCVPixelFormatType_32BGRA) { _ in }
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: .invalid
    )
  }

  @Test func oneDictionaryForEachSample() throws {
    let frame = try frame()
    #expect(frame.sampleAttachments.count == 1 && frame.sampleAttachments[0][.displayImmediately] == nil)
    #expect(CMSampleBufferGetSampleAttachmentsArray(frame, createIfNecessary: false) == nil)
    frame.sampleAttachments[0][.displayImmediately] = true
    frame.sampleAttachments[0][.notSync] = false
    #expect(frame.sampleAttachments[0][.displayImmediately] as? Bool == true)
    #expect(frame.sampleAttachments[0][.notSync] as? Bool == false)
    #expect(Set(frame.sampleAttachments[0].map(\.key)) == [.displayImmediately, .notSync])
    frame.sampleAttachments[0][.notSync] = nil
    #expect(frame.sampleAttachments[0].map(\.key) == [.displayImmediately])

    let timing = CMSampleTimingInfo.invalid
    let dropped = CMSampleBuffer(
      droppedFrame: CMFormatDescription(video: kCVPixelFormatType_32BGRA, width: 4, height: 2), timing: timing
    )
    #expect(dropped.sampleAttachments.isEmpty)
    #expect(CMSampleBufferGetSampleAttachmentsArray(dropped, createIfNecessary: true) == nil)
  }

  /// As encoders' callbacks read it.
  @Test func theArrayOfTheFunctionIsTheSame() throws {
    let frame = try frame()
    let blank = CMSampleBufferGetSampleAttachmentsArray(frame, createIfNecessary: true)
    #expect(blank?.count == 1 && (blank as? [[String: Bool]]) == [[:]])
    frame.sampleAttachments[0][.notSync] = true
    let array = CMSampleBufferGetSampleAttachmentsArray(frame, createIfNecessary: false) as? [[String: Bool]]
    #expect(array == [["NotSync": true]])
    #expect(array?.first?[kCMSampleAttachmentKey_NotSync as String] == true)
  }

  @Test func copiesHaveTheirOwn() throws {
    let frame = try frame()
    frame.sampleAttachments[0][.displayImmediately] = true
    var copy: CMSampleBuffer?
    CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: frame, sampleBufferOut: &copy)
    let other = try #require(copy)
    #expect(other.sampleAttachments[0][.displayImmediately] as? Bool == true)
    other.sampleAttachments[0][.displayImmediately] = nil
    #expect(frame.sampleAttachments[0][.displayImmediately] as? Bool == true)
  }

  @Test func attachmentsOfTheWholeBuffer() throws {
    let frame = try frame()
    let image = try #require(frame.imageBuffer)
    frame.attachments[.droppedFrameReason] = .init(value: "FrameWasLate", mode: .shouldPropagate)
    frame.attachments["mine"] = .init(value: 3, mode: .shouldNotPropagate)
    #expect(frame.attachments[.droppedFrameReason]?.value as? String == "FrameWasLate")
    #expect(frame.attachments[.droppedFrameReason]?.mode == .shouldPropagate)
    #expect(frame.attachments["mine"]?.value as? Int == 3 && frame.attachments["none"] == nil)
    #expect(Array(frame.attachments.propagated.keys) == ["DroppedFrameReason"])
    #expect(frame.attachments.nonPropagated as? [String: Int] == ["mine": 3])
    let reason = CMGetAttachment(
      frame, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    #expect(reason as? String == "FrameWasLate")

    frame.propagateAttachments(to: image)
    #expect(image.attachments[.droppedFrameReason] != nil && image.attachments["mine"] == nil)
    image.attachments.merge(["a": 1, "b": 2], mode: .shouldNotPropagate)
    #expect(image.attachments.nonPropagated.count == 2)
    frame.attachments = image.attachments
    #expect(frame.attachments["mine"] == nil && frame.attachments["b"]?.value as? Int == 2)
    frame.attachments["b"] = nil
    #expect(frame.attachments["b"] == nil && image.attachments["b"] != nil)
    image.attachments.removeAll()
    #expect(image.attachments.propagated.isEmpty && image.attachments.nonPropagated.isEmpty)
  }
}

@Suite struct FormatExtensionsTests {
  @Test func readAndWritten() throws {
    var extensions = CMFormatDescription.Extensions()
    extensions[.colorPrimaries] = .colorPrimaries(.p3_D65)
    extensions[.transferFunction] = .transferFunction(.itu_R_709_2)
    extensions[.yCbCrMatrix] = .yCbCrMatrix(.itu_R_601_4)
    extensions[.formatName] = .string("HEVC")
    extensions[.depth] = .number(24)
    extensions["own" as CFString] = NSNumber(value: 5)
    let format = try CMFormatDescription(
      videoCodecType: .hevc, width: 640, height: 480, extensions: extensions)
    #expect(format.mediaSubType == .hevc && format.dimensions.width == 640 && format.dimensions.height == 480)
    let read = format.extensions
    #expect(read[.colorPrimaries]?.propertyListRepresentation as? String == "P3_D65")
    #expect(read[.transferFunction]?.propertyListRepresentation as? String == "ITU_R_709_2")
    #expect(read[.yCbCrMatrix]?.propertyListRepresentation as? String == "ITU_R_601_4")
    #expect(read[.formatName]?.propertyListRepresentation as? String == "HEVC")
    #expect(read[.depth]?.propertyListRepresentation as? Int == 24)
    #expect(read["own" as CFString] as? Int == 5 && read[.cleanAperture] == nil)
    let raw = CMFormatDescriptionGetExtension(format, extensionKey: kCVImageBufferColorPrimariesKey)
    #expect(raw as? String == "P3_D65")
    // A description does not change with the value that was read from it.
    var changed = read
    changed[.depth] = nil
    #expect(format.extensions[.depth] != nil && changed[.depth] == nil)
  }

  @Test func withoutExtensionsAndBadSizes() throws {
    let plain = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 9)
    #expect(CMFormatDescriptionGetExtensions(plain) == nil && plain.extensions[.depth] == nil)
    let based = CMFormatDescription.Extensions(base: ["Depth" as CFString: NSNumber(value: 8)])
    #expect(based[.depth]?.propertyListRepresentation as? Int == 8)
    for (width, height) in [(-1, 1), (1, -1), (1 << 40, 1)] {
      let error = #expect(throws: NSError.self) {
        try CMFormatDescription(videoCodecType: .h264, width: width, height: height)
      }
      #expect(error?.code == Int(kCMFormatDescriptionError_InvalidParameter))
    }
  }

  @Test func cameraColours() {
    let buffer = CVPixelBuffer(width: 4, height: 2, format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange) {
      _ in
    }
    buffer.attachCameraColours()
    let format = CMFormatDescription(
      cameraPictures: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, width: 4, height: 2)
    #expect(format.matchesImageBuffer(buffer) && format == CMFormatDescription(describing: buffer))
    #expect(
      !CMFormatDescription(video: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, width: 4, height: 2)
        .matchesImageBuffer(buffer))
    #expect(VideoColours.sRGB.attachments(format: kCVPixelFormatType_32BGRA).count == 2)
  }
}
