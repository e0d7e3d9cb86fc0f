import CCairo
import Foundation

/// Pixels in the form that an app asked for, and the surface that Cairo draws them on.
final class BitmapMemory {
  let form: PixelForm
  let width, height, bytesPerRow: Int
  let data: UnsafeMutableRawPointer
  let surface: OpaquePointer
  private let ownsData: Bool
  /// Where Cairo draws when it cannot draw in the app's form itself.
  private let native: UnsafeMutableRawPointer?

  init?(_ data: UnsafeMutableRawPointer?, form: PixelForm, width: Int, height: Int, bytesPerRow: Int) {
    guard (1...32767).contains(width), (1...32767).contains(height) else { return nil }
    let least = width * form.bytesPerPixel
    guard bytesPerRow == 0 || bytesPerRow >= least else { return nil }
    self.form = form
    self.width = width
    self.height = height
    // An app's own memory need not have room for rows that are longer than their pixels.
    let row = bytesPerRow > 0 ? bytesPerRow : data == nil ? (least + 15) / 16 * 16 : least
    self.bytesPerRow = row
    ownsData = data == nil
    self.data =
      data
      ?? {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: height * row, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: height * row)
        return memory
      }()
    let isDirect = form.isNative && row % 4 == 0 && UInt(bitPattern: self.data) % 4 == 0
    native = isDirect ? nil : .allocate(byteCount: width * height * 4, alignment: 64)
    surface = cairo_image_surface_create_for_data(
      (native ?? self.data).assumingMemoryBound(to: UInt8.self),
      form.alpha == .opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(native == nil ? row : width * 4))
  }

  deinit {
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
    native?.deallocate()
    if ownsData { data.deallocate() }
  }

  /// The app may have written into its memory since the last drawing.
  func takeIn() {
    if let native { form.decode(data, bytesPerRow, to: native, width * 4, width: width, height: height) }
    cairo_surface_mark_dirty(surface)
  }

  func giveBack() {
    cairo_surface_flush(surface)
    if let native { form.encode(native, width * 4, to: data, bytesPerRow, width: width, height: height) }
  }

  func image() -> CGImage? {
    takeIn()
    return CGImage(width: width, height: height, isOpaque: form.alpha == .opaque) { target, row in
      if let native {
        target.copyMemory(from: native, byteCount: height * row)
      } else {
        for y in 0..<height {
          (target + y * row).copyMemory(from: data + y * bytesPerRow, byteCount: row)
        }
        guard form.alpha == .opaque else { return }
        // The skipped byte may be anything in the bitmap.
        let bytes = target.assumingMemoryBound(to: UInt8.self)
        for pixel in 0..<width * height { bytes[pixel * 4 + 3] = 255 }
      }
    }
  }
}

extension CGSize {
  /// Whole pixels that hold this size in points; nil for none, and for more than a bitmap can have.
  func pixels(scale: CGFloat) -> (width: Int, height: Int)? {
    let sides = (width: (width * scale).rounded(.up), height: (height * scale).rounded(.up))
    guard (1...32767).contains(sides.width), (1...32767).contains(sides.height) else { return nil }
    return (Int(sides.width), Int(sides.height))
  }
}
