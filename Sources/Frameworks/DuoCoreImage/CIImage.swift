import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
public import DuoImageIO
import Foundation

/// An image as a recipe: nothing is drawn before a context is asked to. Immutable. Its origin is below and on the left. [docs]
public final class CIImage: NSObject, Sendable {
  let recipe: any Recipe
  private let notes: Notes

  /// `@unchecked`: what an image was made of, and what its file says; never changed.
  private struct Notes: @unchecked Sendable {
    var properties: [String: Any] = [:]
    var pixelBuffer: CVPixelBuffer?
    var cgImage: CGImage?
  }

  private init(_ recipe: any Recipe, _ notes: Notes) { (self.recipe, self.notes) = (recipe, notes) }

  init(_ recipe: any Recipe) { (self.recipe, notes) = (recipe, Notes()) }

  /// An image made of this one: what the file says goes along.
  func derived(_ recipe: any Recipe) -> CIImage { CIImage(recipe, Notes(properties: notes.properties)) }

  // MARK: Making one

  public override convenience init() { self.init(EmptyRecipe()) }

  /// Nothing at all.
  public static func empty() -> CIImage { CIImage() }

  public convenience init(cgImage image: CGImage) { self.init(.stored(image), Notes(cgImage: image)) }

  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]?) {
    self.init(copying: CIImage(cgImage: image), options)
  }

  /// A picture of a camera, or any other buffer of the formats that Diptych has. Its pixels are read when they are drawn.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
    self.init(.stored(pixelBuffer), Notes(pixelBuffer: pixelBuffer))
  }

  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]?) {
    self.init(copying: CIImage(cvPixelBuffer: pixelBuffer), options)
  }

  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: imageBuffer) }

  /// Of one colour, without end.
  public convenience init(color: CIColor) { self.init(ColorRecipe(pixel: color.pixel)) }

  /// A JPEG, HEIC or PNG; nil for anything else. It lies as it is stored, unless `.applyOrientationProperty` is true. [docs]
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    guard let picture = try? PictureFile.decode(data), let metadata = try? PictureFile.metadata(of: data)
    else {
      return nil
    }
    let (bitmap, properties) = (picture.bitmap, metadata.properties)
    self.init(copying: CIImage(.stored(bitmap), Notes(properties: properties)), options)
  }

  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data, options: options)
  }

  /// The same image, with options.
  package convenience init(copying image: CIImage, _ options: [CIImageOption: Any]?) {
    var image = image
    if let properties = options?[.properties] as? [String: Any] {
      var notes = image.notes
      notes.properties = properties
      image = CIImage(image.recipe, notes)
    }
    if options?[.applyOrientationProperty] as? Bool == true {
      let raw = (image.properties[kCGImagePropertyOrientation as String] as? NSNumber)?.uint32Value ?? 1
      image = image.oriented(CGImagePropertyOrientation(rawValue: raw) ?? .up)
    }
    self.init(image.recipe, image.notes)
  }

  // MARK: What it is

  /// Where there is anything; without end for a colour.
  public var extent: CGRect { recipe.extent }
  /// What the file said, in the manner of ImageIO.
  public var properties: [String: Any] { notes.properties }
  /// What it was made of, and nothing done to it since.
  public var pixelBuffer: CVPixelBuffer? { notes.pixelBuffer }
  public var cgImage: CGImage? { notes.cgImage }
  public var colorSpace: CGColorSpace? { CGColorSpace(name: CGColorSpace.sRGB) }

  // MARK: Made of it

  /// Moved, turned, scaled. The extent is the rectangle around the result. [docs]
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    if matrix.isIdentity { return self }
    let inverse = matrix.inverted()
    let moved = extent.isInfinite || extent.isNull ? extent : extent.applying(matrix).cleaned
    return derived(
      WarpRecipe(input: recipe, extent: moved) { x, y in
        let point = CGPoint(x: x, y: y).applying(inverse)
        return (point.x.cleaned, point.y.cleaned)
      })
  }

  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
    transformed(by: matrix)
  }

  /// What lies in a rectangle.
  public func cropped(to rect: CGRect) -> CIImage {
    let part = extent.isInfinite ? rect : extent.intersection(rect)
    return derived(part.isNull ? EmptyRecipe() : CropRecipe(input: recipe, extent: part))
  }

  /// Turned as a viewer of a file with this orientation turns it; the corner is at the origin again. [docs]
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    orientation == .up ? self : transformed(by: orientationTransform(for: orientation))
  }

  /// Exif's number; what is none changes nothing.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    oriented(CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation)) ?? .up)
  }

  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    let turn: CGAffineTransform =
      switch orientation {
      case .up: .identity
      case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
      case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
      case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
      case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0)
      case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
      case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
      case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      }
    let turned = extent.applying(turn)
    return turn.concatenating(CGAffineTransform(translationX: -turned.minX, y: -turned.minY))
  }

  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    orientationTransform(for: CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation)) ?? .up)
  }

  /// This image in front of another.
  public func composited(over dest: CIImage) -> CIImage {
    derived(OverRecipe(top: recipe, bottom: dest.recipe))
  }

  /// With what a file is to say of it.
  public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
    var notes = notes
    notes.properties = [:]
    for (key, value) in properties { notes.properties["\(key)"] = value }
    return CIImage(recipe, notes)
  }

  /// Its edge's pixels without end.
  public func clampedToExtent() -> CIImage { derived(ClampRecipe(input: recipe)) }

  public func applyingGaussianBlur(sigma: Double) -> CIImage {
    applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
  }

  /// What a filter makes of it; a filter that there is not raises `NSInvalidArgumentException`. [inferred]
  public func applyingFilter(_ filterName: String, parameters: [String: Any] = [:]) -> CIImage {
    guard let filter = CIFilter(name: filterName) else {
      raise(
        .invalidArgument,
        "*** -[CIImage imageByApplyingFilter:withInputParameters:] no filter named \(filterName)")
    }
    filter.setValue(self, forKey: kCIInputImageKey)
    for (key, value) in parameters { filter.setValue(value, forKey: key) }
    return filter.outputImage ?? .empty()
  }
}

/// What to make of the stored picture.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageApplyOrientationProperty")
  public static let properties = CIImageOption(rawValue: "CIImageProperties")
}

private struct ClampRecipe: Recipe {
  let input: any Recipe
  var extent: CGRect { .infinite }

  func tile(_ region: Region) -> Tile {
    var tile = Tile(region)
    guard let bounds = Region(input.extent), !bounds.isEmpty, !region.isEmpty else { return tile }
    func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int { min(max(value, low), high) }
    let (left, right) = (
      clamp(region.x, bounds.x, bounds.maxX - 1), clamp(region.maxX - 1, bounds.x, bounds.maxX - 1)
    )
    let (low, high) = (
      clamp(region.y, bounds.y, bounds.maxY - 1), clamp(region.maxY - 1, bounds.y, bounds.maxY - 1)
    )
    let from = input.tile(Region(x: left, y: low, width: right - left + 1, height: high - low + 1))
    for y in region.y..<region.maxY {
      for x in region.x..<region.maxX { tile[x, y] = from[clamp(x, left, right), clamp(y, low, high)] }
    }
    return tile
  }
}

extension CGFloat {
  /// Without the last bits that turning by right angles leaves.
  fileprivate var cleaned: CGFloat { Swift.abs(self - rounded()) < 1e-9 ? rounded() : self }
}

extension CGRect {
  fileprivate var cleaned: CGRect {
    CGRect(x: minX.cleaned, y: minY.cleaned, width: width.cleaned, height: height.cleaned)
  }
}
