import CWorldRenderer
import MediaCoding
import PhoneModel
import Synchronization

/// The planes of a flat picture, and smaller copies of them. What was not read from the file is made when it is first
/// drawn, and kept.
final class FlatPlanes: Sendable {
  enum Part: Hashable {
    case bgra
    case luma(fullRange: Bool)
    case chroma(fullRange: Bool)

    /// What is seen where the picture ends: black.
    var outside: [UInt8] {
      switch self {
      case .bgra: [0, 0, 0, 255]
      case .luma(let fullRange): [fullRange ? 0 : 16]
      case .chroma: [128, 128]
      }
    }
  }

  // Unchecked: nobody writes to the memory, and `owner` keeps it.
  struct Plane: @unchecked Sendable {
    var width, height, bytesPerPixel, bytesPerRow: Int
    /// Where the picture ends, in this plane's pixels.
    var reachX, reachY: Double
    var base: UnsafePointer<UInt8>
    var owner: AnyObject

    var reference: duo_plane {
      duo_plane(
        pixels: base, width: Int32(width), height: Int32(height), bytesPerPixel: Int32(bytesPerPixel),
        bytesPerRow: bytesPerRow, reachX: reachX, reachY: reachY)
    }
  }

  private struct Key: Hashable {
    var part: Part
    /// How many times the size is halved.
    var level: Int
  }

  private let known: Mutex<[Key: Plane]>

  /// `pixels`: B, G, R, A rows without padding.
  init(width: Int, height: Int, pixels: PixelStore) {
    let plane = Self.plane(width, height, bytesPerPixel: 4, pixels, bytesPerRow: width * 4)
    known = Mutex([Key(part: .bgra, level: 0): plane])
  }

  /// A picture of a movie, 420 in the video range: read where it was decoded to.
  init(_ picture: DecodedPicture) {
    func plane(_ index: Int, _ size: Int) -> Plane {
      let from = picture.bytes.planes[index]
      return Plane(
        width: (picture.width + size - 1) / size, height: (picture.height + size - 1) / size,
        bytesPerPixel: size, bytesPerRow: from.bytesPerRow, reachX: Double(picture.width) / Double(size),
        reachY: Double(picture.height) / Double(size), base: from.base.assumingMemoryBound(to: UInt8.self),
        owner: picture)
    }
    known = Mutex([
      Key(part: .luma(fullRange: false), level: 0): plane(0, 1),
      Key(part: .chroma(fullRange: false), level: 0): plane(1, 2),
    ])
  }

  /// The largest copy that `suits`, or the smallest.
  func plane(_ part: Part, _ suits: (Plane) -> Bool) -> Plane {
    known.withLock { known in
      var level = 0
      while true {
        let plane = Self.plane(Key(part: part, level: level), &known)
        if suits(plane) || (plane.width == 1 && plane.height == 1) { return plane }
        level += 1
      }
    }
  }

  // MARK: Copies

  private static func plane(
    _ width: Int, _ height: Int, bytesPerPixel: Int, _ pixels: PixelStore, bytesPerRow: Int,
    reach: (x: Double, y: Double)? = nil
  ) -> Plane {
    Plane(
      width: width, height: height, bytesPerPixel: bytesPerPixel, bytesPerRow: bytesPerRow,
      reachX: reach?.x ?? Double(width), reachY: reach?.y ?? Double(height),
      base: UnsafePointer(pixels.base), owner: pixels)
  }

  /// A plane that was made of others.
  private static func made(
    _ width: Int, _ height: Int, bytesPerPixel: Int, _ pixels: PixelStore, bytesPerRow: Int,
    reach: (x: Double, y: Double)? = nil
  ) -> Plane {
    PixelTally.noteMoved(width * height * bytesPerPixel)
    return plane(
      width, height, bytesPerPixel: bytesPerPixel, pixels, bytesPerRow: bytesPerRow, reach: reach)
  }

  private static func plane(_ key: Key, _ known: inout [Key: Plane]) -> Plane {
    if let plane = known[key] { return plane }
    if key.level > 0 {
      known[key] = half(of: plane(Key(part: key.part, level: key.level - 1), &known))
    } else {
      make(key.part, &known)
    }
    return known[key]!
  }

  /// From the planes that were read.
  private static func make(_ part: Part, _ known: inout [Key: Plane]) {
    func key(_ part: Part) -> Key { Key(part: part, level: 0) }
    switch part {
    case .bgra:
      known[key(.bgra)] = coloured(
        known[key(.luma(fullRange: false))]!, known[key(.chroma(fullRange: false))]!)
    case .luma(let fullRange), .chroma(let fullRange):
      let both: (luma: Plane, chroma: Plane)
      if fullRange, let luma = known[key(.luma(fullRange: false))],
        let chroma = known[key(.chroma(fullRange: false))]
      {
        both = (widened(luma, from: 16, of: 219), widened(chroma, from: 128, of: 224))
      } else {
        both = converted(plane(key(.bgra), &known), fullRange: fullRange)
      }
      known[key(.luma(fullRange: fullRange))] = both.luma
      known[key(.chroma(fullRange: fullRange))] = both.chroma
    }
  }

  private static func half(of plane: Plane) -> Plane {
    let (width, height) = ((plane.width + 1) / 2, (plane.height + 1) / 2)
    let bytesPerRow = width * plane.bytesPerPixel
    let pixels = PixelStore(count: bytesPerRow * height) { to in
      duo_halve(
        plane.base, Int32(plane.bytesPerPixel), Int32(plane.width), Int32(plane.height), plane.bytesPerRow,
        to,
        bytesPerRow)
    }
    return Self.made(
      width, height, bytesPerPixel: plane.bytesPerPixel, pixels, bytesPerRow: bytesPerRow,
      reach: (plane.reachX / 2, plane.reachY / 2))
  }

  private static func converted(_ plane: Plane, fullRange: Bool) -> (luma: Plane, chroma: Plane) {
    let (width, height) = ((plane.width + 1) / 2, (plane.height + 1) / 2)
    let chroma = PixelStore(count: width * 2 * height) { _ in }
    let luma = PixelStore(count: plane.width * plane.height) { to in
      duo_bgra_to_420(
        plane.base, plane.bytesPerRow, Int32(plane.width), Int32(plane.height), to, plane.width, chroma.base,
        width * 2, fullRange ? 1 : 0)
    }
    return (
      Self.made(plane.width, plane.height, bytesPerPixel: 1, luma, bytesPerRow: plane.width),
      Self.made(
        width, height, bytesPerPixel: 2, chroma, bytesPerRow: width * 2,
        reach: (plane.reachX / 2, plane.reachY / 2))
    )
  }

  private static func coloured(_ luma: Plane, _ chroma: Plane) -> Plane {
    let picture = PictureBytes(
      layout: .biplanar420(fullRange: false), width: luma.width, height: luma.height,
      planes: [luma, chroma].map { .init(base: $0.base, bytesPerRow: $0.bytesPerRow) })
    let row = luma.width * 4
    let pixels = PixelStore(count: row * luma.height) { picture.drawBGRA(into: $0, bytesPerRow: row) }
    return made(luma.width, luma.height, bytesPerPixel: 4, pixels, bytesPerRow: row)
  }

  /// The same values in the full range.
  private static func widened(_ plane: Plane, from base: Int, of extent: Int) -> Plane {
    let zero = base == 16 ? 0 : 128
    let table = (0..<256).map { value in
      UInt8(min(max((Double((value - base) * 255) / Double(extent)).rounded() + Double(zero), 0), 255))
    }
    let row = plane.width * plane.bytesPerPixel
    let pixels = PixelStore(count: row * plane.height) { to in
      duo_map_bytes(plane.base, plane.bytesPerRow, Int32(row), Int32(plane.height), table, to, row)
    }
    return Self.made(
      plane.width, plane.height, bytesPerPixel: plane.bytesPerPixel, pixels, bytesPerRow: row,
      reach: (plane.reachX, plane.reachY))
  }
}
