import CCairo
import Foundation

/// Pixels that never change. Kept as premultiplied B, G, R, A bytes. [docs]
public final class CGImage: Hashable, @unchecked Sendable {
  // Unchecked because of the surface, which is only read once it is made; Cairo counts references atomically,
  // and the lock keeps its caches to one thread at a time.

  /// Pixels. [docs]
  public let width, height: Int
  /// Four for each pixel: images are kept in one form, whatever they were made of.
  public let bytesPerRow: Int
  /// No pixel is transparent.
  package let isOpaque: Bool
  let surface: OpaquePointer
  private let memory: UnsafeMutableRawPointer
  private let lock = NSLock()

  /// Nil without pixels, or when `fill` fails. `fill` gets zeroed rows of premultiplied B, G, R, A.
  package init?(
    width: Int, height: Int, isOpaque: Bool, fill: (UnsafeMutableRawPointer, _ bytesPerRow: Int) -> Void
  ) {
    // Cairo's limit.
    guard (1...32767).contains(width), (1...32767).contains(height) else { return nil }
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
    bytesPerRow = width * 4
    memory = .allocate(byteCount: height * bytesPerRow, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: height * bytesPerRow)
    fill(memory, bytesPerRow)
    surface = cairo_image_surface_create_for_data(
      memory.assumingMemoryBound(to: UInt8.self), isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
      Int32(width), Int32(height), Int32(width * 4))
  }

  /// From rows of B, G, R, A without gaps, colours multiplied by alpha. Nil when the bytes are too few.
  package convenience init?(width: Int, height: Int, isOpaque: Bool, bgra: Data) {
    guard bgra.count >= width * height * 4 else { return nil }
    self.init(width: width, height: height, isOpaque: isOpaque) { memory, bytesPerRow in
      bgra.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: height * bytesPerRow) }
    }
  }

  /// 8 bits for each component, 32 bits a pixel in RGB or 8 in grey; nil for other forms, with a line on
  /// standard error.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard (1...32767).contains(width), (1...32767).contains(height),
      let form = PixelForm(bitsPerComponent: bitsPerComponent, model: space.model, info: bitmapInfo.rawValue),
      bitsPerPixel == form.bytesPerPixel * 8, bytesPerRow >= width * form.bytesPerPixel, decode == nil,
      provider.bytes.count >= width * form.bytesPerPixel,
      height == 1 || (provider.bytes.count - width * form.bytesPerPixel) / (height - 1) >= bytesPerRow
    else {
      FileHandle.standardError.write(
        Data("CGImageCreate: unsupported parameters, or too few bytes for them.\n".utf8))
      return nil
    }
    self.init(width: width, height: height, isOpaque: form.alpha == .opaque) { memory, row in
      provider.bytes.withUnsafeBytes {
        form.decode($0.baseAddress!, bytesPerRow, to: memory, row, width: width, height: height)
      }
    }
  }

  deinit {
    // Cairo may keep the surface for a picture that shows it; it takes a copy of the pixels then.
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
    memory.deallocate()
  }

  public var bitsPerComponent: Int { 8 }
  public var bitsPerPixel: Int { 32 }
  public var alphaInfo: CGImageAlphaInfo { isOpaque ? .noneSkipFirst : .premultipliedFirst }
  public var bitmapInfo: CGBitmapInfo {
    [.byteOrder32Little, CGBitmapInfo(rawValue: alphaInfo.rawValue)]
  }
  public var colorSpace: CGColorSpace? { .named }
  /// A copy of the pixels: rows of premultiplied B, G, R, A, top row first. [docs]; the form ours
  public var dataProvider: CGDataProvider? {
    CGDataProvider(Data(bytes: memory, count: height * bytesPerRow))
  }

  /// Rows of B, G, R, A without gaps, colours multiplied by alpha.
  package func withPixels<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: memory, count: height * bytesPerRow))
  }

  /// The part in `rect`, in pixels from the top left, widened to whole ones; nil when it lies outside. [docs]
  public func cropping(to rect: CGRect) -> CGImage? {
    guard !rect.isNull, !rect.isEmpty else { return nil }
    let wanted = rect.integral
    // Foundation on Linux stops the process where it intersects what is no number.
    guard ![wanted.minX, wanted.maxX, wanted.minY, wanted.maxY].contains(where: \.isNaN) else { return nil }
    let part = wanted.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
    let (left, top) = (Int(part.minX), Int(part.minY))
    return CGImage(width: Int(part.width), height: Int(part.height), isOpaque: isOpaque) { target, row in
      for y in 0..<Int(part.height) {
        (target + y * row).copyMemory(from: memory + (top + y) * bytesPerRow + left * 4, byteCount: row)
      }
    }
  }

  /// The same: images do not change. [docs]
  public func copy() -> CGImage? { self }

  public static func == (a: CGImage, b: CGImage) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Fills `rect` with the image, its top at the least y of the context's present space.
  func paint(on cairo: OpaquePointer, in rect: CGRect, alpha: Double, filter: cairo_filter_t) {
    // Cairo takes no transform that has no inverse, or none in its numbers.
    guard rect.width > 1e-9, rect.height > 1e-9, abs(rect.minX) < 1e9, abs(rect.minY) < 1e9, rect.width < 1e9,
      rect.height < 1e9
    else { return }
    lock.lock()
    defer { lock.unlock() }
    cairo_save(cairo)
    cairo_translate(cairo, rect.minX, rect.minY)
    cairo_scale(cairo, rect.width / Double(width), rect.height / Double(height))
    // The edges are the rectangle's, not the filter's.
    cairo_rectangle(cairo, 0, 0, Double(width), Double(height))
    cairo_clip(cairo)
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(cairo), filter)
    cairo_paint_with_alpha(cairo, alpha)
    cairo_restore(cairo)
  }
}
