import CAprilTag
import CWorldRenderer
import PhoneModel

/// A picture to paint polygons with, and smaller copies of it for the distance.
final class Texture: Sendable {
  let repeats: Bool
  let isSharp: Bool
  private let levels: [(width: Int, height: Int, pixels: PixelStore)]

  /// `pixels`: B, G, R, A rows without padding.
  init(width: Int, height: Int, pixels: PixelStore, repeats: Bool = false, isSharp: Bool = false) {
    self.repeats = repeats
    self.isSharp = isSharp
    var levels: [(width: Int, height: Int, pixels: PixelStore)] = []
    var (w, h, plain) = (width, height, pixels)
    while true {
      levels.append((w, h, Self.padded(w, h, plain, repeats: repeats)))
      guard !isSharp, w > 1 || h > 1, levels.count < Int(DUO_TEXTURE_LEVELS) else { break }
      let (from, fromWidth, fromHeight) = (plain, w, h)
      (w, h) = ((w + 1) / 2, (h + 1) / 2)
      plain = PixelStore(count: w * h * 4) { to in
        duo_halve(from.base, 4, Int32(fromWidth), Int32(fromHeight), fromWidth * 4, to, w * 4)
      }
    }
    self.levels = levels
  }

  /// With what comes next behind each row and below the last.
  private static func padded(_ width: Int, _ height: Int, _ pixels: PixelStore, repeats: Bool) -> PixelStore {
    let row = (width + 1) * 4
    return PixelStore(count: row * (height + 1)) { to in
      for y in 0...height {
        let from = pixels.base + (y < height ? y : repeats ? 0 : height - 1) * width * 4
        (to + y * row).update(from: from, count: width * 4)
        (to + y * row + width * 4).update(from: from + (repeats ? 0 : width - 1) * 4, count: 4)
      }
    }
  }

  /// A tile drawn by one of the procedural painters.
  convenience init(size: Int, painter: (UnsafeMutablePointer<UInt8>, Int32) -> Void, repeats: Bool) {
    let pixels = PixelStore(count: size * size * 4) { painter($0, Int32(size)) }
    self.init(width: size, height: size, pixels: pixels, repeats: repeats)
  }

  /// The picture itself; each row is one pixel longer.
  var pixels: PixelStore { levels[0].pixels }

  /// For the C loops; valid while the texture lives.
  var reference: duo_texture {
    var texture = duo_texture()
    texture.levelCount = Int32(levels.count)
    texture.repeats = repeats ? 1 : 0
    texture.isSharp = isSharp ? 1 : 0
    for (index, level) in levels.enumerated() {
      duo_texture_set_level(
        &texture, Int32(index), Int32(level.width), Int32(level.height), level.pixels.base)
    }
    return texture
  }
}

/// The family's tags as textures of ten by ten texels: black square, and one white texel round it.
enum TagTextures {
  static let size = 10
  /// All ids of tag36h11, in order.
  static let all: [Texture] = {
    guard let family = tag36h11_create() else { return [] }
    defer { tag36h11_destroy(family) }
    return (0..<Int(family.pointee.ncodes)).map { texture(of: $0, in: family.pointee) }
  }()

  private static func texture(of id: Int, in family: apriltag_family_t) -> Texture {
    let pixels = PixelStore(count: size * size * 4) { base in
      func paint(_ x: Int, _ y: Int, _ value: UInt8) {
        for channel in 0..<3 { base[(y * size + x) * 4 + channel] = value }
        base[(y * size + x) * 4 + 3] = 255
      }
      let border = (size - Int(family.width_at_border)) / 2
      for y in 0..<size {
        for x in 0..<size {
          let isBorder = min(x, y) < border || max(x, y) >= size - border
          paint(x, y, isBorder ? paper : ink)
        }
      }
      let bits = Int(family.nbits)
      for bit in 0..<bits where family.codes[id] >> UInt64(bits - 1 - bit) & 1 == 1 {
        paint(border + Int(family.bit_x[bit]), border + Int(family.bit_y[bit]), paper)
      }
    }
    return Texture(width: size, height: size, pixels: pixels, isSharp: true)
  }

  private static let paper: UInt8 = 250
  private static let ink: UInt8 = 14
}
