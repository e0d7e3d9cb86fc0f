import PhoneHardware
import PhoneModel

/// What a camera delivers before the person has allowed the app to use it. [header]
struct BlackImager: FrameImager {
  func draw(_ window: FrameWindow, into target: PixelTarget) {
    switch target.layout {
    case .bgra:
      fill(target.planes[0], rows: target.height) { row in
        let pixels = row.bindMemory(to: UInt32.self, capacity: target.width)
        pixels.update(repeating: UInt32(littleEndian: 0xff00_0000), count: target.width)
      }
    case .biplanar420(let fullRange):
      fill(target.planes[0], rows: target.height) { row in
        row.initializeMemory(as: UInt8.self, repeating: fullRange ? 0 : 16, count: target.width)
      }
      fill(target.planes[1], rows: (target.height + 1) / 2) { row in
        row.initializeMemory(as: UInt8.self, repeating: 128, count: (target.width + 1) / 2 * 2)
      }
    case .biplanarTen(let fullRange, let halvesRows):
      fill(target.planes[0], rows: target.height) { row in
        row.bindMemory(to: UInt16.self, capacity: target.width)
          .update(repeating: UInt16(littleEndian: fullRange ? 0 : 64 << 6), count: target.width)
      }
      fill(target.planes[1], rows: halvesRows ? (target.height + 1) / 2 : target.height) { row in
        let count = (target.width + 1) / 2 * 2
        row.bindMemory(to: UInt16.self, capacity: count)
          .update(repeating: UInt16(littleEndian: 512 << 6), count: count)
      }
    case .depthFloat32:
      fill(target.planes[0], rows: target.height) { row in
        row.initializeMemory(as: Float32.self, repeating: .nan, count: target.width)
      }
    }
  }

  private func fill(_ plane: PixelTarget.Plane, rows: Int, _ row: (UnsafeMutableRawPointer) -> Void) {
    for y in 0..<rows { row(plane.base + y * plane.bytesPerRow) }
  }
}
