import Foundation

public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// What a shape layer shows, as a value.
package struct ShapeContents: Hashable, Sendable {
  package var path = PathOutline()
  package var fill: CGColor? = .black
  package var rule = CGPathFillRule.winding
  package var stroke: CGColor?
  package var width = 1.0
  package var miterLimit = 10.0
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  package var dash: [CGFloat] = []
  package var dashPhase: CGFloat = 0
  /// The part of the path's length that is stroked.
  package var strokeStart: CGFloat = 0
  package var strokeEnd: CGFloat = 1

  /// Round the path and as far as its stroke may reach.
  var inkBox: CGRect {
    guard let box = path.controlBox else { return .null }
    guard stroke != nil else { return box }
    let reach = width / 2 * (join == .miter ? max(miterLimit, 1.5) : 1.5)
    return box.insetBy(dx: -reach, dy: -reach)
  }

  func draw(in context: CGContext) {
    context.saveGState()
    defer { context.restoreGState() }
    if let fill, fill.alpha > 0 {
      context.setFillColor(fill)
      context.addPath(CGPath(path))
      context.fillPath(using: rule)
    }
    let (start, end) = (min(max(strokeStart, 0), 1), min(max(strokeEnd, 0), 1))
    guard let stroke, stroke.alpha > 0, width > 0, start < end else { return }
    context.setStrokeColor(stroke)
    context.setLineWidth(width)
    context.setLineCap(cap)
    context.setLineJoin(join)
    context.setMiterLimit(miterLimit)
    context.setLineDash(phase: dashPhase, lengths: dash)
    let part = start == 0 && end == 1 ? path : path.part(from: start, to: end)
    context.addPath(CGPath(part))
    context.strokePath()
  }
}

/// A layer that shows a path, filled and stroked, above its background and below its sublayers. [docs]
open class CAShapeLayer: CALayer {
  var shape = ShapeContents() { didSet { animations.shown = nil } }
  private var keptPath: CGPath?

  public override init() { super.init() }

  public override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? CAShapeLayer else { return }
    shape = other.shape
    keptPath = other.keptPath
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var ownContents: LayerContents? { shape.path.elements.isEmpty ? nil : .shape(shape) }

  override func animatable(_ key: String) -> LayerProperty? {
    Self.animatableProperties[key] ?? super.animatable(key)
  }

  private static let animatableProperties: [String: LayerProperty] = [
    "fillColor": .colour(\CAShapeLayer.fillColor), "strokeColor": .colour(\CAShapeLayer.strokeColor),
    "lineWidth": .number(\CAShapeLayer.lineWidth), "miterLimit": .number(\CAShapeLayer.miterLimit),
    "strokeStart": .number(\CAShapeLayer.strokeStart), "strokeEnd": .number(\CAShapeLayer.strokeEnd),
    "lineDashPhase": .number(\CAShapeLayer.lineDashPhase), "path": .path(\CAShapeLayer.path),
  ]

  /// In the layer's own space. Drawn outside the bounds too. It animates only when it is asked to. [header]
  open var path: CGPath? {
    get { keptPath }
    set {
      let change = {
        self.keptPath = newValue?.copy()
        self.shape.path = newValue?.outline ?? PathOutline()
      }
      if actions?["path"] != nil { self.change("path", change) } else { change() }
    }
  }

  /// Nil fills nothing; black at first. [header]
  open var fillColor: CGColor? {
    get { shape.fill }
    set { change("fillColor") { shape.fill = newValue } }
  }

  open var fillRule: CAShapeLayerFillRule {
    get { shape.rule == .evenOdd ? .evenOdd : .nonZero }
    set { shape.rule = newValue == .evenOdd ? .evenOdd : .winding }
  }

  /// Nil strokes nothing; nil at first. [header]
  open var strokeColor: CGColor? {
    get { shape.stroke }
    set { change("strokeColor") { shape.stroke = newValue } }
  }

  open var lineWidth: CGFloat {
    get { shape.width }
    set { change("lineWidth") { shape.width = newValue } }
  }

  open var miterLimit: CGFloat {
    get { shape.miterLimit }
    set { change("miterLimit") { shape.miterLimit = newValue } }
  }

  open var lineCap: CAShapeLayerLineCap {
    get { [.butt: .butt, .round: .round, .square: .square][shape.cap] ?? .butt }
    set { shape.cap = [.round: .round, .square: .square][newValue] ?? .butt }
  }

  open var lineJoin: CAShapeLayerLineJoin {
    get { [.miter: .miter, .round: .round, .bevel: .bevel][shape.join] ?? .miter }
    set { shape.join = [.round: .round, .bevel: .bevel][newValue] ?? .miter }
  }

  /// Where the stroke begins and ends, in parts of the path's length. [docs]
  open var strokeStart: CGFloat {
    get { shape.strokeStart }
    set { change("strokeStart") { shape.strokeStart = newValue } }
  }
  open var strokeEnd: CGFloat {
    get { shape.strokeEnd }
    set { change("strokeEnd") { shape.strokeEnd = newValue } }
  }

  open var lineDashPhase: CGFloat {
    get { shape.dashPhase }
    set { change("lineDashPhase") { shape.dashPhase = newValue } }
  }

  /// Lengths of strokes and gaps in turn.
  open var lineDashPattern: [NSNumber]? {
    get { shape.dash.isEmpty ? nil : shape.dash.map { NSNumber(value: Double($0)) } }
    set { shape.dash = (newValue ?? []).map { CGFloat($0.doubleValue) } }
  }
}
