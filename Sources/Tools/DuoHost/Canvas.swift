import CCairo
import DuoQuartzCore
import Foundation
import Scenarios

/// Pixels that Cairo draws into: B, G, R, A bytes, rows tightly packed, opaque black at first.
final class Canvas {
  let width, height: Int
  let context: OpaquePointer
  /// Draws on the same pixels, in the same space.
  let graphics: CGContext
  let surface: OpaquePointer
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
    graphics = CGContext(sharing: context, height: height)
    cairo_set_source_rgb(context, 0, 0, 0)
    cairo_paint(context)
    cairo_scale(context, scale, scale)
  }

  /// Transparent at first; `transform` leads from what is drawn in to pixels.
  init(width: Int, height: Int, transform: CGAffineTransform) {
    self.width = width
    self.height = height
    memory = .allocate(byteCount: max(1, width * height * 4), alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, width * height * 4))
    surface = cairo_image_surface_create_for_data(
      memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(width * 4))
    context = cairo_create(surface)
    graphics = CGContext(sharing: context, height: height)
    self.transform(transform)
  }

  /// The pixels' alpha, rows without gaps.
  var alpha: [UInt8] {
    cairo_surface_flush(surface)
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    return (0..<width * height).map { bytes[$0 * 4 + 3] }
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

  /// Cuts off what is drawn outside the path.
  func clip(_ path: PathOutline) {
    graphics.beginPath()
    graphics.addPath(CGPath(path))
    graphics.clip()
  }

  func fill(_ path: PathOutline, _ colour: LayerSnapshot.Colour) {
    graphics.setFillColor(red: colour.red, green: colour.green, blue: colour.blue, alpha: colour.alpha)
    graphics.addPath(CGPath(path))
    graphics.fillPath()
  }

  func stroke(_ path: PathOutline, _ colour: LayerSnapshot.Colour, width: Double) {
    graphics.setStrokeColor(red: colour.red, green: colour.green, blue: colour.blue, alpha: colour.alpha)
    graphics.setLineWidth(width)
    graphics.addPath(CGPath(path))
    graphics.strokePath()
  }

  /// Cuts off what is drawn at whole pixels.
  func clip(to rect: PixelRect) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    cairo_identity_matrix(context)
    cairo_new_path(context)
    cairo_rectangle(
      context, Double(rect.x0), Double(rect.y0), Double(rect.x1 - rect.x0), Double(rect.y1 - rect.y0))
    cairo_clip(context)
    cairo_set_matrix(context, &matrix)
  }

  /// Opaque black again, inside the clip.
  func clear() {
    cairo_set_source_rgb(context, 0, 0, 0)
    cairo_paint(context)
  }

  /// Stretches a BGRA picture over `rect`.
  func draw(_ picture: PixelPicture, in rect: CGRect) {
    guard picture.width > 0, picture.height > 0, rect.width > 0, rect.height > 0 else { return }
    picture.bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) in
      // Cairo only reads a source.
      let base = UnsafeMutablePointer(mutating: buffer.baseAddress!.assumingMemoryBound(to: UInt8.self))
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
