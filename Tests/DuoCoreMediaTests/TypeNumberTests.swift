import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@Suite struct TypeNumberTests {
  /// As apps find out what a `CFTypeRef` is.
  @Test func everyTypeHasItsNumber() throws {
    let picture = CVPixelBuffer(width: 4, height: 4, format: kCVPixelFormatType_32BGRA) { _ in }
    let other = CVPixelBuffer(width: 8, height: 4, format: kCVPixelFormatType_32BGRA) { _ in }
    let format = try CMFormatDescription(imageBuffer: picture)
    let sample = try CMSampleBuffer(
      imageBuffer: picture, formatDescription: format,
      sampleTiming: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
    #expect(
      CFGetTypeID(picture) == CVPixelBufferGetTypeID() && CFGetTypeID(other) == CVPixelBufferGetTypeID())
    #expect(CFGetTypeID(format) == CMFormatDescriptionGetTypeID())
    #expect(CFGetTypeID(sample) == CMSampleBufferGetTypeID())
    let all = [
      CMSampleBufferGetTypeID(), CMFormatDescriptionGetTypeID(), CMBlockBufferGetTypeID(),
      CVPixelBufferGetTypeID(),
      CVPixelBufferPoolGetTypeID(), CFGetTypeID("text" as CFString),
    ]
    #expect(Set(all).count == all.count)
  }

  /// A description made with the C names says the same through Swift's.
  @Test func theExtensionsHaveOneNameInBothLanguages() throws {
    typealias Key = CMFormatDescription.Extensions.Key
    let names: [(CFString, Key)] = [
      (kCMFormatDescriptionExtension_CleanAperture, .cleanAperture),
      (kCMFormatDescriptionExtension_PixelAspectRatio, .pixelAspectRatio),
      (kCMFormatDescriptionExtension_ColorPrimaries, .colorPrimaries),
      (kCMFormatDescriptionExtension_TransferFunction, .transferFunction),
      (kCMFormatDescriptionExtension_YCbCrMatrix, .yCbCrMatrix),
      (kCMFormatDescriptionExtension_FormatName, .formatName), (kCMFormatDescriptionExtension_Depth, .depth),
      (kCMFormatDescriptionExtension_FullRangeVideo, .fullRangeVideo),
    ]
    #expect(names.filter { $0 != $1.rawValue }.map(\.0) == [])
    let chroma = [
      (kCMFormatDescriptionExtension_ChromaLocationTopField, "CVImageBufferChromaLocationTopField"),
      (kCMFormatDescriptionExtension_ChromaLocationBottomField, "CVImageBufferChromaLocationBottomField"),
      (kCVImageBufferChromaLocationTopFieldKey, "CVImageBufferChromaLocationTopField"),
      (kCVImageBufferChromaLocationBottomFieldKey, "CVImageBufferChromaLocationBottomField"),
      (kCVImageBufferChromaLocation_Left, "Left"), (kCVImageBufferChromaLocation_Center, "Center"),
      (kCVImageBufferChromaLocation_TopLeft, "TopLeft"), (kCVImageBufferChromaLocation_Top, "Top"),
      (kCVImageBufferChromaLocation_BottomLeft, "BottomLeft"),
      (kCVImageBufferChromaLocation_Bottom, "Bottom"),
      (kCVImageBufferChromaLocation_DV420, "DV 4:2:0"),
    ]
    #expect(chroma.filter { $0 as String != $1 }.map(\.1) == [])
  }
}
