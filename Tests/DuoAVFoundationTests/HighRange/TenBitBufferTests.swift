import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Buffers of cameras of ten bits, and into what they can be brought.
@Suite struct TenBitBufferTests {
  @Test func aTenBitCameraDeliversItsOwnFormat() throws {
    let wide = try WideBench()
    #expect(wide.data.availableVideoPixelFormatTypes == VideoBufferSettings.availableFormats)
    try wide.use("x420")
    #expect(wide.device.activeColorSpace == .HLG_BT2020)
    #expect(
      wide.data.availableVideoPixelFormatTypes == [
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
      ])
    #expect(
      wide.data.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
        == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    let sample = try wide.sample()
    let buffer = try #require(sample.imageBuffer)
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) >= 2 * width)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) >= 2 * width)
    #expect(
      CVPixelBufferGetWidthOfPlane(buffer, 1) == width / 2
        && CVPixelBufferGetHeightOfPlane(buffer, 1) == height / 2)
    #expect(saidColours(buffer) == ["ITU_R_2020", "ITU_R_2100_HLG", "-", "ITU_R_2020"])
    let description = try #require(sample.formatDescription)
    #expect(description.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    #expect(
      description.extensions[kCMFormatDescriptionExtension_TransferFunction] as? NSString
        == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    let got = WideReference.read(buffer)
    #expect(WideReference.agrees(got, WideReference.numbers(.HLG_BT2020)), "\(got)")
  }

  /// Every format and colour space, by the formula.
  @Test func everyWishIsDrawnByTheFormula() throws {
    let wide = try WideBench(phone: WideReference.withLog)
    var mismatches: [String] = []
    let spaces: [AVCaptureColorSpace] = [.sRGB, .P3_D65, .HLG_BT2020, .appleLog, .appleLog2]
    let said: [AVCaptureColorSpace: [String]] = [
      .sRGB: ["ITU_R_709_2", "ITU_R_709_2", "-", "ITU_R_709_2"],
      .P3_D65: ["P3_D65", "ITU_R_709_2", "-", "ITU_R_709_2"],
      .HLG_BT2020: ["ITU_R_2020", "ITU_R_2100_HLG", "-", "ITU_R_2020"],
      .appleLog: ["ITU_R_2020", "-", "com.apple.rec2020.apple-log", "ITU_R_2020"],
      .appleLog2: ["-", "-", "com.apple.apple-wide-gamut.apple-log", "ITU_R_2020"],
    ]
    for space in spaces {
      try wide.use("x422", space)
      let formats = wide.data.availableVideoPixelFormatTypes
      if formats.count != 7 { mismatches.append("\(formats.count) formats") }
      for format in formats {
        wide.wish(format)
        let buffer = try wide.buffer()
        let name = "\(space.rawValue) \(CMFormatDescription.MediaSubType(rawValue: format))"
        if CVPixelBufferGetPixelFormatType(buffer) != format { mismatches.append("\(name): another format") }
        let isBGRA = format == kCVPixelFormatType_32BGRA
        let fullRange = [0x7866_3232, 0x7866_3230, 0x3432_3066].contains(format)
        let expected =
          isBGRA
          ? WideReference.signal(space).map { $0 * 255 }
          : WideReference.numbers(
            space, bits: WidePictures.isOfTenBits(format) ? 10 : 8, fullRange: fullRange)
        let got = WideReference.read(buffer)
        if !WideReference.agrees(got, expected) { mismatches.append("\(name): \(got), not \(expected)") }
        var texts = said[space]!
        if isBGRA { texts[3] = "-" }
        if saidColours(buffer) != texts { mismatches.append("\(name) says \(saidColours(buffer))") }
      }
    }
    #expect(mismatches == [])
  }

  /// A wish that the next format cannot fill is left, and filled again when it can be.
  @Test func aWishOutlivesAFormatThatCannotFillIt() throws {
    let wide = try WideBench()
    try wide.use("x420")
    wide.wish(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange)
    #expect(
      CVPixelBufferGetPixelFormatType(try wide.buffer()) == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange)
    try wide.use("420v", .sRGB)
    #expect(
      CVPixelBufferGetPixelFormatType(try wide.buffer()) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    try wide.use("420f")
    #expect(
      CVPixelBufferGetPixelFormatType(try wide.buffer()) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    try wide.use("x420")
    #expect(
      CVPixelBufferGetPixelFormatType(try wide.buffer()) == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange)
  }

  @Test func aCameraOfEightBitsHasNoTenBits() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let wide = try WideBench()
      wide.wish(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("Unsupported pixel format type - use -availableVideoPixelFormatTypes"))
  }

  /// Without permission a camera is black in ten bits too.
  @Test func blackIsBlackInTenBits() {
    var mismatches: [String] = []
    for (fullRange, halvesRows) in [(false, true), (true, true), (false, false)] {
      var words = [UInt16](repeating: 9, count: 4 * 4 + 4 * 4)
      words.withUnsafeMutableBytes { raw in
        BlackImager().draw(
          FrameWindow(),
          into: PixelTarget(
            layout: .biplanarTen(fullRange: fullRange, halvesRows: halvesRows), width: 4, height: 4,
            planes: [
              .init(base: raw.baseAddress!, bytesPerRow: 8),
              .init(base: raw.baseAddress! + 32, bytesPerRow: 8),
            ]))
      }
      let chroma = halvesRows ? 8 : 16
      let expected =
        [UInt16](repeating: fullRange ? 0 : 64 << 6, count: 16) + [UInt16](repeating: 512 << 6, count: chroma)
        + [UInt16](repeating: 9, count: 16 - chroma)
      if words != expected { mismatches.append("\(fullRange) \(halvesRows): \(words)") }
    }
    #expect(mismatches == [])
  }
}
