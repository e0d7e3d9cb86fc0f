import DuoCoreGraphics
import DuoCoreMedia
import Foundation
import Testing

@testable import DuoQuartzCore

/// Where contents lie, and what pixel buffers look like.
@Suite struct ContentsPlaceTests {
  static let gravities: [(CALayerContentsGravity, across: Double, down: Double)] = [
    (.center, 0.5, 0.5), (.top, 0.5, 0), (.bottom, 0.5, 1), (.left, 0, 0.5), (.right, 1, 0.5),
    (.topLeft, 0, 0),
    (.topRight, 1, 0), (.bottomLeft, 0, 1), (.bottomRight, 1, 1), (.resize, 0.5, 0.5),
    (.resizeAspect, 0.5, 0.5),
    (.resizeAspectFill, 0.5, 0.5),
  ]

  /// Said again: keep, fit or fill, then put the point at the same share of both boxes on each other.
  static func plain(_ gravity: Int, _ size: CGSize, _ box: CGRect) -> CGRect {
    let (kind, across, down) = gravities[gravity]
    var (width, height) = (Double(size.width), Double(size.height))
    let (byWidth, byHeight) = (box.width / width, box.height / height)
    switch kind {
    case .resize: (width, height) = (box.width, box.height)
    case .resizeAspect where byWidth < byHeight: (width, height) = (box.width, height * byWidth)
    case .resizeAspect: (width, height) = (width * byHeight, box.height)
    case .resizeAspectFill where byWidth > byHeight: (width, height) = (box.width, height * byWidth)
    case .resizeAspectFill: (width, height) = (width * byHeight, box.height)
    default: break
    }
    return CGRect(
      x: box.minX + box.width * across - width * across, y: box.minY + box.height * down - height * down,
      width: width, height: height)
  }

  private func image(_ width: Int, _ height: Int) -> CGImage {
    CGImage(width: width, height: height, isOpaque: true) { target, row in
      memset(target, 0x80, row * height)
    }!
  }

  @Test func everyGravityAtEverySizeAndScale() {
    var random = SeededRandom(401)
    var wrong: [String] = []
    for round in 0..<40 {
      let layer = CALayer()
      layer.bounds = CGRect(
        x: random.number(-9...9), y: random.number(-9...9), width: random.number(1...200),
        height: random.number(1...200))
      let (width, height) = (1 + random.int(90), 1 + random.int(90))
      layer.contents = image(width, height)
      layer.contentsScale = [1, 2, 3][random.int(3)]
      layer.contentsRect =
        random.int(2) == 0
        ? CGRect(x: 0, y: 0, width: 1, height: 1) : CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
      let natural = CGSize(
        width: Double(width) * layer.contentsRect.width / layer.contentsScale,
        height: Double(height) * layer.contentsRect.height / layer.contentsScale)
      for index in Self.gravities.indices {
        layer.contentsGravity = Self.gravities[index].0
        guard case .image(let shown, let place, let part) = layer.shownContents else {
          wrong.append("\(round): nothing")
          continue
        }
        let wanted = Self.plain(index, natural, layer.bounds)
        if !near(place, wanted) || part != layer.contentsRect || shown.width != width {
          wrong.append("\(round) \(Self.gravities[index].0): \(place), not \(wanted)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func onlyPicturesAreShown() {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 9, height: 9)
    for other in ["text", 7, CGRect.zero] as [Any] {
      layer.contents = other
      #expect(layer.shownContents == nil)
    }
    layer.contents = nil
    #expect(layer.shownContents == nil)
    let picture = image(2, 2)
    layer.contents = picture
    let first = layer.shownContents
    #expect(first != nil && first == layer.shownContents && first?.inkBox == layer.bounds)
    layer.contentsGravity = .center
    #expect(first != layer.shownContents)
    // A drawing is compared by identity, too.
    let drawing = Drawing(bounds: layer.bounds) { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4)) }
    layer.contents = drawing
    #expect(
      layer.shownContents == .drawing(drawing, layer.bounds) && layer.shownContents?.inkBox == layer.bounds)
  }

  private func buffer(_ format: OSType, _ width: Int, _ height: Int) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    let status = CVPixelBufferCreate(nil, width, height, format, nil, &made)
    #expect(status == kCVReturnSuccess)
    return try #require(made)
  }

  private func fill(_ buffer: CVPixelBuffer, plane: Int, _ bytes: (Int, Int) -> UInt8) {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let isPlanar = CVPixelBufferIsPlanar(buffer)
    let row =
      isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
    let base =
      isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
    let height = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, plane) : CVPixelBufferGetHeight(buffer)
    let used =
      (isPlanar
        ? (plane == 0 ? 1 : 2) * CVPixelBufferGetWidthOfPlane(buffer, plane)
        : 4 * CVPixelBufferGetWidth(buffer))
    for y in 0..<height {
      for x in 0..<used { base!.storeBytes(of: bytes(x, y), toByteOffset: y * row + x, as: UInt8.self) }
    }
  }

  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
    image.withPixels { bytes in
      (0..<4).map { Int(bytes[y * image.bytesPerRow + x * 4 + $0]) }
    }
  }

  @Test func bgraIsCopied() throws {
    let buffer = try buffer(kCVPixelFormatType_32BGRA, 5, 3)
    fill(buffer, plane: 0) { x, y in x % 4 == 3 ? 255 : UInt8(x * 7 + y * 31) }
    let image = try #require(LayerPictures.image(of: buffer))
    var wrong: [String] = []
    for y in 0..<3 {
      for x in 0..<5 {
        let wanted = (0..<3).map { (x * 4 + $0) * 7 + y * 31 } + [255]
        if pixel(image, x, y) != wanted { wrong.append("\(x) \(y): \(pixel(image, x, y)), not \(wanted)") }
      }
    }
    #expect(wrong == [] && image.width == 5 && image.height == 3)
    // A copy: what is written later is not in it.
    fill(buffer, plane: 0) { _, _ in 0 }
    #expect(pixel(image, 4, 2)[3] == 255)
  }

  /// ITU-R BT.709, from its luma coefficients.
  @Test func lumaAndChromaBecomeColours() throws {
    let (kr, kb) = (0.2126, 0.0722)
    var random = SeededRandom(402)
    var wrong: [String] = []
    for isFull in [true, false] {
      let format =
        isFull
        ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
      let buffer = try buffer(format, 32, 16)
      let lumas = (0..<512).map { _ in UInt8(random.int(256)) }
      let chromas = (0..<256).map { _ in UInt8(random.int(256)) }
      fill(buffer, plane: 0) { lumas[$1 * 32 + $0] }
      fill(buffer, plane: 1) { chromas[$1 * 32 + $0] }
      let image = try #require(LayerPictures.image(of: buffer))
      for y in 0..<16 {
        for x in 0..<32 {
          let raw = Double(lumas[y * 32 + x])
          let level = isFull ? raw / 255 : (raw - 16) / 219
          let reach = isFull ? 255.0 : 224.0
          let cb = (Double(chromas[y / 2 * 32 + x / 2 * 2]) - 128) / reach
          let cr = (Double(chromas[y / 2 * 32 + x / 2 * 2 + 1]) - 128) / reach
          let red = level + 2 * (1 - kr) * cr, blue = level + 2 * (1 - kb) * cb
          let green = (level - kr * red - kb * blue) / (1 - kr - kb)
          let wanted = [blue, green, red].map { Int((min(max($0, 0), 1) * 255).rounded()) } + [255]
          let got = pixel(image, x, y)
          if zip(got, wanted).contains(where: { abs($0 - $1) > 1 }) {
            wrong.append("\(x) \(y): \(got), not \(wanted)")
          }
        }
      }
    }
    #expect(wrong == [])
  }

  /// Grey of 60 % and of HLG's white, in ten bits.
  @Test func picturesOfTenBitsAreShown() throws {
    let buffer = try buffer(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 6, 4)
    func level(_ signal: Double) throws -> [Int] {
      let word = UInt16((64 + 876 * signal).rounded()) << 6
      CVPixelBufferLockBaseAddress(buffer, [])
      for (plane, value) in [(0, word), (1, UInt16(512 << 6))] {
        let row = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
        for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
          for x in 0..<6 {
            base.storeBytes(of: value.littleEndian, toByteOffset: y * row + 2 * x, as: UInt16.self)
          }
        }
      }
      CVPixelBufferUnlockBaseAddress(buffer, [])
      return pixel(try #require(LayerPictures.image(of: buffer)), 5, 3)
    }
    #expect(try level(0.6) == [153, 153, 153, 255])
    buffer.attachCameraColours(.hlg)
    let (grey, white, lamp) = (try level(0.5)[0], try level(0.75)[0], try level(1)[0])
    // 50 % is 0.314 of white.
    #expect(abs(grey - 152) <= 2 && (200...245).contains(white) && lamp == 255, "\(grey), \(white), \(lamp)")
  }

  @Test func otherFormatsShowNothing() throws {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 8, height: 8)
    layer.contents = try buffer(kCVPixelFormatType_32BGRA, 4, 4)
    guard case .image(let image, _, _) = layer.shownContents else {
      Issue.record("nothing")
      return
    }
    #expect(image.width == 4)
    layer.contents = try buffer(kCVPixelFormatType_OneComponent8, 4, 4)
    #expect(layer.shownContents == nil)
  }

  @Test func textLayersTakeEveryKindOfText() {
    func ink(_ change: (CATextLayer) -> Void) -> CGRect {
      let layer = CATextLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 90)
      layer.fontSize = 20
      layer.string = "Hello"
      change(layer)
      layer.displayIfNeeded()
      return (layer.contents as? Drawing)?.inkBox ?? .null
    }
    let plain = ink { _ in }
    #expect(plain.minX < 5 && plain.maxY < 24)
    #expect(near(ink { $0.string = NSAttributedString(string: "Hello") }, plain, 1e-6))
    #expect(near(ink { $0.string = NSString(string: "Hello") }, plain, 1e-6))
    #expect(ink { $0.string = nil }.isNull && ink { $0.string = "" }.isNull)
    #expect(ink { $0.fontSize = 40 }.width > plain.width * 1.9)
    #expect(ink { $0.font = NSString(string: "Noto Sans") } != plain)
    #expect(near(ink { $0.font = NSString(string: "No Such Font") }, plain, 1e-6))
    let middle = ink { $0.alignmentMode = .center }, right = ink { $0.alignmentMode = .right }
    #expect(abs(middle.midX - 60) < 2 && right.maxX > 116 && right.maxX <= 120.01)
    let long = "Several words that do not fit"
    let one = ink { $0.string = long }
    let cut = ink {
      $0.string = long
      $0.truncationMode = .end
    }
    let wrapped = ink {
      $0.string = long
      $0.isWrapped = true
    }
    #expect(
      one.maxX > 119 && cut.maxX < 119 && cut.maxY < 26 && wrapped.maxX <= 120.01 && wrapped.maxY > 45)
  }
}
