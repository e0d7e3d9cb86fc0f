import CYUV

/// How a picture's pixels lie in memory.
package enum PictureLayout: Hashable, Sendable {
  /// Y plane, and Cb and Cr taking turns in a plane of half the size, 8 bits.
  case biplanar420(fullRange: Bool)
  /// B, G, R, A bytes.
  case bgra
  /// The same planes of 16-bit numbers, little-endian, with ten bits in their upper part. With `halvesRows` the second plane
  /// has half the rows (420), else all (422).
  case biplanarTen(fullRange: Bool, halvesRows: Bool)

  /// Bytes of one number of luma, or of one pixel.
  var bytesPerPixel: Int {
    switch self {
    case .bgra: 4
    case .biplanar420: 1
    case .biplanarTen: 2
    }
  }

  /// Black and white are the ends of the range; B, G, R, A always.
  var isFullRange: Bool {
    switch self {
    case .bgra: true
    case .biplanar420(let fullRange), .biplanarTen(let fullRange, _): fullRange
    }
  }

  /// How many rows share one of the second plane.
  var rowsPerChromaRow: Int {
    if case .biplanarTen(_, halvesRows: false) = self { 1 } else { 2 }
  }

  /// Bytes of a plane's row, and its rows.
  func size(ofPlane index: Int, _ width: Int, _ height: Int) -> (bytes: Int, rows: Int) {
    let each = bytesPerPixel
    return index == 0
      ? (width * each, height)
      : ((width + 1) / 2 * 2 * each, (height + rowsPerChromaRow - 1) / rowsPerChromaRow)
  }
}

/// A picture in somebody's memory, to be read during a call. `planes`: one for `bgra`, else two.
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
  /// The largest part around the middle that has the shape of a size, to two pixels: chroma is stored for pairs of them.
  package func middle(shapedAs shapeWidth: Int, _ shapeHeight: Int) -> PictureBytes {
    guard width * shapeHeight != height * shapeWidth else { return self }
    func even(_ length: Int, _ numerator: Int, _ denominator: Int, of whole: Int) -> Int {
      let exact = Double(length) * Double(numerator) / Double(denominator)
      return min(whole, max(2, Int((exact / 2).rounded()) * 2))
    }
    var part = self
    part.width = even(height, shapeWidth, shapeHeight, of: width)
    part.height = even(width, shapeHeight, shapeWidth, of: height)
    let (x, y) = ((width - part.width) / 4 * 2, (height - part.height) / 4 * 2)
    part.move(x, y)
    return part
  }

  /// So that the planes begin at a pixel; of two planes at an even one.
  private mutating func move(_ x: Int, _ y: Int) {
    let each = layout.bytesPerPixel
    planes[0].base += y * planes[0].bytesPerRow + x * each
    // A pair of chroma values has the place of two pixels of luma.
    if planes.count > 1 {
      planes[1].base += y / layout.rowsPerChromaRow * planes[1].bytesPerRow + x * each
    }
  }

  /// Writes the picture as B, G, R, A; planes of 420 are taken for ITU-R 709.
  package func drawBGRA(into base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    let first = planes[0].base.assumingMemoryBound(to: UInt8.self)
    switch layout {
    case .bgra:
      CopyPlane(
        first, Int32(planes[0].bytesPerRow), base, Int32(bytesPerRow), Int32(width * 4), Int32(height))
    case .biplanar420, .biplanarTen:
      var spare: [UInt8] = []
      PictureConversion.with420(self, fullRange: layout.isFullRange, spare: &spare) { luma, chroma in
        _ = NV12ToARGBMatrix(
          luma.base.assumingMemoryBound(to: UInt8.self), Int32(luma.bytesPerRow),
          chroma.base.assumingMemoryBound(to: UInt8.self), Int32(chroma.bytesPerRow), base,
          Int32(bytesPerRow),
          duo_yuv_709(layout.isFullRange ? 1 : 0), Int32(width), Int32(height))
      }
    }
  }
}

extension PictureBytes {
  /// The whole pixels next to a part of the picture, given in parts of its width and height: at least one, and for 420
  /// from an even place on.
  package func part(x: Double, y: Double, width part: Double, height rows: Double) -> PictureBytes {
    let step = layout == .bgra ? 1 : 2
    func place(_ value: Double, _ length: Int) -> Int {
      min(max(Int((value * Double(length) / Double(step)).rounded()) * step, 0), (length - 1) / step * step)
    }
    let (left, top) = (place(x, width), place(y, height))
    func size(_ value: Double, _ length: Int, from start: Int) -> Int {
      min(max(Int((value * Double(length)).rounded()), 1), length - start)
    }
    var cut = self
    cut.width = size(part, width, from: left)
    cut.height = size(rows, height, from: top)
    cut.move(left, top)
    return cut
  }

  /// Writes the picture as planes of 420; BGRA becomes ITU-R 709.
  package func draw420(
    fullRange: Bool, luma: (base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int),
    chroma: (base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int)
  ) {
    var spare: [UInt8] = []
    PictureConversion.with420(self, fullRange: fullRange, spare: &spare) { first, second in
      CopyPlane(
        first.base.assumingMemoryBound(to: UInt8.self), Int32(first.bytesPerRow), luma.base,
        Int32(luma.bytesPerRow), Int32(width), Int32(height))
      CopyPlane(
        second.base.assumingMemoryBound(to: UInt8.self), Int32(second.bytesPerRow), chroma.base,
        Int32(chroma.bytesPerRow), Int32((width + 1) / 2 * 2), Int32((height + 1) / 2))
    }
  }
}
