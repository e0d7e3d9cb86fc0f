import DuoCoreMedia
import Testing

@Suite struct CMFormatDescriptionTests {
  private func make(
    _ codec: CMVideoCodecType, _ width: Int32, _ height: Int32, _ extensions: [String: Any]? = nil
  ) -> CMFormatDescription {
    var format: CMFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: codec, width: width, height: height,
      extensions: extensions as CFDictionary?, formatDescriptionOut: &format)
    return format!
  }

  @Test func contentDecidesEquality() {
    let samples = [
      make(kCMVideoCodecType_H264, 16, 9), make(kCMVideoCodecType_HEVC, 16, 9),
      make(kCMVideoCodecType_H264, 9, 16), make(kCMVideoCodecType_H264, 16, 9, ["a": 1]),
      make(kCMVideoCodecType_H264, 16, 9, ["a": 2]),
    ]
    let twins = [
      make(kCMVideoCodecType_H264, 16, 9), make(kCMVideoCodecType_HEVC, 16, 9),
      make(kCMVideoCodecType_H264, 9, 16), make(kCMVideoCodecType_H264, 16, 9, ["a": 1]),
      make(kCMVideoCodecType_H264, 16, 9, ["a": 2]),
    ]
    var mismatches: [String] = []
    for (i, a) in samples.enumerated() {
      for (j, b) in twins.enumerated() {
        let isEqual =
          a == b && CMFormatDescriptionEqual(a, otherFormatDescription: b) && a.hashValue == b.hashValue
        if isEqual != (i == j) { mismatches.append("\(i) \(j)") }
      }
    }
    #expect(mismatches == [])
    #expect(Set(samples + twins).count == 5)
    #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
    #expect(!CMFormatDescriptionEqual(nil, otherFormatDescription: samples[0]))
  }

  @Test func fields() {
    let format = make(kCMVideoCodecType_HEVC, 1920, 1080, ["a": 1])
    #expect(CMFormatDescriptionGetMediaType(format) == kCMMediaType_Video && format.mediaType == .video)
    #expect(
      CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_HEVC && format.mediaSubType == .hevc)
    let size = CMVideoFormatDescriptionGetDimensions(format)
    #expect(size.width == 1920 && size.height == 1080)
    #expect(CMFormatDescriptionGetExtension(format, extensionKey: "a") as? Int == 1)
    #expect(CMFormatDescriptionGetExtension(format, extensionKey: "b") == nil)
    #expect(CMFormatDescriptionGetExtensions(format) == ["a": 1] as CFDictionary)
    #expect(CMFormatDescriptionGetExtensions(make(kCMVideoCodecType_JPEG, 1, 1)) == nil)
    var sound: CMFormatDescription?
    CMFormatDescriptionCreate(
      allocator: nil, mediaType: kCMMediaType_Audio, mediaSubType: 5, extensions: nil,
      formatDescriptionOut: &sound)
    #expect(sound?.mediaType == .audio && sound?.dimensions.width == 0 && sound?.dimensions.height == 0)
    var none: CMFormatDescription?
    let status = CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: 1, width: -1, height: 1, extensions: nil, formatDescriptionOut: &none)
    #expect(status == kCMFormatDescriptionError_InvalidParameter && none == nil)
  }

  @Test func codesSpellTheirNames() {
    let rows: [(FourCharCode, String)] = [
      (kCMMediaType_Video, "vide"), (kCMMediaType_Audio, "soun"), (kCMMediaType_Muxed, "muxx"),
      (kCMMediaType_Text, "text"), (kCMMediaType_ClosedCaption, "clcp"), (kCMMediaType_Subtitle, "sbtl"),
      (kCMMediaType_TimeCode, "tmcd"), (kCMMediaType_Metadata, "meta"),
      (kCMMediaType_TaggedBufferGroup, "tbgr"), (kCMMediaType_AuxiliaryPicture, "auxv"),
      (kCMVideoCodecType_JPEG, "jpeg"), (kCMVideoCodecType_H264, "avc1"), (kCMVideoCodecType_HEVC, "hvc1"),
      (kCMVideoCodecType_HEVCWithAlpha, "muxa"), (kCMVideoCodecType_AppleProRes422, "apcn"),
      (kCMVideoCodecType_AppleProRes4444, "ap4h"), (kCMVideoCodecType_AV1, "av01"),
    ]
    let mismatches = rows.filter { row in
      String((0..<4).map { Character(UnicodeScalar(UInt8(row.0 >> (24 - 8 * $0) & 255))) }) != row.1
    }
    #expect(mismatches.map(\.1) == [])
  }

  /// Width, height, pixel format and shared extensions decide; others do not.
  @Test func matching() throws {
    let buffer = CVPixelBuffer(width: 16, height: 8, format: kCVPixelFormatType_32BGRA) { _ in }
    let plain = try CMFormatDescription(imageBuffer: buffer)
    #expect(plain.mediaSubType.rawValue == kCVPixelFormatType_32BGRA && plain.matchesImageBuffer(buffer))
    CVBufferSetAttachment(buffer, "private", NSNumber(value: 1), .shouldPropagate)
    #expect(CMVideoFormatDescriptionMatchesImageBuffer(plain, imageBuffer: buffer))
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
    #expect(!plain.matchesImageBuffer(buffer))
    let coloured = CMFormatDescription(describing: buffer)
    #expect(coloured.matchesImageBuffer(buffer) && coloured != plain)
    let matrix = CMFormatDescriptionGetExtension(coloured, extensionKey: kCVImageBufferYCbCrMatrixKey)
    #expect(matrix as? String == "ITU_R_709_2")
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
    #expect(!coloured.matchesImageBuffer(buffer))
    #expect(
      !CMFormatDescription(video: kCVPixelFormatType_32BGRA, width: 16, height: 9).matchesImageBuffer(buffer))
  }

  /// Apps look for `'420v'` so.
  @Test func codesAsTexts() {
    let description = CMFormatDescription(
      video: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, width: 2, height: 2)
    #expect(description.mediaSubType.description == "'420v'" && "\(description.mediaType)" == "'vide'")
    #expect(CMFormatDescription.MediaSubType.mpeg4AAC.description == "'aac '")
    #expect(CMFormatDescription.MediaSubType(rawValue: kCVPixelFormatType_32ARGB).description == "0x20")
  }
}
