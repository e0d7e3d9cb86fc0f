import DuoAVFoundation
import DuoCoreGraphics
import DuoQuartzCore
import Foundation
import PhoneModel
import Scenarios

@testable import DuoHost

/// The same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
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
struct RandomTree {
  let root = CALayer()
  var random: Seeded
  /// What a preview shows now.
  var frames: [ObjectIdentifier: Int] = [:]

  /// What may be in the tree beside plain layers.
  struct Traits: OptionSet {
    let rawValue: Int
    /// All edges lie on whole points.
    static let onWholePoints = Traits(rawValue: 1)
    static let hasVideo = Traits(rawValue: 2)
    /// Texts, pictures, shapes and gradients.
    static let hasContents = Traits(rawValue: 4)
    static let hasMasks = Traits(rawValue: 8)
    static let hasShadows = Traits(rawValue: 16)
  }

  let traits: Traits
  private var isWhole: Bool { traits.contains(.onWholePoints) }

  init(seed: UInt64, _ traits: Traits) {
    self.traits = traits
    random = Seeded(state: seed)
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
    let isPreview = traits.contains(.hasVideo) && random.int(5) == 0
    let layer = isPreview ? AVCaptureVideoPreviewLayer() : traits.contains(.hasContents) ? drawn() : CALayer()
    if isPreview { frames[ObjectIdentifier(layer)] = random.int(1000) }
    layer.frame = rect()
    if random.int(4) != 0 { layer.backgroundColor = colour() }
    if random.int(5) == 0 { layer.masksToBounds = true }
    if traits.contains(.hasShadows) { castShadow(layer) }
    let parents = all
    parents[random.int(parents.count)].insertSublayer(layer, at: UInt32(random.int(6)))
  }

  /// A layer that shows something of its own, or nothing.
  private mutating func drawn() -> CALayer {
    switch random.int(6) {
    case 0:
      let text = CATextLayer()
      text.string = "Fold \(random.int(100))"
      text.fontSize = place(6...20)
      text.foregroundColor = colour()
      return text
    case 1:
      let layer = CALayer()
      layer.contents = picture()
      return layer
    case 2:
      let shape = CAShapeLayer()
      draw(shape)
      return shape
    case 3:
      let gradient = CAGradientLayer()
      gradient.colors = [colour(), colour(), colour()]
      gradient.endPoint = CGPoint(x: random.number(0...1), y: 1)
      return gradient
    default: return CALayer()
    }
  }

  private mutating func picture() -> CGImage? {
    let (width, height, seed) = (3 + random.int(9), 3 + random.int(9), random.int(250))
    return CGImage(width: width, height: height, isOpaque: seed % 2 == 0) { memory, row in
      for y in 0..<height {
        for x in 0..<width * 4 {
          // Premultiplied, whatever the alpha: the same level everywhere.
          let level = (x / 4 * 31 + y * 17 + seed) % 200
          memory.storeBytes(of: UInt8(x % 4 == 3 ? 200 : level), toByteOffset: y * row + x, as: UInt8.self)
        }
      }
    }
  }

  private mutating func draw(_ shape: CAShapeLayer) {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: place(-5...40), y: place(-5...40)))
    for _ in 0..<(1 + random.int(3)) {
      path.addQuadCurve(
        to: CGPoint(x: place(-5...60), y: place(-5...60)),
        control: CGPoint(x: place(-5...60), y: place(-5...60)))
    }
    shape.path = path
    shape.fillColor = random.int(2) == 0 ? nil : colour()
    shape.strokeColor = colour()
    shape.lineWidth = place(0...6)
    shape.lineJoin = [.miter, .round, .bevel][random.int(3)]
    shape.strokeEnd = random.int(2) == 0 ? 1 : random.number(0...1)
  }

  private mutating func castShadow(_ layer: CALayer) {
    layer.shadowOpacity = random.int(3) == 0 ? Float(random.number(0...1)) : 0
    layer.shadowRadius = place(0...6)
    layer.shadowOffset = CGSize(width: place(-6...6), height: place(-6...6))
    layer.shadowPath = random.int(3) == 0 ? CGPath(ellipseIn: rect(), transform: nil) : nil
  }

  /// A mask with a layer in it, or none.
  private mutating func mask(_ layer: CALayer) {
    guard random.int(3) != 0 else { return layer.mask = nil }
    let mask = traits.contains(.hasContents) ? drawn() : CALayer()
    mask.frame = rect()
    mask.backgroundColor = random.int(3) == 0 ? nil : colour()
    mask.cornerRadius = random.int(2) == 0 ? 0 : place(0...20)
    let inner = CALayer()
    inner.frame = rect()
    inner.backgroundColor = colour()
    mask.addSublayer(inner)
    if traits.contains(.hasShadows) { castShadow(mask) }
    layer.mask = mask
  }

  /// Changes what only some trees have; those that do not have it change as if this were not there.
  private mutating func changeTrait(_ layer: CALayer) -> Bool {
    if traits.contains(.hasShadows), random.int(6) == 0 {
      castShadow(layer)
      return true
    }
    if traits.contains(.hasMasks), random.int(6) == 0 {
      mask(layer)
      return true
    }
    if traits.contains(.hasMasks), let mask = layer.mask, random.int(2) == 0 {
      mask.position.x += place(-5...5)
      return true
    }
    guard traits.contains(.hasContents), random.int(4) == 0 else { return false }
    switch layer {
    case let shape as CAShapeLayer: draw(shape)
    case let gradient as CAGradientLayer: gradient.colors = [colour(), colour()]
    case let text as CATextLayer: text.string = "Text \(random.int(100))"
    default: layer.contents = random.int(2) == 0 ? nil : picture()
    }
    layer.maskedCorners =
      random.int(2) == 0 ? [.layerMinXMinYCorner, .layerMaxXMaxYCorner] : CACornerMask(rawValue: 15)
    return true
  }

  mutating func change() {
    let layer = some()
    if changeTrait(layer) { return }
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
    root.displayTree()
    return DisplayContents(
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
