import CYUV

/// How a picture's pixels lie in memory.
package enum PictureLayout: Hashable, Sendable {
  /// Y plane, and Cb and Cr taking turns in a plane of half the size, 8 bits.
  case biplanar420(fullRange: Bool)
  /// B, G, R, A bytes.
  case bgra
}

/// A picture in somebody's memory, to be read during a call. `planes`: two for `biplanar420`, one for `bgra`.
package struct PictureBytes {
  package struct Plane {
    package var base: UnsafeRawPointer
    package var bytesPerRow: Int

    package init(base: UnsafeRawPointer, bytesPerRow: Int) {
      self.base = base
      self.bytesPerRow = bytesPerRow
    }
  }

  package var layout: PictureLayout
  package var width, height: Int
  package var planes: [Plane]

  package init(layout: PictureLayout, width: Int, height: Int, planes: [Plane]) {
    self.layout = layout
    self.width = width
    self.height = height
    self.planes = planes
  }
}

extension PictureBytes {
  /// Writes the picture as B, G, R, A; planes of 420 are taken for ITU-R 709.
  package func drawBGRA(into base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    let first = planes[0].base.assumingMemoryBound(to: UInt8.self)
    switch layout {
    case .bgra:
      CopyPlane(
        first, Int32(planes[0].bytesPerRow), base, Int32(bytesPerRow), Int32(width * 4), Int32(height))
    case .biplanar420(let fullRange):
      _ = NV12ToARGBMatrix(
        first, Int32(planes[0].bytesPerRow), planes[1].base.assumingMemoryBound(to: UInt8.self),
        Int32(planes[1].bytesPerRow), base, Int32(bytesPerRow), duo_yuv_709(fullRange ? 1 : 0), Int32(width),
        Int32(height))
    }
  }
}
