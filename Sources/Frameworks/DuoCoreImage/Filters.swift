import DuoFoundation
import Foundation

extension FilterKind {
  static let all: [String: FilterKind] = [
    "CISepiaTone": FilterKind([], [kCIInputIntensityKey: 1]) { inputs in
      let intensity = Float(inputs.number(kCIInputIntensityKey))
      return inputs.image()?.shown { colour in colour + (sepia(colour) - colour) * intensity }
    },
    "CIPhotoEffectMono": FilterKind { $0.image()?.shown { grey($0) } },
    "CIPhotoEffectNoir": FilterKind { $0.image()?.shown { contrasted(grey($0), 1.35) } },
    "CIColorInvert": FilterKind { $0.image()?.shown { 1 - $0 } },
    "CIColorControls": FilterKind(
      [],
      [kCIInputSaturationKey: 1, kCIInputBrightnessKey: 0, kCIInputContrastKey: 1]
    ) { inputs in
      let saturation = Float(inputs.number(kCIInputSaturationKey))
      let brightness = Float(inputs.number(kCIInputBrightnessKey))
      let contrast = Float(inputs.number(kCIInputContrastKey))
      return inputs.image()?.lit { colour in
        let grey = grey(colour)
        return contrasted(grey + (colour - grey) * saturation + brightness, contrast)
      }
    },
    "CIExposureAdjust": FilterKind([], [kCIInputEVKey: 0]) { inputs in
      let factor = Float(pow(2, inputs.number(kCIInputEVKey)))
      return inputs.image()?.lit { $0 * factor }
    },
    "CIGaussianBlur": FilterKind([], [kCIInputRadiusKey: 10]) { inputs in
      inputs.image()?.blurred(inputs.number(kCIInputRadiusKey))
    },
    "CIAffineTransform": FilterKind([kCIInputTransformKey]) { inputs in
      inputs.image()?.transformed(by: inputs.transform)
    },
    "CILanczosScaleTransform": FilterKind([], [kCIInputScaleKey: 1, kCIInputAspectRatioKey: 1]) { inputs in
      let scale = inputs.number(kCIInputScaleKey)
      guard let image = inputs.image(), scale >= 1e-6, scale.isFinite else { return nil }
      let across = min(scale * max(inputs.number(kCIInputAspectRatioKey), 1e-6), 1e9)
      return image.derived(LanczosRecipe(input: image.recipe, scaleX: across, scaleY: scale))
    },
    "CICrop": FilterKind(["inputRectangle"]) { inputs in
      guard let rect = inputs.vector("inputRectangle")?.cgRectValue else { return inputs.image() }
      return inputs.image()?.cropped(to: rect)
    },
    "CISourceOverCompositing": FilterKind([kCIInputBackgroundImageKey]) { inputs in
      guard let background = inputs.image(kCIInputBackgroundImageKey) else { return inputs.image() }
      return inputs.image()?.composited(over: background)
    },
    "CIPerspectiveCorrection": FilterKind([
      "inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft",
    ]) {
      inputs in
      guard let image = inputs.image(), let topLeft = inputs.vector("inputTopLeft"),
        let topRight = inputs.vector("inputTopRight"), let bottomRight = inputs.vector("inputBottomRight"),
        let bottomLeft = inputs.vector("inputBottomLeft")
      else { return nil }
      return image.straightened(
        topLeft.cgPointValue, topRight.cgPointValue, bottomRight.cgPointValue, bottomLeft.cgPointValue)
    },
  ]

  /// Apple publishes no numbers for the effects with a look of their own: these are those of CSS filters. [assumed]
  private static func sepia(_ c: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(
      0.393 * c.x + 0.769 * c.y + 0.189 * c.z, 0.349 * c.x + 0.686 * c.y + 0.168 * c.z,
      0.272 * c.x + 0.534 * c.y + 0.131 * c.z)
  }

  /// The luma of Rec. 709.
  private static func grey(_ c: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(repeating: 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z)
  }

  private static func contrasted(_ c: SIMD3<Float>, _ amount: Float) -> SIMD3<Float> {
    (c - 0.5) * amount + 0.5
  }
}

extension CIImage {
  /// Changes colours in linear light, where filters work. [docs]
  fileprivate func lit(_ change: @escaping @Sendable (SIMD3<Float>) -> SIMD3<Float>) -> CIImage {
    derived(
      ColorFilterRecipe(input: recipe) {
        let changed = change($0)
        return changed.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
      })
  }

  /// Changes colours as they are shown: for effects that were made for the eye.
  fileprivate func shown(_ change: @escaping @Sendable (SIMD3<Float>) -> SIMD3<Float>) -> CIImage {
    lit { light in
      func map(_ c: SIMD3<Float>, _ curve: (Double) -> Double) -> SIMD3<Float> {
        SIMD3(Float(curve(Double(c.x))), Float(curve(Double(c.y))), Float(curve(Double(c.z))))
      }
      let changed = change(map(light, Light.encoded))
      return map(changed.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)), Light.linear)
    }
  }

  /// `radius` is the deviation of the bell curve. The extent grows by three of them. [inferred]
  fileprivate func blurred(_ radius: Double) -> CIImage {
    guard radius > 0 else { return self }
    // A wider bell is flat over any picture.
    let radius = min(radius, 4096)
    let reach = Int((3 * radius).rounded(.up))
    let bell = (-reach...reach).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
    let sum = bell.reduce(0, +)
    let grown = extent.isInfinite ? extent : extent.insetBy(dx: -CGFloat(reach), dy: -CGFloat(reach))
    return derived(ConvolutionRecipe(input: recipe, weights: bell.map { Float($0 / sum) }, extent: grown))
  }

  /// Makes a rectangle of a quadrilateral: as wide and high as the longer of its opposite sides. [inferred]
  fileprivate func straightened(
    _ topLeft: CGPoint, _ topRight: CGPoint, _ bottomRight: CGPoint, _ bottomLeft: CGPoint
  ) -> CIImage? {
    func length(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(a.x - b.x, a.y - b.y) }
    let width = max(length(topLeft, topRight), length(bottomLeft, bottomRight)).rounded()
    let height = max(length(topLeft, bottomLeft), length(topRight, bottomRight)).rounded()
    guard width >= 1, height >= 1 else { return nil }
    let map = Projection(unitSquareTo: [bottomLeft, bottomRight, topRight, topLeft])
    return derived(
      WarpRecipe(input: recipe, extent: CGRect(x: 0, y: 0, width: width, height: height)) { x, y in
        map.point(x / width, y / height)
      })
  }
}

/// A map between planes that keeps lines straight.
struct Projection: Sendable {
  private let a, b, c, d, e, f, g, h: Double

  /// The corners of the unit square, from the origin counterclockwise, go to these points.
  init(unitSquareTo p: [CGPoint]) {
    let (dx1, dx2, dx3) = (p[1].x - p[2].x, p[3].x - p[2].x, p[0].x - p[1].x + p[2].x - p[3].x)
    let (dy1, dy2, dy3) = (p[1].y - p[2].y, p[3].y - p[2].y, p[0].y - p[1].y + p[2].y - p[3].y)
    let determinant = dx1 * dy2 - dx2 * dy1
    g = determinant == 0 ? 0 : (dx3 * dy2 - dx2 * dy3) / determinant
    h = determinant == 0 ? 0 : (dx1 * dy3 - dx3 * dy1) / determinant
    (a, b, c) = (p[1].x - p[0].x + g * p[1].x, p[3].x - p[0].x + h * p[3].x, p[0].x)
    (d, e, f) = (p[1].y - p[0].y + g * p[1].y, p[3].y - p[0].y + h * p[3].y, p[0].y)
  }

  func point(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
    let w = g * u + h * v + 1
    return ((a * u + b * v + c) / w, (d * u + e * v + f) / w)
  }
}
