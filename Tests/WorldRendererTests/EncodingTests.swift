import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Numbers of ten bits, other curves and primaries, and light beyond white, against plain formulas on doubles.
@Suite struct EncodingTests {
  // MARK: The formulas of the standards, red, green, blue

  static func light(_ byte: Double) -> Double {
    let v = byte / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  static func shown(_ v: Double) -> Double {
    let v = min(max(v, 0), 1)
    return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
  }

  /// ITU-R BT.2100 with white at the scene light that 75 % means.
  static func hlg(_ v: Double) -> Double {
    let e = v * 0.264_963
    return e <= 1.0 / 12
      ? (3 * max(e, 0)).squareRoot() : 0.17883277 * log(12 * min(e, 1) - 0.28466892) + 0.55991073
  }

  /// Apple's white paper.
  static func appleLog(_ v: Double) -> Double {
    v < 0.01
      ? 47.28711236 * (v + 0.05641088) * (v + 0.05641088) : 0.08550479 * log2(v + 0.00964052) + 0.69336945
  }

  /// From sRGB's primaries, rows for red, green, blue. Those of Apple Wide Gamut from its chromaticities by another program.
  static let matrices: [PictureColours: [[Double]]] = [
    .sRGB: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    .displayP3: [[0.822462, 0.177538, 0], [0.033194, 0.966806, 0], [0.017083, 0.072397, 0.910520]],
    .hlg: [
      [0.627404, 0.329283, 0.043313], [0.069097, 0.919540, 0.011362], [0.016391, 0.088013, 0.895595],
    ],
    .appleLog: [
      [0.627404, 0.329283, 0.043313], [0.069097, 0.919540, 0.011362], [0.016391, 0.088013, 0.895595],
    ],
    .appleLog2: [
      [0.608104, 0.259353, 0.132543], [0.062316, 0.804609, 0.133076], [0.031133, 0.133756, 0.835112],
    ],
  ]

  /// The signal of three numbers of light.
  static func signal(_ light: [Double], _ colours: PictureColours) -> [Double] {
    matrices[colours]!.map { row in
      let v = row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
      return switch colours {
      case .sRGB, .displayP3: shown(v)
      case .hlg: hlg(v)
      case .appleLog, .appleLog2: appleLog(v)
      }
    }
  }

  /// Luma, Cb and Cr of a signal as numbers.
  static func numbers(_ rgb: [Double], _ colours: PictureColours, bits: Int, fullRange: Bool) -> [Double] {
    let is2020 = colours != .sRGB && colours != .displayP3
    let (kr, kb) = is2020 ? (0.2627, 0.0593) : (0.2126, 0.0722)
    let y = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
    let (cb, cr) = ((rgb[2] - y) / (2 * (1 - kb)), (rgb[0] - y) / (2 * (1 - kr)))
    let unit = bits == 10 ? 4.0 : 1
    let whole = bits == 10 ? 1023.0 : 255
    return fullRange
      ? [y * whole, cb * whole + 128 * unit, cr * whole + 128 * unit]
      : [(219 * y + 16) * unit, (224 * cb + 128) * unit, (224 * cr + 128) * unit]
  }

  // MARK: Pictures

  /// Two planes of numbers.
  struct Planes {
    var width, height: Int
    var luma: [Int]
    var chroma: [Int]
    var chromaRows: Int

    /// The numbers of a pixel.
    func at(_ x: Int, _ y: Int) -> [Int] {
      let row = (chromaRows == height ? y : y / 2) * ((width + 1) / 2 * 2)
      return [luma[y * width + x], chroma[row + x / 2 * 2], chroma[row + x / 2 * 2 + 1]]
    }
  }

  static func draw(
    _ exposure: Exposure, _ width: Int, _ height: Int, fullRange: Bool = false, halvesRows: Bool = true
  ) -> Planes {
    let rows = halvesRows ? (height + 1) / 2 : height
    let chromaRow = (width + 1) / 2 * 2
    var (luma, chroma) = (
      [UInt16](repeating: 7, count: width * height), [UInt16](repeating: 7, count: chromaRow * rows)
    )
    luma.withUnsafeMutableBytes { y in
      chroma.withUnsafeMutableBytes { c in
        exposure.draw(
          into: PixelTarget(
            layout: .biplanarTen(fullRange: fullRange, halvesRows: halvesRows), width: width, height: height,
            planes: [
              .init(base: y.baseAddress!, bytesPerRow: width * 2),
              .init(base: c.baseAddress!, bytesPerRow: chromaRow * 2),
            ]))
      }
    }
    // The lower six bits are empty.
    #expect(luma.allSatisfy { $0 & 63 == 0 } && chroma.allSatisfy { $0 & 63 == 0 })
    return Planes(
      width: width, height: height, luma: luma.map { Int(UInt16(littleEndian: $0) >> 6) },
      chroma: chroma.map { Int(UInt16(littleEndian: $0) >> 6) }, chromaRows: rows)
  }

  static let all: [PictureColours] = [.sRGB, .displayP3, .hlg, .appleLog, .appleLog2]

  @Test func coloursAreTheFormulasInAllLayouts() throws {
    var mismatches: [String] = []
    for colour in [
      [200, 40, 40], [30, 180, 60], [128, 128, 128], [20, 60, 220], [0, 0, 0], [255, 255, 255],
    ] {
      let world = try World(.colour(red: colour[0], green: colour[1], blue: colour[2]))
      for colours in Self.all {
        for stops in [0.0, -1.5] {
          let exposure = OpticsTests.view(world) {
            $0.colours = colours
            $0.exposure = Glide(stops)
          }
          let light = colour.map { Self.light(Double($0)) * exp2(stops) }
          let signal = Self.signal(light, colours)
          for fullRange in [false, true] {
            let expected = Self.numbers(signal, colours, bits: 10, fullRange: fullRange)
            for halvesRows in [true, false] {
              let got = Self.draw(exposure, 7, 5, fullRange: fullRange, halvesRows: halvesRows).at(6, 4)
              if zip(got, expected).contains(where: { abs(Double($0) - $1) > 1 }) {
                mismatches.append(
                  "\(colour) \(colours) \(stops) \(fullRange) \(halvesRows): \(got), not \(expected)")
              }
            }
          }
          // The same signal in eight bits, where that is no other way.
          let bytes = Picture.draw(exposure, 8, 8)[3, 3].reversed()
          if zip(bytes, signal).contains(where: { abs(Double($0) - $1 * 255) > 1 }) {
            mismatches.append(
              "\(colour) \(colours) \(stops): \(Array(bytes)), not \(signal.map { $0 * 255 })")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// Every pixel of the room, of odd size, from the picture of eight bits that is known.
  @Test func theRoomIsTheFormulaOfEveryPixel() {
    let (width, height) = (161, 91)
    let bytes = Picture.draw(OpticsTests.view(), width, height)
    var mismatches: [String] = []
    for colours in Self.all {
      for halvesRows in [true, false] {
        let planes = Self.draw(
          OpticsTests.view { $0.colours = colours }, width, height, halvesRows: halvesRows)
        var furthest = (0.0, "")
        for y in 0..<height {
          for x in 0..<width {
            let group = [(x / 2 * 2, y), (min(x / 2 * 2 + 1, width - 1), y)]
            let block =
              halvesRows
              ? group.flatMap { [($0.0, y / 2 * 2), ($0.0, min(y / 2 * 2 + 1, height - 1))] } : group
            // What is white may be more than that.
            if ([(x, y)] + block).contains(where: { bytes[$0.0, $0.1].contains(255) }) { continue }
            func signal(_ place: (Int, Int)) -> [Double] {
              Self.signal(bytes[place.0, place.1].reversed().map { Self.light(Double($0)) }, colours)
            }
            let luma = Self.numbers(signal((x, y)), colours, bits: 10, fullRange: false)[0]
            let signals = block.map(signal)
            let mean = (0..<3).map { channel in signals.reduce(0) { $0 + $1[channel] } / Double(signals.count)
            }
            let chroma = Self.numbers(mean, colours, bits: 10, fullRange: false)
            let off = zip(planes.at(x, y), [luma, chroma[1], chroma[2]]).map { abs(Double($0) - $1) }.max()!
            if off > furthest.0 { furthest = (off, "\(x), \(y)") }
          }
        }
        if furthest.0 > 1 { mismatches.append("\(colours) \(halvesRows): \(furthest)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func aCoveredCameraIsBlack() {
    var mismatches: [String] = []
    for colours in Self.all {
      var exposure = Exposure(
        world: Stage.room, camera: .innerFront, width: 160, height: 90, fieldOfView: 90,
        time: PhoneTime(seconds: 1), phone: Stage.phone("closed"))!
      exposure.settings.colours = colours
      exposure.settings.noise = 0.1
      guard exposure.isCovered else {
        mismatches.append("not covered")
        continue
      }
      let black = Self.numbers(Self.signal([0, 0, 0], colours), colours, bits: 10, fullRange: false)
      let got = Self.draw(exposure, 16, 8).at(3, 5)
      if zip(got, black).contains(where: { abs(Double($0) - $1) > 0.6 }) {
        mismatches.append("\(colours): \(got)")
      }
    }
    #expect(mismatches == [])
  }

  // MARK: Beyond white

  /// A lamp from below: its middle is brighter than its rim, and a picture without a place for that shows both white.
  static func lamp(_ change: (inout CameraSettings) -> Void = { _ in }) -> Exposure {
    var exposure = Stage.exposure(
      Stage.room, at: [-1.85, 1.7, 0], forward: [0, 1, 0], up: [0, 0, 1], fieldOfView: 60)
    change(&exposure.settings)
    return exposure
  }

  @Test func curvesThatReachBeyondWhiteHoldTheLampsDetail() {
    let (width, height) = (320, 180)
    let plain = Picture.draw(Self.lamp(), width, height)
    // In the lamp's middle, and a little inside of its rim.
    let (middle, rim) = ((160, 90), (172, 90))
    #expect(plain[middle.0, middle.1] == [255, 255, 255] && plain[rim.0, rim.1] == [255, 255, 255])
    var mismatches: [String] = []
    for colours in [PictureColours.hlg, .appleLog, .appleLog2] {
      let planes = Self.draw(Self.lamp { $0.colours = colours }, width, height)
      let white = Self.numbers(Self.signal([1, 1, 1], colours), colours, bits: 10, fullRange: false)[0]
      let (most, less) = (Double(planes.at(middle.0, middle.1)[0]), Double(planes.at(rim.0, rim.1)[0]))
      if !(less > white + 20 && most >= less) || (colours != .hlg && most < less + 20) {
        mismatches.append("\(colours): \(less) and \(most), white \(white)")
      }
    }
    // Three stops less bring it into what HLG holds.
    let dark = Self.draw(
      Self.lamp {
        $0.colours = .hlg
        $0.exposure = Glide(-3)
      }, width, height)
    #expect(dark.at(middle.0, middle.1)[0] > dark.at(rim.0, rim.1)[0] + 20)
    #expect(mismatches == [])
  }

  /// The curve of highlights, as a formula.
  static func pressed(_ v: Double, knee: Double, most: Double) -> Double {
    guard v > knee else { return v }
    let (t, top) = ((v - knee) / (1 - knee), (most - knee) / (1 - knee))
    return min(knee + (1 - knee) * t * (1 + t / (top * top)) / (1 + t), 1)
  }

  @Test func highlightsArePressedIntoThePicture() throws {
    let curve = HighlightCurve(knee: 0.5, most: 8)
    var mismatches: [String] = []
    for value in stride(from: 0, through: 255, by: 5) {
      let world = try World(.colour(red: value, green: value / 2, blue: 255 - value))
      for stops in [0.0, 1, 2] {
        let exposure = OpticsTests.view(world) {
          $0.highlights = curve
          $0.exposure = Glide(stops)
        }
        let got = Picture.draw(exposure, 4, 4)[1, 1]
        let expected = [255 - value, value / 2, value].map {
          Self.shown(Self.pressed(Self.light(Double($0)) * exp2(stops), knee: 0.5, most: 8)) * 255
        }
        if zip(got, expected).contains(where: { abs(Double($0) - $1) > 1 }) {
          mismatches.append("\(value) \(stops): \(got), not \(expected)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// The room's walls two stops too bright, and its lamp: white without, with detail with.
  @Test func aWiderRangeKeepsDetailThatIsCutOffWithout() {
    let (width, height) = (160, 90)
    func levels(_ picture: Picture, in counted: (Int, Int) -> Bool) -> (Set<[Int]>, whites: Int) {
      var (seen, whites) = (Set<[Int]>(), 0)
      for y in 0..<height {
        for x in 0..<width where counted(x, y) {
          seen.insert(picture[x, y])
          if picture[x, y] == [255, 255, 255] { whites += 1 }
        }
      }
      return (seen, whites)
    }
    for exposure in [OpticsTests.view { $0.exposure = 2.0 }, Self.lamp()] {
      let without = Picture.draw(exposure, width, height)
      var settings = exposure
      settings.settings.highlights = HighlightCurve(knee: 0.5, most: 8)
      let with = Picture.draw(settings, width, height)
      let cut = { (x: Int, y: Int) in without[x, y] == [255, 255, 255] }
      let (flat, detailed) = (levels(without, in: cut), levels(with, in: cut))
      #expect(flat.whites > 20 && flat.0.count == 1)
      #expect(
        detailed.0.count > 10 && detailed.whites * 10 < flat.whites, "\(detailed.0.count), \(detailed.whites)"
      )
      // Below the knee nothing is another.
      let dark = { (x: Int, y: Int) in without[x, y].allSatisfy { $0 < 180 } }
      for y in 0..<height {
        for x in 0..<width where dark(x, y) {
          #expect(zip(with[x, y], without[x, y]).allSatisfy { abs($0 - $1) <= 1 })
        }
      }
    }
  }
}
