import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct SessionCostTests {
  let policy = PhoneDescription.duo.policy

  func camera(
    _ width: Int, _ height: Int, max: Double, rate: Double? = nil, binned: Bool = false, physical: Int = 1,
    depth: Bool = false
  ) -> SessionCost.Camera {
    SessionCost.Camera(
      width: width, height: height, isBinned: binned, maxRate: max, rate: rate ?? max, physical: physical,
      hasDepth: depth)
  }

  func cost(_ cameras: SessionCost.Camera...) -> SessionCost { SessionCost(cameras: cameras, policy: policy) }

  /// By hand, with the numbers of the description: a whole sensor at 30 costs 0.25, 16:9 three quarters of it.
  @Test func whatCamerasTakeOfTheHardware() {
    let rows: [(SessionCost, Double)] = [
      (cost(), 0), (cost(camera(4032, 3024, max: 30)), 0.25), (cost(camera(1920, 1440, max: 60)), 0.5),
      (cost(camera(1920, 1080, max: 30)), 0.1875), (cost(camera(1080, 1920, max: 30)), 0.1875),
      (cost(camera(3840, 2160, max: 30)), 0.1875), (cost(camera(1280, 1280, max: 30)), 0.25),
      (cost(camera(1920, 1080, max: 60, binned: true)), 0.09375),
      (cost(camera(1920, 1080, max: 60, rate: 5)), 0.375),
      (cost(camera(1920, 1080, max: 30, physical: 2)), 0.375),
      (cost(camera(640, 480, max: 30, depth: true)), 0.45),
      (cost(camera(1920, 1440, max: 60), camera(1920, 1440, max: 60)), 1),
      (cost(camera(1920, 1080, max: 60), camera(1920, 1080, max: 60), camera(1920, 1080, max: 60)), 1.125),
    ]
    var mismatches: [String] = []
    for (index, (cost, wanted)) in rows.enumerated() where abs(cost.hardware - wanted) > 1e-9 {
      mismatches.append("row \(index): \(cost.hardware), not \(wanted)")
    }
    #expect(mismatches == [])
  }

  /// What the header says lowers the cost lowers it, and nothing raises it that it does not name.
  @Test func whatCountsIsApplesWord() {
    var random = FixedRandom(state: 7)
    var mismatches: [String] = []
    for step in 0..<200 {
      let rate = [30.0, 60, 120].randomElement(using: &random)!
      let one = camera(1920, 1440, max: rate)
      let base = cost(one).hardware
      var cropped = one
      cropped.height = 1080
      var binned = one
      binned.isBinned = true
      var slower = one
      slower.maxRate = rate / 2
      var large = one
      (large.width, large.height) = (4032, 3024)
      var deep = one
      deep.hasDepth = true
      let isRight =
        cost(cropped).hardware < base && cost(binned).hardware < base / 2 && cost(slower).hardware == base / 2
        && cost(large).hardware == base && cost(deep).hardware > base
        && abs(cost(one, cropped).hardware - base - cost(cropped).hardware) < 1e-12
      if !isRight { mismatches.append("step \(step)") }
    }
    #expect(mismatches == [])
  }

  @Test func pressureGoesByPixelsInASecond() {
    #expect(cost(camera(1920, 1080, max: 60, rate: 30)).pressure == 0.25)
    #expect(cost(camera(1920, 1080, max: 60, rate: 15)).pressure == 0.125)
    #expect(abs(cost(camera(3840, 2160, max: 30)).pressure - 1) < 1e-12)
    #expect(cost(camera(1920, 1080, max: 30, physical: 2)).pressure == 0.5)
    #expect(cost(camera(1920, 1080, max: 30, depth: true)).pressure == 0.45)
  }

  @Test func anOrdinarySessionCostsOnlyWithSeveralConsumers() {
    let one = cost(camera(4032, 3024, max: 30))
    let rows: [(Int, Int, Double)] = [
      (0, 0, 0), (1, 0, 0), (0, 1, 0), (2, 0, 0.5), (1, 1, 0.5), (3, 0, 0.75), (2, 1, 0.75),
    ]
    let deep = cost(camera(4032, 3024, max: 30, depth: true))
    for cost in [one, deep] {
      #expect(
        rows.filter { cost.ordinary(videoDataOutputs: $0.0, movieOutputs: $0.1) != $0.2 }.map(\.2) == [])
    }
  }
}
