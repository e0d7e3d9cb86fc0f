import Foundation

public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let axial = CAGradientLayerType(rawValue: "axial")
  public static let radial = CAGradientLayerType(rawValue: "radial")
}

/// What a gradient layer shows, as a value.
package struct GradientContents: Hashable, Sendable {
  package var bounds = CGRect.zero
  package var colors: [CGColor] = []
  package var locations: [Double] = []
  package var start = CGPoint(x: 0.5, y: 0)
  package var end = CGPoint(x: 0.5, y: 1)
  package var isRadial = false
  package var corners = PathOutline()

  func draw(in context: CGContext) {
    guard bounds.width > 0, bounds.height > 0, !colors.isEmpty else { return }
    let last = Double(max(colors.count - 1, 1))
    let places = locations.count == colors.count ? locations : colors.indices.map { Double($0) / last }
    let gradient = CGGradient(zip(places, colors).map { ($0, $1) })
    context.saveGState()
    context.addPath(CGPath(corners))
    context.clip()
    // The points are in the unit square, which is stretched to the bounds; a radial one becomes an ellipse.
    context.translateBy(x: bounds.minX, y: bounds.minY)
    if isRadial {
      let (dx, dy) = ((end.x - start.x) * bounds.width, (end.y - start.y) * bounds.height)
      guard dx != 0, dy != 0 else { return context.restoreGState() }
      context.translateBy(x: start.x * bounds.width, y: start.y * bounds.height)
      context.scaleBy(x: abs(dx), y: abs(dy))
      context.drawRadialGradient(
        gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1,
        options: .drawsAfterEndLocation)
    } else {
      // Lines of one colour stay lines across the unit square's axis when it is stretched.
      context.scaleBy(x: bounds.width, y: bounds.height)
      context.drawLinearGradient(
        gradient, start: start, end: end, options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    }
    context.restoreGState()
  }
}

/// A layer that shows a gradient over its background. [docs]
open class CAGradientLayer: CALayer {
  var gradient = GradientContents() { didSet { animations.shown = nil } }

  public override init() { super.init() }

  public override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? CAGradientLayer else { return }
    gradient = other.gradient
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var ownContents: LayerContents? {
    guard !gradient.colors.isEmpty else { return nil }
    var shown = gradient
    shown.bounds = bounds
    shown.corners = maskedCorners.outline(of: bounds, radius: cornerRadius)
    return .gradient(shown)
  }

  override func animatable(_ key: String) -> LayerProperty? {
    Self.animatableProperties[key] ?? super.animatable(key)
  }

  private static let animatableProperties: [String: LayerProperty] = [
    "startPoint": .point(\CAGradientLayer.startPoint), "endPoint": .point(\CAGradientLayer.endPoint),
    "colors": LayerProperty {
      ($0 as? CAGradientLayer).map { .list($0.gradient.colors.map { .colour($0) }) }
    } set: { layer, value in
      guard let layer = layer as? CAGradientLayer, case .list(let items) = value else { return }
      layer.colors = items.compactMap(\.colour)
    },
    "locations": LayerProperty {
      ($0 as? CAGradientLayer).map { .list($0.gradient.locations.map { .number($0) }) }
    } set: { layer, value in
      guard let layer = layer as? CAGradientLayer, case .list(let items) = value else { return }
      layer.locations = items.compactMap(\.number).map { NSNumber(value: $0) }
    },
  ]

  /// `CGColor`s.
  open var colors: [Any]? {
    get { gradient.colors.isEmpty ? nil : gradient.colors }
    set { change("colors") { gradient.colors = (newValue ?? []).compactMap { $0 as? CGColor } } }
  }

  /// From 0 to 1, rising; nil spreads the colours evenly.
  open var locations: [NSNumber]? {
    get { gradient.locations.isEmpty ? nil : gradient.locations.map { NSNumber(value: $0) } }
    set { change("locations") { gradient.locations = (newValue ?? []).map(\.doubleValue) } }
  }

  /// In the unit square of the bounds: top middle at first. [header]
  open var startPoint: CGPoint {
    get { gradient.start }
    set { change("startPoint") { gradient.start = newValue } }
  }
  /// In the unit square of the bounds: bottom middle at first. [header]
  open var endPoint: CGPoint {
    get { gradient.end }
    set { change("endPoint") { gradient.end = newValue } }
  }

  open var type: CAGradientLayerType {
    get { gradient.isRadial ? .radial : .axial }
    set { gradient.isRadial = newValue == .radial }
  }
}
