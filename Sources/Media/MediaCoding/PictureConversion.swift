import CLibAV
import CWorldRenderer
import CYUV

/// Pictures in an encoder's form. ITU-R 709 throughout.
enum PictureConversion {
  /// The picture as planes of 420 with the range that is wanted; `body` reads them during the call. `spare` is memory
  /// for what has to be converted, and grows as needed.
  static func with420<Result, Failure>(
    _ picture: PictureBytes, fullRange: Bool, spare: inout [UInt8],
    _ body: (_ luma: PictureBytes.Plane, _ chroma: PictureBytes.Plane) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if picture.layout == .biplanar420(fullRange: fullRange) {
      return try body(picture.planes[0], picture.planes[1])
    }
    let (width, height) = (picture.width, picture.height)
    let chromaRow = (width + 1) / 2 * 2
    let size = width * height + chromaRow * ((height + 1) / 2)
    if spare.count < size { spare = [UInt8](repeating: 0, count: size) }
    let result = spare.withUnsafeMutableBufferPointer { buffer -> Swift.Result<Result, Failure> in
      let luma = buffer.baseAddress!
      let chroma = luma + width * height
      switch picture.layout {
      case .bgra:
        duo_bgra_to_420(
          picture.planes[0].base.assumingMemoryBound(to: UInt8.self), picture.planes[0].bytesPerRow,
          Int32(width),
          Int32(height), luma, width, chroma, chromaRow, fullRange ? 1 : 0)
      case .biplanar420:
        changeRange(picture, toFullRange: fullRange, luma: luma, chroma: chroma, chromaRow: chromaRow)
      case .biplanarTen:
        TenBits.narrow(picture, toFullRange: fullRange, luma, chroma, chromaRow: chromaRow)
      }
      return Swift.Result { () throws(Failure) in
        try body(
          PictureBytes.Plane(base: luma, bytesPerRow: width),
          PictureBytes.Plane(base: chroma, bytesPerRow: chromaRow))
      }
    }
    return try result.get()
  }

  private static func changeRange(
    _ picture: PictureBytes, toFullRange: Bool, luma: UnsafeMutablePointer<UInt8>,
    chroma: UnsafeMutablePointer<UInt8>, chromaRow: Int
  ) {
    let (width, height) = (picture.width, picture.height)
    map(picture.planes[0], width, height, to: luma, width, toFullRange ? lumaToFull : lumaToVideo)
    map(
      picture.planes[1], chromaRow, (height + 1) / 2, to: chroma, chromaRow,
      toFullRange ? chromaToFull : chromaToVideo)
  }

  /// A picture's planes, in place.
  static func changeRange(
    _ planes: [(base: UnsafeMutablePointer<UInt8>, stride: Int)], width: Int, height: Int, toFullRange: Bool
  ) {
    let sizes = [(width, height), ((width + 1) / 2 * 2, (height + 1) / 2)]
    let tables = toFullRange ? [lumaToFull, chromaToFull] : [lumaToVideo, chromaToVideo]
    for index in 0..<2 {
      let plane = PictureBytes.Plane(base: planes[index].base, bytesPerRow: planes[index].stride)
      map(plane, sizes[index].0, sizes[index].1, to: planes[index].base, planes[index].stride, tables[index])
    }
  }

  private static func map(
    _ plane: PictureBytes.Plane, _ width: Int, _ height: Int, to target: UnsafeMutablePointer<UInt8>,
    _ targetRow: Int,
    _ table: [UInt8]
  ) {
    table.withUnsafeBufferPointer { table in
      for row in 0..<height {
        let from = (plane.base + row * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        let to = target + row * targetRow
        for x in 0..<width { to[x] = table[Int(from[x])] }
      }
    }
  }

  private static func table(_ value: (Double) -> Double) -> [UInt8] {
    (0..<256).map { UInt8(min(max(value(Double($0)).rounded(), 0), 255)) }
  }
  private static let lumaToFull = table { ($0 - 16) * 255 / 219 }
  private static let lumaToVideo = table { $0 * 219 / 255 + 16 }
  private static let chromaToFull = table { ($0 - 128) * 255 / 224 + 128 }
  private static let chromaToVideo = table { ($0 - 128) * 224 / 255 + 128 }

  /// Planes of 420 as 422 with ten bits in 16, for codecs that store that; the frame's memory has been made.
  static func fill422TenBits(
    _ frame: UnsafeMutablePointer<AVFrame>, _ luma: PictureBytes.Plane, _ chroma: PictureBytes.Plane,
    _ width: Int, _ height: Int
  ) {
    func row(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<UInt16> {
      let (base, bytes) =
        switch plane {
        case 0: (frame.pointee.data.0!, frame.pointee.linesize.0)
        case 1: (frame.pointee.data.1!, frame.pointee.linesize.1)
        default: (frame.pointee.data.2!, frame.pointee.linesize.2)
        }
      return UnsafeMutableRawPointer(base + y * Int(bytes)).assumingMemoryBound(to: UInt16.self)
    }
    for y in 0..<height {
      let from = (luma.base + y * luma.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let both = (chroma.base + y / 2 * chroma.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let (to, blue, red) = (row(0, y), row(1, y), row(2, y))
      for x in 0..<width { to[x] = UInt16(from[x]) << 2 }
      for x in 0..<width / 2 {
        blue[x] = UInt16(both[2 * x]) << 2
        red[x] = UInt16(both[2 * x + 1]) << 2
      }
    }
  }

  /// Three planes from two; the frame's memory has been made.
  static func fillThreePlanes(
    _ frame: UnsafeMutablePointer<AVFrame>, _ luma: PictureBytes.Plane, _ chroma: PictureBytes.Plane,
    _ width: Int, _ height: Int
  ) {
    _ = NV12ToI420(
      luma.base.assumingMemoryBound(to: UInt8.self), Int32(luma.bytesPerRow),
      chroma.base.assumingMemoryBound(to: UInt8.self),
      Int32(chroma.bytesPerRow), frame.pointee.data.0, frame.pointee.linesize.0, frame.pointee.data.1,
      frame.pointee.linesize.1, frame.pointee.data.2, frame.pointee.linesize.2, Int32(width), Int32(height))
  }

  /// Planes of the full range as a JPEG's: with the matrix of ITU-R 601. The frame's memory has been made.
  static func fillJPEG(
    _ frame: UnsafeMutablePointer<AVFrame>, _ luma: PictureBytes.Plane, _ chroma: PictureBytes.Plane,
    _ width: Int, _ height: Int
  ) {
    withUnsafeTemporaryAllocation(byteCount: width * height * 4, alignment: 64) { memory in
      let pixels = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
      _ = NV12ToARGBMatrix(
        luma.base.assumingMemoryBound(to: UInt8.self), Int32(luma.bytesPerRow),
        chroma.base.assumingMemoryBound(to: UInt8.self), Int32(chroma.bytesPerRow), pixels, Int32(width * 4),
        duo_yuv_709(1), Int32(width), Int32(height))
      _ = ARGBToJ420(
        pixels, Int32(width * 4), frame.pointee.data.0, frame.pointee.linesize.0, frame.pointee.data.1,
        frame.pointee.linesize.1, frame.pointee.data.2, frame.pointee.linesize.2, Int32(width), Int32(height))
    }
  }
}
