import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Testing

@testable import DuoCoreImage

@Suite struct CIContextTests {
  private let picture = Picture(numbered: 6, 4)
  private let context = CIContext(options: [.useSoftwareRenderer: false])

  private func blank(_ width: Int, _ height: Int, _ format: OSType) -> CVPixelBuffer {
    CVPixelBuffer(width: width, height: height, format: format) { planes in
      for plane in planes { memset(plane.base, 9, plane.bytesPerRow * plane.height) }
    }
  }

  @Test func noPixelsNoImage() {
    #expect(context.createCGImage(picture.image, from: .zero) == nil)
    #expect(context.createCGImage(picture.image, from: .infinite) == nil)
    #expect(context.createCGImage(picture.image, from: CGRect(x: 0, y: 0, width: 40_000, height: 1)) == nil)
    #expect(context.createCGImage(CIImage(color: .red), from: CIImage(color: .red).extent) == nil)
    let broken = CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)
    #expect(context.createCGImage(picture.image, from: broken) == nil)
    #expect(
      context.createCGImage(picture.image, from: picture.image.extent, format: .BGRA8, colorSpace: nil) != nil
    )
  }

  @Test func opaqueImagesSaySo() {
    #expect(context.createCGImage(picture.image, from: picture.image.extent)?.alphaInfo == .noneSkipFirst)
    let wide = context.createCGImage(picture.image, from: picture.image.extent.insetBy(dx: -1, dy: 0))
    #expect(wide?.alphaInfo == .premultipliedFirst)
  }

  @Test func intoABuffer() {
    let buffer = blank(6, 4, kCVPixelFormatType_32BGRA)
    context.render(picture.image, to: buffer)
    #expect(Picture(CIImage(cvPixelBuffer: buffer)) == picture)
  }

  /// A rectangle goes into the lower left; the rest stays.
  @Test func aRectangleIntoABuffer() {
    let buffer = blank(6, 4, kCVPixelFormatType_32BGRA)
    context.render(
      picture.image, to: buffer, bounds: CGRect(x: 2, y: 1, width: 3, height: 2), colorSpace: nil)
    let result = Picture(CIImage(cvPixelBuffer: buffer))
    #expect(Array(result.rows[3][0..<3]) == Array(picture.rows[2][2..<5]))
    #expect(Array(result.rows[2][0..<3]) == Array(picture.rows[1][2..<5]))
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let base = CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: UInt8.self)
    #expect(base[0] == 9 && base[3 * CVPixelBufferGetBytesPerRow(buffer) + 12] == 9)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
  }

  /// There and back through luma and colour differences: greys exactly enough, colours as far as half of them are kept.
  @Test func intoLumaAndColourDifferences() {
    var mismatches: [String] = []
    let grey = Picture((0..<4).map { y in (0..<6).map { x in Shown(40 * x + 5, 40 * x + 5, 40 * x + 5) } })
    let plain = Picture((0..<4).map { _ in (0..<6).map { _ in Shown(200, 60, 120) } })
    let formats = [
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ]
    for format in formats {
      for (name, picture) in [("grey", grey), ("plain", plain)] {
        let buffer = blank(6, 4, format)
        context.render(picture.image, to: buffer)
        let back = Picture(CIImage(cvPixelBuffer: buffer))
        if !back.isNear(picture, 3) { mismatches.append("\(name), \(format):\n\(back)") }
      }
    }
    #expect(mismatches == [])
  }

  /// Rows of ten bits, each of another grey.
  @Test func picturesOfTenBitsAreRead() {
    let buffer = CVPixelBuffer(
      width: 4, height: 4, format: kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
    ) { planes in
      for (index, plane) in planes.enumerated() {
        for y in 0..<plane.height {
          for x in 0..<4 {
            let number = UInt16(index == 0 ? 100 + 200 * y : 512) << 6
            (plane.base + y * plane.bytesPerRow).storeBytes(
              of: number.littleEndian, toByteOffset: 2 * x, as: UInt16.self)
          }
        }
      }
    }
    let expected = Picture(
      (0..<4).map { y in
        let grey = Int((Double(100 + 200 * y) * 255 / 1023).rounded())
        return (0..<4).map { _ in Shown(grey, grey, grey) }
      })
    #expect(Picture(CIImage(cvPixelBuffer: buffer)).isNear(expected, 1))
  }

  /// The numbers of BT.709 for white, black and the pure colours.
  @Test func lumaOfKnownColours() {
    let cases: [(Shown, y: UInt8, cb: UInt8, cr: UInt8)] = [
      (Shown(255, 255, 255), 235, 128, 128),
      (Shown(0, 0, 0), 16, 128, 128),
      (Shown(255, 0, 0), 63, 102, 240),
      (Shown(0, 255, 0), 173, 42, 26),
      (Shown(0, 0, 255), 32, 240, 118),
    ]
    var mismatches: [String] = []
    for (colour, y, cb, cr) in cases {
      let picture = Picture([[colour, colour], [colour, colour]])
      let buffer = blank(2, 2, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
      context.render(picture.image, to: buffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.load(as: UInt8.self)
      let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)!.assumingMemoryBound(to: UInt8.self)
      if (luma, chroma[0], chroma[1]) != (y, cb, cr) {
        mismatches.append("\(colour): \(luma) \(chroma[0]) \(chroma[1])")
      }
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }
    #expect(mismatches == [])
  }

  @Test func aBuffersOwnMatrix() {
    let buffer = blank(2, 2, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
    context.render(CIImage(color: .green), to: buffer)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.load(as: UInt8.self) == 150)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(Picture(CIImage(cvPixelBuffer: buffer)).rows[0][0].isNear(Shown(0, 255, 0), 2))
  }

  @Test func aGreyBuffer() {
    let buffer = CVPixelBuffer(width: 3, height: 1, format: kCVPixelFormatType_OneComponent8) { planes in
      for x in 0..<3 { planes[0].base.storeBytes(of: UInt8(x * 100), toByteOffset: x, as: UInt8.self) }
    }
    #expect(
      Picture(CIImage(cvPixelBuffer: buffer)) == Picture([[0, 100, 200].map { Shown($0, $0, $0) }]))
  }

  @Test func files() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let png = try #require(context.pngRepresentation(of: picture.image, format: .RGBA8, colorSpace: space))
    #expect(PictureFile.kind(of: png) == .png)
    #expect(Picture(try #require(CIImage(data: png))) == picture)
    let key = kCGImagePropertyOrientation as String
    let image = picture.image.settingProperties([key: 6])
    let jpeg = try #require(
      context.jpegRepresentation(of: image, colorSpace: space, options: [.lossyCompressionQuality: 0.8]))
    let decoded = try PictureFile.decode(jpeg)
    #expect(decoded.orientation == .right && decoded.width == 6 && decoded.height == 4)
    let small = try #require(
      context.jpegRepresentation(of: image, colorSpace: space, options: [.lossyCompressionQuality: 0.0]))
    #expect(small.count <= jpeg.count)
    #expect(context.jpegRepresentation(of: CIImage(color: .red), colorSpace: space) == nil)
    #expect(context.pngRepresentation(of: .empty(), format: .RGBA8, colorSpace: space) == nil)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
    try context.writeJPEGRepresentation(of: image, to: url, colorSpace: space)
    #expect(PictureFile.kind(of: try Data(contentsOf: url)) == .jpeg)
    try FileManager.default.removeItem(at: url)
    #expect(throws: CocoaError.self) {
      try context.writeJPEGRepresentation(of: .empty(), to: url, colorSpace: space)
    }
    context.clearCaches()
  }
}
