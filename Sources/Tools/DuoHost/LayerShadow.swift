import CCairo
import DuoCoreGraphics
import DuoQuartzCore
import Foundation

/// A layer's shadow, as a value.
struct LayerShadow: Hashable {
  var colour: LayerSnapshot.Colour
  /// In the layer's own space.
  var offset: CGSize
  /// Standard deviation of the blur, in the layer's own space.
  var radius: Double
  /// In place of the layer's own alpha.
  var path: PathOutline?

  /// Nil for a layer without one. What is cut off at the bounds has none outside them. [docs]
  init?(_ layer: CALayer) {
    guard layer.shadowOpacity > 0, !layer.masksToBounds, let color = layer.shadowColor else { return nil }
    colour = LayerSnapshot.Colour(color)
    colour.alpha *= Double(min(layer.shadowOpacity, 1))
    guard colour.alpha > 0 else { return nil }
    offset = layer.shadowOffset
    radius = max(0, layer.shadowRadius)
    path = layer.shadowPath?.outline
  }

  /// Where its pixels lie, not cut off at a display, and how it is blurred; nil for none.
  func place(under layer: LayerSnapshot, _ toPixels: CGAffineTransform) -> (box: CGRect, blur: Blur)? {
    let scale = abs(toPixels.a * toPixels.d - toPixels.b * toPixels.c).squareRoot()
    let blur = Blur(deviation: radius * scale)
    guard let shape = path?.controlBox ?? layer.treeBox else { return nil }
    let margin = Double(blur.reach)
    let moved = toPixels.translatedBy(x: offset.width, y: offset.height)
    return (shape.applying(moved).insetBy(dx: -margin - 1, dy: -margin - 1).integral, blur)
  }

  /// The shadow's pixels on a canvas of this size; nil for none. The layer's own space lies on it as `toPixels` says.
  func cast(by layer: LayerSnapshot, _ toPixels: CGAffineTransform, width: Int, height: Int) -> CastShadow? {
    guard let (shape, blur) = place(under: layer, toPixels) else { return nil }
    let margin = Double(blur.reach)
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    // What lies further out than the blur reaches casts nothing on the canvas.
    let box = shape.intersection(whole.insetBy(dx: -margin, dy: -margin)).integral
    guard !box.isNull, box.width >= 1, box.height >= 1 else { return nil }
    let picture = Canvas(
      width: Int(box.width), height: Int(box.height),
      transform: toPixels.translatedBy(x: offset.width, y: offset.height)
        .concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY)))
    if let path {
      picture.fill(path, LayerSnapshot.Colour(.black))
    } else {
      layer.drawUnplaced(on: picture)
    }
    return CastShadow(
      blur.applied(to: picture.alpha, width: picture.width, height: picture.height), width: picture.width,
      height: picture.height, at: box.origin)
  }
}

/// How strong a shadow is at each pixel.
final class CastShadow {
  fileprivate let surface: OpaquePointer
  fileprivate let corner: CGPoint

  /// - Parameter corner: whole pixels of the canvas.
  init(_ alpha: [UInt8], width: Int, height: Int, at corner: CGPoint) {
    self.corner = corner
    surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    if let bytes = cairo_image_surface_get_data(surface) {
      alpha.withUnsafeBufferPointer { from in
        for y in 0..<height { (bytes + y * stride).update(from: from.baseAddress! + y * width, count: width) }
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  deinit { cairo_surface_destroy(surface) }
}

/// A Gaussian, as three boxes in a row (W3C Filter Effects).
struct Blur {
  private let width: Int
  /// Pixels beyond which nothing is seen of a point.
  var reach: Int { width <= 1 ? 0 : width / 2 * 3 + 2 }

  init(deviation: Double) {
    width = Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
  }

  func applied(to alpha: [UInt8], width columns: Int, height rows: Int) -> [UInt8] {
    guard width > 1 else { return alpha }
    var levels = alpha.map { Float($0) }
    for (low, high) in boxes {
      levels = pass(levels, count: rows, length: columns, step: 1, next: columns, low, high)
      levels = pass(levels, count: columns, length: rows, step: columns, next: 1, low, high)
    }
    return levels.map { UInt8(min(max($0.rounded(), 0), 255)) }
  }

  /// How far each box reaches back and ahead. Boxes of even width stand half a pixel aside, to either side in turn.
  private var boxes: [(Int, Int)] {
    let half = width / 2
    return width % 2 == 1
      ? [(half, half), (half, half), (half, half)] : [(half, half - 1), (half - 1, half), (half, half)]
  }

  private func pass(
    _ levels: [Float], count: Int, length: Int, step: Int, next: Int, _ low: Int, _ high: Int
  ) -> [Float] {
    var result = levels
    let share = 1 / Float(low + high + 1)
    levels.withUnsafeBufferPointer { from in
      result.withUnsafeMutableBufferPointer { to in
        for line in 0..<count {
          let base = line * next
          var sum: Float = 0
          for index in 0..<min(high, length) { sum += from[base + index * step] }
          for index in 0..<length {
            if index + high < length { sum += from[base + (index + high) * step] }
            if index - low - 1 >= 0 { sum -= from[base + (index - low - 1) * step] }
            to[base + index * step] = sum * share
          }
        }
      }
    }
    return result
  }
}

extension LayerSnapshot {
  /// The bounds with the corners rounded that are to be.
  func outline(inset: Double = 0) -> PathOutline {
    corners.outline(of: bounds, radius: cornerRadius, inset: inset)
  }

  /// Round what the layer and its tree draw, shadows aside, in its own space; nil for nothing.
  var treeBox: CGRect? {
    var box = CGRect.null
    if background != nil || (border != nil && borderWidth > 0) || source != nil { box = bounds }
    if let contents { box = box.union(contents.inkBox) }
    for child in children {
      if let inner = child.treeBox { box = box.union(inner.applying(child.toParent)) }
    }
    if masks { box = box.intersection(bounds) }
    return box.isNull ? nil : box
  }

  /// Without its own place and its shadow, video in black: for the alpha.
  func drawUnplaced(on canvas: Canvas) {
    var bare = self
    bare.toParent = .identity
    bare.shadow = nil
    bare.opacity = 1
    LayerDrawer(canvas) { _ in DisplayComposer.black }.draw(bare)
  }
}

extension Canvas {
  /// From the present space to pixels.
  var toPixels: CGAffineTransform {
    var m = cairo_matrix_t()
    cairo_get_matrix(context, &m)
    return CGAffineTransform(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0)
  }

  /// Lays a shadow's colour over the pixels, as strong as it says.
  func paint(_ shadow: CastShadow, _ colour: LayerSnapshot.Colour) {
    save()
    cairo_identity_matrix(context)
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    cairo_mask_surface(context, shadow.surface, shadow.corner.x, shadow.corner.y)
    restore()
  }

  /// Ends a group and lays it over what is below, as far as the alpha of what `mask` draws says.
  func endGroup(maskedBy mask: () -> Void) {
    let group = cairo_pop_group(context)
    cairo_push_group_with_content(context, CAIRO_CONTENT_ALPHA)
    mask()
    let alpha = cairo_pop_group(context)
    cairo_set_source(context, group)
    cairo_mask(context, alpha)
    cairo_pattern_destroy(alpha)
    cairo_pattern_destroy(group)
  }
}
