import DuoAVFoundation
import DuoQuartzCore
import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// The same numbers for the same seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func int(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}

/// A tree of layers that changes at random.
private struct RandomTree {
  let root = CALayer()
  var random: Seeded
  /// What a preview shows now.
  var frames: [ObjectIdentifier: Int] = [:]
  let isWhole: Bool
  let hasVideo: Bool

  /// - Parameter isWhole: all edges lie on whole points.
  init(seed: UInt64, isWhole: Bool, hasVideo: Bool) {
    self.hasVideo = hasVideo
    random = Seeded(state: seed)
    self.isWhole = isWhole
    root.frame = CGRect(x: 0, y: 0, width: 120, height: 90)
    root.backgroundColor = CGColor(gray: 0.2, alpha: 1)
    for _ in 0..<12 { add() }
  }

  private var all: [CALayer] {
    func tree(_ layer: CALayer) -> [CALayer] { [layer] + (layer.sublayers ?? []).flatMap(tree) }
    return tree(root)
  }

  private mutating func some() -> CALayer {
    let layers = Array(all.dropFirst())
    return layers.isEmpty ? root : layers[random.int(layers.count)]
  }

  private mutating func place(_ range: ClosedRange<Double>) -> Double {
    let number = random.number(range)
    return isWhole ? number.rounded() : number
  }

  private mutating func rect() -> CGRect {
    CGRect(x: place(-20...110), y: place(-20...80), width: place(0...70), height: place(0...60))
  }

  private mutating func colour() -> CGColor {
    CGColor(
      red: random.number(0...1), green: random.number(0...1), blue: random.number(0...1),
      alpha: random.int(3) == 0 ? random.number(0...1) : 1)
  }

  private mutating func add() {
    let isPreview = random.int(5) == 0 && hasVideo
    let layer: CALayer = isPreview ? AVCaptureVideoPreviewLayer() : CALayer()
    if isPreview { frames[ObjectIdentifier(layer)] = random.int(1000) }
    layer.frame = rect()
    if random.int(4) != 0 { layer.backgroundColor = colour() }
    if random.int(5) == 0 { layer.masksToBounds = true }
    let parents = all
    parents[random.int(parents.count)].insertSublayer(layer, at: UInt32(random.int(6)))
  }

  mutating func change() {
    let layer = some()
    switch random.int(17) {
    case 0: add()
    case 1: if all.count > 6 { layer.removeFromSuperlayer() }
    case 2: layer.isHidden.toggle()
    case 3: layer.frame = rect()
    case 4, 5:
      layer.position = CGPoint(x: layer.position.x + place(-9...9), y: layer.position.y + place(-9...9))
    case 6: layer.backgroundColor = random.int(4) == 0 ? nil : colour()
    case 7: layer.opacity = random.int(2) == 0 ? 1 : Float(random.number(0...1))
    case 8: layer.cornerRadius = random.int(2) == 0 ? 0 : place(0...25)
    case 9: layer.borderWidth = random.int(2) == 0 ? 0 : place(0...6)
    case 10: layer.borderColor = colour()
    case 11: layer.masksToBounds.toggle()
    case 12: layer.zPosition = random.number(-1...1)
    case 13:
      layer.transform =
        random.int(2) == 0 ? CATransform3DIdentity : CATransform3DMakeRotation(random.number(-3...3), 0, 0, 1)
    case 14: layer.transform = CATransform3DMakeScale(random.number(0...2), random.number(-1...2), 1)
    case 15: layer.bounds.origin = CGPoint(x: place(-10...10), y: place(-10...10))
    default:
      // In the order of the tree, which is the same in every run.
      for id in all.map({ ObjectIdentifier($0) }) where frames[id] != nil && random.int(2) == 0 {
        frames[id] = random.int(1000)
      }
    }
  }

  var contents: DisplayContents {
    DisplayContents(
      display: .outer, width: 120, height: 90, interfaceTurn: 0,
      windows: [LayerSnapshot(root)].compactMap { $0 })
  }

  /// Not every preview shows something.
  func video(_ id: ObjectIdentifier) -> (token: Int, pixels: PixelPicture)? {
    guard let frame = frames[id], frame % 5 != 0 else { return nil }
    let width = 7 + frame % 4, height = 5 + frame % 3
    let bytes = (0..<width * height * 4).map { $0 % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: $0 * frame) }
    return (frame, PixelPicture(width: width, height: height, layout: .bgra, bytes: Data(bytes)))
  }
}

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

  private static func mismatches(seeds: Range<UInt64>, isWhole: Bool, scale: Double, hasVideo: Bool = false)
    -> [String]
  {
    var mismatches: [String] = []
    for seed in seeds {
      var tree = RandomTree(seed: seed, isWhole: isWhole, hasVideo: hasVideo)
      let compositor = DisplayCompositor()
      for step in 0..<40 {
        let contents = tree.contents
        let kept = compositor.picture(of: contents, scale: scale) { id in
          tree.video(id).map { video in PreviewFilling(token: video.token) { video.pixels } }
        }
        let whole = DisplayComposer.picture(of: contents, scale: scale) { tree.video($0)?.pixels }
        let (most, count) = difference(kept, whole)
        // Where a smoothed video is cut, Cairo's fixed-point places differ in their last bit.
        if most > (hasVideo ? 2 : 0) {
          mismatches.append("seed \(seed) step \(step): \(count) bytes, up to \(most)")
        }
        for _ in 0..<tree.random.int(4) { tree.change() }
      }
    }
    return mismatches
  }

  @Test func whatIsKeptIsWhatWouldBeDrawnFromNothing() {
    #expect(Self.mismatches(seeds: 1..<13, isWhole: true, scale: 1) == [])
  }

  @Test func soDoesWhatLiesBetweenPixels() {
    #expect(Self.mismatches(seeds: 100..<113, isWhole: false, scale: 1) == [])
    #expect(Self.mismatches(seeds: 200..<204, isWhole: false, scale: 3) == [])
  }

  @Test func soDoesVideo() {
    #expect(Self.mismatches(seeds: 300..<312, isWhole: false, scale: 1, hasVideo: true) == [])
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
  }
}
