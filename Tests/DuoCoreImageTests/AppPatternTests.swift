import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Testing

@testable import DuoCoreImage

/// What camera apps do with Core Image, in the ways in which they write it.
@Suite struct AppPatternTests {
  private let picture = Picture(numbered: 6, 4)

  /// A frame's buffer, turned for the screen and made an image.
  @Test func aFrameForTheScreen() throws {
    let image = CIImage(cvPixelBuffer: picture.buffer).oriented(.right)
    let context = CIContext(options: nil)
    let drawn = try #require(context.createCGImage(image, from: image.extent))
    #expect(Picture(drawn) == picture.turned(1))
    #expect(drawn.width == 4 && drawn.height == 6)
  }

  /// A selfie as its owner sees it: flipped from left to right, moved back by its width.
  @Test func aMirroredSelfie() {
    let image = CIImage(cvPixelBuffer: picture.buffer)
    let flipped = image.transformed(
      by: CGAffineTransform(scaleX: -1, y: 1).translatedBy(x: -image.extent.width, y: 0))
    #expect(flipped.extent == image.extent)
    #expect(Picture(flipped) == picture.turned(0, flippedFirst: true))
  }

  /// The square in the middle.
  @Test func aSquareCrop() {
    let image = picture.image
    let side = min(image.extent.width, image.extent.height)
    let square = CGRect(
      x: (image.extent.width - side) / 2,
      y: (image.extent.height - side) / 2,
      width: side,
      height: side)
    let cropped = image.cropped(to: square)
    #expect(cropped.extent == CGRect(x: 1, y: 0, width: 4, height: 4))
    #expect(Picture(cropped) == Picture(picture.rows.map { Array($0[1..<5]) }))
    // Many apps then move it to the origin.
    let moved = cropped.transformed(
      by: CGAffineTransform(translationX: -cropped.extent.minX, y: -cropped.extent.minY))
    #expect(moved.extent.origin == .zero)
    #expect(Picture(moved) == Picture(cropped))
  }

  /// Without moving, a buffer gets the part of the plane that starts at its origin.
  @Test func aCropThatWasNotMoved() {
    let buffer = CVPixelBuffer(width: 2, height: 2, format: kCVPixelFormatType_32BGRA) { planes in
      memset(planes[0].base, 0, planes[0].bytesPerRow * planes[0].height)
    }
    let cropped = picture.image.cropped(to: CGRect(x: 1, y: 0, width: 2, height: 2))
    CIContext().render(cropped, to: buffer)
    let drawn = Picture(CIImage(cvPixelBuffer: buffer))
    #expect(drawn.rows[1][0] == Shown(0, 0, 0, 0))
    #expect(drawn.rows[1][1] == picture.rows[3][1])
  }

  /// A thumbnail by a plain scale.
  @Test func aThumbnail() {
    let plain = Picture((0..<40).map { _ in (0..<60).map { _ in Shown(10, 200, 90) } })
    let scale = CGAffineTransform(scaleX: 0.25, y: 0.25)
    let small = Picture(plain.image.transformed(by: scale))
    #expect(small.width == 15 && small.height == 10)
    let inner = small.rows[1..<9].map { Array($0[1..<14]) }
    #expect(inner.joined().allSatisfy { $0.isNear(Shown(10, 200, 90), 1) })
  }

  /// A filter by its name, inputs by theirs: the oldest way.
  @Test func aFilterByName() throws {
    let filter = try #require(CIFilter(name: "CISepiaTone"))
    filter.setValue(CIImage(cvPixelBuffer: picture.buffer), forKey: kCIInputImageKey)
    filter.setValue(0.8, forKey: kCIInputIntensityKey)
    let output = try #require(filter.outputImage)
    #expect(output.extent == picture.image.extent)
    #expect(Picture(output) != picture)
    let applied = picture.image.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 0.8])
    #expect(Picture(applied) == Picture(output))
  }

  /// Several filters one after the other.
  @Test func aChainOfFilters() {
    let chain = picture.image
      .applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 0])
      .applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
      .applyingFilter("CIColorInvert")
    let greys = Picture(chain).rows.joined()
    #expect(greys.allSatisfy { $0.r == $0.g && $0.g == $0.b })
    let back = chain.applyingFilter("CIColorInvert").applyingFilter(
      "CIExposureAdjust", parameters: [kCIInputEVKey: -1])
    let grey = picture.image.applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 0])
    // What is not too light comes back.
    let pairs = zip(Picture(back).rows.joined(), Picture(grey).rows.joined())
    #expect(pairs.allSatisfy { $0.r >= 180 || abs($0.r - $1.r) <= 2 })
  }

  /// A mark in the lower left corner.
  @Test func aWatermark() {
    let mark = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1))
    let marked = mark.composited(over: picture.image)
    #expect(marked.extent == picture.image.extent)
    var expected = picture
    expected.rows[3][0] = Shown(255, 255, 255)
    expected.rows[3][1] = Shown(255, 255, 255)
    #expect(Picture(marked) == expected)
  }

  /// A blurred background behind a picture that does not fill the screen.
  @Test func aBlurredBackground() {
    let screen = CGRect(x: 0, y: 0, width: 10, height: 4)
    let plain = Picture((0..<4).map { _ in (0..<6).map { _ in Shown(50, 100, 150) } })
    let background = plain.image.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: screen)
    let centred = plain.image.transformed(by: CGAffineTransform(translationX: 2, y: 0))
    let both = centred.composited(over: background).cropped(to: screen)
    #expect(both.extent == screen)
    // A plain colour stays what it is, blurred or not.
    #expect(Picture(both).rows.joined().allSatisfy { $0.isNear(Shown(50, 100, 150), 1) })
  }

  /// A document that lies askew: its corners become the picture's.
  @Test func aDocument() throws {
    let page = Picture(
      (0..<12).map { y in
        (0..<12).map { x in x >= 3 && x < 9 && y >= 3 && y < 9 ? Shown(250, 250, 250) : Shown(20, 20, 20) }
      })
    let filter = CIFilter.perspectiveCorrection()
    filter.inputImage = page.image
    filter.topLeft = CGPoint(x: 3, y: 9)
    filter.topRight = CGPoint(x: 9, y: 9)
    filter.bottomLeft = CGPoint(x: 3, y: 3)
    filter.bottomRight = CGPoint(x: 9, y: 3)
    let straight = try #require(filter.outputImage)
    #expect(straight.extent == CGRect(x: 0, y: 0, width: 6, height: 6))
    #expect(Picture(straight).rows.joined().allSatisfy { $0 == Shown(250, 250, 250) })
  }

  /// A photo's bytes to an image, changed, and to bytes again, with the orientation kept.
  @Test func aPhotosBytes() throws {
    var exif = ExifFields(width: 6, height: 4)
    exif.orientation = .right
    let bitmap = Bitmap(width: 6, height: 4, isOpaque: true) {
      picture.write(to: UnsafeMutableRawPointer($0), 24)
    }
    let file = try PictureFile.jpeg(of: bitmap, quality: 1, exif: exif)
    let image = try #require(CIImage(data: file))
    let dark = image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: -1])
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let written = try #require(CIContext().jpegRepresentation(of: dark, colorSpace: space))
    let decoded = try PictureFile.decode(written)
    #expect(decoded.orientation == .right)
    #expect(decoded.width == 6 && decoded.height == 4)
    let upright = try #require(CIImage(data: file, options: [.applyOrientationProperty: true]))
    #expect(upright.extent == CGRect(x: 0, y: 0, width: 4, height: 6))
  }

  /// The mean colour, by scaling down to one pixel.
  @Test func theMeanColour() throws {
    let halves = Picture(
      (0..<4).map { _ in (0..<4).map { x in x < 2 ? Shown(255, 255, 255) : Shown(0, 0, 0) } })
    let filter = CIFilter.lanczosScaleTransform()
    filter.inputImage = halves.image
    filter.scale = 0.25
    filter.aspectRatio = 1
    let one = try #require(filter.outputImage)
    #expect(one.extent == CGRect(x: 0, y: 0, width: 1, height: 1))
    // Half of the light, not half of the byte.
    #expect(Picture(one).rows[0][0].isNear(Shown(188, 188, 188), 1))
  }
}
