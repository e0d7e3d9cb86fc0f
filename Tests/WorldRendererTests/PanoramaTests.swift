import CWorldRenderer
import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// 360-degree pictures against a slow, plain renderer in double precision.
@Suite struct PanoramaTests {
  /// Straight ahead, the seam, both poles, rolled, and slanted views between.
  private static let views: [(Vector3, Vector3)] = [
    ([0, 0, -1], [0, 1, 0]), ([1, 0, 0], [0, 1, 0]), ([0, 0, 1], [0, 1, 0]), ([-1, 0, 0], [0, 1, 0]),
    ([0, 1, 0], [0, 0, 1]), ([0, -1, 0], [0, 0, -1]), ([0.01, 0, 1], [1, 0.02, 0]), ([0, 0, -1], [1, 0, 0]),
    ([0.5, 0.7, 0.6], [0, 1, 0.1]), ([-0.6, -0.8, 0.3], [0.2, 1, 0]), ([0.2, 0.99, 0], [0, 0, -1]),
    ([-0.02, -0.1, 1], [0.3, 1, 0]),
  ]

  /// Looks up the picture file's own pixels, four neighbours for each pixel.
  private static func plain(_ exposure: Exposure, _ file: Picture, _ width: Int, _ height: Int) -> Picture {
    let focal = Double(width) / 2 / tan(exposure.fieldOfView * .pi / 360)
    var result = Picture(width: width, height: height, bytes: [])
    for y in 0..<height {
      for x in 0..<width {
        let right: Vector3 = exposure.camera.right * ((Double(x) + 0.5 - Double(width) / 2) / focal)
        let up: Vector3 = exposure.camera.up * ((Double(height) / 2 - Double(y) - 0.5) / focal)
        let ray: Vector3 = exposure.camera.forward + right + up
        let longitude = atan2(ray.x, -ray.z)
        let latitude = asin(ray.y / ray.length)
        let column = (longitude / (2 * .pi) + 0.5) * Double(file.width) - 0.5
        let row = (0.5 - latitude / .pi) * Double(file.height - 1)
        let (left, top) = (Int(column.rounded(.down)), min(Int(row), file.height - 2))
        let (a, b) = (column - Double(left), row - Double(top))
        let (x0, x1) = ((left + file.width) % file.width, (left + 1) % file.width)
        for channel in 0..<3 {
          func at(_ x: Int, _ y: Int) -> Double { Double(file.bytes[(y * file.width + x) * 4 + channel]) }
          let upper = at(x0, top) * (1 - a) + at(x1, top) * a
          let lower = at(x0, top + 1) * (1 - a) + at(x1, top + 1) * a
          result.bytes.append(UInt8((upper * (1 - b) + lower * b).rounded()))
        }
        result.bytes.append(255)
      }
    }
    return result
  }

  private static func file(_ path: String) throws -> Picture {
    let (size, bytesPerRow, pixels) = try PictureFile.read(path) { ($0.width * 4, 0) }
    let bytes = Array(UnsafeBufferPointer(start: pixels.base, count: bytesPerRow * size.height))
    return Picture(width: size.width, height: size.height, bytes: bytes)
  }

  @Test func everyDirectionIsThePlainRenderersPicture() throws {
    let path = try Samples.panorama(width: 512)
    let (world, file) = (try World(.panorama(path: path)), try Self.file(path))
    var unlike: [String] = []
    for (forward, up) in Self.views {
      for (width, height, fieldOfView) in [(240, 134, 90.0), (101, 77, 60.0), (333, 40, 35.0)] {
        let exposure = Stage.exposure(
          world, at: Stage.nowhere, forward: forward, up: up, width: width, height: height,
          fieldOfView: fieldOfView)
        let ours = Picture.draw(exposure, width, height)
        let plain = Self.plain(exposure, file, width, height)
        let worst = zip(ours.bytes, plain.bytes).map { abs(Int($0) - Int($1)) }.max()!
        if worst > 2 || ours.likeness(to: plain) < 48 {
          unlike.append("\(forward) \(up) \(width): \(worst), \(ours.likeness(to: plain))")
        }
      }
    }
    #expect(unlike == [])
  }

  @Test func theMiddleIsAheadTheRightHalfToTheRightAndTheEdgesMeetBehind() throws {
    let world = try World(.panorama(path: try Samples.panorama(width: 512)))
    var wrong: [String] = []
    let directions: [(Vector3, Double, Double)] = [
      ([0, 0, -1], 0, 0), ([1, 0, 0], .pi / 2, 0), ([-1, 0, 0], -.pi / 2, 0), ([0, 0, 1], .pi, 0),
      ([0.001, 1, 0], .pi / 2, .pi / 2), ([0.001, -1, 0], .pi / 2, -.pi / 2), ([0, 1, -1], 0, .pi / 4),
    ]
    for (forward, longitude, latitude) in directions {
      let exposure = Stage.exposure(
        world, at: Stage.nowhere, forward: forward, up: abs(forward.y) > 0.9 ? [0, 0, 1] : [0, 1, 0],
        width: 33,
        height: 33, fieldOfView: 10)
      let seen = Picture.draw(exposure, 33, 33)[16, 16]
      let expected = Samples.colour(longitude: longitude, latitude: latitude)
      for (channel, value) in expected.reversed().enumerated() where abs(Double(seen[channel]) - value) > 2 {
        wrong.append("\(forward): \(seen) \(expected)")
      }
    }
    #expect(wrong == [])
  }

  @Test func aCameraAtRestSeesWhatAMovingOneSees() throws {
    let world = try World(.panorama(path: try Samples.panorama(width: 512)))
    for (forward, up) in Self.views {
      let exposure = Stage.exposure(
        world, at: Stage.nowhere, forward: forward, up: up, width: 203, height: 61)
      let first = Picture.draw(exposure, 203, 61)
      #expect(Picture.draw(exposure, 203, 61) == first)
      #expect(Picture.draw(exposure, 203, 61) == first)
    }
  }

  @Test func thePlainLoopsDrawTheSame() throws {
    let (size, row, pixels) = try PictureFile.read(try Samples.panorama(width: 512)) {
      ($0.width * 4 + 8, 64)
    }
    for y in 0..<size.height {
      for byte in 0..<8 { pixels.base[y * row + size.width * 4 + byte] = pixels.base[y * row + byte] }
    }
    var panorama = duo_panorama(
      pixels: UnsafePointer(pixels.base), width: 512, height: 256, bytesPerPixel: 4, bytesPerRow: row,
      rowsBetweenPoles: 255)
    var worst = 0
    for (forward, up) in Self.views {
      var camera = Stage.exposure(Stage.room, forward: forward, up: up).projection(
        FrameWindow(), width: 150, height: 90
      )
      .reference
      for step in [1, 8, 16] as [Int32] {
        var fast = [UInt8](repeating: 0, count: 150 * 90 * 4)
        var plain = fast
        duo_panorama_draw(&panorama, &camera, step, &fast, 600, 150, 90)
        duo_panorama_draw_plain(&panorama, &camera, step, &plain, 600, 150, 90)
        worst = max(worst, zip(fast, plain).map { abs(Int($0) - Int($1)) }.max()!)
      }
    }
    #expect(worst <= 2)
  }

  @Test func turnedAndMirroredWindowsAreThePlainPictureTurnedAndFlipped() throws {
    let world = try World(.panorama(path: try Samples.panorama(width: 512)))
    let exposure = Stage.exposure(world, at: Stage.nowhere, forward: [0.4, 0.2, 1])
    let plain = Picture.draw(exposure, 320, 180)
    var unlike: [String] = []
    for quarters in 0..<4 {
      for mirrored in [false, true] {
        let (w, h) = quarters % 2 == 0 ? (320, 180) : (180, 320)
        let window = FrameWindow(rotation: QuarterTurns(quarters), isMirrored: mirrored)
        let likeness = Picture.draw(exposure, window, w, h).likeness(
          to: plain.turned(quarters, flipped: mirrored))
        if likeness < 50 { unlike.append("\(quarters) \(mirrored): \(likeness)") }
      }
    }
    #expect(unlike == [])
  }

  @Test func smallViewsComeFromSmallerCopies() throws {
    // One-pixel stripes: a view with far fewer pixels must show their mean, not stripes.
    var pixels: [UInt8] = []
    for _ in 0..<512 { for x in 0..<1024 { pixels += x % 2 == 0 ? [40, 40, 40] : [200, 200, 200] } }
    let world = try World(.panorama(path: try Samples.writePNG("stripes.png", 1024, 512, pixels)))
    let exposure = Stage.exposure(
      world, at: Stage.nowhere, forward: [0, 0, -1], width: 64, height: 36, fieldOfView: 90)
    let picture = Picture.draw(exposure, 64, 36)
    #expect(picture.bytes.enumerated().allSatisfy { $0.offset % 4 == 3 || abs(Int($0.element) - 120) <= 12 })
  }

  @Test func mapsAreBounded() {
    let maps = PanoramaMaps()
    let projection = Stage.exposure(Stage.room, forward: [0, 0, -1]).projection(
      FrameWindow(), width: 10, height: 10)
    var made = 0
    func ask(_ width: Int) -> Bool {
      let key = PanoramaMaps.Key(
        projection: projection, width: width, height: 1000, planeWidth: 100, bytesPerPixel: 4)
      return maps.map(for: key) { _ in made += 1 } != nil
    }
    #expect(!ask(2001) && ask(2001) && ask(2001) && made == 1)
    for width in 2002..<2008 { #expect(!ask(width) && ask(width)) }
    // Three of two million pixels fit; the oldest are gone.
    #expect(made == 7)
    #expect(!ask(2001))
    #expect(!ask(5000) && !ask(5000))
  }
}
