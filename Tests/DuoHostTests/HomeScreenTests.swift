import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// What is shown where the app is not stands upright for its viewer.
@Suite struct HomeScreenTests {
  private func home(_ pose: String, _ change: (inout PhoneState) -> Void = { _ in }) -> ScreenChrome {
    var state = PhoneState.initial(.duo, pose: pose)!
    change(&state)
    let turn = HomeScreen.interfaceTurn(on: state.app.display, state, at: .zero, in: .duo)
    return ScreenChrome(
      PhoneDescription.duo.display(state.app.display)!, interfaceTurn: turn, state, at: .zero, in: .duo,
      scenes: [])
  }

  /// The box round the clock's large figures: what is nearly white below the status bar.
  private func clock(_ picture: PixelPicture, below top: Int) -> (columns: Int, rows: Int, middle: Double)? {
    var (left, right, first, last) = (Int.max, Int.min, Int.max, Int.min)
    for y in top..<picture.height - 40 {
      for x in 60..<picture.width - 60
      where picture.bytes[(y * picture.width + x) * 4..<(y * picture.width + x) * 4 + 3].allSatisfy({
        $0 > 245
      }) {
        (left, right, first, last) = (min(left, x), max(right, x), min(first, y), max(last, y))
      }
    }
    guard right >= left else { return nil }
    return (right - left + 1, last - first + 1, Double(first + last) / 2)
  }

  /// As wide as the viewer sees the display, by the pose's name.
  @Test func theDisplayIsAsWideAsItsViewerSeesIt() {
    let wide = [
      ("closed", false), ("open-landscape", true), ("open-portrait", false), ("book", true),
    ]
    #expect(wide.filter { (home($0.0).width > home($0.0).height) != $0.1 }.map(\.0) == [])
  }

  /// The figures lie beside each other in the upper half, whatever the interface of the app was.
  @Test func theClockLiesOnItsLine() {
    var wrong: [String] = []
    for pose in ["closed", "open-landscape", "open-portrait", "book"] {
      for turn in 0..<4 {
        let it = home(pose) { $0.app.interfaceTurn = QuarterTurns(turn) }
        let (width, height) = (Int(it.width), Int(it.height))
        let black = PixelPicture(
          width: width, height: height, layout: .bgra, bytes: Data(count: width * height * 4))
        let painted = ChromePainter.paint(it, over: black, scale: 1)
        guard let clock = clock(painted, below: Int(it.statusBarHeight ?? 0) + 4) else {
          wrong.append("\(pose) \(turn): no clock")
          continue
        }
        if clock.columns < clock.rows * 3 / 2 || clock.middle > it.height / 2 {
          wrong.append("\(pose) \(turn): \(clock)")
        }
      }
    }
    #expect(wrong == [])
  }

  /// On a table there is no upright: what the app had stays.
  @Test func whatLiesFlatKeepsItsTurn() {
    var wrong: [String] = []
    for pose in ["face-up", "face-down"] {
      let start = PhoneState.initial(.duo, pose: pose)!
      for turn in PhoneDescription.duo.display(start.app.display)!.orientations.value {
        var state = start
        state.app.interfaceTurn = QuarterTurns(turn)
        let found = HomeScreen.interfaceTurn(on: state.app.display, state, at: .zero, in: .duo)
        if found.count != turn { wrong.append("\(pose) \(turn): \(found.count)") }
      }
    }
    #expect(wrong == [])
  }

  /// A whole run: the picture of the open phone has the shape that the app's had, before and while the app is behind.
  @Test func thePictureOfTheInnerDisplayIsWide() async throws {
    let run = try await HostRun.play(
      .controls,
      Scenario(
        name: "t", intent: .any, start: "open-landscape",
        steps: [ScenarioStep("before"), ScenarioStep("behind", do: [.event(.background)])]))
    let shapes = run.settled.map { moment in
      moment.displays.map {
        [$0.picture?.width ?? 0, $0.picture?.height ?? 0, Int($0.width), Int($0.height)]
      }
    }
    #expect(shapes.count == 2 && shapes[0] == shapes[1])
    #expect(shapes.flatMap { $0 }.allSatisfy { $0[0] > $0[1] && $0[2] > $0[3] })
  }
}
