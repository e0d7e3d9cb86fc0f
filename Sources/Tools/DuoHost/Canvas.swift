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

  /// The pixels as they are now, to be read.
  var pixels: UnsafeBufferPointer<UInt8> {
    cairo_surface_flush(surface)
    return UnsafeBufferPointer(
      start: memory.assumingMemoryBound(to: UInt8.self), count: width * height * 4)
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
  func clip(to rect: PixelRect) { clip(to: [rect]) }

  /// Leaves what is drawn in any of the rectangles, which may overlap.
  func clip(to rects: [PixelRect]) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    cairo_identity_matrix(context)
    cairo_new_path(context)
    for rect in rects {
      cairo_rectangle(
        context, Double(rect.x0), Double(rect.y0), Double(rect.x1 - rect.x0), Double(rect.y1 - rect.y0))
    }
    cairo_clip(context)
    cairo_set_matrix(context, &matrix)
  }

  /// Opaque black again, inside the clip.
  func clear() {
    cairo_set_source_rgb(context, 0, 0, 0)
    cairo_paint(context)
  }

  /// Stretches a BGRA picture over `rect`. `kept` are pixels that the same call has given before.
  ///
  /// Cairo rounds the way to a source by the place of what it draws. So where pixels do not fall on pixels, the picture is
  /// first laid on pixels of its own, as a whole: a part of it comes out as it does in the whole.
  /// - Returns: these pixels; nil where none were needed.
  @discardableResult
  func draw(_ picture: PixelPicture, in rect: CGRect, kept: PlacedPixels? = nil) -> PlacedPixels? {
    guard picture.width > 0, picture.height > 0, rect.width > 0, rect.height > 0 else { return nil }
    let way = CGAffineTransform(
      a: rect.width / Double(picture.width), b: 0, c: 0, d: rect.height / Double(picture.height),
      tx: rect.minX,
      ty: rect.minY
    ).concatenating(toPixels)
    let onPixels = CGAffineTransform(translationX: way.tx.rounded(), y: way.ty.rounded())
    let isDirect =
      abs(way.a - 1) < 1e-9 && abs(way.d - 1) < 1e-9 && abs(way.b) < 1e-9 && abs(way.c) < 1e-9
      && abs(way.tx - onPixels.tx) < 1e-6 && abs(way.ty - onPixels.ty) < 1e-6
    if isDirect {
      picture.withSurface { surface in
        paint(surface, over: rect, at: CGPoint(x: onPixels.tx, y: onPixels.ty))
      }
      return nil
    }
    let placed = kept ?? PlacedPixels(picture, way, width: width, height: height)
    guard let placed else { return nil }
    paint(placed.canvas.surface, over: rect, at: placed.corner)
    return placed
  }

  /// Fills a rectangle with a surface whose pixels fall on pixels from `corner` on.
  private func paint(_ surface: OpaquePointer, over rect: CGRect, at corner: CGPoint) {
    save()
    cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    cairo_identity_matrix(context)
    cairo_set_source_surface(context, surface, corner.x, corner.y)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_fill(context)
    restore()
  }

  /// Takes over the pixels of a canvas of the same size.
  func copy(_ rect: PixelRect, of other: Canvas) {
    precondition(other.width == width && other.height == height, "canvases of one size")
    let rect = rect.intersection(PixelRect(0, 0, width, height))
    guard !rect.isEmpty else { return }
    cairo_surface_flush(other.surface)
    cairo_surface_flush(surface)
    for y in rect.y0..<rect.y1 {
      let start = (y * width + rect.x0) * 4
      (memory + start).copyMemory(from: other.memory + start, byteCount: (rect.x1 - rect.x0) * 4)
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Lays another canvas over the pixels from its corner on.
  func paint(_ pixels: PlacedPixels) {
    save()
    cairo_identity_matrix(context)
    cairo_set_source_surface(context, pixels.canvas.surface, pixels.corner.x, pixels.corner.y)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_paint(context)
    restore()
  }

  func beginGroup() { cairo_push_group(context) }

  func endGroup(opacity: Double) {
    cairo_pop_group_to_source(context)
    cairo_paint_with_alpha(context, opacity)
  }
}

/// Pixels that fall on a canvas's own ones, from `corner` on.
final class PlacedPixels {
  let canvas: Canvas
  /// Whole pixels.
  let corner: CGPoint

  init(_ canvas: Canvas, at corner: CGPoint) {
    self.canvas = canvas
    self.corner = corner
  }

  /// Transparent, round what lies in `box` of a canvas of this size; nil for nothing.
  init?(around box: CGRect, toPixels: CGAffineTransform, width: Int, height: Int) {
    guard !box.isNull else { return nil }
    let whole = PixelRect(0, 0, width, height)
    let rect = PixelRect(around: box.applying(toPixels)).grown(by: 1).intersection(whole)
    guard !rect.isEmpty else { return nil }
    corner = CGPoint(x: rect.x0, y: rect.y0)
    canvas = Canvas(
      width: rect.x1 - rect.x0, height: rect.y1 - rect.y0,
      transform: toPixels.concatenating(CGAffineTransform(translationX: -corner.x, y: -corner.y)))
  }

  /// A picture that `way` leads to the pixels of a canvas of this size, smoothed.
  convenience init?(_ picture: PixelPicture, _ way: CGAffineTransform, width: Int, height: Int) {
    let size = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    self.init(around: size, toPixels: way, width: width, height: height)
    let context = canvas.context
    picture.withSurface { surface in
      cairo_set_source_surface(context, surface, 0, 0)
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_paint(context)
      // The picture is only lent to the context.
      cairo_set_source_rgb(context, 0, 0, 0)
    }
    cairo_surface_flush(canvas.surface)
  }
}

extension PixelPicture {
  /// Lends the pixels to Cairo, which only reads them.
  func withSurface(_ body: (OpaquePointer) -> Void) {
    bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) in
      let base = UnsafeMutablePointer(mutating: buffer.baseAddress!.assumingMemoryBound(to: UInt8.self))
      guard
        let surface = cairo_image_surface_create_for_data(
          base, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
      else { return }
      body(surface)
      cairo_surface_destroy(surface)
    }
  }
}
