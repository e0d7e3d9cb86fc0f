import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// What exposure, colour, focus, lamp and noise do to a picture, against plain formulas.
@Suite struct OpticsTests {
  static func linear(_ byte: Int) -> Double {
    let v = Double(byte) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  static func byte(_ linear: Double) -> Double {
    let v = min(max(linear, 0), 1)
    return (v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055) * 255
  }

  /// A view of the room from its middle, and its depth.
  static func view(
    _ world: World = Stage.room, forward: Vector3 = [0, 0, -1], light: Double = 1, at seconds: Double = 12.5,
    _ change: (inout CameraSettings) -> Void = { _ in }
  ) -> Exposure {
    var exposure = Stage.exposure(world, at: [0.3, 1.5, 0.4], forward: forward, light: light)
    exposure.time = PhoneTime(seconds: seconds)
    change(&exposure.settings)
    return exposure
  }

  static func depth(_ exposure: Exposure, _ width: Int, _ height: Int) -> [Float] {
    var metres = [Float](repeating: 0, count: width * height)
    metres.withUnsafeMutableBytes { raw in
      exposure.draw(
        into: PixelTarget(
          layout: .depthFloat32, width: width, height: height,
          planes: [.init(base: raw.baseAddress!, bytesPerRow: width * 4)]))
    }
    return metres
  }

  /// Mean over pixels of linear light ratios, of those that neither picture clips or nearly blackens.
  static func ratio(_ bright: Picture, _ normal: Picture, channel: Int) -> Double {
    var sums = (0.0, 0.0)
    for y in 0..<normal.height {
      for x in 0..<normal.width {
        let (a, b) = (bright[x, y][channel], normal[x, y][channel])
        guard (12...243).contains(a), (12...243).contains(b) else { continue }
        sums = (sums.0 + linear(a), sums.1 + linear(b))
      }
    }
    return sums.0 / sums.1
  }

  @Test func stopsDoubleTheLinearLight() throws {
    let panorama = try World(.panorama(path: try Samples.panorama(width: 256)))
    var mismatches: [String] = []
    for world in [Stage.room, panorama, try World(.colour(red: 120, green: 90, blue: 140))] {
      let normal = Picture.draw(Self.view(world), 160, 90)
      for stops in [-3.0, -1, -0.5, 0.5, 1, 2] {
        let bright = Picture.draw(Self.view(world) { $0.exposure = Glide(stops) }, 160, 90)
        for channel in 0..<3 {
          let ratio = Self.ratio(bright, normal, channel: channel)
          if !(abs(log2(ratio) - stops) < 0.06) {
            mismatches.append("\(world.description) \(stops): \(log2(ratio))")
          }
        }
        let planes = ColourTests.Planes.draw(
          Self.view(world) { $0.exposure = Glide(stops) }, 160, 90, fullRange: true)
        if planes.distance(to: bright, fullRange: true).luma > 2 {
          mismatches.append("\(world.description) \(stops): 420 is not the same")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// The light of the world counts as the exposure does; an automatic that makes up for it changes not one byte.
  @Test func lightAndExposureMakeUpForEachOther() {
    let normal = Picture.draw(Self.view(), 160, 90)
    let dim = Picture.draw(Self.view(light: 0.25), 160, 90)
    #expect(dim == Picture.draw(Self.view { $0.exposure = Glide(-2) }, 160, 90))
    #expect(dim != normal)
    #expect(normal == Picture.draw(Self.view(light: 0.3) { $0.exposure = Glide(-log2(0.3)) }, 160, 90))
    #expect(normal == Picture.draw(Self.view { $0.focus = Glide(0.5) }, 160, 90), "no opening, no blur")
  }

  /// A glide is followed by the moment of exposure alone.
  @Test func picturesFollowAGlideInPhoneTime() {
    let glide = Glide(from: -2, to: 0, start: PhoneTime(seconds: 12), duration: .seconds(1))
    var stops: [Double] = []
    let normal = Picture.draw(Self.view(at: 20), 80, 45)
    for seconds in [11.0, 12, 12.25, 12.5, 12.75, 13, 14] {
      let picture = Picture.draw(Self.view(at: seconds) { $0.exposure = glide }, 80, 45)
      stops.append(log2(Self.ratio(picture, normal, channel: 1)))
    }
    let expected = [-2, -2, -2 + 2 * 0.15625, -1, -2 + 2 * 0.84375, 0, 0]
    #expect(zip(stops, expected).allSatisfy { abs($0 - $1) < 0.12 }, "\(stops)")
    #expect(glide.value(at: PhoneTime(seconds: 12.5)) == -1)
  }

  @Test func gainsTintTheirOwnChannel() {
    let normal = Picture.draw(Self.view(), 160, 90)
    let warm = Picture.draw(
      Self.view {
        $0.red = Glide(0.5)
        $0.blue = Glide(-1)
      }, 160, 90)
    let stops = (0..<3).map { log2(Self.ratio(warm, normal, channel: $0)) }
    #expect(abs(stops[0] + 1) < 0.06 && abs(stops[1]) < 0.001 && abs(stops[2] - 0.5) < 0.06, "\(stops)")
  }

  /// Numbers of the wider primaries for the same colours; from the standard's matrix, red, green, blue.
  @Test func wideColoursHaveOtherNumbers() throws {
    for colour in [[200, 40, 40], [30, 180, 60], [128, 128, 128], [20, 60, 220]] {
      let world = try World(.colour(red: colour[0], green: colour[1], blue: colour[2]))
      let seen = Picture.draw(Self.view(world) { $0.colours = .displayP3 }, 8, 8)[3, 3]
      let (r, g, b) = (Self.linear(colour[0]), Self.linear(colour[1]), Self.linear(colour[2]))
      let expected = [
        Self.byte(0.01708 * r + 0.07240 * g + 0.91052 * b), Self.byte(0.03319 * r + 0.96681 * g),
        Self.byte(0.82246 * r + 0.17754 * g),
      ]
      #expect(zip(seen, expected).allSatisfy { abs(Double($0) - $1) <= 1.5 }, "\(colour): \(seen)")
    }
  }

  /// Each pixel against the formula: the room's light and the lamp's, by distance and angle.
  @Test func aLampLightsWhatIsNear() {
    let (width, height) = (96, 54)
    let plain = Picture.draw(Self.view(), width, height)
    let depth = Self.depth(Self.view(), width, height)
    var mismatches = 0
    for (light, lamp) in [(0.1, 0.5), (0.0, 2.0), (1.0, 1.0)] {
      let lit = Picture.draw(Self.view(light: light) { $0.lamp = lamp }, width, height)
      for y in 0..<height {
        for x in 0..<width {
          let (a, b) = ((Double(x) + 0.5) / 48 - 1, ((Double(y) + 0.5) - 27) / 48)
          let ray = 1 + a * a + b * b
          let distance2 = Double(depth[y * width + x]) * Double(depth[y * width + x]) * ray
          let factor = light + lamp / (distance2 * ray * ray)
          for channel in 0..<3 {
            let expected = Self.byte(Self.linear(plain[x, y][channel]) * factor)
            if abs(expected - Double(lit[x, y][channel])) > 2 { mismatches += 1 }
          }
        }
      }
    }
    #expect(mismatches == 0)
  }

  /// The same wall at two distances, in the dark: the nearer one is lit more, by the square of the distance.
  @Test func theNearWallIsLitMoreThanTheFar() {
    func middle(_ z: Double) -> Double {
      var exposure = Self.view(light: 0) { $0.lamp = 0.5 }
      exposure.camera = CameraPose(position: [1.5, 2.2, z], forward: [0, 0, -1], up: [0, 1, 0])
      exposure.fieldOfView = 20
      let picture = Picture.draw(exposure, 40, 24)
      exposure.light = 1
      exposure.settings.lamp = 0
      let plain = Picture.draw(exposure, 40, 24)
      return Self.linear(picture[20, 12][1]) / Self.linear(plain[20, 12][1])
    }
    let half = RoomMarks.halfWidth
    let (near, far) = (middle(-half + 1), middle(-half + 2))
    #expect(abs(near / far - 4) < 0.3, "\(near) and \(far)")
  }

  /// Pixels of an edge between a tenth and nine tenths of its height.
  static func edgeWidth(focus: Double?, width: Int = 512) throws -> Double {
    let file = try Samples.writePNG(
      "edge.png", 512, 512,
      (0..<512 * 512).flatMap { [UInt8](repeating: $0 % 512 < 256 ? 20 : 230, count: 3) })
    // A flat picture stands far away: its dioptres are 0.01, so the lens is focused nearer to blur it.
    var exposure = Stage.exposure(
      try World(.picture(path: file)), at: Stage.nowhere, forward: [0, 0, -1], width: width,
      height: width, fieldOfView: 60)
    exposure.settings.opening = 0.003
    exposure.settings.focus = focus.map { Glide($0) }
    let picture = Picture.draw(exposure, width, width)
    let row = (0..<width).map { linear(picture[$0, width / 2][1]) }
    let (low, high) = (row.first!, row.last!)
    return Double(
      row.filter { $0 > low + 0.1 * (high - low) && $0 < low + 0.9 * (high - low) }.count)
  }

  /// Opening times dioptres over a pixel's angle is the blur's diameter; a straight edge shows four fifths of it.
  @Test func blurGrowsWithDefocus() throws {
    let sharp = try Self.edgeWidth(focus: nil)
    #expect(try Self.edgeWidth(focus: 0.01) == sharp)
    var widths: [Double] = []
    for dioptres in [1.0, 2, 4, 8] {
      let pixels = 0.003 * (dioptres - 0.01) * 512 / (2 * tan(30 * Double.pi / 180))
      let width = try Self.edgeWidth(focus: dioptres)
      // Whole pixels are counted, at both ends.
      #expect(abs(width - 0.8 * pixels) < 2 + sharp, "\(dioptres): \(width) for \(pixels)")
      widths.append(width)
    }
    #expect(widths == widths.sorted() && widths[3] > 3 * widths[0])
  }

  /// In the room: focused on the far wall, that stays sharp and the near things blur, and the other way round.
  @Test func depthDecidesWhatIsSharp() {
    func detail(_ picture: Picture, _ depth: [Float], near: Bool) -> Double {
      var sum = 0.0
      for y in 0..<picture.height {
        for x in 1..<picture.width {
          let z = depth[y * picture.width + x]
          guard near ? z < 1.6 : z > 2.9 else { continue }
          let step = Double(picture[x, y][1] - picture[x - 1, y][1])
          sum += step * step
        }
      }
      return sum
    }
    let (width, height) = (320, 180)
    func looking(_ focus: Double?) -> Exposure {
      // At the table's end of the room, with people before the wall.
      Self.view(forward: [0, -0.1, -1]) {
        $0.focus = focus.map { Glide($0) }
        $0.opening = 0.02
      }
    }
    let depth = Self.depth(looking(nil), width, height)
    let (sharp, far, near) = (
      Picture.draw(looking(nil), width, height), Picture.draw(looking(0.3), width, height),
      Picture.draw(looking(1), width, height)
    )
    #expect(depth.contains { $0 < 1.6 } && depth.contains { $0 > 2.9 })
    #expect(detail(far, depth, near: false) > 0.75 * detail(sharp, depth, near: false))
    #expect(detail(near, depth, near: false) < 0.6 * detail(far, depth, near: false))
    // A wall at half a metre, with the lens at the horizon.
    func wall(_ focus: Double?) -> Picture {
      var exposure = looking(focus)
      let half = RoomMarks.halfWidth
      exposure.camera = CameraPose(position: [0, 1.5, -half + 0.5], forward: [0, 0, -1], up: [0, 1, 0])
      return Picture.draw(exposure, width, height)
    }
    let close = [Float](repeating: 0.5, count: width * height)
    #expect(detail(wall(2), close, near: true) > 0.7 * detail(wall(nil), close, near: true))
    #expect(detail(wall(0), close, near: true) < 0.5 * detail(wall(nil), close, near: true))
  }

  /// Grey without noise, with little, with much: mean stays, deviation is what was asked for, the same bytes again.
  @Test func noiseHasItsDeviationAndIsRepeatable() throws {
    let world = try World(.colour(red: 118, green: 118, blue: 118))
    func grey(_ noise: Double, at seconds: Double = 3) -> Exposure {
      var exposure = Self.view(world, at: seconds) { $0.noise = noise }
      exposure.camera = CameraPose(position: Stage.nowhere, forward: [0, 0, -1], up: [0, 1, 0])
      return exposure
    }
    func draw(_ noise: Double, at seconds: Double = 3) -> Picture {
      Picture.draw(grey(noise, at: seconds), 320, 180)
    }
    var seen: [Double] = []
    for noise in [0.01, 0.03] {
      let picture = draw(noise)
      let values = (0..<180).flatMap { y in (0..<320).map { Self.linear(picture[$0, y][1]) } }
      let mean = values.reduce(0, +) / Double(values.count)
      let deviation = (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count))
        .squareRoot()
      #expect(abs(mean - Self.linear(118)) < 0.003)
      seen.append(deviation)
      #expect(abs(deviation / (noise * (Self.linear(118) / 0.18 + 0.05).squareRoot()) - 1) < 0.08)
    }
    #expect(seen[1] > 2.5 * seen[0])
    #expect(draw(0.03) == draw(0.03))
    #expect(draw(0.03) != draw(0.03, at: 3.1))
    // A quarter of the pixels: each is the mean of four of the sensor's.
    let small = Picture.draw(grey(0.03), 160, 90)
    let values = (0..<90).flatMap { y in (0..<160).map { Self.linear(small[$0, y][1]) } }
    let mean = values.reduce(0, +) / Double(values.count)
    let deviation =
      (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)).squareRoot()
    #expect(abs(deviation / seen[1] - 0.5) < 0.06)
  }

  /// What lies on the lens keeps it black, whatever is set.
  @Test func aCoveredCameraStaysBlack() throws {
    var covered = try #require(
      Exposure(
        world: Stage.room, camera: .innerFront, width: 64, height: 36, fieldOfView: 90,
        time: PhoneTime(seconds: 1), phone: Stage.phone("closed")))
    #expect(covered.isCovered)
    covered.settings.exposure = Glide(8)
    covered.settings.noise = 0.1
    covered.settings.lamp = 2
    #expect(
      Picture.draw(covered, 64, 36).bytes.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0 })
  }

  /// Photos: a bracket is stops on top, a flash lights the near and never lengthens the exposure.
  @Test func photosHaveExposuresOfTheirOwn() {
    var settings = CameraSettings()
    settings.exposure = Glide(3)
    settings.noise = 0.02
    let time = PhoneTime(seconds: 1)
    func stops(_ photo: PhotoExposure, light: Double) -> Double {
      settings.exposed(photo, at: time, light: light).exposure.value(at: time)
    }
    #expect(stops(PhotoExposure(), light: 0.1) == 3)
    #expect(stops(PhotoExposure(bias: -2), light: 0.1) == 1)
    #expect(stops(PhotoExposure(stops: -1), light: 0.1) == -1)
    // 2.25 at one metre is the room's light at one and a half.
    #expect(abs(stops(PhotoExposure(flash: 2.25), light: 0) - 0) < 1e-9)
    #expect(abs(stops(PhotoExposure(flash: 2.25), light: 1) + 1) < 1e-9)
    #expect(settings.exposed(PhotoExposure(flash: 2.25), at: time, light: 0).lamp == 2.25)
    settings.exposure = Glide(-4)
    #expect(stops(PhotoExposure(flash: 2.25), light: 1) == -4)
    #expect(settings.exposed(PhotoExposure(noise: 0.5), at: time, light: 1).noise == 0.5)
  }
}
