import CYUV

/// Brings pictures to one size, stretched where the shapes differ. Box-filtered, so that smaller pictures keep no moiré.
/// One caller at a time.
package final class PictureScaler {
  package let layout: PictureLayout
  package let width, height: Int
  private let base: UnsafeMutablePointer<UInt8>
  private let stride: Int

  /// - Precondition: width and height are positive.
  package init(layout: PictureLayout, width: Int, height: Int) {
    (self.layout, self.width, self.height) = (layout, width, height)
    let row = layout == .bgra ? width * 4 : (width + 1) / 2 * 2
    stride = (row + 63) / 64 * 64
    base = .allocate(capacity: stride * height + (layout == .bgra ? 0 : stride * ((height + 1) / 2)))
  }

  deinit { base.deallocate() }

  /// The picture in this size; it stays until the next call.
  /// - Precondition: its layout is the scaler's.
  package func scale(_ picture: PictureBytes) -> PictureBytes {
    precondition(picture.layout == layout)
    func bytes(_ plane: Int) -> UnsafePointer<UInt8> {
      picture.planes[plane].base.assumingMemoryBound(to: UInt8.self)
    }
    func row(_ plane: Int) -> Int32 { Int32(picture.planes[plane].bytesPerRow) }
    let (from, to) = ((Int32(picture.width), Int32(picture.height)), (Int32(width), Int32(height)))
    var planes = [PictureBytes.Plane(base: base, bytesPerRow: stride)]
    if layout == .bgra {
      ARGBScale(bytes(0), row(0), from.0, from.1, base, Int32(stride), to.0, to.1, kFilterBox)
    } else {
      let chroma = base + stride * height
      NV12Scale(
        bytes(0), row(0), bytes(1), row(1), from.0, from.1, base, Int32(stride), chroma, Int32(stride), to.0,
        to.1, kFilterBox)
      planes.append(PictureBytes.Plane(base: chroma, bytesPerRow: stride))
    }
    return PictureBytes(layout: layout, width: width, height: height, planes: planes)
  }
}
