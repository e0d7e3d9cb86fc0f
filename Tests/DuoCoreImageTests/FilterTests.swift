import DuoCoreGraphics
import DuoFoundation
import Testing

@testable import DuoCoreImage

@Suite struct FilterTests {
  private let picture = Picture(numbered: 6, 4)

  private func draw(_ name: String, _ parameters: [String: Any] = [:], _ picture: Picture? = nil) -> Picture?
  {
    let filter = CIFilter(name: name, parameters: parameters)
    filter?.setValue((picture ?? self.picture).image, forKey: kCIInputImageKey)
    return filter?.outputImage.map { Picture($0) }
  }

  private func map(_ change: (Shown) -> Shown) -> Picture { Picture(picture.rows.map { $0.map(change) }) }

  @Test func whatThereIsNot() {
    #expect(CIFilter(name: "CINoSuchFilter") == nil)
    #expect(CIFilter(name: "CINoSuchFilter", parameters: nil) == nil)
    #expect(CIFilter(name: "CISepiaTone")?.outputImage == nil)
    #expect(CIFilter.filterNames(inCategory: nil).contains("CIGaussianBlur"))
    let names = CIFilter.filterNames(inCategory: nil)
    let found = names.compactMap { CIFilter(name: $0)?.name }
    #expect(found == names)
  }

  /// Numbers that make no sense give an image, or none, and stop nothing.
  @Test func numbersThatMakeNoSense() throws {
    var wrong: [String] = []
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, -1, 0] {
      for (name, key) in [
        ("CIGaussianBlur", kCIInputRadiusKey), ("CILanczosScaleTransform", kCIInputScaleKey),
      ] {
        let filter = try #require(CIFilter(name: name, parameters: [key: number]))
        filter.setValue(picture.image, forKey: kCIInputImageKey)
        guard let extent = filter.outputImage?.extent else { continue }
        if extent.minX.isNaN || extent.width.isNaN { wrong.append("\(name) \(number): \(extent)") }
      }
    }
    #expect(wrong == [])
    let blur = try #require(CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 1e300]))
    blur.setValue(picture.image, forKey: kCIInputImageKey)
    #expect(blur.outputImage?.extent.width == CGFloat(24_582))
  }

  @Test func inputsAndDefaults() throws {
    let filter = try #require(CIFilter(name: "CIColorControls"))
    #expect(filter.inputKeys == ["inputImage", "inputSaturation", "inputBrightness", "inputContrast"])
    #expect(filter.outputKeys == ["outputImage"])
    let defaults = filter.inputKeys.dropFirst().map { filter.value(forKey: $0) as? Double }
    #expect(defaults == [1, 0, 1])
    filter.setValue(0.5, forKey: kCIInputSaturationKey)
    #expect(filter.value(forKey: kCIInputSaturationKey) as? Double == 0.5)
    filter.setDefaults()
    #expect(filter.value(forKey: kCIInputSaturationKey) as? Double == 1)
    filter.setValue(picture.image, forKey: kCIInputImageKey)
    #expect(filter.value(forKey: kCIOutputImageKey) is CIImage)
    #expect(filter.value(forKey: kCIInputImageKey) is CIImage)
  }

  @Test func anInputThatAFilterLacksRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      CIFilter(name: "CISepiaTone")?.setValue(1, forKey: "inputRadius")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSUnknownKeyException"))
    #expect(text.contains("this class is not key value coding-compliant for the key inputRadius."))
    let unknown = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = CIImage(color: .red).applyingFilter("CINoSuchFilter")
    }
    let words = String(decoding: unknown?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("NSInvalidArgumentException"))
  }

  @Test func sepia() {
    func byte(_ value: Double) -> Int { Int(min(255, value).rounded()) }
    func full(_ p: Shown) -> Shown {
      let (r, g, b) = (Double(p.r), Double(p.g), Double(p.b))
      return Shown(
        byte(0.393 * r + 0.769 * g + 0.189 * b),
        byte(0.349 * r + 0.686 * g + 0.168 * b),
        byte(0.272 * r + 0.534 * g + 0.131 * b))
    }
    #expect(draw("CISepiaTone")!.isNear(map(full)))
    #expect(draw("CISepiaTone", [kCIInputIntensityKey: 0])!.isNear(picture))
    let half = map { p in
      let end = full(p)
      return Shown((p.r + end.r) / 2, (p.g + end.g) / 2, (p.b + end.b) / 2)
    }
    #expect(draw("CISepiaTone", [kCIInputIntensityKey: 0.5])!.isNear(half, 2))
  }

  @Test func withoutColour() {
    func luma(_ p: Shown) -> Double { 0.2126 * Double(p.r) + 0.7152 * Double(p.g) + 0.0722 * Double(p.b) }
    let mono = map { p in
      let value = Int(luma(p).rounded())
      return Shown(value, value, value)
    }
    #expect(draw("CIPhotoEffectMono")!.isNear(mono))
    let noir = map { p in
      let value = Int(min(255, max(0, (luma(p) - 127.5) * 1.35 + 127.5)).rounded())
      return Shown(value, value, value)
    }
    #expect(draw("CIPhotoEffectNoir")!.isNear(noir))
    #expect(draw("CIColorInvert")!.isNear(map { Shown(255 - $0.r, 255 - $0.g, 255 - $0.b) }))
  }

  @Test func exposureDoublesLight() {
    for (stops, factor) in [(1.0, 2.0), (-1, 0.5), (0, 1), (0.5, 2.0.squareRoot())] {
      func lit(_ value: Int) -> Int { Curve.byte(Curve.linear(Double(value)) * factor) }
      let expected = map { Shown(lit($0.r), lit($0.g), lit($0.b)) }
      #expect(draw("CIExposureAdjust", [kCIInputEVKey: stops])!.isNear(expected))
    }
  }

  @Test func colourControls() {
    #expect(draw("CIColorControls")!.isNear(picture))
    func changed(_ p: Shown, _ saturation: Double, _ brightness: Double, _ contrast: Double) -> Shown {
      let light = [p.r, p.g, p.b].map { Curve.linear(Double($0)) }
      let grey = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
      let result = light.map { (grey + ($0 - grey) * saturation + brightness - 0.5) * contrast + 0.5 }
        .map { Curve.byte($0) }
      return Shown(result[0], result[1], result[2])
    }
    var mismatches: [String] = []
    for (s, b, c) in [(0.0, 0.0, 1.0), (1.5, 0, 1), (1, 0.1, 1), (1, 0, 1.4), (0.5, -0.05, 0.8)] {
      let parameters = [kCIInputSaturationKey: s, kCIInputBrightnessKey: b, kCIInputContrastKey: c]
      if !draw("CIColorControls", parameters)!.isNear(map { changed($0, s, b, c) }) {
        mismatches.append("\(s) \(b) \(c)")
      }
    }
    #expect(mismatches == [])
  }

  /// Against the sum over the whole plane, in linear light.
  @Test func blur() throws {
    let dot = Picture(
      (0..<5).map { y in (0..<5).map { x in x == 2 && y == 2 ? Shown(255, 255, 255) : Shown(0, 0, 0) } })
    let image = dot.image.clampedToExtent().applyingGaussianBlur(sigma: 1).cropped(to: dot.image.extent)
    let drawn = Picture(image)
    let bell = (-3...3).map { exp(-Double($0 * $0) / 2) }
    let sum = bell.reduce(0, +)
    var mismatches: [String] = []
    for y in 0..<5 {
      for x in 0..<5 {
        let light = bell[x + 1] / sum * bell[y + 1] / sum
        let expected = Curve.byte(light)
        if abs(drawn.rows[y][x].r - expected) > 1 {
          mismatches.append("\(x) \(y): \(drawn.rows[y][x]), \(expected)")
        }
      }
    }
    #expect(mismatches == [])
    let grown = try #require(CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 2]))
    grown.setValue(dot.image, forKey: kCIInputImageKey)
    #expect(grown.outputImage?.extent == CGRect(x: -6, y: -6, width: 17, height: 17))
    #expect(draw("CIGaussianBlur", [kCIInputRadiusKey: 0]) == picture)
  }

  @Test func geometry() throws {
    let transform = CGAffineTransform(translationX: 3, y: 4)
    let moved = try #require(
      CIFilter(name: "CIAffineTransform", parameters: [kCIInputTransformKey: transform]))
    moved.setValue(picture.image, forKey: kCIInputImageKey)
    #expect(moved.outputImage?.extent == CGRect(x: 3, y: 4, width: 6, height: 4))
    let rect = CIVector(cgRect: CGRect(x: 1, y: 1, width: 2, height: 2))
    #expect(draw("CICrop", ["inputRectangle": rect]) == Picture(picture.image.cropped(to: rect.cgRectValue)))
    #expect(draw("CICrop") == picture)
    let background = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 7, height: 4))
    let over = try #require(draw("CISourceOverCompositing", [kCIInputBackgroundImageKey: background]))
    #expect(over == Picture(picture.rows.map { $0 + [Shown(255, 0, 0)] }))
    #expect(draw("CISourceOverCompositing") == picture)
  }

  @Test func lanczosKeepsPlainsAndSizes() {
    let plain = Picture((0..<8).map { _ in (0..<12).map { _ in Shown(90, 120, 200) } })
    var mismatches: [String] = []
    for scale in [0.25, 0.5, 1, 2, 3] {
      guard let drawn = draw("CILanczosScaleTransform", [kCIInputScaleKey: scale], plain) else { continue }
      if drawn.width != Int((12 * scale).rounded(.up)) || drawn.height != Int((8 * scale).rounded(.up)) {
        mismatches.append("\(scale): \(drawn.width) x \(drawn.height)")
      }
      if !drawn.rows.joined().allSatisfy({ $0.isNear(Shown(90, 120, 200), 1) }) {
        mismatches.append("\(scale): colours")
      }
    }
    #expect(mismatches == [])
    #expect(draw("CILanczosScaleTransform")!.isNear(picture))
    #expect(draw("CILanczosScaleTransform", [kCIInputScaleKey: 2, kCIInputAspectRatioKey: 0.5])?.width == 6)
    #expect(draw("CILanczosScaleTransform", [kCIInputScaleKey: 0]) == nil)
  }

  /// One row, against the sum of the windowed sine written down plainly.
  @Test func lanczosOfARow() {
    let values = [10, 240, 30, 200, 90, 160, 50, 120]
    let row = Picture([values.map { Shown($0, $0, $0) }])
    let drawn = draw(
      "CILanczosScaleTransform", [kCIInputScaleKey: 0.5], Picture([row.rows[0], row.rows[0]]))!
    func weight(_ x: Double) -> Double {
      if abs(x) < 1e-12 { return 1 }
      return abs(x) >= 3 ? 0 : sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3)
    }
    let expected = (0..<4).map { place -> Int in
      let middle = Double(place) * 2 + 0.5
      var (sum, weights) = (0.0, 0.0)
      for index in -12...20 {
        let w = weight((Double(index) - middle) / 2)
        sum += w * Curve.linear(Double(values[min(max(index, 0), 7)]))
        weights += w
      }
      return Curve.byte(sum / weights)
    }
    #expect(zip(drawn.rows[0], expected).allSatisfy { abs($0.r - $1) <= 1 })
  }

  @Test func aQuadrilateralBecomesARectangle() throws {
    // A rectangle stays as it is.
    let corners: [String: Any] = [
      "inputTopLeft": CIVector(x: 1, y: 3),
      "inputTopRight": CIVector(x: 5, y: 3),
      "inputBottomRight": CIVector(x: 5, y: 1),
      "inputBottomLeft": CIVector(x: 1, y: 1),
    ]
    let drawn = try #require(draw("CIPerspectiveCorrection", corners))
    #expect(drawn == Picture(picture.image, CGRect(x: 1, y: 1, width: 4, height: 2)))
    #expect(draw("CIPerspectiveCorrection", ["inputTopLeft": CIVector(x: 0, y: 0)]) == nil)
  }

  /// The four corners, the middle as the diagonals' crossing, and straight lines.
  @Test func projections() {
    let points = [CGPoint(x: 1, y: 2), CGPoint(x: 9, y: 1), CGPoint(x: 7, y: 6), CGPoint(x: 2, y: 8)]
    let map = Projection(unitSquareTo: points)
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)]
    for (corner, point) in zip(corners, points) {
      let found = map.point(corner.0, corner.1)
      #expect(abs(found.x - point.x) < 1e-9 && abs(found.y - point.y) < 1e-9)
    }
    let middle = map.point(0.5, 0.5)
    for (a, b) in [(points[0], points[2]), (points[1], points[3])] {
      let cross = (b.x - a.x) * (middle.y - a.y) - (b.y - a.y) * (middle.x - a.x)
      #expect(abs(cross) < 1e-9)
    }
  }

  @Test func typedFilters() {
    let image = picture.image
    let sepia = CIFilter.sepiaTone()
    sepia.inputImage = image
    sepia.intensity = 0.25
    #expect(sepia.intensity == 0.25 && sepia.inputImage === image && sepia.outputImage != nil)
    let controls = CIFilter.colorControls()
    #expect((controls.saturation, controls.brightness, controls.contrast) == (1, 0, 1))
    (controls.saturation, controls.brightness, controls.contrast) = (2, 0.5, 3)
    #expect((controls.saturation, controls.brightness, controls.contrast) == (2, 0.5, 3))
    let exposure = CIFilter.exposureAdjust()
    exposure.ev = 1
    let blur = CIFilter.gaussianBlur()
    #expect(exposure.ev == 1 && blur.radius == 10)
    blur.radius = 3
    let scale = CIFilter.lanczosScaleTransform()
    (scale.scale, scale.aspectRatio, scale.inputImage) = (2, 1, image)
    #expect(scale.outputImage?.extent.width == 12 && blur.radius == 3)
    let affine = CIFilter.affineTransform()
    affine.inputImage = image
    affine.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(affine.outputImage?.extent.height == 8 && affine.transform.a == 2)
    let perspective = CIFilter.perspectiveCorrection()
    perspective.inputImage = image
    perspective.topLeft = CGPoint(x: 0, y: 4)
    perspective.topRight = CGPoint(x: 6, y: 4)
    perspective.bottomRight = CGPoint(x: 6, y: 0)
    perspective.bottomLeft = .zero
    #expect(perspective.outputImage.map { Picture($0) } == picture)
    #expect(perspective.topRight.x == 6 && perspective.bottomRight.y == 0)
    let over = CIFilter.sourceOverCompositing()
    over.inputImage = image
    over.backgroundImage = CIImage(color: .white)
    #expect(over.outputImage?.extent.isInfinite == true && over.backgroundImage != nil)
    #expect([CIFilter.photoEffectMono(), CIFilter.photoEffectNoir()].allSatisfy { $0.outputImage == nil })
    #expect(CIFilter.colorInvert().inputImage == nil)
  }
}
