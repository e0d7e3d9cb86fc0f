import CCairo
import DuoQuartzCore
import Foundation
import Scenarios

/// Pixels that Cairo draws into: B, G, R, A bytes, rows tightly packed, opaque black at first.
final class Canvas {
  let width, height: Int
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let memory: UnsafeMutableRawPointer

  /// `scale` pixels for each point; drawing is in points.
  init(width: Int, height: Int, scale: Double) {
    self.width = width
    self.height = height
    memory = .allocate(byteCount: max(1, width * height * 4), alignment: 64)
    surface = cairo_image_surface_create_for_data(
      memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(width * 4))
    context = cairo_create(surface)
    cairo_set_source_rgb(context, 0, 0, 0)
    cairo_paint(context)
    cairo_scale(context, scale, scale)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
    memory.deallocate()
  }

  /// A copy of the pixels. All are opaque: the first coat is, and nothing is ever taken away.
  var picture: PixelPicture {
    cairo_surface_flush(surface)
    return PixelPicture(
      width: width, height: height, layout: .bgra, bytes: Data(bytes: memory, count: width * height * 4))
  }

  func save() { cairo_save(context) }
  func restore() { cairo_restore(context) }

  func transform(_ t: CGAffineTransform) {
    var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
    cairo_transform(context, &matrix)
  }

  /// Makes a rounded rectangle the path.
  func path(_ rect: CGRect, radius: Double) {
    let r = min(radius, rect.width / 2, rect.height / 2)
    cairo_new_path(context)
    guard r > 0 else {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
      return
    }
    cairo_arc(context, rect.maxX - r, rect.minY + r, r, -.pi / 2, 0)
    cairo_arc(context, rect.maxX - r, rect.maxY - r, r, 0, .pi / 2)
    cairo_arc(context, rect.minX + r, rect.maxY - r, r, .pi / 2, .pi)
    cairo_arc(context, rect.minX + r, rect.minY + r, r, .pi, .pi * 1.5)
    cairo_close_path(context)
  }

  func clip(_ rect: CGRect, radius: Double) {
    path(rect, radius: radius)
    cairo_clip(context)
  }

  func fill(_ colour: LayerSnapshot.Colour) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    cairo_fill(context)
  }

  func stroke(_ colour: LayerSnapshot.Colour, width: Double) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  /// Stretches a BGRA picture over `rect`.
  func draw(_ picture: PixelPicture, in rect: CGRect) {
    guard picture.width > 0, picture.height > 0, rect.width > 0, rect.height > 0 else { return }
    var bytes = picture.bytes
    bytes.withUnsafeMutableBytes { (buffer: UnsafeMutableRawBufferPointer) in
      let base = buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)
      let image = cairo_image_surface_create_for_data(
        base, CAIRO_FORMAT_RGB24, Int32(picture.width), Int32(picture.height), Int32(picture.width * 4))
      cairo_save(context)
      cairo_translate(context, rect.minX, rect.minY)
      cairo_scale(context, rect.width / Double(picture.width), rect.height / Double(picture.height))
      cairo_set_source_surface(context, image, 0, 0)
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_rectangle(context, 0, 0, Double(picture.width), Double(picture.height))
      cairo_fill(context)
      cairo_restore(context)
      cairo_surface_destroy(image)
    }
  }

  func beginGroup() { cairo_push_group(context) }

  func endGroup(opacity: Double) {
    cairo_pop_group_to_source(context)
    cairo_paint_with_alpha(context, opacity)
  }
}
