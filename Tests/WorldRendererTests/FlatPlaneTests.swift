import CWorldRenderer
import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Planes of flat pictures, against a plain reading of one value at a time, in floating point.
@Suite struct FlatPlaneTests {
  /// Values of a plane's pixels, 90...165: weights are of 128, so that a step of 75 is off by 0.6 at most.
  struct Plane {
    var width, height, channels: Int
    var values: [UInt8]
    var reachX, reachY: Double

    init(_ width: Int, _ height: Int, _ channels: Int, _ random: inout FixedNumbers) {
      (self.width, self.height, self.channels) = (width, height, channels)
      values = (0..<width * height * channels).map { _ in UInt8.random(in: 90...165, using: &random) }
      (reachX, reachY) = (Double(width) - random.number(0...0.5), Double(height) - random.number(0...0.5))
    }

    /// The value at a point in texels from the upper left corner; nil outside.
    func value(_ u: Double, _ v: Double, _ channel: Int) -> Double? {
      guard u >= 0, v >= 0, u <= reachX, v <= reachY else { return nil }
      func texel(_ x: Int, _ y: Int) -> Double {
        let (x, y) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
        return Double(values[(y * width + x) * channels + channel])
      }
      let (x, y) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
      let (a, b) = (u - 0.5 - x, v - 0.5 - y)
      let upper = texel(Int(x), Int(y)) * (1 - a) + texel(Int(x) + 1, Int(y)) * a
      let lower = texel(Int(x), Int(y) + 1) * (1 - a) + texel(Int(x) + 1, Int(y) + 1) * a
      return upper * (1 - b) + lower * b
    }
  }

  struct Request {
    var u, du, v, dv: Double
    var isTransposed: Bool
    var width, height: Int
  }

  private static let outside: [UInt8] = [7, 9, 11, 255]

  private static func draw(_ plane: Plane, _ r: Request, plain: Bool, spare: Int) -> [UInt8] {
    let row = r.width * plane.channels + spare
    var pixels = [UInt8](repeating: 200, count: row * r.height + 16)
    plane.values.withUnsafeBufferPointer { values in
      var reference = duo_plane(
        pixels: values.baseAddress, width: Int32(plane.width), height: Int32(plane.height),
        bytesPerPixel: Int32(plane.channels), bytesPerRow: plane.width * plane.channels,
        reachX: plane.reachX, reachY: plane.reachY)
      let draw = plain ? duo_draw_plane_plain : duo_draw_plane
      let isDrawn = draw(
        &reference, r.u, r.du, r.v, r.dv, r.isTransposed ? 1 : 0, outside, &pixels, row, Int32(r.width),
        Int32(r.height))
      #expect(isDrawn == 1)
    }
    return pixels
  }

  /// Sizes that fill no vector, planes of one texel, steps of all sizes and signs, parts outside.
  @Test func everyByteIsThePlainReading() {
    var random = FixedNumbers(state: 21)
    var mismatches: [String] = []
    var (inside, beyond) = (0, 0)
    for round in 0..<240 {
      let channels = [1, 2, 4][round % 3]
      let plane = Plane(
        [1, 2, 3, 17, 40, 64, 150][Int.random(in: 0...6, using: &random)],
        [1, 2, 5, 33, 64, 90][Int.random(in: 0...5, using: &random)], channels, &random)
      let width = Int.random(in: 1...150, using: &random)
      let height = Int.random(in: 1...90, using: &random)
      let isTransposed = round / 3 % 2 == 1
      let (across, down) = isTransposed ? (height, width) : (width, height)
      func line(_ texels: Int, _ count: Int) -> (Double, Double) {
        let sign = Bool.random(using: &random) ? 1.0 : -1.0
        let by = [1.0, 2.0 / 3, 1.5, 0.1, 2.7][Int.random(in: 0...4, using: &random)] * sign
        let start =
          round % 4 == 0 ? random.number(-5...Double(texels)) : sign > 0 ? 0.5 : Double(texels) - 0.5
        return (start, by)
      }
      let ((u, du), (v, dv)) = (line(plane.width, across), line(plane.height, down))
      let request = Request(
        u: u, du: du, v: v, dv: dv, isTransposed: isTransposed, width: width, height: height)
      let spare = Int.random(in: 0...9, using: &random)
      let got = Self.draw(plane, request, plain: false, spare: spare)
      if got != Self.draw(plane, request, plain: true, spare: spare) {
        mismatches.append("round \(round): the plain loops draw something else")
      }
      let row = width * channels + spare
      var untouched = Set(got.indices)
      for y in 0..<height {
        for x in 0..<width {
          let (i, j) = isTransposed ? (y, x) : (x, y)
          let place = (u + du * Double(i), v + dv * Double(j))
          for channel in 0..<channels {
            let at = y * row + x * channels + channel
            untouched.remove(at)
            let expected = plane.value(place.0, place.1, channel)
            if expected == nil { beyond += 1 } else { inside += 1 }
            let isRight =
              expected.map { abs($0 - Double(got[at])) <= 1.8 } ?? (got[at] == Self.outside[channel])
            if !isRight {
              mismatches.append("round \(round) (\(x), \(y)): \(got[at]), not \(expected ?? -1)")
            }
          }
        }
      }
      if untouched.contains(where: { got[$0] != 200 }) {
        mismatches.append("round \(round): bytes beside the rows are changed")
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
    #expect(inside > 100_000 && beyond > 100_000)
  }

  // MARK: Whole pictures in 420

  /// A picture's own planes by the standard's formula, one value at a time.
  private struct Colours {
    var width, height: Int
    var rgb: [UInt8]
    let fullRange: Bool

    private func yuv(_ r: Double, _ g: Double, _ b: Double) -> [Double] {
      let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
      let (ys, cs, base) = fullRange ? (1.0, 1.0, 0.0) : (219.0 / 255, 224.0 / 255, 16.0)
      return [base + y * ys, 128 + (b - y) / 1.8556 * cs, 128 + (r - y) / 1.5748 * cs]
    }

    private func pixel(_ x: Int, _ y: Int) -> [Double] {
      let at = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 3
      return yuv(Double(rgb[at]), Double(rgb[at + 1]), Double(rgb[at + 2]))
    }

    /// Luma of a pixel, or the mean of four.
    private func texel(_ x: Int, _ y: Int, _ channel: Int) -> Double {
      if channel == 0 { return pixel(x, y)[0] }
      let (x, y) = (min(max(x, 0), (width - 1) / 2), min(max(y, 0), (height - 1) / 2))
      let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { pixel(2 * x + $0.0, 2 * y + $0.1)[channel] }
      return four.reduce(0, +) / 4
    }

    /// The value at a point of the picture, 0...1 in both directions; black outside.
    func value(_ s: Double, _ t: Double, _ channel: Int) -> Double {
      guard (0...1).contains(s), (0...1).contains(t) else { return channel == 0 ? (fullRange ? 0 : 16) : 128 }
      let size = channel == 0 ? 1.0 : 2.0
      let (u, v) = (s * Double(width) / size - 0.5, t * Double(height) / size - 0.5)
      let (x, y) = (u.rounded(.down), v.rounded(.down))
      func row(_ y: Double) -> Double {
        texel(Int(x), Int(y), channel) * (1 - u + x) + texel(Int(x) + 1, Int(y), channel) * (u - x)
      }
      return row(y) * (1 - v + y) + row(y + 1) * (v - y)
    }
  }

  /// Where a target's point (0...1) lies in the picture: flipped back, turned back, cropped, zoomed, and turned upright.
  private static func place(
    _ a: Double, _ b: Double, _ window: FrameWindow, zoom: Double, frame: (Double, Double),
    picture: (Double, Double), turns: Int
  ) -> (Double, Double) {
    var (a, b) = (window.isMirrored ? 1 - a : a, b)
    for _ in 0..<window.rotation.count { (a, b) = (b, 1 - a) }
    var x = ((window.x + a * window.width) - 0.5) / zoom * frame.0
    var y = ((window.y + b * window.height) - 0.5) / zoom * frame.1
    var (w, h) = frame
    for _ in 0..<turns { (x, y, w, h) = (y, -x, h, w) }
    let scale = max(w / picture.0, h / picture.1)
    return (x / scale / picture.0 + 0.5, y / scale / picture.1 + 0.5)
  }

  /// All turns x mirroring x crops, cameras held in four ways, pictures of even and odd sizes.
  @Test func everyTurnMirroringAndCropIn420IsThePlainPicture() throws {
    var random = FixedNumbers(state: 22)
    var mismatches: [String] = []
    for (w, h) in [(96, 54), (75, 81)] {
      // Soft noise: neighbours differ by up to 40.
      let rgb = (0..<w * h * 3).map { _ in UInt8.random(in: 110...150, using: &random) }
      let world = try World(.picture(path: try Samples.writePNG("noise-\(w)x\(h).png", w, h, rgb)))
      for turns in 0..<4 {
        let up: Vector3 = [[0, 1, 0], [-1, 0.1, 0], [0, -1, 0], [1, 0.1, 0]][turns]
        for (number, crop) in [
          (1.0, FrameWindow()), (1.5, FrameWindow()),
          (1.0, FrameWindow(x: 0.2, y: 0.1, width: 0.5, height: 0.7)),
          (1.0, FrameWindow(x: -0.2, y: -0.1, width: 1.3, height: 1.4)),
        ].enumerated() {
          for rotation in 0..<4 {
            for isMirrored in [false, true] {
              var window = crop.1
              (window.rotation, window.isMirrored) = (QuarterTurns(rotation), isMirrored)
              var exposure = Stage.exposure(
                world, at: Stage.nowhere, forward: [0, 0, -1], up: up, width: 96, height: 54)
              exposure.zoom = crop.0
              let (tw, th) = rotation % 2 == 0 ? (97, 55) : (55, 97)
              let fullRange = (rotation + number) % 2 == 0
              let drawn = TestPlanes.draw(exposure, window, tw, th, fullRange: fullRange)
              let colours = Colours(width: w, height: h, rgb: rgb, fullRange: fullRange)
              var wrong = 0
              for (plane, size) in [(0, 1), (1, 2)] {
                let (columns, rows) = ((tw + size - 1) / size, (th + size - 1) / size)
                for y in 0..<rows {
                  for x in 0..<columns {
                    let (a, b) = (Double(x) + 0.5, Double(y) + 0.5)
                    let (s, t) = Self.place(
                      a * Double(size) / Double(tw), b * Double(size) / Double(th), window, zoom: crop.0,
                      frame: (96, 54), picture: (Double(w), Double(h)), turns: turns)
                    // On the picture's edge either answer is right.
                    if min(abs(s), abs(1 - s), abs(t), abs(1 - t)) < 1e-3 { continue }
                    for channel in 0..<size {
                      let got =
                        plane == 0 ? drawn.luma[y * tw + x] : drawn.chroma[(y * columns + x) * 2 + channel]
                      if abs(Double(got) - colours.value(s, t, plane + channel)) > 2 { wrong += 1 }
                    }
                  }
                }
              }
              if wrong > 0 {
                mismatches.append("\(w)x\(h) turned \(turns), zoom \(crop.0), \(window): \(wrong)")
              }
            }
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// Flat movies, whose planes are read where they were decoded to, show in 420 what they show in colours.
  @Test func flatMoviesIn420AreTheirColours() throws {
    var mismatches: [String] = []
    for turns in 0..<4 {
      for isMirrored in [false, true] {
        let path = try Movies.write(
          "planes-\(turns)-\(isMirrored).mp4", width: 48, height: 32, quarterTurns: turns,
          isMirrored: isMirrored)
        let world = try World(.movie(MovieWorld(path: path, shape: .flat)))
        for rotation in 0..<4 {
          let window = FrameWindow(rotation: QuarterTurns(rotation), isMirrored: rotation == 1)
          var exposure = Stage.exposure(world, at: Stage.nowhere, forward: [0, 0, -1], width: 96, height: 54)
          exposure.time = PhoneTime(nanoseconds: 700_000_000)
          let (tw, th) = rotation % 2 == 0 ? (96, 54) : (54, 96)
          let colours = Picture.draw(exposure, window, tw, th)
          for fullRange in [false, true] {
            let drawn = TestPlanes.draw(exposure, window, tw, th, fullRange: fullRange)
            let wrong = (0..<tw * th).count { at in
              // Greys.
              let grey = Double(colours.bytes[4 * at + 1])
              return abs(Double(drawn.luma[at]) - (fullRange ? grey : 16 + grey * 219 / 255)) > 2.5
            }
            if wrong > 0 || drawn.chroma.contains(where: { abs(Int($0) - 128) > 2 }) {
              mismatches.append("turned \(turns) \(isMirrored), \(window), \(fullRange): \(wrong)")
            }
          }
        }
      }
    }
    #expect(mismatches == [])
  }
}

/// What an exposure shows as 420.
struct TestPlanes: Equatable {
  var luma, chroma: [UInt8]

  static func draw(
    _ exposure: Exposure, _ window: FrameWindow, _ width: Int, _ height: Int, fullRange: Bool
  ) -> TestPlanes {
    let row = (width + 1) / 2 * 2
    var planes = TestPlanes(
      luma: [UInt8](repeating: 77, count: width * height),
      chroma: [UInt8](repeating: 77, count: row * ((height + 1) / 2)))
    planes.luma.withUnsafeMutableBytes { luma in
      planes.chroma.withUnsafeMutableBytes { chroma in
        exposure.draw(
          window,
          into: PixelTarget(
            layout: .biplanar420(fullRange: fullRange), width: width, height: height,
            planes: [
              .init(base: luma.baseAddress!, bytesPerRow: width),
              .init(base: chroma.baseAddress!, bytesPerRow: row),
            ]))
      }
    }
    return planes
  }
}
