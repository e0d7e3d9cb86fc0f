import DuoCoreGraphics
import DuoCoreMedia
import DuoImageIO
import Foundation

extension Recipe where Self == StoredRecipe {
  static func stored(_ image: CGImage) -> any Recipe {
    StoredRecipe(width: image.width, height: image.height) { row, first, out in
      image.withPixels { read($0, row * image.bytesPerRow + first * 4, &out) }
    }
  }

  static func stored(_ bitmap: Bitmap) -> any Recipe {
    StoredRecipe(width: bitmap.width, height: bitmap.height) { row, first, out in
      bitmap.bytes.withUnsafeBytes { read($0, row * bitmap.bytesPerRow + first * 4, &out) }
    }
  }

  /// The buffer's pixels at the time of drawing.
  static func stored(_ buffer: CVPixelBuffer) -> any Recipe {
    let handed = HandedBuffer(buffer: buffer)
    return StoredRecipe(width: buffer.width, height: buffer.height) { row, first, out in
      handed.read(row, first, &out)
    }
  }

  private static func read(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ out: inout ArraySlice<Pixel>) {
    var place = offset
    for index in out.indices {
      out[index] = Light.pixel(bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3])
      place += 4
    }
  }
}

/// `@unchecked`: its pixels are read between locking and unlocking, as whoever has the buffer does.
private struct HandedBuffer: @unchecked Sendable {
  let buffer: CVPixelBuffer

  func read(_ row: Int, _ first: Int, _ out: inout ArraySlice<Pixel>) {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    if let wide = WidePictures(buffer) {
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: out.count * 4) { bytes in
        buffer.withPixels {
          wide.draw(row: row, from: first, count: out.count, of: $0, into: bytes.baseAddress!)
        }
        for (index, x) in zip(out.indices, 0...) {
          out[index] = Light.pixel(bytes[x * 4], bytes[x * 4 + 1], bytes[x * 4 + 2], 255)
        }
      }
      return
    }
    switch buffer.format {
    case kCVPixelFormatType_32BGRA:
      guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
      let line = base.advanced(by: row * CVPixelBufferGetBytesPerRow(buffer)).assumingMemoryBound(
        to: UInt8.self)
      for (index, x) in zip(out.indices, first...) {
        out[index] = Light.pixel(line[x * 4], line[x * 4 + 1], line[x * 4 + 2], line[x * 4 + 3])
      }
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
        let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
      else { return }
      let y = luma.advanced(by: row * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)).assumingMemoryBound(
        to: UInt8.self)
      let uv = chroma.advanced(by: row / 2 * CVPixelBufferGetBytesPerRowOfPlane(buffer, 1))
        .assumingMemoryBound(to: UInt8.self)
      let colours = YCbCr(buffer)
      for (index, x) in zip(out.indices, first...) {
        out[index] = colours.pixel(y[x], uv[x / 2 * 2], uv[x / 2 * 2 + 1])
      }
    case kCVPixelFormatType_OneComponent8:
      guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
      let line = base.advanced(by: row * CVPixelBufferGetBytesPerRow(buffer)).assumingMemoryBound(
        to: UInt8.self)
      for (index, x) in zip(out.indices, first...) {
        let value = Light.ofByte[Int(line[x])]
        out[index] = Pixel(value, value, value, 1)
      }
    default: break
    }
  }
}

/// Luma and colour differences to light. By the buffer's matrix; without one that of HD video.
struct YCbCr: Sendable {
  let isFullRange: Bool
  /// The luma of red and blue.
  let red, blue: Double

  init(isFullRange: Bool, is601: Bool = false) {
    self.isFullRange = isFullRange
    (red, blue) = is601 ? (0.299, 0.114) : (0.2126, 0.0722)
  }

  init(_ buffer: CVPixelBuffer) {
    let matrix = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? NSString
    self.init(
      isFullRange: buffer.format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      is601: matrix == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
  }

  func pixel(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> Pixel {
    let luma = isFullRange ? Double(y) / 255 : (Double(y) - 16) / 219
    let scale = isFullRange ? 255.0 : 224
    let (u, v) = ((Double(cb) - 128) / scale, (Double(cr) - 128) / scale)
    let r = luma + 2 * (1 - red) * v
    let b = luma + 2 * (1 - blue) * u
    let g = (luma - red * r - blue * b) / (1 - red - blue)
    func light(_ value: Double) -> Float { Light.ofByte[Int((min(max(value, 0), 1) * 255).rounded())] }
    return Pixel(light(r), light(g), light(b), 1)
  }

  /// The other way, of shown bytes.
  func luma(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> UInt8 {
    let value = (red * Double(r) + (1 - red - blue) * Double(g) + blue * Double(b)) / 255
    return UInt8((isFullRange ? value * 255 : 16 + value * 219).rounded())
  }

  func differences(_ r: Double, _ g: Double, _ b: Double) -> (cb: UInt8, cr: UInt8) {
    let value = (red * r + (1 - red - blue) * g + blue * b) / 255
    let scale = isFullRange ? 255.0 : 224
    func byte(_ x: Double) -> UInt8 { UInt8(min(max((x * scale + 128).rounded(), 0), 255)) }
    return (byte((b / 255 - value) / (2 * (1 - blue))), byte((r / 255 - value) / (2 * (1 - red))))
  }
}
