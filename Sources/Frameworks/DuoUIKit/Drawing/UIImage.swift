import DuoCoreGraphics
public import DuoCoreImage
import DuoImageIO
import Foundation

/// A picture that never changes, with how many pixels it has a point and how it is to be turned. [docs]
open class UIImage: NSObject, @unchecked Sendable {
  // Unchecked because the class is open, as Apple's is; nothing of it changes.

  public enum Orientation: Int, Sendable {
    case up = 0
    case down
    case left
    case right
    case upMirrored
    case downMirrored
    case leftMirrored
    case rightMirrored
  }

  public enum RenderingMode: Int, Sendable {
    case automatic = 0
    case alwaysOriginal = 1
    case alwaysTemplate = 2
  }

  private let pixels: CGImage?
  let symbol: SymbolPicture?
  /// What a symbol was asked to look like; nil for other images, and where nothing was asked. [docs]
  public let symbolConfiguration: SymbolConfiguration?
  public let scale: CGFloat
  public let imageOrientation: Orientation
  public let renderingMode: RenderingMode
  /// The colour that replaces the picture's own.
  let tint: UIColor?
  public let capInsets: UIEdgeInsets
  public let resizingMode: ResizingMode

  public enum ResizingMode: Int, Sendable {
    case tile = 0
    case stretch = 1
  }

  /// What it was made of; its pixels are drawn then. [docs]
  public let ciImage: CIImage?

  struct Values {
    var pixels: CGImage?
    var ciImage: CIImage?
    var symbol: SymbolPicture?
    var symbolConfiguration: SymbolConfiguration?
    var scale: CGFloat = 1
    var orientation = Orientation.up
    var mode = RenderingMode.automatic
    var tint: UIColor?
    var capInsets = UIEdgeInsets.zero
    var resizingMode = ResizingMode.tile
  }

  init(_ values: Values) {
    pixels = values.pixels
    ciImage = values.ciImage
    symbol = values.symbol
    symbolConfiguration = values.symbolConfiguration
    scale = values.scale
    imageOrientation = values.orientation
    renderingMode = values.mode
    tint = values.tint
    capInsets = values.capInsets
    resizingMode = values.resizingMode
  }

  var values: Values {
    Values(
      pixels: pixels, ciImage: ciImage, symbol: symbol, symbolConfiguration: symbolConfiguration,
      scale: scale, orientation: imageOrientation, mode: renderingMode,
      tint: tint, capInsets: capInsets, resizingMode: resizingMode)
  }

  func with(_ change: (inout Values) -> Void) -> UIImage {
    var copy = values
    change(&copy)
    return UIImage(copy)
  }

  // MARK: Making

  /// An image without a picture.
  public convenience override init() { self.init(Values()) }

  public convenience init(cgImage: CGImage) { self.init(Values(pixels: cgImage)) }

  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(Values(pixels: cgImage, scale: scale > 0 ? scale : 1, orientation: orientation))
  }

  /// A JPEG or a PNG; nil for anything else. A JPEG's Exif orientation becomes `imageOrientation`. [docs]
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  public convenience init?(data: Data, scale: CGFloat) {
    do {
      let picture = try PictureFile.decode(data)
      guard let image = CGImage(picture.bitmap) else { return nil }
      self.init(cgImage: image, scale: scale, orientation: Orientation(picture.orientation))
    } catch { return nil }  // As Apple's, which says no more about a file it cannot read.
  }

  /// Reads a file; `@2x` and `@3x` in its name are its scale. [docs]
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let stem = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    self.init(data: data, scale: stem.hasSuffix("@3x") ? 3 : stem.hasSuffix("@2x") ? 2 : 1)
  }

  /// A picture file of the app's bundle: the one for three pixels a point is preferred. Asset catalogues are not
  /// read.
  public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) {
    guard let path = AppPictures.path(of: name, in: bundle) else { return nil }
    self.init(contentsOfFile: path)
  }

  // MARK: What it is

  /// The pixels, not turned; nil for an image of Core Image's. Of a symbol: drawn in black at its scale. [docs]
  open var cgImage: CGImage? { ciImage == nil ? shownImage : nil }

  /// What is drawn, whatever the image was made of.
  var shownImage: CGImage? { pixels ?? symbol?.image(scale: scale, color: tint?.cgColor ?? .black) }

  /// Points, turned as the orientation says. [docs]
  open var size: CGSize {
    if let symbol { return symbol.size }
    guard let pixels else { return .zero }
    let size = CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
    return imageOrientation.isSideways ? CGSize(width: size.height, height: size.width) : size
  }

  open var isSymbolImage: Bool { symbol != nil }

  /// Only the alpha counts, and whoever shows it gives the colour. [docs]
  package var isTemplate: Bool {
    renderingMode == .alwaysTemplate || (renderingMode == .automatic && symbol != nil && tint == nil)
  }

  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { with { $0.mode = renderingMode } }

  /// The same shape in one colour, which nothing tints any more. [docs]
  open func withTintColor(_ color: UIColor) -> UIImage { with { $0.tint = color } }
  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    with {
      $0.tint = color
      $0.mode = renderingMode
    }
  }

  open func withHorizontallyFlippedOrientation() -> UIImage {
    with { $0.orientation = $0.orientation.flipped }
  }

  open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: capInsets, resizingMode: .tile)
  }
  open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
    with {
      $0.capInsets = capInsets
      $0.resizingMode = resizingMode
    }
  }

  // MARK: Files

  /// A PNG of the pixels. It has no orientation. [docs]
  open func pngData() -> Data? { PictureFiles.png(self) }

  /// A JPEG of the pixels; the orientation goes into its Exif. `compressionQuality` is 0...1. [docs]
  open func jpegData(compressionQuality: CGFloat) -> Data? {
    PictureFiles.jpeg(self, quality: Double(compressionQuality))
  }
}

extension UIImage.Orientation {
  /// The stored rows are seen as columns.
  var isSideways: Bool {
    switch self {
    case .left, .right, .leftMirrored, .rightMirrored: true
    default: false
    }
  }

  init(_ orientation: CGImagePropertyOrientation) {
    switch orientation {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .upMirrored: self = .upMirrored
    case .downMirrored: self = .downMirrored
    case .leftMirrored: self = .leftMirrored
    case .rightMirrored: self = .rightMirrored
    }
  }

  var exif: CGImagePropertyOrientation {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .upMirrored: .upMirrored
    case .downMirrored: .downMirrored
    case .leftMirrored: .leftMirrored
    case .rightMirrored: .rightMirrored
    }
  }

  var flipped: UIImage.Orientation {
    switch self {
    case .up: .upMirrored
    case .upMirrored: .up
    case .down: .downMirrored
    case .downMirrored: .down
    case .left: .rightMirrored
    case .rightMirrored: .left
    case .right: .leftMirrored
    case .leftMirrored: .right
    }
  }

  /// From the unit square of the stored picture, y down, to that of the seen one. [header]
  var toSeen: CGAffineTransform {
    switch self {
    case .up: .identity
    case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
    case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
    case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
    // The stored picture is turned a quarter clockwise to be seen.
    case .right: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
    case .left: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
    // Exif 5 is a flip about the main diagonal, 7 about the other.
    case .leftMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .rightMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
    }
  }
}
