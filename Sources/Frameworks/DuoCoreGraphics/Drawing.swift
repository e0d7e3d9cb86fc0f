import CCairo
import Foundation

/// A recorded picture that can be drawn again at any scale, on any thread.
package final class Drawing: @unchecked Sendable {
  // Unchecked because of the surface, which nothing is added to after `init`; replays take turns.

  private let surface: OpaquePointer
  private let lock = NSLock()
  /// The space that was drawn in, in points, y down.
  package let bounds: CGRect
  /// Round what was drawn, no larger than `bounds`; empty when that is nothing.
  package let inkBox: CGRect
  /// Texts that were drawn with glyphs that no font has, and how many of those.
  package let textsWithoutGlyphs: [(text: String, glyphs: Int)]

  package var isEmpty: Bool { inkBox.isEmpty }

  /// Records what `body` draws. Drawing outside `bounds` is cut off. `scale` is only what the context's
  /// transform tells.
  package init(bounds: CGRect, scale: CGFloat = 1, _ body: (CGContext) -> Void) {
    self.bounds = bounds
    var extents = cairo_rectangle_t(
      x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
    surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
    let context = CGContext(surface: surface, height: bounds.height, scale: scale)
    context.clip(to: bounds)
    body(context)
    textsWithoutGlyphs = context.textsWithoutGlyphs
    var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
    cairo_recording_surface_ink_extents(surface, &x, &y, &width, &height)
    inkBox = CGRect(x: x, y: y, width: width, height: height).intersection(bounds)
  }

  deinit { cairo_surface_destroy(surface) }

  /// Draws it on a Cairo context whose space is this drawing's, in points.
  package func replay(on cairo: OpaquePointer) {
    guard !isEmpty else { return }
    lock.lock()
    defer { lock.unlock() }
    cairo_save(cairo)
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  /// The picture of `bounds`, `scale` pixels a point; nil without pixels.
  package func image(scale: CGFloat) -> CGImage? {
    guard let (width, height) = bounds.size.pixels(scale: scale) else { return nil }
    return CGImage(width: width, height: height, isOpaque: false) { memory, row in
      let target = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
        Int32(row))
      let cairo = cairo_create(target)!
      cairo_scale(cairo, scale, scale)
      cairo_translate(cairo, -bounds.minX, -bounds.minY)
      replay(on: cairo)
      cairo_destroy(cairo)
      cairo_surface_finish(target)
      cairo_surface_destroy(target)
    }
  }
}
