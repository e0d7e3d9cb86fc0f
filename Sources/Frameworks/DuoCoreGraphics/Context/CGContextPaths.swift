import CCairo
import Foundation

extension CGContext {
  // MARK: Building

  /// Forgets what was built. [docs]
  public func beginPath() { devicePath = PathOutline() }
  /// A line back to the start of the present subpath. [docs]
  public func closePath() { devicePath.close() }

  public func move(to point: CGPoint) { devicePath.move(to: point.applying(ctm)) }

  public func addLine(to point: CGPoint) {
    guard isBegun("CGContextAddLineToPoint") else { return }
    devicePath.line(to: point.applying(ctm))
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    guard isBegun("CGContextAddQuadCurveToPoint") else { return }
    let t = ctm
    devicePath.quad(control: control.applying(t), to: end.applying(t))
  }

  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    guard isBegun("CGContextAddCurveToPoint") else { return }
    let t = ctm
    devicePath.curve(control1.applying(t), control2.applying(t), to: end.applying(t))
  }

  public func addRect(_ rect: CGRect) { append { $0.rect(rect) } }
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }
  public func addEllipse(in rect: CGRect) { append { $0.ellipse(in: rect) } }
  /// Nothing joins it to what was built before. [docs]
  public func addPath(_ path: CGPath) { append { $0.append(path.outline) } }

  /// Starts a subpath at the first point. [docs]
  public func addLines(between points: [CGPoint]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  /// `clockwise` as seen where y points up. [docs]
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    join {
      $0.arc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }
  }

  /// A line to where an arc of this radius touches the line to `tangent1End`, and the arc to where it touches the
  /// line on to `tangent2End`. [docs]
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    join { $0.arc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius) }
  }

  /// What was built so far, in the present space; nil when that is nothing.
  public var path: CGPath? { isPathEmpty ? nil : CGPath(userPath) }
  public var isPathEmpty: Bool { devicePath.elements.isEmpty }
  /// In the present space; zero without one. [docs]
  public var currentPointOfPath: CGPoint { userPath.current ?? .zero }
  /// Round all points, control points included, in the present space; null for an empty path. [docs]
  public var boundingBoxOfPath: CGRect { userPath.controlBox ?? .null }

  /// Whether filling in this mode would cover the point, which is in the present space. [docs]
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let isEvenOdd = mode == .eoFill || mode == .eoFillStroke
    return userPath.contains(point, isEvenOdd ? .evenOdd : .winding)
  }

  private var userPath: PathOutline { devicePath.applying(ctm.inverted()) }

  private func append(_ build: (inout PathOutline) -> Void) {
    var shape = PathOutline()
    build(&shape)
    devicePath.append(shape.applying(ctm))
  }

  /// Goes on from the current point.
  private func join(_ build: (inout PathOutline) -> Void) { devicePath.extend(ctm, build) }

  private func isBegun(_ function: String) -> Bool {
    if devicePath.current != nil { return true }
    FileHandle.standardError.write(Data("\(function): no current point.\n".utf8))
    return false
  }

  // MARK: Painting; each ends the path

  /// Closes open subpaths for it. [docs]
  public func fillPath(using rule: CGPathFillRule = .winding) {
    paint { fillDevicePath(rule) }
    beginPath()
  }

  public func strokePath() {
    paint { strokeDevicePath() }
    beginPath()
  }

  public func drawPath(using mode: CGPathDrawingMode) {
    paint {
      switch mode {
      case .fill: fillDevicePath(.winding)
      case .eoFill: fillDevicePath(.evenOdd)
      case .stroke: strokeDevicePath()
      case .fillStroke:
        fillDevicePath(.winding)
        strokeDevicePath()
      case .eoFillStroke:
        fillDevicePath(.evenOdd)
        strokeDevicePath()
      }
    }
    beginPath()
  }

  /// Leaves the path that is being built alone, as the next ones do. [docs]
  public func fill(_ rect: CGRect) { with({ $0.addRect(rect) }) { fillPath() } }
  public func fill(_ rects: [CGRect]) { with({ $0.addRects(rects) }) { fillPath() } }
  public func fillEllipse(in rect: CGRect) { with({ $0.addEllipse(in: rect) }) { fillPath() } }
  public func stroke(_ rect: CGRect) { with({ $0.addRect(rect) }) { strokePath() } }
  public func strokeEllipse(in rect: CGRect) { with({ $0.addEllipse(in: rect) }) { strokePath() } }

  /// - Parameter width: In place of the line width for this once. [docs]
  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  /// A line for each pair of points.
  public func strokeLineSegments(between points: [CGPoint]) {
    with({ context in
      for pair in stride(from: 0, to: points.count - 1, by: 2) {
        context.move(to: points[pair])
        context.addLine(to: points[pair + 1])
      }
    }) { strokePath() }
  }

  /// Makes a rectangle transparent; in a bitmap without alpha, black.
  public func clear(_ rect: CGRect) {
    saveGState()
    setBlendMode(.clear)
    fill(rect)
    restoreGState()
  }

  // MARK: Clipping

  /// Only what lies inside the path and the clip before is drawn from now on. Ends the path. [docs]
  public func clip(using rule: CGPathFillRule = .winding) {
    clipCairo(to: devicePath, rule)
    beginPath()
  }

  /// Only what lies in the rectangle of the present space and the clip before is drawn from now on. [docs]
  public func clip(to rect: CGRect) { with({ $0.addRect(rect) }) { clip() } }
  /// To the union of rectangles.
  public func clip(to rects: [CGRect]) { with({ $0.addRects(rects) }) { clip() } }

  /// Round everything that can be drawn on, in the present space; a recorded picture without a clip has no end.
  public var boundingBoxOfClipPath: CGRect {
    var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &x0, &y0, &x1, &y1)
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }

  private func clipCairo(to path: PathOutline, _ rule: CGPathFillRule) {
    emitPath(path)
    cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_clip(cairo)
  }

  // MARK: Helpers

  /// Uses another path and keeps the one that was begun: filling a rectangle does not end it for Apple either.
  private func with(_ build: (CGContext) -> Void, _ body: () -> Void) {
    let kept = devicePath
    beginPath()
    build(self)
    body()
    devicePath = kept
  }

  private func paint(_ body: () -> Void) { drawing(body) }

  private func fillDevicePath(_ rule: CGPathFillRule) {
    if state.blend.isUnbounded {
      cairo_save(cairo)
      clipCairo(to: devicePath, rule)
      setSource(state.fill)
      cairo_paint(cairo)
      cairo_restore(cairo)
      return
    }
    emitPath(devicePath)
    cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    setSource(state.fill)
    cairo_fill(cairo)
  }

  private func strokeDevicePath() {
    // Cairo draws nothing with width 0, and so does Core Graphics.
    guard state.lineWidth > 0 else { return }
    emitPath(devicePath)
    setSource(state.stroke)
    cairo_stroke(cairo)
    cairo_new_path(cairo)
  }
}
