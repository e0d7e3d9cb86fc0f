import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

@Suite struct FingerTests {
  @Test func fingersGoTheirWay() {
    let (here, there) = (CGPoint(x: 100, y: 200), CGPoint(x: 140, y: 180))
    let target = TapTarget(.identifier("x"))
    let tap = PhoneDuration.milliseconds(80)
    let rows: [(FingerGesture, Double, [[Double]], PhoneDuration)] = [
      (.tap(target), 0.5, [[100, 200]], tap),
      (.press(target, over: .seconds(2)), 1, [[100, 200]], .seconds(2)),
      (.drag(from: target, to: .by(x: 40, y: -20), over: .seconds(1)), 0.25, [[110, 195]], .seconds(1)),
      (.pinch(target, scale: 4, over: .seconds(1)), 0, [[75, 200], [125, 200]], .seconds(1)),
      (.pinch(target, scale: 4, over: .seconds(1)), 1, [[0, 200], [200, 200]], .seconds(1)),
      (.pinch(target, scale: 0.5, over: .seconds(1)), 0, [[0, 200], [200, 200]], .seconds(1)),
      (.pinch(target, scale: 0.5, over: .seconds(1)), 1, [[50, 200], [150, 200]], .seconds(1)),
    ]
    var mismatches: [String] = []
    for (gesture, part, places, duration) in rows {
      let path = FingerPath(gesture, from: here, to: there, tap: tap)
      let found = path.points(at: part).map { [Double($0.x), Double($0.y)] }
      if found != places || path.duration != duration { mismatches.append("\(gesture) at \(part): \(found)") }
    }
    #expect(mismatches == [])
  }

  /// A drag begins with its third move, after 10 of 60 points, and a pinch with its third, 8 points wider.
  @Test func gesturesTakePhoneTime() async throws {
    let surface = TapTarget(.identifier("surface"))
    let run = try await HostRun.play(
      .gestures,
      Scenario(
        name: "fingers",
        steps: [
          ScenarioStep("tap", do: [.touch(.tap(surface))]),
          ScenarioStep("press", do: [.touch(.press(surface, over: .seconds(1)))]),
          ScenarioStep(
            "drag", do: [.touch(.drag(from: surface, to: .by(x: 60, y: 0), over: .milliseconds(300)))]),
          ScenarioStep("pinch", do: [.touch(.pinch(surface, scale: 2, over: .milliseconds(500)))]),
          ScenarioStep(
            "elsewhere",
            do: [
              .touch(
                .drag(
                  from: surface, to: .place(.point(x: 1, y: 1, display: .inner)), over: .milliseconds(300)))
            ]),
        ]))
    #expect(run.settled.count == 5)
    let heard = run.settled.last?.displays.first?.controls.map(\.name).filter { $0.hasPrefix("heard") } ?? []
    #expect(
      heard.sorted() == [
        "heard drag 60 of 17", "heard pinch 2.00 of 29", "heard press after 500 ms", "heard tap after 80 ms",
      ])
    let missed = run.records.compactMap { if case .tapMissed(let miss) = $0 { miss.step } else { nil } }
    #expect(missed == [4])
  }
}
