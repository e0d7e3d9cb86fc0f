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

  private func bytes(_ order: String, _ shown: Shown) -> [UInt8] {
    let all: [Character: UInt8] = ["b": UInt8(shown.b), "g": UInt8(shown.g), "r": UInt8(shown.r), "a": 255]
    return order.map { all[$0]! }
  }

  @Test func intoBuffersWithTheirChannelsElsewhere() {
    let formats = [kCVPixelFormatType_32RGBA: "rgba", kCVPixelFormatType_32ARGB: "argb"]
    var mismatches: [String] = []
    for (format, order) in formats {
      let buffer = blank(6, 4, format)
      context.render(picture.image, to: buffer)
      buffer.withPixels { planes in
        for y in 0..<4 {
          for x in 0..<6 {
            let pixel = (0..<4).map {
              planes[0].base.load(fromByteOffset: y * planes[0].bytesPerRow + x * 4 + $0, as: UInt8.self)
            }
            if pixel != bytes(order, picture.rows[y][x]) { mismatches.append("\(order) \(x) \(y): \(pixel)") }
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// What apps do to read a few pixels.
  @Test func intoMemory() {
    let formats: [(CIFormat, String)] = [(.BGRA8, "bgra"), (.RGBA8, "rgba"), (.ARGB8, "argb")]
    for (format, order) in formats {
      var memory = [UInt8](repeating: 9, count: 2 * 14)
      context.render(
        picture.image, toBitmap: &memory, rowBytes: 14, bounds: CGRect(x: 1, y: 0, width: 3, height: 2),
        format: format, colorSpace: nil)
      // The lower two rows of four, the upper of them first, and two bytes between rows that nobody touches.
      let rows = [2, 3].map { y -> [UInt8] in
        Array(picture.rows[y][1...3].map { bytes(order, $0) }.joined()) + [9, 9]
      }
      #expect(memory == rows[0] + rows[1])
    }
  }

  /// Nothing is drawn, and a line says why.
  @Test func whatCannotBeRenderedIsSaid() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
      let buffer = CVPixelBuffer(
        width: 2, height: 2, format: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
      ) { _ in }
      CIContext().render(image, to: buffer)
      var memory = [UInt8](repeating: 9, count: 8)
      let bounds = CGRect(x: 0, y: 0, width: 2, height: 1)
      CIContext().render(
        image, toBitmap: &memory, rowBytes: 8, bounds: bounds, format: CIFormat(rawValue: 1), colorSpace: nil)
      CIContext().render(
        image, toBitmap: &memory, rowBytes: 7, bounds: bounds, format: .BGRA8, colorSpace: nil)
      precondition(memory == [UInt8](repeating: 9, count: 8))
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("[CIContext]") }
    #expect(
      lines == [
        "[CIContext] render:toCVPixelBuffer: cannot render to the pixel format 'x420'",
        "[CIContext] render:toBitmap: cannot render to the format 1",
        "[CIContext] render:toBitmap: 7 bytes are too few for 2 pixels",
      ])
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
