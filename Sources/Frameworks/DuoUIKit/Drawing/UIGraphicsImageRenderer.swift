import DuoCoreGraphics
import DuoQuartzCore
import Foundation

open class UIGraphicsRendererFormat: NSObject {
  /// The rectangle that is drawn in.
  public internal(set) var bounds = CGRect.zero
  public override required init() {}
}

/// How pictures are made: pixels a point, and whether they have alpha.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
  /// The main screen's at first.
  open var scale: CGFloat = GraphicsStack.mainScale
  open var opaque = false

  public required init() { super.init() }

  open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// What a renderer's block draws into; also `UIGraphicsGetCurrentContext()`.
open class UIGraphicsImageRendererContext: NSObject {
  public let cgContext: CGContext
  public let format: UIGraphicsImageRendererFormat

  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    cgContext = context
    self.format = format
  }

  /// What was drawn until now.
  open var currentImage: UIImage {
    cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
  }

  open func fill(_ rect: CGRect) { fill(rect, blendMode: .copy) }
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    cgContext.fill(rect)
    cgContext.restoreGState()
  }
  /// A line of one point inside the rectangle's edges.
  open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .copy) }
  open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
    cgContext.restoreGState()
  }
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes pictures from drawing. [docs]
open class UIGraphicsImageRenderer: NSObject {
  public let format: UIGraphicsImageRendererFormat

  public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    self.format = format
    format.bounds = bounds
  }

  /// The picture that `actions` draws; without a picture when there is no size.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    guard let context = CGContext(size: format.bounds.size, scale: format.scale, isOpaque: format.opaque)
    else { return UIImage() }
    context.translateBy(x: -format.bounds.minX, y: -format.bounds.minY)
    let shown = UIGraphicsImageRendererContext(context, format)
    GraphicsStack.with(context, imageScale: format.scale) { actions(shown) }
    return shown.currentImage
  }

  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }

  open func jpegData(
    withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Data {
    image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
  }
}
