import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

private func grid(_ rows: [[Float]]) -> DepthGrid {
  DepthGrid(width: rows[0].count, height: rows.count, values: rows.flatMap { $0 })
}

private func same(_ a: DepthGrid, _ b: DepthGrid, within: Float = 1e-5) -> Bool {
  a.width == b.width && a.height == b.height
    && zip(a.values, b.values).allSatisfy { $0.isNaN && $1.isNaN || abs($0 - $1) <= within }
}

@Suite struct DepthMapsTests {
  @Test func unfilteredMapsHaveHolesAtEdgesAndBeyondTheRange() {
    let truth = grid([
      [2, 2, 2, 2, 2], [2, 1, 1, 2, 2], [2, 1, 1, 2, 2.1], [2, 2, 2, 9, 0],
    ])
    let nan = Float.nan
    let expected = grid([
      [2, nan, nan, 2, 2], [nan, 1, 1, nan, 2], [nan, 1, 1, nan, 2.1], [2, nan, nan, nan, nan],
    ])
    #expect(same(truth.measured(range: 5), expected))
  }

  @Test func filteredMapsHaveNoHoles() {
    var random = SystemSeed(state: 7)
    for _ in 0..<50 {
      let (w, h) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
      let values = (0..<w * h).map { _ in [Float(0), 0.5, 1, 3, 40].randomElement(using: &random)! }
      let truth = DepthGrid(width: w, height: h, values: values)
      let result = truth.filtered(before: nil, range: 5)
      let known = values.contains { $0 > 0 }
      #expect(result.values.allSatisfy { known ? $0 > 0 && $0 <= 5 : $0.isNaN })
    }
  }

  @Test func holesTakeWhatLiesBehind() {
    let truth = grid([[1, 1, 4, 4, 4]])
    // The rim at the third pixel is a hole: the farther side fills it.
    #expect(same(truth.filtered(before: nil, range: 5), grid([[1, 1, 4, 4, 4]])))
    #expect(same(truth.measured(range: 5), grid([[1, 1, .nan, 4, 4]])))
  }

  @Test func smoothingStaysOnOneSurfaceAndJoinsTwoFrames() {
    let now = grid([[1, 1.06, 1]])
    #expect(same(now.filtered(before: nil, range: 5), grid([[1.03, 1.02, 1.03]])))
    // The frame before: half of what it saw where it is the same surface, nothing of what was elsewhere.
    #expect(same(grid([[1]]).filtered(before: grid([[1.08]]), range: 5), grid([[1.04]])))
    #expect(same(grid([[1]]).filtered(before: grid([[2]]), range: 5), grid([[1]])))
    #expect(same(grid([[1]]).filtered(before: grid([[1, 1]]), range: 5), grid([[1]])))
  }

  @Test func mapsComeAtMostAtTheirRate() {
    func taken(_ frames: Double, _ depth: Double) -> [Int] {
      var pace = FramePace()
      return (0..<12).filter {
        pace.takes(PhoneTime(seconds: 1 + Double($0) / frames), interval: .seconds(1 / depth))
      }
    }
    #expect(taken(30, 30) == Array(0..<12))
    #expect(taken(60, 30) == [0, 2, 4, 6, 8, 10])
    #expect(taken(30, 20) == [0, 2, 3, 5, 6, 8, 9, 11])
    #expect(taken(24, 30) == Array(0..<12))
    #expect(taken(30, 7) == [0, 5, 9])
  }

  @Test func mapsHaveTheShapeOfThePicture() {
    func size(_ w: Int, _ h: Int, _ depth: (Int, Int), _ turns: QuarterTurns = 0) -> String {
      let picture = StreamConfiguration(
        width: w, height: h, fieldOfView: 60, frameDuration: .milliseconds(33))
      let spec = DepthSpec(
        picture: picture, size: (depth.0, depth.1), format: kCVPixelFormatType_DepthFloat32,
        move: GridMove(turns: turns, isMirrored: false), isFiltered: true, range: 5)
      return "\(spec.width)x\(spec.height)"
    }
    #expect(size(1920, 1080, (320, 180)) == "320x180")
    #expect(size(1920, 1080, (320, 180), 1) == "180x320")
    #expect(size(1440, 1920, (320, 320)) == "240x320")
    #expect(size(1920, 1440, (320, 320), 3) == "240x320")
    #expect(size(1920, 1080, (320, 320)) == "320x180")
  }
}

/// A generator with a seed.
struct SystemSeed: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
