import DuoCoreGraphics
import Foundation
import Testing

private let rgb = CGColorSpaceCreateDeviceRGB()
private let gray = CGColorSpaceCreateDeviceGray()

@Suite struct CGImageTests {
  /// Byte orders by Apple's header: place of red, green, blue, alpha.
  private let forms: [(CGBitmapInfo, CGImageAlphaInfo, [Int])] = [
    (.byteOrder32Little, .premultipliedFirst, [2, 1, 0, 3]),
    (.byteOrder32Little, .noneSkipFirst, [2, 1, 0, 3]),
    (.byteOrder32Big, .premultipliedFirst, [1, 2, 3, 0]), ([], .premultipliedFirst, [1, 2, 3, 0]),
    ([], .noneSkipFirst, [1, 2, 3, 0]), (.byteOrder32Big, .premultipliedLast, [0, 1, 2, 3]),
    ([], .premultipliedLast, [0, 1, 2, 3]), ([], .noneSkipLast, [0, 1, 2, 3]),
    (.byteOrder32Little, .premultipliedLast, [3, 2, 1, 0]),
  ]

  @Test func bitmapsHaveTheBytesOfTheirForm() {
    var mismatches: [String] = []
    for (order, alpha, places) in forms {
      for row in [0, 24, 25] {
        var memory = [UInt8](repeating: 0, count: 200)
        memory.withUnsafeMutableBytes { bytes in
          let context = CGContext(
            data: row == 0 ? nil : bytes.baseAddress, width: 5, height: 3, bitsPerComponent: 8,
            bytesPerRow: row, space: rgb, bitmapInfo: order.rawValue | alpha.rawValue)!
          context.setFillColor(red: 1, green: 0.6, blue: 0.2, alpha: 1)
          context.fill(CGRect(x: 1, y: 2, width: 1, height: 1))
          let pixel = context.data!.assumingMemoryBound(to: UInt8.self) + 4
          if places.map({ pixel[$0] }) != [255, 153, 51, 255] { mismatches.append("\(alpha) \(row)") }
          if context.makeImage()!.pixel(1, 0) != Pixel(red: 255, green: 153, blue: 51, alpha: 255) {
            mismatches.append("image \(alpha) \(row)")
          }
          if context.bytesPerRow < 20 || context.bitsPerPixel != 32 || context.alphaInfo != alpha {
            mismatches.append("facts \(alpha)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func whatTheAppWritesIntoItsMemoryIsKept() {
    for (order, alpha, places) in forms {
      let context = CGContext(
        data: nil, width: 4, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: rgb,
        bitmapInfo: order.rawValue | alpha.rawValue)!
      let pixels = context.data!.assumingMemoryBound(to: UInt8.self)
      for (value, place) in zip([10, 20, 30, 255] as [UInt8], places) { pixels[place] = value }
      context.fill(CGRect(x: 3, y: 0, width: 1, height: 1))
      #expect(places.map { pixels[$0] } == [10, 20, 30, 255])
      #expect(context.makeImage()!.pixel(0, 0) == Pixel(red: 10, green: 20, blue: 30, alpha: 255))
    }
  }

  @Test func grayBitmapsHoldLuma() {
    let context = CGContext(
      data: nil, width: 3, height: 1, bitsPerComponent: 8, bytesPerRow: 3, space: gray,
      bitmapInfo: CGImageAlphaInfo.none.rawValue)!
    context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let pixels = context.data!.assumingMemoryBound(to: UInt8.self)
    // 0.7152 of full, by ITU-R 709.
    #expect(pixels[0] == 0 && pixels[1] == 182 && context.bitsPerPixel == 8)
  }

  @Test func unknownFormsAreRefused() {
    func make(_ bits: Int, _ row: Int, _ space: CGColorSpace, _ info: UInt32, width: Int = 4) -> CGContext? {
      CGContext(
        data: nil, width: width, height: 4, bitsPerComponent: bits, bytesPerRow: row, space: space,
        bitmapInfo: info)
    }
    #expect(make(16, 0, rgb, CGImageAlphaInfo.premultipliedLast.rawValue) == nil)
    #expect(make(8, 0, rgb, CGImageAlphaInfo.none.rawValue) == nil)
    #expect(make(8, 0, rgb, CGImageAlphaInfo.last.rawValue) == nil)
    #expect(make(8, 8, rgb, CGImageAlphaInfo.premultipliedLast.rawValue) == nil)
    #expect(make(8, 0, gray, CGImageAlphaInfo.premultipliedLast.rawValue) == nil)
    #expect(make(8, 0, rgb, CGImageAlphaInfo.premultipliedLast.rawValue, width: 0) == nil)
  }

  @Test func imagesFromBytesOfAnyForm() {
    var mismatches: [String] = []
    for (order, alpha, places) in forms + [
      ([], .last, [0, 1, 2, 3]), (.byteOrder32Little, .first, [2, 1, 0, 3]),
    ] {
      var bytes = Data(count: 8)
      let isOpaque = alpha == .noneSkipFirst || alpha == .noneSkipLast
      for (value, place) in zip([100, 50, 20, 128] as [UInt8], places) { bytes[4 + place] = value }
      let image = CGImage(
        width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8, space: rgb,
        bitmapInfo: [order, CGBitmapInfo(rawValue: alpha.rawValue)],
        provider: CGDataProvider(data: NSData(data: bytes))!, decode: nil, shouldInterpolate: false,
        intent: .defaultIntent)!
      let isStraight = alpha == .last || alpha == .first
      let wanted =
        isStraight
        ? Pixel(red: 50, green: 25, blue: 10, alpha: 128)
        : Pixel(red: 100, green: 50, blue: 20, alpha: isOpaque ? 255 : 128)
      if image.pixel(1, 0) != wanted || image.isOpaque != isOpaque { mismatches.append("\(alpha)") }
    }
    #expect(mismatches == [])
    #expect(
      CGImage(
        width: 9, height: 9, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 36, space: rgb,
        bitmapInfo: CGBitmapInfo(rawValue: 1), provider: CGDataProvider(data: NSData())!, decode: nil,
        shouldInterpolate: true, intent: .perceptual) == nil)
  }

  /// Each pixel's red tells its column, its green its row.
  private func chart(_ width: Int, _ height: Int) -> CGImage {
    CGImage(width: width, height: height, isOpaque: true) { memory, row in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = (memory + y * row + x * 4).assumingMemoryBound(to: UInt8.self)
          (pixel[0], pixel[1], pixel[2], pixel[3]) = (0, UInt8(y * 10), UInt8(x * 10), 255)
        }
      }
    }!
  }

  @Test func croppingTakesWholePixels() {
    let crop = chart(10, 8).cropping(to: CGRect(x: 2.5, y: 3, width: 3, height: 2))!
    #expect(crop.width == 4 && crop.height == 2)
    #expect(crop.pixel(0, 0) == Pixel(red: 20, green: 30, blue: 0, alpha: 255))
    #expect(chart(4, 4).cropping(to: CGRect(x: 9, y: 0, width: 2, height: 2)) == nil)
    #expect(chart(4, 4).cropping(to: CGRect(x: 2, y: 2, width: 20, height: 20))!.width == 2)
    #expect(chart(3, 2).dataProvider?.data?.length == 24)
  }

  @Test func imagesStandUprightWhereYPointsUp() {
    let image = chart(4, 4)
    let up = bitmap(4, 4) { $0.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4)) }
    let down = picture(4, 4) { $0.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4)) }
    let upright = picture(4, 4) { $0.drawUpright(image, in: CGRect(x: 0, y: 0, width: 4, height: 4)) }
    var mismatches: [Int] = []
    for index in 0..<16 {
      let (x, y) = (index % 4, index / 4)
      if up.pixel(x, y) != image.pixel(x, y) || down.pixel(x, 3 - y) != image.pixel(x, y)
        || upright.pixel(x, y) != image.pixel(x, y)
      {
        mismatches.append(index)
      }
    }
    #expect(mismatches == [])
  }

  @Test func scaledImagesKeepTheirEdges() {
    let image = chart(2, 2)
    let big = picture(20, 20) { context in
      context.interpolationQuality = .none
      context.drawUpright(image, in: CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    #expect(big.pixel(9, 9) == image.pixel(0, 0) && big.pixel(10, 10) == image.pixel(1, 1))
    let faint = picture(4, 4) { context in
      context.setAlpha(0.5)
      context.drawUpright(image, in: CGRect(x: 1, y: 1, width: 2, height: 2))
    }
    #expect(faint.pixel(2, 2).alpha == 128 && faint.pixel(0, 0).alpha == 0 && faint.pixel(3, 3).alpha == 0)
    let tiled = bitmap(8, 8) {
      $0.draw(image, in: CGRect(x: 2, y: 0, width: 2, height: 2), byTiling: true)
    }
    #expect(tiled.pixel(0, 0) == image.pixel(0, 0) && tiled.pixel(7, 7) == image.pixel(1, 1))
  }

  @Test func aRecordedImageOutlivesItsSource() {
    var image: CGImage? = chart(4, 4)
    let expected = chart(4, 4).pixel(2, 1)
    let drawing = Drawing(bounds: CGRect(x: 0, y: 0, width: 4, height: 4)) {
      $0.drawUpright(image!, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    image = nil
    #expect(drawing.image(scale: 1)!.pixel(2, 1) == expected)
  }
}
