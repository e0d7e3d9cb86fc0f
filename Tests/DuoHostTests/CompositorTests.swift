import DuoAVFoundation
import DuoQuartzCore
import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

@Suite struct CompositorTests {
  /// The largest difference of a byte, and how many differ.
  static func difference(_ a: PixelPicture, _ b: PixelPicture) -> (most: Int, count: Int) {
    if a.bytes == b.bytes { return (0, 0) }
    guard a.bytes.count == b.bytes.count else { return (256, .max) }
    var (most, count) = (0, 0)
    for (one, other) in zip(a.bytes, b.bytes) where one != other {
      most = max(most, abs(Int(one) - Int(other)))
      count += 1
    }
    return (most, count)
  }

  private static func mismatches(seeds: Range<UInt64>, _ traits: RandomTree.Traits, scale: Double) -> [String]
  {
    var mismatches: [String] = []
    for seed in seeds {
      var tree = RandomTree(seed: seed, traits)
      let compositor = DisplayCompositor()
      for step in 0..<40 {
        let contents = tree.contents
        let kept = compositor.picture(of: contents, scale: scale) { id in
          tree.video(id).map { video in PreviewFilling(token: video.token) { video.pixels } }
        }
        let whole = DisplayComposer.picture(of: contents, scale: scale) { tree.video($0)?.pixels }
        let (most, count) = difference(kept, whole)
        if most > 0 { mismatches.append("seed \(seed) step \(step): \(count) bytes, up to \(most)") }
        for _ in 0..<tree.random.int(4) { tree.change() }
      }
    }
    return mismatches
  }

  @Test func whatIsKeptIsWhatWouldBeDrawnFromNothing() {
    #expect(Self.mismatches(seeds: 1..<13, .onWholePoints, scale: 1) == [])
  }

  @Test func soDoesWhatLiesBetweenPixels() {
    #expect(Self.mismatches(seeds: 100..<113, [], scale: 1) == [])
    #expect(Self.mismatches(seeds: 200..<204, [], scale: 3) == [])
  }

  @Test func soDoesVideo() {
    #expect(Self.mismatches(seeds: 300..<312, .hasVideo, scale: 1) == [])
  }

  @Test func soDoTextsPicturesShapesAndGradients() {
    #expect(Self.mismatches(seeds: 400..<412, .hasContents, scale: 1) == [])
    #expect(Self.mismatches(seeds: 420..<423, [.hasContents, .hasVideo, .onWholePoints], scale: 2) == [])
  }

  @Test func soDoMasksAndShadows() {
    #expect(Self.mismatches(seeds: 500..<512, .hasMasks, scale: 1) == [])
    #expect(Self.mismatches(seeds: 520..<532, .hasShadows, scale: 1) == [])
    #expect(
      Self.mismatches(seeds: 540..<548, [.hasContents, .hasVideo, .hasMasks, .hasShadows], scale: 1) == [])
  }

  /// A display with a preview, a panel over part of it and a small control.
  private final class Screen {
    let root = CALayer()
    let preview = AVCaptureVideoPreviewLayer()
    let panel = CALayer()
    let control = CALayer()
    let compositor = DisplayCompositor()
    var frame = 1
    var asked = 0

    init() {
      root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      preview.frame = root.bounds
      panel.frame = CGRect(x: 0, y: 60, width: 100, height: 40)
      panel.backgroundColor = CGColor(gray: 1, alpha: 1)
      control.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
      control.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      for layer in [preview, panel, control] { root.addSublayer(layer) }
    }

    /// Pixels that a composition drew.
    func drawn() -> Int {
      let contents = DisplayContents(
        display: .outer, width: 100, height: 100, interfaceTurn: 0,
        windows: [LayerSnapshot(root)].compactMap { $0 })
      compositor.compose(contents, scale: 1) { _ in
        PreviewFilling(token: self.frame) {
          self.asked += 1
          return PixelPicture(width: 1, height: 1, layout: .bgra, bytes: Data([0, 0, 255, 255]))
        }
      }
      return compositor.drawnPixels
    }
  }

  @Test func onlyWhatChangedIsDrawn() {
    let screen = Screen()
    #expect(screen.drawn() == 100 * 100 && screen.compositor.allPixels == 100 * 100)
    #expect(screen.drawn() == 0)
    screen.control.position.x += 1
    // The control before and after, with a pixel around.
    #expect(screen.drawn() == 13 * 12)
    screen.panel.backgroundColor = CGColor(gray: 0.5, alpha: 1)
    #expect(screen.drawn() == 100 * 41)
    screen.control.opacity = 0.5
    #expect(screen.drawn() == 12 * 12)
    screen.panel.isHidden = true
    #expect(screen.drawn() == 100 * 41)
  }

  /// More small opaque layers than pieces are told apart: the picture is right, whatever is drawn in vain.
  @Test func aCrowdOfSmallLayersIsDrawnAsFromNothing() {
    let screen = Screen()
    var crowd: [CALayer] = []
    for index in 0..<400 {
      let layer = CALayer()
      layer.frame = CGRect(x: index % 20 * 5, y: index / 20 * 5, width: 4, height: 4)
      layer.backgroundColor = CGColor(gray: CGFloat(index % 7) / 7, alpha: 1)
      screen.root.addSublayer(layer)
      crowd.append(layer)
    }
    let video = PixelPicture(width: 1, height: 1, layout: .bgra, bytes: Data([0, 0, 255, 255]))
    var mismatches: [String] = []
    let changes: [() -> Void] = [
      {}, { screen.frame += 1 }, { for layer in crowd[0..<300] { layer.position.x += 2 } },
      { for layer in crowd where layer.position.y > 50 { layer.isHidden = true } },
    ]
    for (round, change) in changes.enumerated() {
      change()
      _ = screen.drawn()
      let contents = DisplayContents(
        display: .outer, width: 100, height: 100, interfaceTurn: 0,
        windows: [LayerSnapshot(screen.root)].compactMap { $0 })
      let kept = screen.compositor.picture(of: contents, scale: 1) { _ in
        PreviewFilling(token: screen.frame) { video }
      }
      let (most, count) = Self.difference(
        kept, DisplayComposer.picture(of: contents, scale: 1) { _ in video })
      if most > 0 { mismatches.append("\(round): \(count) bytes, up to \(most)") }
    }
    #expect(mismatches == [])
  }

  @Test func aNewFrameIsDrawnOnlyWhereItCanBeSeen() {
    let screen = Screen()
    _ = screen.drawn()
    screen.frame = 2
    #expect(screen.drawn() == 100 * 60 - 10 * 10)
    screen.panel.frame = screen.root.bounds
    _ = screen.drawn()
    screen.asked = 0
    screen.frame = 3
    #expect(screen.drawn() == 0 && screen.asked == 0)
    // Not opaque, or not filling its box: what is below can be seen.
    screen.panel.opacity = 0.5
    _ = screen.drawn()
    screen.frame = 4
    #expect(screen.drawn() == 100 * 100 - 10 * 10)
    screen.panel.opacity = 1
    screen.panel.cornerRadius = 10
    _ = screen.drawn()
    screen.frame = 5
    // Rounded corners are drawn whole or not at all.
    #expect(screen.drawn() == 100 * 100)
  }

  @Test func anotherSizeIsDrawnWhole() {
    let screen = Screen()
    _ = screen.drawn()
    let contents = DisplayContents(display: .inner, width: 50, height: 20, interfaceTurn: 0, windows: [])
    let picture = screen.compositor.picture(of: contents, scale: 2) { _ in nil }
    #expect(picture.width == 100 && picture.height == 40 && screen.compositor.drawnPixels == 4000)
    #expect(picture.bytes == Data((0..<16000).map { $0 % 4 == 3 ? 255 : 0 }))
  }

  // MARK: Regions

  /// Cut by too many rectangles a region keeps pixels, and never loses one that is not covered.
  @Test func regionsHaveALimitOfPieces() {
    var random = Seeded(state: 21)
    var region = PixelRegion(PixelRect(0, 0, 300, 300))
    var exact = region
    var mismatches: [String] = []
    for round in 0..<400 {
      let (x, y) = (random.int(300), random.int(300))
      let rect = PixelRect(x, y, x + 1 + random.int(6), y + 1 + random.int(6))
      region.subtract(rect, atMost: 20)
      exact.subtract(rect)
      var lost = exact
      for kept in region.rects { lost.subtract(kept) }
      if !lost.isEmpty || region.rects.count > 20 + 3 { mismatches.append("\(round): \(lost.rects)") }
    }
    #expect(mismatches == [])
    #expect(region.area > exact.area)
    region.subtract(PixelRect(0, 0, 300, 300), atMost: 20)
    #expect(region.isEmpty && region.box == .nothing)
  }

  /// Regions against plain sets of pixels.
  @Test func regionsAreSetsOfPixels() {
    var random = Seeded(state: 9)
    var mismatches: [String] = []
    func pixels(_ rects: [PixelRect]) -> [Int] {
      rects.flatMap { rect in (rect.y0..<rect.y1).flatMap { y in (rect.x0..<rect.x1).map { y * 100 + $0 } } }
        .sorted()
    }
    for round in 0..<100 {
      var region = PixelRegion()
      var plain = Set<Int>()
      for _ in 0..<random.int(12) {
        let (x, y) = (random.int(20), random.int(20))
        let rect = PixelRect(x, y, x + random.int(9), y + random.int(9))
        if random.int(3) == 0 {
          region.subtract(rect)
          plain.subtract(pixels([rect].filter { !$0.isEmpty }))
        } else {
          region.add(rect)
          plain.formUnion(pixels([rect].filter { !$0.isEmpty }))
        }
      }
      // Sorted lists are equal only if nothing is covered twice.
      if pixels(region.rects) != plain.sorted() { mismatches.append("\(round): \(region.rects)") }
      if region.area != plain.count { mismatches.append("\(round): area") }
      let joined = region.joined(atMost: 3)
      let covered = pixels(joined)
      if joined.count > 3 || !plain.isSubset(of: covered) {
        mismatches.append("\(round): joined \(joined)")
      }
    }
    #expect(mismatches == [])
    #expect(PixelRegion(PixelRect(0, 0, 4, 4)).joined(atMost: 1) == [PixelRect(0, 0, 4, 4)])
    #expect(PixelRect(around: CGRect(x: 0.5, y: -0.5, width: 1, height: 1)) == PixelRect(0, -1, 2, 1))
    #expect(PixelRect(inside: CGRect(x: 0.5, y: 0, width: 2, height: 1.9)) == PixelRect(1, 0, 2, 1))
    #expect(PixelRect(around: CGRect(x: 1e300, y: 0, width: 1, height: 1)).isEmpty)
    #expect(PixelRect(around: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)).isEmpty)
    #expect(CGRect(x: -CGFloat.infinity, y: 0, width: CGFloat.infinity, height: 1).orNowhere.isNull)
    #expect(CGRect(x: 1, y: 2, width: 3, height: 4).orNowhere == CGRect(x: 1, y: 2, width: 3, height: 4))
  }
}
