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
    let sizes = (layout == .bgra ? [0] : [0, 1]).map { layout.size(ofPlane: $0, width, height) }
    let stride = (sizes.map(\.bytes).max()! + 63) / 64 * 64
    self.stride = stride
    base = .allocate(capacity: sizes.reduce(0) { $0 + stride * $1.rows })
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
    if case .biplanarTen = layout {
      let second = base + stride * height
      let rows = (
        layout.size(ofPlane: 1, picture.width, picture.height).rows,
        layout.size(ofPlane: 1, width, height).rows
      )
      Self.scaleWords(picture.planes[0], picture.width, picture.height, 1, base, stride, width, height)
      Self.scaleWords(
        picture.planes[1], (picture.width + 1) / 2, rows.0, 2, second, stride, (width + 1) / 2, rows.1)
      planes.append(PictureBytes.Plane(base: second, bytesPerRow: stride))
    } else if layout == .bgra {
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

  /// Numbers of 16 bits, the mean of what each stands for; `each`: how many lie together.
  private static func scaleWords(
    _ plane: PictureBytes.Plane, _ width: Int, _ height: Int, _ each: Int,
    _ base: UnsafeMutablePointer<UInt8>,
    _ stride: Int, _ newWidth: Int, _ newHeight: Int
  ) {
    func range(_ place: Int, _ count: Int, of all: Int) -> Range<Int> {
      let first = min(place * all / count, all - 1)
      return first..<min(max((place + 1) * all / count, first + 1), all)
    }
    let columns = (0..<newWidth).map { range($0, newWidth, of: width) }
    for y in 0..<newHeight {
      let rows = range(y, newHeight, of: height)
      let to = UnsafeMutableRawPointer(base + y * stride).assumingMemoryBound(to: UInt16.self)
      for (x, columns) in columns.enumerated() {
        for part in 0..<each {
          var sum = 0
          for row in rows {
            let from = (plane.base + row * plane.bytesPerRow).assumingMemoryBound(to: UInt16.self)
            for column in columns { sum += Int(from[column * each + part].littleEndian >> 6) }
          }
          let count = rows.count * columns.count
          to[x * each + part] = UInt16(((sum + count / 2) / count) << 6).littleEndian
        }
      }
    }
  }
}
