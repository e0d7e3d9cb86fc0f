import CWorldRenderer
import MediaCoding
import PhoneModel
import Synchronization

/// A 360-degree picture: its middle is direction -z, its left and right edges meet at +z.
final class Panorama: Sendable {
  /// One plane of the picture at one size, rows followed by the pixels that repeat across the seam.
  private struct Plane: Sendable {
    var width, height, bytesPerPixel, bytesPerRow: Int
    var pixels: PixelStore
    /// Distance of the poles in this plane's rows: one less than the whole picture's rows, at this plane's size.
    var rowsBetweenPoles: Double

    var reference: duo_panorama {
      duo_panorama(
        pixels: UnsafePointer(pixels.base), width: Int32(width), height: Int32(height),
        bytesPerPixel: Int32(bytesPerPixel), bytesPerRow: bytesPerRow,
        rowsBetweenPoles: rowsBetweenPoles)
    }
  }

  private struct PlaneKey: Hashable {
    var level: Int
    var part: Part
  }

  private enum Part: Hashable {
    case bgra
    case luma(fullRange: Bool)
    case chroma(fullRange: Bool)
  }

  private static let pad = Int(DUO_PANORAMA_PAD)
  private static let spare = Int(DUO_PANORAMA_SPARE)
  /// What the picture was read as.
  private enum Source: Sendable {
    case bgra(Plane)
    /// Video range.
    case video(luma: Plane, chroma: Plane)
  }

  private let width: Int
  private let source: Source
  private let planes = Mutex<[PlaneKey: Plane]>([:])
  private let maps: PanoramaMaps

  init(path: String) throws(WorldError) {
    let (size, bytesPerRow, pixels) = try PictureFile.read(path) { size throws(WorldError) in
      guard abs(size.width - 2 * size.height) <= 2, size.height >= 8 else {
        throw WorldError(
          path: path,
          reason:
            "\(size.width) x \(size.height) is not a 360-degree picture: it must be twice as wide as high")
      }
      return ((size.width + Self.pad) * 4, Self.spare)
    }
    width = size.width
    maps = PanoramaMaps()
    source = .bgra(
      Self.closed(
        Plane(
          width: size.width, height: size.height, bytesPerPixel: 4, bytesPerRow: bytesPerRow, pixels: pixels,
          rowsBetweenPoles: Double(size.height - 1))))
  }

  /// A picture of a movie, 420 in the video range. `maps` are shared by the pictures of the movie.
  init(_ picture: DecodedPicture, maps: PanoramaMaps) {
    width = picture.width
    self.maps = maps
    let (bytes, rows) = (picture.bytes, Double(picture.height - 1))
    func plane(_ index: Int, _ width: Int, _ height: Int, bytesPerPixel: Int, rowsBetweenPoles: Double)
      -> Plane
    {
      let from = bytes.planes[index]
      let bytesPerRow = (width + Self.pad) * bytesPerPixel
      let pixels = PixelStore(count: bytesPerRow * height + Self.spare) { to in
        for row in 0..<height {
          to.advanced(by: row * bytesPerRow).update(
            from: (from.base + row * from.bytesPerRow).assumingMemoryBound(to: UInt8.self),
            count: width * bytesPerPixel)
        }
      }
      return Self.closed(
        Plane(
          width: width, height: height, bytesPerPixel: bytesPerPixel, bytesPerRow: bytesPerRow,
          pixels: pixels,
          rowsBetweenPoles: rowsBetweenPoles))
    }
    source = .video(
      luma: plane(0, picture.width, picture.height, bytesPerPixel: 1, rowsBetweenPoles: rows),
      chroma: plane(
        1, (picture.width + 1) / 2, (picture.height + 1) / 2, bytesPerPixel: 2, rowsBetweenPoles: rows / 2))
  }

  /// Repeats the first pixels of each row behind its last. Called before anybody else sees the plane.
  private static func closed(_ plane: Plane) -> Plane {
    for row in 0..<plane.height {
      let base = plane.pixels.base + row * plane.bytesPerRow
      for byte in 0..<pad * plane.bytesPerPixel {
        base[plane.width * plane.bytesPerPixel + byte] = base[byte]
      }
    }
    return plane
  }

  // MARK: Drawing

  /// B, G, R, A.
  func draw(
    _ projection: Projection, width: Int, height: Int, into base: UnsafeMutableRawPointer, bytesPerRow: Int
  ) {
    let level = level(for: projection)
    draw(.bgra, level, projection, width, height, base, bytesPerRow)
  }

  /// Luma and interleaved colour differences.
  func draw420(
    _ projection: Projection, fullRange: Bool, width: Int, height: Int, planes: [PixelTarget.Plane]
  ) {
    let level = level(for: projection)
    draw(.luma(fullRange: fullRange), level, projection, width, height, planes[0].base, planes[0].bytesPerRow)
    draw(
      .chroma(fullRange: fullRange), level, projection.scaled(by: 2), (width + 1) / 2, (height + 1) / 2,
      planes[1].base, planes[1].bytesPerRow)
  }

  private func draw(
    _ part: Part, _ level: Int, _ projection: Projection, _ width: Int, _ height: Int,
    _ base: UnsafeMutableRawPointer, _ bytesPerRow: Int
  ) {
    let plane = plane(PlaneKey(level: level, part: part))
    var picture = plane.reference
    var camera = projection.reference
    let step = Self.step(for: projection, pictureWidth: plane.width)
    let to = base.assumingMemoryBound(to: UInt8.self)
    let key = PanoramaMaps.Key(
      projection: projection, width: width, height: height, planeWidth: plane.width,
      bytesPerPixel: plane.bytesPerPixel)
    let map = maps.map(for: key) { places in
      duo_panorama_map(&picture, &camera, step, places, Int32(width), Int32(height))
    }
    if let map {
      duo_panorama_draw_map(&picture, map.places, to, bytesPerRow, Int32(width), Int32(height))
    } else {
      duo_panorama_draw(&picture, &camera, step, to, bytesPerRow, Int32(width), Int32(height))
    }
  }

  /// Target pixels in a radian at the picture's middle.
  private static func focalLength(_ projection: Projection) -> Double {
    1 / max(min(projection.dx.length, projection.dy.length), 1e-9)
  }

  /// Every how many pixels the direction is computed; between them the line is straight to within a twentieth
  /// of a pixel of the picture.
  private static func step(for projection: Projection, pictureWidth: Int) -> Int32 {
    let f = focalLength(projection)
    let bend = 0.65 / (f * f) * Double(pictureWidth) / (2 * .pi) / 8
    if bend * 256 < 0.05 { return 16 }
    return bend * 64 < 0.05 ? 8 : 1
  }

  /// Which of the smaller copies has about one pixel for each of the target's.
  private func level(for projection: Projection) -> Int {
    var width = Double(width)
    var level = 0
    while level < 6, width / (2 * .pi * Self.focalLength(projection)) > 1.5, width >= 32 {
      width /= 2
      level += 1
    }
    return level
  }

  // MARK: Copies

  private func plane(_ key: PlaneKey) -> Plane {
    if let plane = Self.plane(key, of: source) { return plane }
    return planes.withLock { known in Self.plane(key, source, &known) }
  }

  /// The planes that were read.
  private static func plane(_ key: PlaneKey, of source: Source) -> Plane? {
    guard key.level == 0 else { return nil }
    switch (key.part, source) {
    case (.bgra, .bgra(let plane)): return plane
    case (.luma(fullRange: false), .video(let luma, _)): return luma
    case (.chroma(fullRange: false), .video(_, let chroma)): return chroma
    default: return nil
    }
  }

  private static func plane(_ key: PlaneKey, _ source: Source, _ known: inout [PlaneKey: Plane]) -> Plane {
    if let plane = plane(key, of: source) ?? known[key] { return plane }
    switch key.part {
    case .bgra:
      if key.level == 0, case .video(let luma, let chroma) = source {
        known[key] = coloured(luma, chroma)
      } else {
        known[key] = half(of: plane(PlaneKey(level: key.level - 1, part: .bgra), source, &known))
      }
    case .luma(let fullRange), .chroma(let fullRange):
      let both = converted(
        plane(PlaneKey(level: key.level, part: .bgra), source, &known), fullRange: fullRange)
      known[PlaneKey(level: key.level, part: .luma(fullRange: fullRange))] = both.luma
      known[PlaneKey(level: key.level, part: .chroma(fullRange: fullRange))] = both.chroma
    }
    return known[key]!
  }

  private static func coloured(_ luma: Plane, _ chroma: Plane) -> Plane {
    let bytesPerRow = (luma.width + pad) * 4
    let picture = PictureBytes(
      layout: .biplanar420(fullRange: false), width: luma.width, height: luma.height,
      planes: [luma, chroma].map { .init(base: $0.pixels.base, bytesPerRow: $0.bytesPerRow) })
    let pixels = PixelStore(count: bytesPerRow * luma.height + spare) { to in
      picture.drawBGRA(into: to, bytesPerRow: bytesPerRow)
    }
    return closed(
      Plane(
        width: luma.width, height: luma.height, bytesPerPixel: 4, bytesPerRow: bytesPerRow, pixels: pixels,
        rowsBetweenPoles: luma.rowsBetweenPoles))
  }

  private static func half(of plane: Plane) -> Plane {
    let (width, height) = ((plane.width + 1) / 2, (plane.height + 1) / 2)
    let bytesPerRow = (width + pad) * 4
    let pixels = PixelStore(count: bytesPerRow * height + spare) { to in
      duo_halve(
        plane.pixels.base, 4, Int32(plane.width), Int32(plane.height), plane.bytesPerRow, to, bytesPerRow)
    }
    return closed(
      Plane(
        width: width, height: height, bytesPerPixel: 4, bytesPerRow: bytesPerRow, pixels: pixels,
        rowsBetweenPoles: plane.rowsBetweenPoles / 2))
  }

  private static func converted(_ plane: Plane, fullRange: Bool) -> (luma: Plane, chroma: Plane) {
    let (width, height) = ((plane.width + 1) / 2, (plane.height + 1) / 2)
    let (lumaRow, chromaRow) = (plane.width + pad, (width + pad) * 2)
    let chroma = PixelStore(count: chromaRow * height + spare) { _ in }
    let luma = PixelStore(count: lumaRow * plane.height + spare) { to in
      duo_bgra_to_420(
        plane.pixels.base, plane.bytesPerRow, Int32(plane.width), Int32(plane.height), to, lumaRow,
        chroma.base,
        chromaRow, fullRange ? 1 : 0)
    }
    return (
      closed(
        Plane(
          width: plane.width, height: plane.height, bytesPerPixel: 1, bytesPerRow: lumaRow, pixels: luma,
          rowsBetweenPoles: plane.rowsBetweenPoles)),
      closed(
        Plane(
          width: width, height: height, bytesPerPixel: 2, bytesPerRow: chromaRow, pixels: chroma,
          rowsBetweenPoles: plane.rowsBetweenPoles / 2))
    )
  }
}
