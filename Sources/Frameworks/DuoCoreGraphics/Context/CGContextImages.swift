import CCairo
import Foundation

extension CGContext {
  /// Fills `rect` with the image, upright where y points up; UIKit's contexts therefore show it upside down,
  /// and `UIImage.draw(in:)` does not. [docs]
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    saveGState()
    defer { restoreGState() }
    let rect = rect.standardized
    if byTiling { return tile(image, rect) }
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
    drawUpright(image, in: rect)
  }

  /// Fills `rect` with the image, its top at the rectangle's least y.
  package func drawUpright(_ image: CGImage, in rect: CGRect) {
    drawing {
      cairo_save(cairo)
      if state.blend.isUnbounded {
        cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height)
        cairo_clip(cairo)
      }
      image.paint(on: cairo, in: rect, alpha: state.alpha, filter: filter)
      cairo_restore(cairo)
    }
  }

  private var filter: cairo_filter_t {
    switch state.quality {
    case .none: CAIRO_FILTER_NEAREST
    case .high: CAIRO_FILTER_BEST
    case .default, .low, .medium: CAIRO_FILTER_GOOD
    }
  }

  private func tile(_ image: CGImage, _ tile: CGRect) {
    let area = boundingBoxOfClipPath
    guard tile.width > 0, tile.height > 0 else { return }
    var y = tile.minY - ((tile.minY - area.minY) / tile.height).rounded(.up) * tile.height
    while y < area.maxY {
      var x = tile.minX - ((tile.minX - area.minX) / tile.width).rounded(.up) * tile.width
      while x < area.maxX {
        draw(image, in: CGRect(x: x, y: y, width: tile.width, height: tile.height))
        x += tile.width
      }
      y += tile.height
    }
  }

  /// Fills the clip with a gradient along a line. Beyond the ends only what `options` say. [docs]
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    saveGState()
    if options == .drawsAfterEndLocation { exclude(halfPlane(at: start, away: end)) }
    if options == .drawsBeforeStartLocation { exclude(halfPlane(at: end, away: start)) }
    paint(
      gradient.spread, cairo_pattern_create_linear(start.x, start.y, end.x, end.y), goesOn: !options.isEmpty)
    restoreGState()
  }

  /// Fills the clip with a gradient from circle to circle: where several circles go through a point, with the colour of
  /// the last. Beyond the ends only what `options` say. [docs]
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let circles = GradientCircles(
      gradient.spread, from: (startCenter, startRadius), to: (endCenter, endRadius), options,
      in: boundingBoxOfClipPath)
    let (start, end) = (circles.start, circles.end)
    paint(
      circles.stops,
      cairo_pattern_create_radial(
        start.center.x, start.center.y, start.radius, end.center.x, end.center.y, end.radius),
      goesOn: circles.goesOn)
  }

  /// - Parameter goesOn: beyond both ends.
  private func paint(
    _ stops: [(location: Double, color: CGColor)], _ pattern: OpaquePointer?, goesOn: Bool
  ) {
    for stop in stops {
      let c = stop.color.rgba
      cairo_pattern_add_color_stop_rgba(pattern, stop.location, c.red, c.green, c.blue, c.alpha)
    }
    cairo_pattern_set_extend(pattern, goesOn ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    drawing {
      cairo_set_source(cairo, pattern)
      cairo_paint_with_alpha(cairo, state.alpha)
    }
    cairo_pattern_destroy(pattern)
  }

  private func exclude(_ path: PathOutline) {
    guard let box = path.controlBox else { return }
    var outside = path
    outside.rect(box.union(boundingBoxOfClipPath).insetBy(dx: -1, dy: -1))
    let kept = devicePath
    devicePath = outside.applying(ctm)
    clip(using: .evenOdd)
    devicePath = kept
  }

  /// Everything that can be drawn on beyond a line through `edge`, on the side that `inner` is not on.
  private func halfPlane(at edge: CGPoint, away inner: CGPoint) -> PathOutline {
    let (dx, dy) = (edge.x - inner.x, edge.y - inner.y)
    let length = hypot(dx, dy)
    var path = PathOutline()
    guard length > 0, length.isFinite else { return path }
    let area = boundingBoxOfClipPath
    let reach = hypot(area.midX - edge.x, area.midY - edge.y) + area.width + area.height
    let (ax, ay) = (dx / length * reach, dy / length * reach)
    path.move(to: CGPoint(x: edge.x - ay, y: edge.y + ax))
    path.line(to: CGPoint(x: edge.x + ay, y: edge.y - ax))
    path.line(to: CGPoint(x: edge.x + ax + ay, y: edge.y + ay - ax))
    path.line(to: CGPoint(x: edge.x + ax - ay, y: edge.y + ay + ax))
    path.close()
    return path
  }
}
