import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// What the system adds to a picture: where, and that it stays away from what is the app's.
@Suite struct ChromeTests {
  private func chrome(
    _ pose: String, _ display: DisplayID? = nil, scenes: [CGRect]? = nil, time: Double = 5,
    hidesStatusBar: Bool = false, change: (inout PhoneState) -> Void = { _ in }
  ) -> ScreenChrome {
    var state = PhoneState.initial(.duo, pose: pose)!
    change(&state)
    let description = PhoneDescription.duo.display(display ?? state.app.display)!
    let size = description.size(interfaceTurn: state.app.interfaceTurn)
    return ScreenChrome(
      description, interfaceTurn: state.app.interfaceTurn, state, at: PhoneTime(seconds: time), in: .duo,
      scenes: scenes ?? [CGRect(x: 0, y: 0, width: size.width, height: size.height)],
      hidesStatusBar: hidesStatusBar)
  }

  /// A picture of one grey.
  private func grey(_ value: UInt8, _ chrome: ScreenChrome, scale: Double = 1) -> PixelPicture {
    let (width, height) = (Int(chrome.width * scale), Int(chrome.height * scale))
    return PixelPicture(
      width: width, height: height, layout: .bgra,
      bytes: Data((0..<width * height * 4).map { $0 % 4 == 3 ? 255 : value }))
  }

  private func green(_ picture: PixelPicture, _ x: Double, _ y: Double) -> UInt8 {
    picture.bytes[(Int(y) * picture.width + Int(x)) * 4 + 1]
  }

  @Test func theClockIsThePhones() {
    let rows: [(Double, String)] = [
      (0, "9:41"), (59.9, "9:41"), (60, "9:42"), (19 * 60, "10:00"), (15 * 3600, "0:41"),
    ]
    #expect(rows.filter { ScreenChrome.clock(PhoneTime(seconds: $0.0)) != $0.1 }.isEmpty)
  }

  @Test func surroundingsFollowTheScenes() {
    let half = CGRect(x: 0, y: 0, width: 475.5, height: 669)
    #expect(chrome("closed").surroundings == .none)
    #expect(chrome("closed", scenes: []).surroundings == .home)
    #expect(
      chrome("open-landscape", scenes: [CGRect(x: 245, y: 0, width: 460, height: 669)]).surroundings
        == .letterbox)
    #expect(
      chrome("open-landscape", scenes: [half]) { $0.app.isInSplitView = true }.surroundings
        == .otherApp(CGRect(x: 475.5, y: 0, width: 475.5, height: 669)))
  }

  @Test func barsFollowTheDisplayAndTheApp() {
    #expect(chrome("closed").statusBarHeight ?? 0 >= 54)
    #expect(chrome("open-landscape").statusBarHeight ?? 0 >= 24)
    #expect(chrome("open-landscape", hidesStatusBar: true).statusBarHeight == nil)
    #expect(chrome("closed", scenes: [], hidesStatusBar: true).statusBarHeight != nil)
    #expect(chrome("closed").homeIndicatorHeight == 34)
    #expect(chrome("open-landscape").homeIndicatorHeight == 21)
  }

  /// The outer display's hole is always there; the inner camera shows itself while it runs.
  @Test func lensesAreWhereTheRegionsAre() {
    var wrong: [String] = []
    for pose in ["closed", "open-landscape", "open-portrait", "book"] {
      for runs in [false, true] {
        let it = chrome(pose) { if runs { $0.streaming[.innerFront] = .app } }
        let isInner = pose != "closed"
        if it.lenses.map(\.isOpen) != [isInner ? runs : true] { wrong.append("\(pose) \(runs)") }
        guard let lens = it.lenses.first else { continue }
        for value: UInt8 in [0, 128, 255] {
          let painted = ChromePainter.paint(it, over: grey(value, it), scale: 1)
          let middle = green(painted, lens.x, lens.y)
          let isBlack = middle < 30
          if value > 100, isBlack != lens.isOpen { wrong.append("\(pose) \(runs) \(value): \(middle)") }
        }
      }
    }
    #expect(wrong == [])
    // No text under the hole.
    let ends = chrome("closed").statusBarEnds
    let lens = chrome("closed").lenses[0]
    #expect(ends.right <= lens.x - lens.radius || lens.x < 233)
  }

  @Test func theFoldIsShadedWhilePartlyOpen() {
    func shade(_ pose: String) -> Int {
      let it = chrome(pose)
      let painted = ChromePainter.paint(it, over: grey(200, it), scale: 1)
      return 200 - Int(green(painted, it.width / 2, it.height / 2))
    }
    #expect(shade("open-landscape") == 0)
    #expect(shade("book") > 15 && shade("book") < 90)
    #expect(chrome("book").fold?.width == 40 && chrome("open-landscape").fold == nil)
  }

  /// Inside the scenes, away from bars, corners, lens and fold, every pixel is the app's.
  @Test func theAppsPixelsAreKept() {
    var wrong: [String] = []
    for pose in ["closed", "open-landscape", "open-portrait", "book"] {
      let it = chrome(pose)
      let painted = ChromePainter.paint(it, over: grey(77, it), scale: 1)
      for y in stride(from: 60.0, to: it.height - 40, by: 7) {
        for x in stride(from: 60.0, to: it.width - 60, by: 7) {
          let isLens = it.lenses.contains { hypot(x - $0.x, y - $0.y) < $0.radius + 2 }
          let isFold = it.fold?.insetBy(dx: -45, dy: -45).contains(CGPoint(x: x, y: y)) ?? false
          if !isLens, !isFold, green(painted, x, y) != 77 { wrong.append("\(pose) \(x), \(y)") }
        }
      }
      if green(painted, 1, 1) != 0 { wrong.append("\(pose): no corner") }
    }
    #expect(wrong.prefix(5) == [])
  }

  @Test func aDisplayWithoutTheAppIsNotBlank() {
    let home = chrome("closed", scenes: [])
    let painted = ChromePainter.paint(home, over: grey(0, home), scale: 1)
    #expect(green(painted, 200, 400) > 60)
    let split = chrome("open-landscape", scenes: [CGRect(x: 0, y: 0, width: 475.5, height: 669)]) {
      $0.app.isInSplitView = true
    }
    let halves = ChromePainter.paint(split, over: grey(0, split), scale: 1)
    #expect(green(halves, 700, 600) > 200 && green(halves, 200, 400) == 0)
  }

  /// The time stands out on a light and on a dark picture.
  @Test func inkIsReadable() {
    let it = chrome("closed")
    for value: UInt8 in [0, 255] {
      let painted = ChromePainter.paint(it, over: grey(value, it, scale: 2), scale: 2)
      let bar = (0..<108).flatMap { y in
        (60..<240).map { abs(Int(green(painted, Double($0), Double(y))) - Int(value)) }
      }
      #expect(bar.max() ?? 0 > 200)
    }
  }
}
