import Foundation

/// Which corners a radius rounds; names are by the layer's axes, so that MinY is the top. [header]
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

  static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]

  /// A rectangle with these corners rounded, `inset` further in on all sides.
  package func outline(of rect: CGRect, radius: CGFloat, inset: CGFloat = 0) -> PathOutline {
    let inner = rect.insetBy(dx: inset, dy: inset)
    let r = max(0, min(radius, rect.width / 2, rect.height / 2) - inset)
    var path = PathOutline()
    guard r > 0, !inner.isNull else {
      path.rect(inner.isNull ? rect : inner)
      return path
    }
    let order: [CACornerMask] = [
      .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner, .layerMinXMaxYCorner,
    ]
    path.roundedRect(inner, radii: order.map { contains($0) ? CGSize(width: r, height: r) : .zero })
    return path
  }
}

/// The curve of rounded corners. Both are drawn as circles.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let circular = CALayerCornerCurve(rawValue: "circular")
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// What a layer keeps about how it looks, beside the values that every layer uses.
struct LayerLooks {
  var mask: CALayer?
  var maskedCorners = CACornerMask.all
  var cornerCurve = CALayerCornerCurve.circular
  var shadowColor: CGColor? = CGColor.black
  var shadowOpacity: Float = 0
  var shadowOffset = CGSize(width: 0, height: -3)
  var shadowRadius: CGFloat = 3
  var shadowPath: CGPath?
  var contentsScale: CGFloat = 1
  var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  var isOpaque = false
  var needsDisplay = false
  var needsDisplayOnBoundsChange = false
  var shouldRasterize = false
  var rasterizationScale: CGFloat = 1
}

extension CALayer {
  func changeMask(_ new: CALayer?) {
    guard new !== looks.mask else { return }
    looks.mask?.removeFromSuperlayer()
    new?.removeFromSuperlayer()
    looks.mask = new
    new?.superlayer = self
    new?.spreadPlacement()
    setNeedsLayout()
  }

  public var maskedCorners: CACornerMask {
    get { looks.maskedCorners }
    set { looks.maskedCorners = newValue }
  }

  public var cornerCurve: CALayerCornerCurve {
    get { looks.cornerCurve }
    set { looks.cornerCurve = newValue }
  }

  public var shadowColor: CGColor? {
    get { looks.shadowColor }
    set { change("shadowColor") { looks.shadowColor = newValue } }
  }
  public var shadowOpacity: Float {
    get { looks.shadowOpacity }
    set { change("shadowOpacity") { looks.shadowOpacity = newValue } }
  }
  /// In the layer's own space: a positive height is further down. [docs]
  public var shadowOffset: CGSize {
    get { looks.shadowOffset }
    set { change("shadowOffset") { looks.shadowOffset = newValue } }
  }
  /// The standard deviation of the blur, in points. [inferred]
  public var shadowRadius: CGFloat {
    get { looks.shadowRadius }
    set { change("shadowRadius") { looks.shadowRadius = newValue } }
  }
  /// In place of the layer's own alpha.
  public var shadowPath: CGPath? {
    get { looks.shadowPath }
    set { looks.shadowPath = newValue }
  }

  /// Says that the layer's drawing covers all of it. Nothing is drawn differently for that.
  public var isOpaque: Bool {
    get { looks.isOpaque }
    set { looks.isOpaque = newValue }
  }

  /// Draws the layer anew when its size changes.
  public var needsDisplayOnBoundsChange: Bool {
    get { looks.needsDisplayOnBoundsChange }
    set { looks.needsDisplayOnBoundsChange = newValue }
  }

  /// Asks for the layer to be kept as pixels; false unless set. Kept only: drawings are sharp at any scale.
  public var shouldRasterize: Bool {
    get { looks.shouldRasterize }
    set { looks.shouldRasterize = newValue }
  }

  /// Pixels a point of such pixels; 1 unless set. [docs] Kept only.
  public var rasterizationScale: CGFloat {
    get { looks.rasterizationScale }
    set { looks.rasterizationScale = newValue }
  }

  /// Changes a value that can be animated.
  func change(_ key: String, _ body: () -> Void) {
    willChange(key)
    body()
    didChange(key)
  }
}
