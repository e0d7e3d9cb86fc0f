import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// What the system lays over an app: seen in the picture, and no cover of the app's making.
@Suite struct OverlayTests {
  private func chrome(
    _ pose: String, on display: DisplayID? = nil, _ change: (inout PhoneState) -> Void
  ) -> ScreenChrome {
    var state = PhoneState.initial(.duo, pose: pose)!
    change(&state)
    let description = PhoneDescription.duo.display(display ?? state.app.display)!
    let size = description.size(interfaceTurn: state.app.interfaceTurn)
    return ScreenChrome(
      description, interfaceTurn: state.app.interfaceTurn, state, at: PhoneTime(seconds: 5), in: .duo,
      scenes: [CGRect(x: 0, y: 0, width: size.width, height: size.height)])
  }

  /// Where a painted picture of one grey differs with the overlay and without.
  private func changed(_ chrome: ScreenChrome) -> CGRect {
    let (width, height) = (Int(chrome.width), Int(chrome.height))
    let grey = PixelPicture(
      width: width, height: height, layout: .bgra, bytes: Data(repeating: 120, count: width * height * 4))
    var bare = chrome
    bare.overlay = nil
    let one = ChromePainter.paint(chrome, over: grey, scale: 1).bytes
    let other = ChromePainter.paint(bare, over: grey, scale: 1).bytes
    var box = CGRect.null
    for pixel in stride(from: 0, to: one.count, by: 4) where one[pixel + 1] != other[pixel + 1] {
      box = box.union(CGRect(x: pixel / 4 % width, y: pixel / 4 / width, width: 1, height: 1))
    }
    return box
  }

  @Test func thePhonesStateSaysWhatLiesOverTheApp() {
    #expect(chrome("closed") { _ in }.overlay == nil)
    #expect(chrome("closed") { $0.isInCall = true }.overlay == .call)
    #expect(chrome("closed") { $0.isOverlayShown = true }.overlay == .panel)
    #expect(
      chrome("closed") {
        $0.isInCall = true
        $0.isOverlayShown = true
      }.overlay == .panel)
    // On the app's display only.
    #expect(chrome("open-landscape", on: .outer) { $0.isInCall = true }.overlay == nil)
  }

  @Test func aCallIsABannerAndAPanelIsEverywhere() {
    var wrong: [String] = []
    for pose in ["closed", "open-landscape", "open-portrait", "book"] {
      let call = chrome(pose) { $0.isInCall = true }
      let banner = OverlayPainter.banner(call)
      let box = changed(call)
      if !banner.insetBy(dx: -1, dy: -1).contains(box) || box.width < banner.width - 2 || box.height < 70 {
        wrong.append("\(pose): \(box) for \(banner)")
      }
      if banner.minX < 12 || banner.maxY > call.height / 3 { wrong.append("\(pose): \(banner)") }
      let isOverLens = call.lenses.contains {
        banner.intersects(CGRect(x: $0.x - 1, y: $0.y - 1, width: 2, height: 2))
      }
      if isOverLens { wrong.append("\(pose): over the lens") }
      let panel = chrome(pose) { $0.isOverlayShown = true }
      let all = changed(panel)
      if all.width < panel.width - 2 || all.height < panel.height - 2 { wrong.append("\(pose): \(all)") }
    }
    #expect(wrong == [])
  }

  /// The app is inactive, and its preview as visible as before.
  @Test func noOverlayCountsAsTheAppsCover() async throws {
    let scenario = Scenario(
      name: "t", intent: .any, start: "closed",
      steps: [
        ScenarioStep("free"), ScenarioStep("panel", do: [.event(.overlay(true))]),
        ScenarioStep("away", do: [.event(.overlay(false))]), ScenarioStep("call", do: [.event(.call(true))]),
      ])
    let run = try await HostRun.play(.virtualFront, scenario)
    let shown = run.settled.compactMap(\.displays.first)
    #expect(
      run.settled.map(\.state.app.activity) == [.foreground, .inactive, .foreground, .inactive])
    let visible = shown.map { $0.previews.first?.visibleFraction ?? 0 }
    #expect(visible[0] > 0.9 && Set(visible).count == 1)
    let pictures = shown.map { $0.picture?.bytes ?? Data() }
    func difference(_ one: Data, _ other: Data) -> Int {
      zip(one, other).count { abs(Int($0) - Int($1)) > 40 }
    }
    // A whole display, and a strip of it.
    let size = pictures[0].count
    #expect(difference(pictures[0], pictures[2]) < size / 500)
    #expect(difference(pictures[0], pictures[1]) > size / 2)
    #expect((size / 100..<size / 5).contains(difference(pictures[0], pictures[3])))
  }
}
