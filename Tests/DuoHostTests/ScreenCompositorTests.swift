import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// Whole screens that are brought up to date, against whole screens that are painted from nothing.
@Suite struct ScreenCompositorTests {
  /// The system's part of a display as small as the random trees are.
  private static func chrome(_ random: inout Seeded, of contents: DisplayContents) -> ScreenChrome {
    let pose = ["closed", "open-landscape", "book", "tabletop-cover-flat"].randomElement(using: &random)!
    let state = PhoneState.initial(.duo, pose: pose)!
    var chrome = ScreenChrome(
      PhoneDescription.duo.display(state.app.display)!, interfaceTurn: 0, state, at: .zero, in: .duo,
      scenes: [CGRect(x: 0, y: 0, width: contents.width, height: contents.height)])
    (chrome.width, chrome.height, chrome.surroundings) = (contents.width, contents.height, .none)
    (chrome.lenses, chrome.cornerRadius, chrome.fold, chrome.foldDepth) = ([], 9, nil, 0)
    return chrome
  }

  /// Changes one thing that a phone changes.
  private static func change(_ chrome: inout ScreenChrome, _ random: inout Seeded) {
    let whole = CGRect(x: 0, y: 0, width: chrome.width, height: chrome.height)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: chrome.time = "9:4\(Int.random(in: 1..<9, using: &random))"
    case 1: chrome.isCameraInUse.toggle()
    case 2: chrome.statusBarHeight = Bool.random(using: &random) ? nil : 24
    case 3:
      chrome.lenses = [
        ScreenChrome.Lens(
          x: Double.random(in: 10..<100, using: &random), y: 12, radius: 6,
          isOpen: Bool.random(using: &random))
      ]
    case 4:
      chrome.fold = Bool.random(using: &random) ? nil : CGRect(x: 50, y: 0, width: 20, height: whole.height)
      chrome.foldDepth = Double.random(in: 0..<1, using: &random)
    case 5: chrome.overlay = [.call, .panel, nil].randomElement(using: &random)!
    case 6: chrome.cornerRadius = Double.random(in: 0..<20, using: &random)
    case 7:
      let own = CGRect(x: 0, y: 0, width: 60, height: whole.height)
      chrome.scenes = [own]
      chrome.surroundings =
        Bool.random(using: &random)
        ? .letterbox : .otherApp(CGRect(x: 60, y: 0, width: whole.width - 60, height: whole.height))
    default: (chrome.scenes, chrome.surroundings) = ([whole], .none)
    }
  }

  private static func mismatches(seeds: Range<UInt64>, _ traits: RandomTree.Traits, scale: Double) -> [String]
  {
    var mismatches: [String] = []
    for seed in seeds {
      var tree = RandomTree(seed: seed, traits)
      var random = Seeded(state: seed)
      var chrome = chrome(&random, of: tree.contents)
      let (compositor, app) = (ScreenCompositor(), DisplayCompositor())
      for step in 0..<40 {
        let contents = tree.contents
        func filling(_ id: ObjectIdentifier) -> PreviewFilling? {
          tree.video(id).map { video in PreviewFilling(token: video.token) { video.pixels } }
        }
        let kept = compositor.compose(contents, under: chrome, scale: scale, filling: filling).picture
        let whole = ChromePainter.paint(
          chrome, over: app.picture(of: contents, scale: scale, filling: filling), scale: scale)
        let (most, count) = CompositorTests.difference(kept, whole)
        if most > 0 { mismatches.append("seed \(seed) step \(step): \(count) bytes, up to \(most)") }
        for _ in 0..<tree.random.int(3) { tree.change() }
        for _ in 0..<Int.random(in: 0..<3, using: &random) { change(&chrome, &random) }
      }
    }
    return mismatches
  }

  @Test func whatIsKeptIsWhatWouldBePaintedFromNothing() {
    #expect(Self.mismatches(seeds: 1..<13, .onWholePoints, scale: 1) == [])
    #expect(Self.mismatches(seeds: 20..<26, [.hasVideo, .hasContents], scale: 1) == [])
    #expect(Self.mismatches(seeds: 40..<43, [], scale: 3) == [])
  }

  /// Without anything that moves only what the system changes is drawn, with a pixel around.
  @Test func onlyWhatChangedIsDrawn() {
    var random = Seeded(state: 1)
    let contents = DisplayContents(display: .outer, width: 120, height: 90, interfaceTurn: 0, windows: [])
    var chrome = Self.chrome(&random, of: contents)
    chrome.statusBarHeight = 24
    let compositor = ScreenCompositor()
    func drawn() -> Int {
      _ = compositor.compose(contents, under: chrome, scale: 1) { _ in nil }
      return compositor.drawn.area
    }
    #expect(drawn() == 120 * 90 && compositor.allPixels == 120 * 90)
    #expect(drawn() == 0)
    chrome.time = "9:59"
    #expect(drawn() == 120 * 25)
    chrome.lenses = [ScreenChrome.Lens(x: 60, y: 60, radius: 6, isOpen: true)]
    #expect(drawn() == 14 * 14)
    chrome.lenses[0].isOpen = false
    #expect(drawn() == 14 * 14)
    chrome.overlay = .panel
    #expect(drawn() == 120 * 90)
    #expect(drawn() == 0)
  }
}
