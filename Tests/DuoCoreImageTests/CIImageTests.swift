import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Testing

@testable import DuoCoreImage

@Suite struct CIImageTests {
  private let picture = Picture(numbered: 5, 3)

  @Test func picturesComeOutAsTheyWentIn() {
    #expect(Picture(picture.image) == picture)
    #expect(Picture(CIImage(cvPixelBuffer: picture.buffer)) == picture)
    #expect(Picture(CIImage(cvImageBuffer: picture.buffer)) == picture)
    let clear = Picture([
      [Shown(100, 50, 0, 128), Shown(0, 0, 0, 0)], [Shown(1, 2, 3), Shown(20, 20, 20, 40)],
    ])
    #expect(Picture(clear.image).isNear(clear))
  }

  @Test func everyByteSurvivesLinearLight() {
    let ramp = Picture([(0...255).map { Shown($0, 255 - $0, $0) }])
    #expect(Picture(ramp.image) == ramp)
  }

  @Test func whatAnImageKnows() {
    let image = picture.image
    #expect(image.extent == CGRect(x: 0, y: 0, width: 5, height: 3))
    #expect(image.cgImage != nil && image.pixelBuffer == nil && image.properties.isEmpty)
    let buffer = picture.buffer
    #expect(CIImage(cvPixelBuffer: buffer).pixelBuffer === buffer)
    #expect(
      CIImage(cvPixelBuffer: buffer).transformed(by: CGAffineTransform(scaleX: 2, y: 2)).pixelBuffer == nil)
    #expect(CIImage.empty().extent.isNull && CIImage().extent.isNull)
    #expect(CIImage(color: .red).extent.isInfinite)
    #expect(image.colorSpace != nil)
  }

  /// The first row of a file is the highest of Core Image.
  @Test func theOriginIsBelow() {
    let lowest = Picture(picture.image.cropped(to: CGRect(x: 0, y: 0, width: 5, height: 1)))
    #expect(lowest == Picture([picture.rows[2]]))
    let part = picture.image.cropped(to: CGRect(x: 1, y: 1, width: 2, height: 2))
    #expect(part.extent == CGRect(x: 1, y: 1, width: 2, height: 2))
    #expect(Picture(part) == Picture([Array(picture.rows[0][1...2]), Array(picture.rows[1][1...2])]))
  }

  @Test func croppingKeepsWhatThereIs() {
    let outside = picture.image.cropped(to: CGRect(x: 50, y: 50, width: 4, height: 4))
    #expect(outside.extent.isNull)
    let wide = picture.image.cropped(to: CGRect(x: -5, y: -5, width: 100, height: 100))
    #expect(wide.extent == picture.image.extent)
    let colour = CIImage(color: .blue).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(Picture(colour) == Picture([[Shown(0, 0, 255), Shown(0, 0, 255)]]))
    let again = picture.image.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 3))
      .cropped(to: CGRect(x: 1, y: 0, width: 3, height: 1))
    #expect(again.extent == CGRect(x: 1, y: 0, width: 1, height: 1))
  }

  @Test func outsideOfAnImageNothingIs() {
    let drawn = Picture(picture.image, CGRect(x: -1, y: -1, width: 7, height: 5))
    #expect(drawn.rows[0].allSatisfy { $0 == Shown(0, 0, 0, 0) })
    #expect(drawn.rows[1][0] == Shown(0, 0, 0, 0))
    #expect(drawn.rows[1][1] == picture.rows[0][0])
    #expect(drawn.rows[3][5] == picture.rows[2][4])
  }

  @Test func movingByWholePixels() {
    let moved = picture.image.transformed(by: CGAffineTransform(translationX: 10, y: -4))
    #expect(moved.extent == CGRect(x: 10, y: -4, width: 5, height: 3))
    #expect(Picture(moved) == picture)
  }

  /// What Exif's numbers mean for a viewer: a flip, then clockwise quarters.
  private static let meanings: [(CGImagePropertyOrientation, flipped: Bool, quarters: Int)] = [
    (.up, false, 0),
    (.upMirrored, true, 0),
    (.down, false, 2),
    (.downMirrored, true, 2),
    (.leftMirrored, true, 3),
    (.right, false, 1),
    (.rightMirrored, true, 1),
    (.left, false, 3),
  ]

  @Test func everyOrientation() {
    var mismatches: [String] = []
    for (orientation, flipped, quarters) in Self.meanings {
      let turned = picture.image.oriented(orientation)
      let expected = picture.turned(quarters, flippedFirst: flipped)
      let size = CGRect(x: 0, y: 0, width: expected.width, height: expected.height)
      if turned.extent != size { mismatches.append("\(orientation): \(turned.extent)") }
      if Picture(turned, size) != expected { mismatches.append("\(orientation):\n\(Picture(turned, size))") }
      let number = Int32(orientation.rawValue)
      if Picture(picture.image.oriented(forExifOrientation: number), size) != expected {
        mismatches.append("number \(number)")
      }
      if picture.image.orientationTransform(forExifOrientation: number)
        != picture.image.orientationTransform(for: orientation)
      {
        mismatches.append("transform \(number)")
      }
    }
    #expect(mismatches == [])
    #expect(picture.image.oriented(forExifOrientation: 0).extent == picture.image.extent)
  }

  @Test func enlargingTakesTheMiddleBetweenPixels() {
    let two = Picture([[Shown(0, 0, 0), Shown(255, 255, 255)]])
    let large = Picture(two.image.transformed(by: CGAffineTransform(scaleX: 4, y: 1)))
    #expect(large.width == 8)
    // Between the middles of the two, in linear light; beyond them half is clear.
    let expected = [0.125, 0.375, 0.625, 0.875].map { Curve.byte($0) }
    #expect(large.rows[0][2...5].map(\.r) == expected)
  }

  @Test func overEachOther() {
    let half = CIColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    let over = CIImage(color: half).composited(over: CIImage(color: .blue)).cropped(to: bounds)
    let middle = Curve.byte(0.5)
    #expect(Picture(over).rows[0][0].isNear(Shown(middle, 0, middle), 1))
    let small = picture.image.cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    let both = small.composited(
      over: CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1)))
    #expect(both.extent == CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(Picture(both) == Picture([[picture.rows[2][0], Shown(255, 255, 255)]]))
  }

  @Test func edgesGoOn() {
    let clamped = picture.image.clampedToExtent()
    #expect(clamped.extent.isInfinite)
    let drawn = Picture(clamped, CGRect(x: -2, y: -2, width: 9, height: 7))
    #expect(drawn.rows[0][0] == picture.rows[0][0])
    #expect(drawn.rows[6][8] == picture.rows[2][4])
    #expect(drawn.rows[3][8] == picture.rows[1][4])
  }

  @Test func filesAndTheirOrientation() throws {
    var fields = ExifFields(width: 5, height: 3)
    fields.orientation = .right
    let bitmap = Bitmap(width: 5, height: 3, isOpaque: true) {
      picture.write(to: UnsafeMutableRawPointer($0), 20)
    }
    let file = try PictureFile.jpeg(of: bitmap, quality: 1, exif: fields)
    let stored = try #require(CIImage(data: file))
    #expect(stored.extent == CGRect(x: 0, y: 0, width: 5, height: 3))
    #expect((stored.properties[kCGImagePropertyOrientation as String] as? NSNumber)?.intValue == 6)
    let shown = try #require(CIImage(data: file, options: [.applyOrientationProperty: true]))
    #expect(shown.extent == CGRect(x: 0, y: 0, width: 3, height: 5))
    #expect(CIImage(data: Data([1, 2, 3])) == nil)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).png")
    try PictureFile.png(of: bitmap).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(Picture(try #require(CIImage(contentsOf: url))) == picture)
    #expect(CIImage(contentsOf: url.appendingPathExtension("none")) == nil)
  }

  @Test func propertiesOfAnApp() {
    let key = kCGImagePropertyOrientation as String
    let image = picture.image.settingProperties([key: 3])
    #expect(image.properties[key] as? Int == 3)
    #expect(image.oriented(.left).properties[key] as? Int == 3)
    let given = CIImage(
      cgImage: picture.cgImage, options: [.properties: [key: 6], .applyOrientationProperty: true])
    #expect(given.extent.width == 3)
    let buffer = CIImage(cvPixelBuffer: picture.buffer, options: [.properties: [key: 8]])
    #expect(buffer.properties[key] as? Int == 8)
  }

  @Test func colours() {
    #expect(CIColor(red: 1, green: 0, blue: 0) == CIColor.red)
    #expect(CIColor.clear.alpha == 0 && CIColor.white.red == 1)
    #expect(CIColor(cgColor: CGColor(gray: 0.5, alpha: 1)).green == CIColor.gray.green)
    #expect(CIColor.red.hash == CIColor(red: 1, green: 0, blue: 0).hash && CIColor.red != CIColor.cyan)
    let dot = CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6)).cropped(
      to: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(Picture(dot) == Picture([[Shown(51, 102, 153)]]))
  }
}
