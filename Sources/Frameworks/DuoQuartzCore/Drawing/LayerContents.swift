import DuoCoreMedia
import Foundation

/// What a layer itself shows between its background and its sublayers, as a value that may leave the main
/// thread. Rectangles are in the layer's own space.
package enum LayerContents: Sendable, Equatable {
  /// The picture fills the rectangle, upright; `part` of it, in parts of its size, when that is not all.
  case image(CGImage, CGRect, part: CGRect)
  case drawing(Drawing, CGRect)
  case shape(ShapeContents)
  case gradient(GradientContents)

  package static func == (a: LayerContents, b: LayerContents) -> Bool {
    switch (a, b) {
    case (.image(let a, let x, let p), .image(let b, let y, let q)): a === b && x == y && p == q
    case (.drawing(let a, let x), .drawing(let b, let y)): a === b && x == y
    case (.shape(let a), .shape(let b)): a == b
    case (.gradient(let a), .gradient(let b)): a == b
    default: false
    }
  }

  /// Round everything that is drawn.
  package var inkBox: CGRect {
    switch self {
    case .image(_, let rect, _), .drawing(_, let rect): rect
    case .shape(let shape): shape.inkBox
    case .gradient(let gradient): gradient.bounds
    }
  }

  /// Draws on a context whose space is the layer's, y down.
  package func draw(in context: CGContext) {
    switch self {
    case .image(let image, let rect, let part):
      guard part.width > 0, part.height > 0 else { return }
      context.saveGState()
      context.clip(to: rect)
      let whole = CGSize(width: rect.width / part.width, height: rect.height / part.height)
      context.drawUpright(
        image,
        in: CGRect(
          x: rect.minX - part.minX * whole.width, y: rect.minY - part.minY * whole.height,
          width: whole.width, height: whole.height))
      context.restoreGState()
    case .drawing(let drawing, let rect):
      let size = drawing.bounds.size
      context.saveGState()
      context.translateBy(x: rect.minX, y: rect.minY)
      context.scaleBy(x: rect.width / size.width, y: rect.height / size.height)
      context.translateBy(x: -drawing.bounds.minX, y: -drawing.bounds.minY)
      context.draw(drawing)
      context.restoreGState()
    case .shape(let shape): shape.draw(in: context)
    case .gradient(let gradient): gradient.draw(in: context)
    }
  }
}

extension CALayer {
  /// What the layer shows at this moment; nil for nothing.
  package var shownContents: LayerContents? {
    if let own = ownContents { return own }
    let natural: CGSize
    switch contents {
    case let drawing as Drawing:
      natural = drawing.bounds.size
      return .drawing(drawing, contentsGravity.place(natural, in: bounds))
    case let image as CGImage: return place(image)
    case let buffer as CVPixelBuffer: return LayerPictures.image(of: buffer).flatMap(place)
    default: return nil
    }
  }

  private func place(_ image: CGImage) -> LayerContents? {
    let part = contentsRect
    let natural = CGSize(
      width: CGFloat(image.width) * part.width / contentsScale,
      height: CGFloat(image.height) * part.height / contentsScale)
    return .image(image, contentsGravity.place(natural, in: bounds), part: part)
  }
}

extension CALayerContentsGravity {
  /// Where something of this size lies in `box`. The names are what is seen: top is at the top. [assumed]
  package func place(_ size: CGSize, in box: CGRect) -> CGRect {
    guard self != .resize, size.width > 0, size.height > 0 else { return box }
    var size = size
    if self == .resizeAspect || self == .resizeAspectFill {
      let factors = [box.width / size.width, box.height / size.height]
      let factor = self == .resizeAspect ? factors.min()! : factors.max()!
      size = CGSize(width: size.width * factor, height: size.height * factor)
    }
    let x: CGFloat =
      switch self {
      case .left, .topLeft, .bottomLeft: 0
      case .right, .topRight, .bottomRight: 1
      default: 0.5
      }
    let y: CGFloat =
      switch self {
      case .top, .topLeft, .topRight: 0
      case .bottom, .bottomLeft, .bottomRight: 1
      default: 0.5
      }
    return CGRect(
      x: box.minX + (box.width - size.width) * x, y: box.minY + (box.height - size.height) * y,
      width: size.width, height: size.height)
  }
}

/// Pixel buffers as images.
enum LayerPictures {
  /// A copy of the pixels as they are now. Nil for formats other than BGRA and biplanar ones of 8 and 10 bits.
  static func image(of buffer: CVPixelBuffer) -> CGImage? {
    if let wide = WidePictures(buffer) {
      return CGImage(width: buffer.width, height: buffer.height, isOpaque: true) { target, row in
        wide.draw(buffer, into: target, bytesPerRow: row)
      }
    }
    switch buffer.format {
    case kCVPixelFormatType_32BGRA:
      return buffer.withPixels { planes in
        CGImage(width: buffer.width, height: buffer.height, isOpaque: false) { target, row in
          for y in 0..<buffer.height {
            (target + y * row).copyMemory(from: planes[0].base + y * planes[0].bytesPerRow, byteCount: row)
          }
        }
      }
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      let isFull = buffer.format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      return buffer.withPixels { planes in
        CGImage(width: buffer.width, height: buffer.height, isOpaque: true) { target, row in
          convert(planes[0], planes[1], isFull, target, row, buffer.width, buffer.height)
        }
      }
    default: return nil
    }
  }

  /// ITU-R BT.709.
  private static func convert(
    _ luma: PixelPlane, _ chroma: PixelPlane, _ isFull: Bool, _ target: UnsafeMutableRawPointer, _ row: Int,
    _ width: Int, _ height: Int
  ) {
    let (lumaScale, lumaZero): (Double, Double) = isFull ? (1, 0) : (255 / 219, 16)
    let chromaScale: Double = isFull ? 1 : 255 / 224
    for y in 0..<height {
      let lumas = (luma.base + y * luma.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let chromas = (chroma.base + y / 2 * chroma.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let out = (target + y * row).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let level = (Double(lumas[x]) - lumaZero) * lumaScale
        let blue = (Double(chromas[x / 2 * 2]) - 128) * chromaScale
        let red = (Double(chromas[x / 2 * 2 + 1]) - 128) * chromaScale
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
        out[x * 4] = byte(level + 1.8556 * blue)
        out[x * 4 + 1] = byte(level - 0.1873 * blue - 0.4681 * red)
        out[x * 4 + 2] = byte(level + 1.5748 * red)
        out[x * 4 + 3] = 255
      }
    }
  }
}
