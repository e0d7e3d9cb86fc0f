import PhoneModel
import Scenarios

extension PixelPicture {
  /// The picture turned clockwise, pixel for pixel.
  func turned(_ turns: QuarterTurns) -> PixelPicture {
    if turns.count == 0 { return self }
    let isOdd = turns.count % 2 == 1
    let (newWidth, newHeight) = isOdd ? (height, width) : (width, height)
    let pixel = layout.bytesPerPixel
    // From one new pixel to the next one on the right, and to the one below, in the old picture's bytes.
    let (first, across, down): (Int, Int, Int) =
      switch turns.count {
      case 1: ((height - 1) * width, -width, 1)
      case 2: (height * width - 1, -1, -width)
      default: (width - 1, width, -1)
      }
    var bytes = bytes
    bytes.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
      self.bytes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
        for y in 0..<newHeight {
          for x in 0..<newWidth {
            let from = (first + y * down + x * across) * pixel
            let to = (y * newWidth + x) * pixel
            for byte in 0..<pixel { target[to + byte] = source[from + byte] }
          }
        }
      }
    }
    return PixelPicture(width: newWidth, height: newHeight, layout: layout, bytes: bytes)
  }
}
