import CCairo
import Foundation

extension PathOutline {
  /// Makes this the path of a Cairo context, in the context's present space.
  func emit(on cairo: OpaquePointer) {
    cairo_new_path(cairo)
    var last = CGPoint.zero
    var start = CGPoint.zero
    for element in elements {
      switch element {
      case .move(let p):
        cairo_move_to(cairo, p.x, p.y)
        start = p
      case .line(let p): cairo_line_to(cairo, p.x, p.y)
      case .quad(let c, let p):
        cairo_curve_to(
          cairo, (last.x + 2 * c.x) / 3, (last.y + 2 * c.y) / 3, (p.x + 2 * c.x) / 3, (p.y + 2 * c.y) / 3,
          p.x, p.y)
      case .curve(let a, let b, let p): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: cairo_close_path(cairo)
      }
      last = element == .close ? start : element.points.last!
    }
  }

  package func contains(_ point: CGPoint, _ rule: CGPathFillRule) -> Bool {
    let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    emit(on: cairo)
    return cairo_in_fill(cairo, point.x, point.y) != 0
  }
}

extension CGAffineTransform {
  var cairoMatrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }

  init(_ m: cairo_matrix_t) { self.init(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0) }
}
