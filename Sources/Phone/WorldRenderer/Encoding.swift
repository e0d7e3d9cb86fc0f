import CWorldRenderer
import PhoneModel

// Pictures that do not come from sRGB's bytes by a table: numbers of ten bits, other curves, and a place for light that is
// brighter than white.

extension PictureColours {
  /// Whether there is a place for light that is brighter than white.
  var reachesBeyondWhite: Bool { self != .sRGB && self != .displayP3 }

  var curve: Int32 {
    switch self {
    case .sRGB, .displayP3: Int32(DUO_CURVE_SRGB)
    case .hlg: Int32(DUO_CURVE_HLG)
    case .appleLog, .appleLog2: Int32(DUO_CURVE_APPLE_LOG)
    }
  }

  /// Shares of red and blue in luma: ITU-R BT.709 or BT.2020.
  var lumaWeights: (red: Double, blue: Double) {
    reachesBeyondWhite ? (0.2627, 0.0593) : (0.2126, 0.0722)
  }
}

extension Development {
  func isEncoded(in layout: PixelLayout) -> Bool {
    switch layout {
    case .biplanarTen: true
    case .depthFloat32: false
    case .bgra, .biplanar420: highlights != nil || colours.reachesBeyondWhite
    }
  }

  fileprivate func encoding(noise: Double, seed: UInt32) -> duo_encoding {
    var encoding = duo_encoding()
    encoding.curve = colours.curve
    withUnsafeMutableBytes(of: &encoding.matrix) { $0.copyBytes(from: matrix.withUnsafeBytes(Array.init)) }
    let curve = colours.reachesBeyondWhite ? nil : highlights
    (encoding.knee, encoding.most) = (curve?.knee ?? 1, curve?.most ?? 1)
    (encoding.noise, encoding.seed) = (noise, seed)
    return encoding
  }
}

extension Exposure {
  /// A number of eight bits holds light up to so many times white when it is this factor darker: 25 times white.
  private static let darker = 4.0

  /// Draws the world's light, then the numbers that mean it.
  func drawEncoded(
    _ development: Development, _ window: FrameWindow, _ projection: Projection, _ body: PhoneBody,
    _ isCovered: Bool, into target: PixelTarget
  ) {
    let (width, height) = (target.width, target.height)
    let (w, h) = (Int32(width), Int32(height))
    let light = duo_allocate(width * height * 16)!.assumingMemoryBound(to: Float.self)
    defer { duo_release(light) }
    // Four floats for each pixel.
    PixelTally.noteMoved(width * height * 16)
    var noise = 0.0
    if !isCovered {
      drawLight(
        projection, body, width, height,
        beyondWhite: development.highlights != nil || development.colours.reachesBeyondWhite, light)
      shine(development, projection, body, width, height, light)
      noise = self.noise(development, window, width, height)
    }
    var encoding = development.encoding(noise: noise, seed: seed)
    duo_light_encode(light, w, h, &encoding)
    PixelTally.noteMoved(target.layout.byteCount(width: width, height: height))
    func bytes(_ plane: Int) -> UnsafeMutablePointer<UInt8> {
      target.planes[plane].base.assumingMemoryBound(to: UInt8.self)
    }
    func planes(bits: Int32, fullRange: Bool, halvesRows: Bool) {
      let weights = development.colours.lumaWeights
      var numbers = duo_plane_numbers(
        red: weights.red, blue: weights.blue, bits: bits, fullRange: fullRange ? 1 : 0,
        halvesRows: halvesRows ? 1 : 0)
      duo_encoded_to_planes(
        light, w, h, &numbers, bytes(0), target.planes[0].bytesPerRow, bytes(1), target.planes[1].bytesPerRow)
    }
    switch target.layout {
    case .bgra: duo_encoded_to_bgra(light, w, h, bytes(0), target.planes[0].bytesPerRow)
    case .biplanar420(let fullRange): planes(bits: 8, fullRange: fullRange, halvesRows: true)
    case .biplanarTen(let fullRange, let halvesRows):
      planes(bits: 10, fullRange: fullRange, halvesRows: halvesRows)
    case .depthFloat32: fatalError("depth is not encoded")
    }
  }

  /// The plain picture as light. Only the room has more than a picture of eight bits holds.
  private func drawLight(
    _ projection: Projection, _ body: PhoneBody, _ width: Int, _ height: Int, beyondWhite: Bool,
    _ light: UnsafeMutablePointer<Float>
  ) {
    let picture = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 32)
    defer { picture.deallocate() }
    let pixels = picture.assumingMemoryBound(to: UInt8.self)
    drawBGRA(projection, body, false, width, height, picture, width * 4)
    duo_light_from_bgra(pixels, width * 4, Int32(width), Int32(height), 1, light)
    guard beyondWhite, case .room(let room) = content else { return }
    drawRoom(room, brightness: 1 / Self.darker, projection, body, width, height, into: picture)
    duo_light_extend(pixels, width * 4, Int32(width), Int32(height), Self.darker, light)
  }
}
