import CWorldRenderer
import Foundation
import PhoneModel

/// What a camera's settings do to a picture at one moment, on top of the plain picture of the world in its normal light.
/// A value, computed from settings, light and time alone.
struct Development: Hashable, Sendable {
  /// Factors on the linear light of red, green and blue; the world's own light is in them unless a lamp shines.
  var gains: Colour
  /// The world's light, for a picture that a lamp shines into.
  var ambient: Double
  /// `CameraSettings.lamp`.
  var lamp: Double
  /// Dioptres; nil when everything is sharp.
  var focus: Double?
  var opening: Double
  var noise: Double
  var colours: PictureColours
  var highlights: HighlightCurve?

  init(_ settings: CameraSettings, light: Double, at time: PhoneTime) {
    // Automatics that made up for the light leave rounding behind, which must not cost a pass over the pixels.
    func factor(_ stops: Double, _ light: Double) -> Double {
      let factor = pow(2, stops) * light
      return abs(factor - 1) < 1e-3 ? 1 : factor
    }
    lamp = settings.lamp
    ambient = lamp > 0 ? light : 1
    let exposure = settings.exposure.value(at: time)
    let inGains = settings.lamp > 0 ? 1 : light
    func gain(_ channel: Glide) -> Double { factor(exposure + channel.value(at: time), inGains) }
    gains = [gain(settings.red), gain(settings.green), gain(settings.blue)]
    focus = settings.opening > 0 ? settings.focus?.value(at: time) : nil
    opening = settings.opening
    noise = settings.noise
    colours = settings.colours
    highlights = settings.highlights
  }

  /// Every pixel by itself, channel by channel.
  var isPointwise: Bool {
    lamp == 0 && focus == nil && noise == 0 && colours == .sRGB && highlights == nil
  }

  /// The picture stays as it is.
  var isNeutral: Bool { isPointwise && gains == [1, 1, 1] }

  /// From the world's linear light to that of the picture, blue, green and red in rows and columns.
  var matrix: [Double] {
    let rows: [Double] =
      switch colours {
      case .sRGB: [1, 0, 0, 0, 1, 0, 0, 0, 1]
      case .displayP3: Self.displayP3FromSRGB
      case .hlg, .appleLog: Self.bt2020FromSRGB
      case .appleLog2: Self.appleWideGamutFromSRGB
      }
    let gains = [gains.z, gains.y, gains.x]
    return rows.enumerated().map { $0.element * gains[$0.offset % 3] }
  }

  /// Both have the white D65; from the primaries of the two standards, blue, green, red.
  private static let displayP3FromSRGB: [Double] = [
    0.910_520, 0.072_397, 0.017_083,
    0, 0.966_806, 0.033_194,
    0, 0.177_538, 0.822_462,
  ]

  private static let bt2020FromSRGB = Primaries.sRGB.matrix(to: .bt2020)
  private static let appleWideGamutFromSRGB = Primaries.sRGB.matrix(to: .appleWideGamut)
}

extension Exposure {
  /// Draws the plain picture, then develops it in place.
  func draw(
    _ development: Development, _ window: FrameWindow, _ projection: Projection, _ body: PhoneBody,
    into target: PixelTarget
  ) {
    let (width, height) = (target.width, target.height)
    if target.layout == .bgra {
      let plane = target.planes[0]
      drawBGRA(projection, body, false, width, height, plane.base, plane.bytesPerRow)
      develop(development, window, projection, body, width, height, plane.base, plane.bytesPerRow)
      return
    }
    let picture = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 32)
    defer { picture.deallocate() }
    drawBGRA(projection, body, false, width, height, picture, width * 4)
    develop(development, window, projection, body, width, height, picture, width * 4)
    PixelTally.noteMoved(target.layout.byteCount(width: width, height: height))
    duo_bgra_to_420(
      picture.assumingMemoryBound(to: UInt8.self), width * 4, Int32(width), Int32(height),
      target.planes[0].base.assumingMemoryBound(to: UInt8.self), target.planes[0].bytesPerRow,
      target.planes[1].base.assumingMemoryBound(to: UInt8.self), target.planes[1].bytesPerRow,
      target.layout == .biplanar420(fullRange: true) ? 1 : 0)
  }

  private func develop(
    _ development: Development, _ window: FrameWindow, _ projection: Projection, _ body: PhoneBody,
    _ width: Int, _ height: Int, _ base: UnsafeMutableRawPointer, _ bytesPerRow: Int
  ) {
    let pixels = base.assumingMemoryBound(to: UInt8.self)
    let (w, h) = (Int32(width), Int32(height))
    let gains = development.gains
    // Written again in place.
    PixelTally.noteMoved(PixelLayout.bgra.byteCount(width: width, height: height))
    if development.isPointwise {
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * 256) { tables in
        duo_light_tables([gains.z, gains.y, gains.x], tables.baseAddress)
        duo_map_bgra(pixels, bytesPerRow, w, h, tables.baseAddress)
      }
      return
    }
    let light = duo_allocate(width * height * 16)!.assumingMemoryBound(to: Float.self)
    defer { duo_release(light) }
    // Four floats for each pixel.
    PixelTally.noteMoved(width * height * 16)
    duo_light_from_bgra(pixels, bytesPerRow, w, h, 1, light)
    shine(development, projection, body, width, height, light)
    duo_light_to_bgra(
      light, w, h, development.matrix, noise(development, window, width, height), seed, pixels, bytesPerRow)
  }

  /// Lamp and focus, on light.
  func shine(
    _ development: Development, _ projection: Projection, _ body: PhoneBody, _ width: Int, _ height: Int,
    _ light: UnsafeMutablePointer<Float>
  ) {
    guard development.lamp > 0 || development.focus != nil else { return }
    let (w, h) = (Int32(width), Int32(height))
    let depth = duo_allocate(width * height * 4)!
    defer { duo_release(depth) }
    drawDepth(
      projection, body, false,
      PixelTarget(
        layout: .depthFloat32, width: width, height: height,
        planes: [PixelTarget.Plane(base: depth, bytesPerRow: width * 4)]))
    let metres = depth.assumingMemoryBound(to: Float.self)
    if development.lamp > 0 {
      var camera = projection.reference
      duo_light_add_lamp(light, metres, w, h, &camera, development.ambient, development.lamp)
    }
    if let focus = development.focus {
      // A blur of one radian is as wide as what is one metre wide at one metre.
      duo_light_defocus(
        light, metres, w, h, focus, development.opening / projection.dx.length,
        development.opening / projection.dy.length)
    }
  }

  /// A pixel that many of the sensor's are joined in has less noise.
  func noise(_ development: Development, _ window: FrameWindow, _ width: Int, _ height: Int)
    -> Double
  {
    guard development.noise > 0 else { return 0 }
    let sensor = Double(self.width) * window.width * Double(self.height) * window.height
    return development.noise * min(1, (Double(width * height) / max(sensor, 1)).squareRoot())
  }

  /// Another one for each moment.
  var seed: UInt32 {
    let count = UInt64(bitPattern: time.nanoseconds)
    return UInt32(truncatingIfNeeded: (count &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }
}
