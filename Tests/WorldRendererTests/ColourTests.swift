import CWorldRenderer
import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// ITU-R 709, against its formulas.
@Suite struct ColourTests {
  struct Planes {
    var luma, chroma: [UInt8]

    static func draw(_ exposure: Exposure, _ width: Int, _ height: Int, fullRange: Bool) -> Planes {
      let (w, h) = ((width + 1) / 2, (height + 1) / 2)
      var planes = Planes(
        luma: [UInt8](repeating: 77, count: width * height), chroma: [UInt8](repeating: 77, count: w * h * 2))
      planes.luma.withUnsafeMutableBytes { luma in
        planes.chroma.withUnsafeMutableBytes { chroma in
          exposure.draw(
            into: PixelTarget(
              layout: .biplanar420(fullRange: fullRange), width: width, height: height,
              planes: [
                .init(base: luma.baseAddress!, bytesPerRow: width),
                .init(base: chroma.baseAddress!, bytesPerRow: w * 2),
              ]))
        }
      }
      return planes
    }

    /// The largest differences of luma and chroma from a picture's own.
    func distance(to picture: Picture, fullRange: Bool) -> (luma: Double, chroma: Double) {
      let (ys, cs, base) = fullRange ? (1.0, 1.0, 0.0) : (219.0 / 255, 224.0 / 255, 16.0)
      func yuv(_ c: [Double]) -> (Double, Double, Double) {
        let y = 0.2126 * c[2] + 0.7152 * c[1] + 0.0722 * c[0]
        return (base + y * ys, 128 + (c[0] - y) / 1.8556 * cs, 128 + (c[2] - y) / 1.5748 * cs)
      }
      var worst = (luma: 0.0, chroma: 0.0)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let expected = yuv(picture[x, y].map(Double.init)).0
          worst.luma = max(worst.luma, abs(Double(luma[y * picture.width + x]) - expected))
        }
      }
      let (w, h) = ((picture.width + 1) / 2, (picture.height + 1) / 2)
      for y in 0..<h {
        for x in 0..<w {
          let (x1, y1) = (min(2 * x + 1, picture.width - 1), min(2 * y + 1, picture.height - 1))
          let four = [picture[2 * x, 2 * y], picture[x1, 2 * y], picture[2 * x, y1], picture[x1, y1]]
          let mean = (0..<3).map { channel in Double(four.map { $0[channel] }.reduce(0, +)) / 4 }
          let (_, cb, cr) = yuv(mean)
          let at = (y * w + x) * 2
          worst.chroma = max(worst.chroma, abs(Double(chroma[at]) - cb), abs(Double(chroma[at + 1]) - cr))
        }
      }
      return worst
    }
  }

  @Test func theRoomIn420IsTheRoomInColours() {
    for fullRange in [true, false] {
      for (width, height) in [(160, 90), (121, 67)] {
        let exposure = Stage.exposure(Stage.room, forward: [0.4, 0, 1], width: width, height: height)
        let planes = Planes.draw(exposure, width, height, fullRange: fullRange)
        let distance = planes.distance(to: .draw(exposure, width, height), fullRange: fullRange)
        #expect(distance.luma <= 1)
        #expect(distance.chroma <= 1)
      }
    }
  }

  @Test func a360DegreePictureIn420IsTheOneInColours() throws {
    let world = try World(.panorama(path: try Samples.panorama(width: 512)))
    for forward in [Vector3(0, 0, -1), [0, 0, 1], [0.3, 0.9, 0.1]] {
      for fullRange in [true, false] {
        let exposure = Stage.exposure(world, at: Stage.nowhere, forward: forward, width: 321, height: 179)
        let planes = Planes.draw(exposure, 321, 179, fullRange: fullRange)
        let distance = planes.distance(to: .draw(exposure, 321, 179), fullRange: fullRange)
        // Interpolated after conversion instead of before, and chroma from a copy of half the size.
        #expect(distance.luma <= 2.5)
        #expect(distance.chroma <= 4)
      }
    }
  }

  @Test func pureColoursHaveTheStandardsValues() throws {
    let table: [([Int], [UInt8], [UInt8])] = [
      // red, green, blue; video range; full range: luma, Cb, Cr
      ([255, 255, 255], [235, 128, 128], [255, 128, 128]), ([0, 0, 0], [16, 128, 128], [0, 128, 128]),
      ([255, 0, 0], [63, 102, 240], [54, 99, 255]), ([0, 255, 0], [173, 42, 26], [182, 30, 12]),
      ([0, 0, 255], [32, 240, 118], [18, 255, 116]),
    ]
    var wrong: [String] = []
    for (rgb, video, full) in table {
      let world = try World(.colour(red: rgb[0], green: rgb[1], blue: rgb[2]))
      let exposure = Stage.exposure(world, forward: [0, 0, -1], width: 16, height: 16)
      for (fullRange, expected) in [(false, video), (true, full)] {
        let planes = Planes.draw(exposure, 16, 16, fullRange: fullRange)
        let seen = [planes.luma[100], planes.chroma[40], planes.chroma[41]]
        if zip(seen, expected).contains(where: { abs(Int($0) - Int($1)) > 1 }) {
          wrong.append("\(rgb) \(fullRange) \(seen)")
        }
        if Set(planes.luma).count != 1 || Set(planes.chroma).count > 2 { wrong.append("\(rgb) uneven") }
      }
    }
    #expect(wrong == [])
  }

  @Test func lightScalesEveryWorldsColours() throws {
    let panorama = try World(.panorama(path: try Samples.panorama(width: 256)))
    for world in [Stage.room, panorama, try World(.colour(red: 100, green: 60, blue: 200))] {
      let normal = Picture.draw(Stage.exposure(world, at: Stage.nowhere, forward: [0, 0, -1]), 64, 36)
      for light in [0.0, 0.3, 1.8] {
        let lit = Stage.exposure(world, at: Stage.nowhere, forward: [0, 0, -1], light: light)
        let picture = Picture.draw(lit, 64, 36)
        let worst = zip(normal.bytes, picture.bytes).enumerated().filter { $0.offset % 4 != 3 }.map {
          abs(OpticsTests.byte(OpticsTests.linear(Int($0.element.0)) * light) - Double($0.element.1))
        }.max()!
        #expect(worst <= 1)
        let planes = Planes.draw(lit, 64, 36, fullRange: false)
        #expect(planes.distance(to: picture, fullRange: false).luma <= 3 || light > 1)
      }
    }
  }

  @Test func rowsBeyondTheTargetAreNotTouched() throws {
    for world in [Stage.room, try World(.panorama(path: try Samples.panorama(width: 256)))] {
      let exposure = Stage.exposure(world, at: Stage.nowhere, forward: [0, 0, -1], width: 37, height: 19)
      var bytes = [UInt8](repeating: 0xa5, count: (37 * 4 + 12) * 19 + 32)
      bytes.withUnsafeMutableBytes { raw in
        exposure.draw(
          into: PixelTarget(
            layout: .bgra, width: 37, height: 19,
            planes: [.init(base: raw.baseAddress! + 16, bytesPerRow: 37 * 4 + 12)]))
      }
      let untouched = bytes.indices.filter { index in
        let inside = index - 16
        return inside < 0 || inside >= 160 * 19 || inside % 160 >= 148
      }
      #expect(untouched.allSatisfy { bytes[$0] == 0xa5 })
    }
  }
}
