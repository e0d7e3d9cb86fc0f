import DuoCoreMedia
import Testing

@Suite struct AttachmentTests {
  private let buffer = CVPixelBuffer(width: 100, height: 50, format: kCVPixelFormatType_32BGRA) { _ in }
  private let other = CVPixelBuffer(width: 100, height: 50, format: kCVPixelFormatType_32BGRA) { _ in }

  @Test func aKeyIsInOneModeOnly() {
    CVBufferSetAttachment(buffer, "key", "one" as CFString, .shouldPropagate)
    var mode = CVAttachmentMode.shouldNotPropagate
    #expect(CVBufferCopyAttachment(buffer, "key", &mode) as? String == "one" && mode == .shouldPropagate)
    CVBufferSetAttachment(buffer, "key", "two" as CFString, .shouldNotPropagate)
    #expect(CVBufferCopyAttachment(buffer, "key", &mode) as? String == "two" && mode == .shouldNotPropagate)
    #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate)?.object(forKey: "key") as? String == "two")
    #expect(CVBufferGetAttachment(buffer, "key", nil)?.takeUnretainedValue() as? String == "two")
    #expect(CVBufferGetAttachments(buffer, .shouldNotPropagate)?.object(forKey: "key") as? String == "two")
    #expect(CVBufferGetAttachments(buffer, .shouldPropagate) == nil)
    #expect(CVBufferHasAttachment(buffer, "key"))
    CVBufferRemoveAttachment(buffer, "key")
    #expect(!CVBufferHasAttachment(buffer, "key") && CVBufferCopyAttachment(buffer, "key", nil) == nil)
  }

  @Test func propagationHandsOnOneGroup() {
    CVBufferSetAttachments(buffer, ["a": 1, "b": 2] as CFDictionary, .shouldPropagate)
    CVBufferSetAttachments(buffer, ["c": 3] as CFDictionary, .shouldNotPropagate)
    CVBufferSetAttachments(other, ["b": 9, "d": 4] as CFDictionary, .shouldNotPropagate)
    CVBufferPropagateAttachments(buffer, other)
    let propagating = CVBufferCopyAttachments(other, .shouldPropagate)
    let staying = CVBufferCopyAttachments(other, .shouldNotPropagate)
    #expect(propagating == ["a": 1, "b": 2] as CFDictionary && staying == ["d": 4] as CFDictionary)
    CVBufferRemoveAllAttachments(other)
    #expect(CVBufferCopyAttachments(other, .shouldPropagate) == nil)
  }

  /// The Core Media functions reach the same attachments, on every kind of buffer.
  @Test func coreMediaFunctions() {
    let block = CMBlockBuffer(copying: Data([1]))
    let bearers: [CMAttachmentBearer] = [buffer, block]
    for bearer in bearers {
      CMSetAttachment(
        bearer, key: "a", value: NSNumber(value: 1), attachmentMode: kCMAttachmentMode_ShouldPropagate)
      CMSetAttachments(bearer, attachments: ["b": 2] as CFDictionary, attachmentMode: 0)
      var mode: CMAttachmentMode = 7
      #expect(CMGetAttachment(bearer, key: "a", attachmentModeOut: &mode) as? Int == 1 && mode == 1)
      #expect(CMGetAttachment(bearer, key: "b", attachmentModeOut: &mode) as? Int == 2 && mode == 0)
      let group = CMCopyDictionaryOfAttachments(
        allocator: nil, target: bearer, attachmentMode: kCMAttachmentMode_ShouldPropagate)
      #expect(group == ["a": 1] as CFDictionary)
      CMRemoveAttachment(bearer, key: "b")
      #expect(CMGetAttachment(bearer, key: "b", attachmentModeOut: nil) == nil)
      CMSetAttachment(bearer, key: "a", value: nil, attachmentMode: 0)
      #expect(CMGetAttachment(bearer, key: "a", attachmentModeOut: nil) == nil)
    }
    CVBufferSetAttachment(buffer, "x", NSNumber(value: 5), .shouldPropagate)
    CMPropagateAttachments(buffer, destination: block)
    #expect(CMGetAttachment(block, key: "x", attachmentModeOut: nil) as? Int == 5)
    CMRemoveAllAttachments(block)
    #expect(CMGetAttachment(block, key: "x", attachmentModeOut: nil) == nil)
    #expect(CMGetAttachment(NSObject(), key: "x", attachmentModeOut: nil) == nil)
  }

  @Test func cleanApertureAndAspectRatio() {
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 100, height: 50))
    let aperture =
      [
        kCVImageBufferCleanApertureWidthKey as String: 80, kCVImageBufferCleanApertureHeightKey as String: 40,
        kCVImageBufferCleanApertureHorizontalOffsetKey as String: 3,
        kCVImageBufferCleanApertureVerticalOffsetKey as String: -2,
      ] as CFDictionary
    let ratio =
      [
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey as String: 3,
        kCVImageBufferPixelAspectRatioVerticalSpacingKey as String: 2,
      ] as CFDictionary
    CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture, .shouldPropagate)
    CVBufferSetAttachment(buffer, kCVImageBufferPixelAspectRatioKey, ratio, .shouldPropagate)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 13, y: 3, width: 80, height: 40))
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 120, height: 40))
    #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 100, height: 50))
    #expect(CVImageBufferIsFlipped(buffer))

    let format = CMFormatDescription(describing: buffer)
    #expect(format.presentationDimensions() == CGSize(width: 120, height: 40))
    #expect(format.presentationDimensions(usePixelAspectRatio: false) == CGSize(width: 80, height: 40))
    #expect(
      CMVideoFormatDescriptionGetPresentationDimensions(
        format, usePixelAspectRatio: false, useCleanAperture: false) == CGSize(width: 100, height: 50))
    #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 13, y: 3, width: 80, height: 40))
    let fromBelow = CMVideoFormatDescriptionGetCleanAperture(format, originIsAtTopLeft: false)
    #expect(fromBelow == CGRect(x: 13, y: 7, width: 80, height: 40))
  }
}
