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

  func draw(of layer: LayerSnapshot, on canvas: Canvas) {
    let toPixels = canvas.toPixels
    let scale = abs(toPixels.a * toPixels.d - toPixels.b * toPixels.c).squareRoot()
    let blur = Blur(deviation: radius * scale)
    guard let shape = path?.controlBox ?? layer.treeBox else { return }
    let moved = toPixels.translatedBy(x: offset.width, y: offset.height)
    let margin = Double(blur.reach)
    let whole = CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    // What lies further out than the blur reaches casts nothing on the canvas.
    let box = shape.applying(moved).insetBy(dx: -margin - 1, dy: -margin - 1).integral
      .intersection(whole.insetBy(dx: -margin, dy: -margin)).integral
    guard !box.isNull, box.width >= 1, box.height >= 1 else { return }
    let picture = Canvas(
      width: Int(box.width), height: Int(box.height),
      transform: moved.concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY)))
    if let path {
      picture.fill(path, LayerSnapshot.Colour(.black))
    } else {
      layer.drawUnplaced(on: picture)
    }
    canvas.paint(
      blur.applied(to: picture.alpha, width: picture.width, height: picture.height), width: picture.width,
      height: picture.height, at: box.origin, colour)
  }
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
    DisplayComposer.draw(bare, on: canvas) { _ in DisplayComposer.black }
  }

  /// Round what the layer itself shows below its sublayers, shadow included, in its own space; nil for nothing.
  var bodyBox: CGRect? {
    var box = background != nil || source != nil ? bounds : CGRect.null
    if let contents { box = box.union(contents.inkBox) }
    if let shadow, let shape = shadow.path?.controlBox ?? treeBox {
      box = box.union(
        shape.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
          .insetBy(dx: -3 * shadow.radius - 1, dy: -3 * shadow.radius - 1))
    }
    return box.isNull ? nil : box
  }
}

extension Canvas {
  /// From the present space to pixels.
  var toPixels: CGAffineTransform {
    var m = cairo_matrix_t()
    cairo_get_matrix(context, &m)
    return CGAffineTransform(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0)
  }

  /// Lays a colour over the pixels from `corner` on, as strong as `alpha` says.
  func paint(
    _ alpha: [UInt8], width: Int, height: Int, at corner: CGPoint, _ colour: LayerSnapshot.Colour
  ) {
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)) else { return }
    cairo_surface_flush(mask)
    let stride = Int(cairo_image_surface_get_stride(mask))
    let bytes = cairo_image_surface_get_data(mask)!
    for y in 0..<height { for x in 0..<width { bytes[y * stride + x] = alpha[y * width + x] } }
    cairo_surface_mark_dirty(mask)
    save()
    cairo_identity_matrix(context)
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    cairo_mask_surface(context, mask, corner.x, corner.y)
    restore()
    cairo_surface_destroy(mask)
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
