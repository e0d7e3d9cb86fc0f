import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// A flat picture against a plain renderer that asks for each pixel which point of the picture its ray meets.
@Suite struct FlatPictureTests {
  private static func colour(_ u: Double, _ v: Double) -> [Double] {
    [120 + 90 * sin(3 * u), 120 + 90 * cos(2 * v + u), 60 + 120 * u * v]
  }

  private static func picture(_ width: Int, _ height: Int) throws -> String {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        pixels += colour((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height)).map {
          UInt8($0)
        }
      }
    }
    return try Samples.writePNG("flat-\(width)x\(height).png", width, height, pixels)
  }

  /// The colour at a point of the native frame (0...1 in both directions, y down), nil where the picture does not reach.
  private static func plainly(
    _ s: Double, _ t: Double, frame: (Double, Double), picture: (Double, Double), turns: Int
  ) -> [Double]? {
    // From the middle, in units of the frame's height; turned back until world-up is on top.
    var (x, y) = ((s - 0.5) * frame.0 / frame.1, t - 0.5)
    var (w, h) = (frame.0 / frame.1, 1.0)
    for _ in 0..<turns {
      (x, y) = (y, -x)
      (w, h) = (h, w)
    }
    let size = max(h, w / (picture.0 / picture.1))
    let (u, v) = (x / (size * picture.0 / picture.1) + 0.5, y / size + 0.5)
    return (0...1).contains(u) && (0...1).contains(v) ? colour(u, v) : nil
  }

  @Test func everyPixelIsThePlainRenderersPicture() throws {
    var mismatches: [String] = []
    for (w, h) in [(240, 160), (160, 240), (700, 500)] {
      let world = try World(.picture(path: try Self.picture(w, h)))
      for (turns, up) in [(0, [0, 1, 0]), (1, [-1, 0.1, 0]), (2, [0, -1, 0]), (3, [1, 0.1, 0])]
        as [(Int, Vector3)]
      {
        for (zoom, window) in [
          (1.0, FrameWindow()), (1.7, FrameWindow(x: 0.2, y: 0.1, width: 0.5, height: 0.7)),
          (1.0, FrameWindow(rotation: 1)), (1.0, FrameWindow(rotation: 3, isMirrored: true)),
          (1.0, FrameWindow(x: 0.1, width: 0.8, isMirrored: true)), (1.0, FrameWindow(rotation: 2)),
        ] {
          var exposure = Stage.exposure(
            world, at: Stage.nowhere, forward: [0, 0, -1], up: up, width: 192, height: 108)
          exposure.zoom = zoom
          let (tw, th) = window.rotation.count % 2 == 0 ? (96, 54) : (54, 96)
          let drawn = Picture.draw(exposure, window, tw, th)
          for (x, y) in [
            (0, 0), (tw - 1, 0), (0, th - 1), (tw - 1, th - 1), (tw / 3, th / 4), (tw / 2, th * 3 / 4),
          ] {
            var (a, b) = ((Double(x) + 0.5) / Double(tw), (Double(y) + 0.5) / Double(th))
            if window.isMirrored { a = 1 - a }
            for _ in 0..<window.rotation.count { (a, b) = (b, 1 - a) }
            let s = ((window.x + a * window.width) - 0.5) / zoom + 0.5
            let t = ((window.y + b * window.height) - 0.5) / zoom + 0.5
            let expected =
              Self.plainly(s, t, frame: (192, 108), picture: (Double(w), Double(h)), turns: turns) ?? [
                0, 0, 0,
              ]
            let got = [2, 1, 0].map { Int(drawn[x, y][$0]) }
            if zip(got, expected).contains(where: { abs(Double($0) - $1) > 5 }) {
              mismatches.append(
                "\(w)x\(h) turned \(turns) \(window) at \(x),\(y): \(got), not \(expected.map { Int($0) })")
            }
          }
        }
      }
    }
    #expect(mismatches.count == 0, "\(mismatches.prefix(4))")
  }

  @Test func outsideOfTheFrameIsBlackWhereThePictureEnds() throws {
    let world = try World(.picture(path: try Self.picture(240, 160)))
    let exposure = Stage.exposure(world, at: Stage.nowhere, forward: [0, 0, -1], width: 240, height: 160)
    let picture = Picture.draw(exposure, FrameWindow(x: -0.5, y: -0.5, width: 2, height: 2), 80, 80)
    #expect(picture[5, 5] == [0, 0, 0] && picture[75, 40] == [0, 0, 0])
    #expect(picture[40, 40] != [0, 0, 0])
  }

  @Test func smallViewsComeFromSmallerCopies() throws {
    // Black and white in turns: seen small they are grey.
    let pixels = (0..<256 * 256).flatMap { [UInt8](repeating: ($0 + $0 / 256) % 2 == 0 ? 0 : 254, count: 3) }
    let world = try World(.picture(path: try Samples.writePNG("checks.png", 256, 256, pixels)))
    let exposure = Stage.exposure(world, at: Stage.nowhere, forward: [0, 0, -1], width: 256, height: 256)
    let picture = Picture.draw(exposure, 32, 32)
    let values = (0..<32 * 32).map { Int(picture[$0 % 32, $0 / 32][1]) }
    #expect(values.allSatisfy { abs($0 - 127) < 4 })
  }
}
