import CLibAV
import CWorldRenderer
import CYUV

/// Decoded frames as pictures in the layouts of this module.
extension DecodedPicture {
  convenience init(
    _ frame: UnsafeMutablePointer<AVFrame>, time: MediaTime, duration: MediaTime,
    as wanted: PictureReader.Wanted,
    path: String
  ) throws(MovieError) {
    let source = try FrameSource(frame, path: path, time: time)
    let (width, height) = (source.width, source.height)
    let layout: PictureLayout =
      switch wanted {
      case .asStored: .biplanar420(fullRange: source.isFullRange)
      case .biplanar420(let fullRange): .biplanar420(fullRange: fullRange)
      case .bgra: .bgra
      case .tenBits: .biplanarTen(fullRange: source.isFullRange, halvesRows: true)
      }
    self.init(time: time, duration: duration, layout: layout, width: width, height: height) { planes in
      switch wanted {
      case .bgra: source.fillBGRA(planes[0])
      case .asStored: source.fill420(planes[0], planes[1])
      case .tenBits: source.fillTenBits(planes[0], planes[1])
      case .biplanar420(let fullRange) where source.isOf709:
        source.fill420(planes[0], planes[1])
        if fullRange != source.isFullRange {
          PictureConversion.changeRange(planes, width: width, height: height, toFullRange: fullRange)
        }
      case .biplanar420(let fullRange):
        withUnsafeTemporaryAllocation(byteCount: width * height * 4, alignment: 64) { memory in
          let pixels = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
          source.fillBGRA((pixels, width * 4))
          duo_bgra_to_420(
            pixels, width * 4, Int32(width), Int32(height), planes[0].base, planes[0].stride, planes[1].base,
            planes[1].stride, fullRange ? 1 : 0)
        }
      }
    }
  }
}

/// A frame whose planes can be read.
private struct FrameSource {
  let width, height: Int
  let isFullRange: Bool
  private let frame: UnsafeMutablePointer<AVFrame>
  private let format: AVPixelFormat
  /// Bits of a number, and by how many bits the colours are narrower and lower.
  private let depth: Int
  private let narrower, lower: Int

  init(_ frame: UnsafeMutablePointer<AVFrame>, path: String, time: MediaTime) throws(MovieError) {
    self.frame = frame
    format = AVPixelFormat(frame.pointee.format)
    (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    let jpeg = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P]
    isFullRange = frame.pointee.color_range == AVCOL_RANGE_JPEG || jpeg.contains(format)
    let planar = UInt64(AV_PIX_FMT_FLAG_PLANAR)
    let others = UInt64(
      AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_ALPHA)
    guard let shape = av_pix_fmt_desc_get(format)?.pointee, shape.flags & planar != 0,
      shape.flags & others == 0,
      format == AV_PIX_FMT_NV12
        || shape.nb_components == 3 && shape.comp.1.plane == 1 && shape.comp.2.plane == 2,
      shape.log2_chroma_w <= 2, shape.log2_chroma_h <= 2
    else {
      let name = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "\(format.rawValue)"
      throw MovieError(.unsupported, path: path, "pictures of the form \(name)", time: time)
    }
    depth = Int(shape.comp.0.depth)
    (narrower, lower) = (Int(shape.log2_chroma_w), Int(shape.log2_chroma_h))
  }

  /// How the numbers become red, green and blue. Files without tags are ITU-R 709 from 720 rows on, else 601. [docs]
  var constants: UnsafePointer<YuvConstants> {
    let space = frame.pointee.colorspace
    let full: Int32 = isFullRange ? 1 : 0
    let old =
      [AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M].contains(space)
      || space == AVCOL_SPC_UNSPECIFIED && height < 720
    if space == AVCOL_SPC_BT2020_NCL { return duo_yuv_2020(full) }
    if old { return duo_yuv_601(full) }
    return duo_yuv_709(full)
  }

  var isOf709: Bool { constants == duo_yuv_709(isFullRange ? 1 : 0) }

  /// Light, not numbers, is what is converted.
  private var isHLG: Bool {
    frame.pointee.color_trc == AVCOL_TRC_ARIB_STD_B67 && frame.pointee.colorspace == AVCOL_SPC_BT2020_NCL
  }

  /// Blue, green and red of sRGB from those of ITU-R BT.2020, by their chromaticities.
  private static let sRGBFrom2020 = [
    1.118730, -0.100579, -0.018151, -0.008349, 1.132900, -0.124550, -0.072850, -0.587641, 1.660491,
  ]

  /// Planes of ten bits, then light, then bytes.
  private func fillFromHLG(_ target: Target) {
    let rows = (luma: width * 2, chroma: (width + 1) / 2 * 4)
    withUnsafeTemporaryAllocation(
      byteCount: rows.luma * height + rows.chroma * ((height + 1) / 2), alignment: 64
    ) { memory in
      let luma = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
      let chroma = luma + rows.luma * height
      fillTenBits((luma, rows.luma), (chroma, rows.chroma))
      duo_hlg_to_bgra(
        luma, rows.luma, chroma, rows.chroma, Int32(width), Int32(height), isFullRange ? 1 : 0,
        Self.sRGBFrom2020, target.base, target.stride)
    }
  }

  func fillBGRA(_ target: Target) {
    if isHLG { return fillFromHLG(target) }
    let chromaRow = (width + 1) / 2 * 2
    withUnsafeTemporaryAllocation(
      byteCount: width * height + chromaRow * ((height + 1) / 2), alignment: 64
    ) { memory in
      let luma = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
      let chroma = luma + width * height
      fill420((luma, width), (chroma, chromaRow))
      _ = NV12ToARGBMatrix(
        luma, Int32(width), chroma, Int32(chromaRow), target.base, Int32(target.stride), constants,
        Int32(width),
        Int32(height))
    }
  }

  private func plane(_ index: Int) -> (base: UnsafeMutablePointer<UInt8>, stride: Int) {
    switch index {
    case 0: (frame.pointee.data.0!, Int(frame.pointee.linesize.0))
    case 1: (frame.pointee.data.1!, Int(frame.pointee.linesize.1))
    default: (frame.pointee.data.2!, Int(frame.pointee.linesize.2))
    }
  }

  typealias Target = (base: UnsafeMutablePointer<UInt8>, stride: Int)

  /// The numbers as they are, in 8 bits.
  func fill420(_ luma: Target, _ chroma: Target) {
    let y = plane(0)
    let (w, h) = (Int32(width), Int32(height))
    if format == AV_PIX_FMT_NV12 {
      CopyPlane(y.base, Int32(y.stride), luma.base, Int32(luma.stride), w, h)
      let both = plane(1)
      CopyPlane(
        both.base, Int32(both.stride), chroma.base, Int32(chroma.stride), (w + 1) / 2 * 2, (h + 1) / 2)
    } else if depth == 8, narrower == 1, lower == 1 {
      let (u, v) = (plane(1), plane(2))
      _ = I420ToNV12(
        y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), luma.base,
        Int32(luma.stride),
        chroma.base, Int32(chroma.stride), w, h)
    } else if depth == 8 {
      fillPlainly(UInt8.self, luma, chroma)
    } else {
      fillPlainly(UInt16.self, luma, chroma)
    }
  }

  /// Any width of numbers and any size of the colours, by averages.
  private func fillPlainly<Number: FixedWidthInteger>(_: Number.Type, _ luma: Target, _ chroma: Target) {
    func row(_ index: Int, _ y: Int) -> UnsafeMutablePointer<Number> {
      let plane = plane(index)
      return UnsafeMutableRawPointer(plane.base + y * plane.stride).assumingMemoryBound(to: Number.self)
    }
    let shift = depth - 8
    let half = shift > 0 ? 1 << (shift - 1) : 0
    for y in 0..<height {
      let (from, to) = (row(0, y), luma.base + y * luma.stride)
      for x in 0..<width { to[x] = UInt8(min((Int(from[x]) + half) >> shift, 255)) }
    }
    // The colour of two by two pixels, whatever lies there.
    let (widest, highest) = ((width + (1 << narrower) - 1) >> narrower, (height + (1 << lower) - 1) >> lower)
    for y in 0..<(height + 1) / 2 {
      let to = chroma.base + y * chroma.stride
      let rows = [min(2 * y >> lower, highest - 1), min((2 * y + 1) >> lower, highest - 1)]
      for plane in 0..<2 {
        let (above, below) = (row(plane + 1, rows[0]), row(plane + 1, rows[1]))
        for x in 0..<(width + 1) / 2 {
          let (left, right) = (min(2 * x >> narrower, widest - 1), min((2 * x + 1) >> narrower, widest - 1))
          let sum = Int(above[left]) + Int(above[right]) + Int(below[left]) + Int(below[right])
          to[2 * x + plane] = UInt8(min((sum + (2 << shift)) >> (shift + 2), 255))
        }
      }
    }
  }

  /// The numbers as they are, in ten bits; the colour of two by two pixels as above.
  func fillTenBits(_ luma: Target, _ chroma: Target) {
    if depth == 8 { fillTenBits(UInt8.self, luma, chroma) } else { fillTenBits(UInt16.self, luma, chroma) }
  }

  private func fillTenBits<Number: FixedWidthInteger>(_: Number.Type, _ luma: Target, _ chroma: Target) {
    func row(_ index: Int, _ y: Int) -> UnsafeMutablePointer<Number> {
      let plane = plane(index)
      return UnsafeMutableRawPointer(plane.base + y * plane.stride).assumingMemoryBound(to: Number.self)
    }
    func words(_ target: Target, _ y: Int) -> UnsafeMutablePointer<UInt16> {
      UnsafeMutableRawPointer(target.base + y * target.stride).assumingMemoryBound(to: UInt16.self)
    }
    // From numbers of `depth` bits, of which `sum` are added, to ten in the upper part.
    func word(_ value: Int, _ sum: Int = 1) -> UInt16 {
      let ten = depth <= 10 ? (value << (10 - depth)) : value >> (depth - 10)
      return UInt16(min((ten + sum / 2) / sum, 1023) << 6).littleEndian
    }
    for y in 0..<height {
      let (from, to) = (row(0, y), words(luma, y))
      for x in 0..<width { to[x] = word(Int(from[x])) }
    }
    let isPaired = format == AV_PIX_FMT_NV12
    let (widest, highest) = ((width + (1 << narrower) - 1) >> narrower, (height + (1 << lower) - 1) >> lower)
    for y in 0..<(height + 1) / 2 {
      let to = words(chroma, y)
      let rows = [min(2 * y >> lower, highest - 1), min((2 * y + 1) >> lower, highest - 1)]
      for part in 0..<2 {
        let (above, below) =
          isPaired ? (row(1, rows[0]), row(1, rows[1])) : (row(part + 1, rows[0]), row(part + 1, rows[1]))
        for x in 0..<(width + 1) / 2 {
          var (left, right) = (min(2 * x >> narrower, widest - 1), min((2 * x + 1) >> narrower, widest - 1))
          if isPaired { (left, right) = (2 * left + part, 2 * right + part) }
          to[2 * x + part] = word(
            Int(above[left]) + Int(above[right]) + Int(below[left]) + Int(below[right]), 4)
        }
      }
    }
  }
}
