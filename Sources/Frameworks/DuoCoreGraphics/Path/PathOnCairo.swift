import CCairo
import Foundation

extension PathOutline {
  /// Makes this the path of a Cairo context, in the context's present space.
  func emit(on cairo: OpaquePointer) {
    cairo_new_path(cairo)
    var last = CGPoint.zero
    var start = CGPoint.zero
    for element in elements {
      let element = element.mapped(Self.drawable)
      switch element {
      case .move(let p):
        cairo_move_to(cairo, p.x, p.y)
        start = p
      case .line(let p): cairo_line_to(cairo, p.x, p.y)
      case .quad(let c, let p):
        let (a, b) = Self.raised(last, c, p)
        cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
      case .curve(let a, let b, let p): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: cairo_close_path(cairo)
      }
      last = element.points.last ?? start
    }
  }

  /// Cairo counts in 1/256 of a pixel with 32 bits; farther away its coordinates would come round from the other side.
  private static func drawable(_ p: CGPoint) -> CGPoint {
    func limited(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, -1_000_000), 1_000_000) }
    return CGPoint(x: limited(p.x), y: limited(p.y))
  }
}

extension CGAffineTransform {
  var cairoMatrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }

  init(_ m: cairo_matrix_t) { self.init(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0) }
}
