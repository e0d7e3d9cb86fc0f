import CLibAV

/// Pictures whose numbers have ten bits, on their way to encoders.
enum TenBits {
  /// Three planes with the ten bits in the lower part, 420 or 422, from two; the frame's memory has been made.
  static func fill(
    _ frame: UnsafeMutablePointer<AVFrame>, from picture: PictureBytes, fullRange: Bool, halvesRows: Bool
  ) {
    guard case .biplanarTen(let isFull, let hasHalf) = picture.layout else {
      fatalError("a picture of \(picture.layout) where one of ten bits is wanted")
    }
    let (width, height) = (picture.width, picture.height)
    let luma = table(1023, luma: true, from: isFull, to: fullRange) { UInt16($0) }
    let chroma = table(1023, luma: false, from: isFull, to: fullRange) { UInt16($0) }
    for y in 0..<height {
      let (from, to) = (words(picture.planes[0], y), target(frame, 0, y))
      for x in 0..<width { to[x] = luma[Int(from[x].littleEndian >> 6)] }
    }
    let half = (width + 1) / 2
    let most = picture.layout.size(ofPlane: 1, width, height).rows - 1
    for y in 0..<(halvesRows ? (height + 1) / 2 : height) {
      let (blue, red) = (target(frame, 1, y), target(frame, 2, y))
      // The rows of the source that this one is the middle of.
      let rows: (Int, Int) =
        switch (hasHalf, halvesRows) {
        case (true, false): (y / 2, y / 2)
        case (false, true): (2 * y, min(2 * y + 1, most))
        default: (y, y)
        }
      let (above, below) = (words(picture.planes[1], rows.0), words(picture.planes[1], rows.1))
      func number(_ at: Int) -> UInt16 {
        chroma[(Int(above[at].littleEndian >> 6) + Int(below[at].littleEndian >> 6) + 1) / 2]
      }
      for x in 0..<half { (blue[x], red[x]) = (number(2 * x), number(2 * x + 1)) }
    }
  }

  /// The same from two planes of bytes.
  static func fill(
    _ frame: UnsafeMutablePointer<AVFrame>, _ luma: PictureBytes.Plane, _ chroma: PictureBytes.Plane,
    _ width: Int, _ height: Int
  ) {
    for y in 0..<height {
      let (from, to) = (
        (luma.base + y * luma.bytesPerRow).assumingMemoryBound(to: UInt8.self), target(frame, 0, y)
      )
      for x in 0..<width { to[x] = UInt16(from[x]) << 2 }
    }
    for y in 0..<(height + 1) / 2 {
      let both = (chroma.base + y * chroma.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let (blue, red) = (target(frame, 1, y), target(frame, 2, y))
      for x in 0..<(width + 1) / 2 {
        (blue[x], red[x]) = (UInt16(both[2 * x]) << 2, UInt16(both[2 * x + 1]) << 2)
      }
    }
  }

  /// As 420 of eight bits.
  static func narrow(
    _ picture: PictureBytes, toFullRange: Bool, _ luma: UnsafeMutablePointer<UInt8>,
    _ chroma: UnsafeMutablePointer<UInt8>, chromaRow: Int
  ) {
    let (width, height) = (picture.width, picture.height)
    let isFull = picture.layout.isFullRange
    let (forLuma, forChroma) = (
      table(255, luma: true, from: isFull, to: toFullRange) { UInt8($0) },
      table(255, luma: false, from: isFull, to: toFullRange) { UInt8($0) }
    )
    for y in 0..<height {
      let (from, to) = (words(picture.planes[0], y), luma + y * width)
      for x in 0..<width { to[x] = forLuma[Int(from[x].littleEndian >> 6)] }
    }
    let most = picture.layout.size(ofPlane: 1, width, height).rows - 1
    for y in 0..<(height + 1) / 2 {
      let step = picture.layout.rowsPerChromaRow == 1
      let above = words(picture.planes[1], step ? 2 * y : y)
      let below = words(picture.planes[1], step ? min(2 * y + 1, most) : y)
      for x in 0..<(width + 1) / 2 * 2 {
        chroma[y * chromaRow + x] =
          forChroma[(Int(above[x].littleEndian >> 6) + Int(below[x].littleEndian >> 6) + 1) / 2]
      }
    }
  }

  private static func words(_ plane: PictureBytes.Plane, _ y: Int) -> UnsafePointer<UInt16> {
    (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt16.self)
  }

  private static func target(
    _ frame: UnsafeMutablePointer<AVFrame>, _ plane: Int, _ y: Int
  ) -> UnsafeMutablePointer<UInt16> {
    let (base, bytes) =
      switch plane {
      case 0: (frame.pointee.data.0!, frame.pointee.linesize.0)
      case 1: (frame.pointee.data.1!, frame.pointee.linesize.1)
      default: (frame.pointee.data.2!, frame.pointee.linesize.2)
      }
    return UnsafeMutableRawPointer(base + y * Int(bytes)).assumingMemoryBound(to: UInt16.self)
  }

  /// For each number of ten bits one of up to `most`, in another range where that is wanted.
  private static func table<Number>(
    _ most: Int, luma: Bool, from isFull: Bool, to wantsFull: Bool, _ number: (Int) -> Number
  ) -> [Number] {
    let unit = Double(most + 1) / 256
    let extent = luma ? 219.0 : 224
    let (zero, target) = luma ? (isFull ? 0 : 64, wantsFull ? 0 : 16 * unit) : (512, 128 * unit)
    let (scale, wanted) = (isFull ? 1023 : extent * 4, wantsFull ? Double(most) : extent * unit)
    return (0..<1024).map { value in
      let exact =
        isFull == wantsFull
        ? Double(value) * unit / 4 : (Double(value) - Double(zero)) / scale * wanted + target
      return number(Int(min(max(exact.rounded(), 0), Double(most))))
    }
  }
}
