public import DuoCoreGraphics
public import DuoCoreMedia
import DuoImageIO
public import Foundation

/// How pixels are stored.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  public static let BGRA8 = CIFormat(rawValue: 266)
  public static let RGBA8 = CIFormat(rawValue: 264)
  public static let ARGB8 = CIFormat(rawValue: 265)
}

public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
  public static let workingColorSpace = CIContextOption(rawValue: "kCIContextWorkingColorSpace")
  public static let outputColorSpace = CIContextOption(rawValue: "kCIContextOutputColorSpace")
  public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
  public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
}

public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let lossyCompressionQuality = CIImageRepresentationOption(
    rawValue: "kCGImageDestinationLossyCompressionQuality")
}

/// Draws images. Works in linear light between sRGB pictures, whatever its options say. Safe on any thread. [docs]
public final class CIContext: NSObject, Sendable {
  public override init() {}
  public init(options: [CIContextOption: Any]?) {}

  /// Pixels of a rectangle; nil for one without pixels or without end. [docs]
  public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    guard let region = Region(fromRect), !region.isEmpty, region.width <= 32767, region.height <= 32767 else {
      return nil
    }
    let tile = image.recipe.tile(region)
    return CGImage(width: region.width, height: region.height, isOpaque: tile.pixels.allSatisfy { $0.w >= 1 })
    {
      memory, bytesPerRow in
      tile.write(to: memory, bytesPerRow)
    }
  }

  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? {
    createCGImage(image, from: fromRect)
  }

  /// Into a buffer, whose lower left corner is the origin. [docs]
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    render(
      image, to: buffer, bounds: CGRect(x: 0, y: 0, width: buffer.width, height: buffer.height),
      colorSpace: nil)
  }

  /// Into the lower left of a buffer what lies in a rectangle. What lies outside of the image becomes clear. [docs]
  public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
    guard let wanted = Region(bounds) else { return }
    let region = Region(
      x: wanted.x, y: wanted.y, width: min(wanted.width, buffer.width),
      height: min(wanted.height, buffer.height))
    guard !region.isEmpty else { return }
    let tile = image.recipe.tile(region)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let order: ChannelOrder
    switch buffer.format {
    case kCVPixelFormatType_32BGRA: order = .bgra
    case kCVPixelFormatType_32RGBA: order = .rgba
    case kCVPixelFormatType_32ARGB: order = .argb
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      return tile.writeYCbCr(to: buffer)
    default:
      let format = CMFormatDescription.MediaSubType(rawValue: buffer.format)
      return complain("render:toCVPixelBuffer: cannot render to the pixel format \(format)")
    }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
    let row = CVPixelBufferGetBytesPerRow(buffer)
    tile.write(to: base + (buffer.height - region.height) * row, row, order)
  }

  /// Pixels of a rectangle into memory, the top row first. What lies outside of the image becomes clear. [docs]
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    let orders: [CIFormat: ChannelOrder] = [.BGRA8: .bgra, .RGBA8: .rgba, .ARGB8: .argb]
    guard let order = orders[format] else {
      return complain("render:toBitmap: cannot render to the format \(format.rawValue)")
    }
    guard let region = Region(bounds), !region.isEmpty else { return }
    guard rowBytes >= region.width * 4 else {
      return complain("render:toBitmap: \(rowBytes) bytes are too few for \(region.width) pixels")
    }
    image.recipe.tile(region).write(to: data, rowBytes, order)
  }

  /// As Apple's context does: one line, and nothing is drawn.
  private func complain(_ text: String) {
    FileHandle.standardError.write(Data("[CIContext] \(text)\n".utf8))
  }

  /// A JPEG of the whole image; nil for an image without end. Its orientation is in the properties, if any.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let quality = (options[.lossyCompressionQuality] as? NSNumber)?.doubleValue ?? 0.9
    guard let bitmap = bitmap(of: image) else { return nil }
    return try? PictureFile.jpeg(of: bitmap, quality: min(max(quality, 0), 1), exif: exif(image, bitmap))
  }

  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    guard let bitmap = bitmap(of: image) else { return nil }
    return try? PictureFile.png(of: bitmap)
  }

  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    guard let data = jpegRepresentation(of: image, colorSpace: colorSpace, options: options) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    try data.write(to: url)
  }

  /// Nothing is kept between calls.
  public func clearCaches() {}

  private func bitmap(of image: CIImage) -> Bitmap? {
    guard let region = Region(image.extent), !region.isEmpty else { return nil }
    let tile = image.recipe.tile(region)
    return Bitmap(
      width: region.width, height: region.height, isOpaque: tile.pixels.allSatisfy { $0.w >= 1 }
    ) { tile.write(to: UnsafeMutableRawPointer($0), region.width * 4) }
  }

  private func exif(_ image: CIImage, _ bitmap: Bitmap) -> ExifFields {
    var fields = ExifFields(width: bitmap.width, height: bitmap.height)
    let raw = (image.properties[kCGImagePropertyOrientation as String] as? NSNumber)?.uint32Value ?? 1
    fields.orientation = CGImagePropertyOrientation(rawValue: raw) ?? .up
    return fields
  }
}

/// Where in its four bytes each channel of a pixel is.
enum ChannelOrder {
  case bgra, rgba, argb
}

extension Tile {
  /// Rows of premultiplied pixels, the top one first.
  func write(to memory: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ order: ChannelOrder = .bgra) {
    for row in 0..<region.height {
      let line = (memory + (region.height - 1 - row) * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<region.width {
        let (b, g, r, a) = Light.bytes(pixels[row * region.width + x])
        (line[x * 4], line[x * 4 + 1], line[x * 4 + 2], line[x * 4 + 3]) =
          switch order {
          case .bgra: (b, g, r, a)
          case .rgba: (r, g, b, a)
          case .argb: (a, r, g, b)
          }
      }
    }
  }

  /// Into the lower left of a buffer of luma and colour differences; what is clear is black.
  func writeYCbCr(to buffer: CVPixelBuffer) {
    guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
      let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
    else { return }
    let (lumaRow, chromaRow) = (
      CVPixelBufferGetBytesPerRowOfPlane(buffer, 0), CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
    )
    let colours = YCbCr(buffer)
    let top = buffer.height - region.height
    func shown(_ x: Int, _ row: Int) -> (b: UInt8, g: UInt8, r: UInt8, a: UInt8) {
      Light.bytes(pixels[(region.height - 1 - (row - top)) * region.width + x])
    }
    for row in top..<buffer.height {
      let line = (luma + row * lumaRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<region.width {
        let pixel = shown(x, row)
        line[x] = colours.luma(pixel.r, pixel.g, pixel.b)
      }
    }
    for row in stride(from: top + top % 2, to: buffer.height, by: 2) {
      let line = (chroma + row / 2 * chromaRow).assumingMemoryBound(to: UInt8.self)
      for x in stride(from: 0, to: region.width, by: 2) {
        // The mean of the four, or of as many as there are.
        let four = [(x, row), (x + 1, row), (x, row + 1), (x + 1, row + 1)]
          .filter { $0.0 < region.width && $0.1 < buffer.height }.map { shown($0.0, $0.1) }
        let count = Double(four.count)
        let mean = (
          four.reduce(0) { $0 + Double($1.r) } / count, four.reduce(0) { $0 + Double($1.g) } / count,
          four.reduce(0) { $0 + Double($1.b) } / count
        )
        (line[x], line[x + 1]) = colours.differences(mean.0, mean.1, mean.2)
      }
    }
  }
}
