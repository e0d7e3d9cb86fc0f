import DuoCoreMedia
import DuoQuartzCore
import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// Layers as displays show them, against plain formulas, sampled in each pixel.
@Suite struct LayerPixelTests {
  typealias Colour = (red: Double, green: Double, blue: Double)
  private let side = 60.0

  private func picture(_ scale: Double, _ layers: [CALayer]) -> PixelPicture {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: side, height: side)
    for layer in layers { root.addSublayer(layer) }
    root.displayTree()
    return DisplayComposer.picture(
      of: DisplayContents(
        display: .outer, width: side, height: side, interfaceTurn: 0, windows: [LayerSnapshot(root)!]),
      scale: scale
    ) { _ in nil }
  }

  private func pixel(_ picture: PixelPicture, _ x: Int, _ y: Int) -> Colour {
    let at = picture.bytes.startIndex + (y * picture.width + x) * 4
    func level(_ offset: Int) -> Double { Double(picture.bytes[at + offset]) / 255 }
    return (level(2), level(1), level(0))
  }

  /// The largest difference of any component to what `colour` says of points, black where it says nothing.
  private func gap(
    _ scale: Double, _ layers: [CALayer], samples: Int = 8, _ colour: (Double, Double) -> Colour?
  ) -> Double {
    let picture = picture(scale, layers)
    let share = 1 / Double(samples * samples)
    var worst = 0.0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        var sum = (0.0, 0.0, 0.0)
        for sample in 0..<samples * samples {
          let px = (Double(x) + (Double(sample % samples) + 0.5) / Double(samples)) / scale
          let py = (Double(y) + (Double(sample / samples) + 0.5) / Double(samples)) / scale
          guard let c = colour(px, py) else { continue }
          sum = (sum.0 + c.red * share, sum.1 + c.green * share, sum.2 + c.blue * share)
        }
        let got = pixel(picture, x, y)
        worst = max(worst, abs(got.red - sum.0), abs(got.green - sum.1), abs(got.blue - sum.2))
      }
    }
    return worst
  }

  private func layer<Layer: CALayer>(_ layer: Layer, _ frame: CGRect, _ color: CGColor? = nil) -> Layer {
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  /// Inside a rectangle with some corners rounded; corners as the bits of `CACornerMask`.
  private func isInside(_ x: Double, _ y: Double, _ rect: CGRect, _ radius: Double, _ corners: UInt) -> Bool {
    guard rect.contains(CGPoint(x: x, y: y)) else { return false }
    let isRight = x > rect.midX, isLow = y > rect.midY
    guard corners & (isLow ? (isRight ? 8 : 4) : (isRight ? 2 : 1)) != 0 else { return true }
    let dx = isRight ? x - (rect.maxX - radius) : rect.minX + radius - x
    let dy = isLow ? y - (rect.maxY - radius) : rect.minY + radius - y
    return dx < 0 || dy < 0 || hypot(dx, dy) <= radius
  }

  @Test func everyChoiceOfCornersIsRounded() {
    var mismatches: [String] = []
    let rect = CGRect(x: 10, y: 8, width: 40, height: 36)
    for corners in 0..<UInt(16) {
      let card = layer(CALayer(), rect, red)
      card.cornerRadius = 12
      card.maskedCorners = CACornerMask(rawValue: corners)
      card.borderWidth = 3
      card.borderColor = blue
      let inner = rect.insetBy(dx: 3, dy: 3)
      let difference = gap(1, [card], samples: 4) { x, y in
        if isInside(x, y, inner, 9, corners) { return (1, 0, 0) }
        return isInside(x, y, rect, 12, corners) ? (0, 0, 1) : nil
      }
      // The edge of the fill shines through that of the border.
      if difference > 0.3 { mismatches.append("\(corners): \(difference)") }
      card.borderWidth = 0
      let plain = gap(1, [card], samples: 4) { x, y in isInside(x, y, rect, 12, corners) ? (1, 0, 0) : nil }
      if plain > 0.12 { mismatches.append("plain \(corners): \(plain)") }
      card.masksToBounds = true
      card.addSublayer(layer(CALayer(), CGRect(x: -20, y: -20, width: 90, height: 90), blue))
      let clipped = gap(1, [card], samples: 4) { x, y in isInside(x, y, rect, 12, corners) ? (0, 0, 1) : nil }
      if clipped > 0.3 { mismatches.append("clipped \(corners): \(clipped)") }
    }
    #expect(mismatches == [])
  }

  @Test func shapesAreFilledStrokedAndCut() {
    let shape = layer(CAShapeLayer(), CGRect(x: 5, y: 5, width: 50, height: 50))
    shape.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 40, height: 40), transform: nil)
    shape.fillColor = red
    shape.strokeColor = blue
    shape.lineWidth = 6
    let whole = gap(1, [shape]) { x, y in
      let r = hypot(x - 30, y - 30)
      return r < 17 ? (1, 0, 0) : r < 23 ? (0, 0, 1) : nil
    }
    #expect(whole < 0.1)
    shape.fillColor = nil
    shape.strokeStart = 0.25
    shape.strokeEnd = 0.5
    // A circle's path begins at the right and runs clockwise as seen: its second quarter is the lower left.
    let part = gap(1, [shape]) { x, y in
      let r = hypot(x - 30, y - 30)
      return x < 30 && y > 30 && r > 17 && r < 23 ? (0, 0, 1) : nil
    }
    #expect(part < 0.1)
    shape.strokeEnd = 0.25
    #expect(gap(1, [shape]) { _, _ in nil } == 0)
  }

  @Test func masksCutByTheirAlpha() {
    let square = layer(CALayer(), CGRect(x: 10, y: 10, width: 40, height: 40), red)
    square.addSublayer(layer(CALayer(), CGRect(x: 20, y: 0, width: 40, height: 40), blue))
    let disc = CAShapeLayer()
    disc.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 40, height: 40), transform: nil)
    square.mask = disc
    let cut = gap(2, [square]) { x, y in
      guard hypot(x - 30, y - 30) < 20 else { return nil }
      return x < 30 ? (1, 0, 0) : (0, 0, 1)
    }
    #expect(cut < 0.1)
    disc.opacity = 0.5
    square.opacity = 0.5
    let middle = pixel(picture(1, [square]), 20, 30)
    #expect(abs(middle.red - 0.25) < 0.01)
    disc.isHidden = true
    #expect(gap(1, [square]) { _, _ in nil } == 0)
    square.mask = nil
    #expect(disc.superlayer == nil && pixel(picture(1, [square]), 11, 11).red > 0.4)
  }

  @Test func shadowsFallOffAsAGaussian() {
    let white = layer(CALayer(), CGRect(x: 0, y: 0, width: 60, height: 60), CGColor(gray: 1, alpha: 1))
    let card = layer(CALayer(), CGRect(x: -40, y: -40, width: 70, height: 140), red)
    card.shadowOpacity = 0.8
    card.shadowRadius = 4
    card.shadowOffset = CGSize(width: 3, height: 0)
    var mismatches: [String] = []
    for (name, setUp) in [
      ("own alpha", { _ in }),
      ("path", { $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 70, height: 140), transform: nil) }),
      (
        "sublayer",
        {
          $0.backgroundColor = nil
          $0.addSublayer(self.layer(CALayer(), CGRect(x: 0, y: 0, width: 70, height: 140), self.red))
        }
      ),
    ] as [(String, (CALayer) -> Void)] {
      setUp(card)
      for scale in [1.0, 3] {
        let picture = picture(scale, [white, card])
        for x in Int(31 * scale)..<Int(50 * scale) {
          // The shadow's edge is at 33; its strength there is half.
          let distance = (Double(x) + 0.5) / scale - 33
          let strength = 0.8 * 0.5 * erfc(distance / (4 * 2.0.squareRoot()))
          let got = pixel(picture, x, Int(30 * scale)).green
          if abs(got - (1 - strength)) > 0.03 { mismatches.append("\(name) @\(scale) \(x): \(got)") }
        }
      }
    }
    #expect(mismatches == [])
    card.masksToBounds = true
    #expect(pixel(picture(1, [white, card]), 35, 30).green == 1)
  }

  @Test func imagesLieWhereTheirGravitySays() {
    // Left half red, right half blue; 20 x 10 points.
    let image = CGImage(width: 40, height: 20, isOpaque: true) { memory, row in
      for y in 0..<20 {
        for x in 0..<40 {
          let p = (memory + y * row + x * 4).assumingMemoryBound(to: UInt8.self)
          (p[0], p[1], p[2], p[3]) = x < 20 ? (0, 0, 255, 255) : (255, 0, 0, 255)
        }
      }
    }!
    let frame = CGRect(x: 10, y: 10, width: 40, height: 40)
    let places: [(CALayerContentsGravity, CGRect)] = [
      (.resize, frame), (.resizeAspect, CGRect(x: 10, y: 20, width: 40, height: 20)),
      (.resizeAspectFill, CGRect(x: -10, y: 10, width: 80, height: 40)),
      (.center, CGRect(x: 20, y: 25, width: 20, height: 10)),
      (.top, CGRect(x: 20, y: 10, width: 20, height: 10)),
      (.bottom, CGRect(x: 20, y: 40, width: 20, height: 10)),
      (.left, CGRect(x: 10, y: 25, width: 20, height: 10)),
      (.right, CGRect(x: 30, y: 25, width: 20, height: 10)),
      (.topLeft, CGRect(x: 10, y: 10, width: 20, height: 10)),
      (.bottomRight, CGRect(x: 30, y: 40, width: 20, height: 10)),
      (.topRight, CGRect(x: 30, y: 10, width: 20, height: 10)),
      (.bottomLeft, CGRect(x: 10, y: 40, width: 20, height: 10)),
    ]
    let shown = layer(CALayer(), frame)
    shown.contents = image
    shown.contentsScale = 2
    shown.masksToBounds = true
    var mismatches: [String] = []
    for (gravity, place) in places {
      shown.contentsGravity = gravity
      let picture = picture(1, [shown])
      for y in 0..<60 {
        for x in 0..<60 {
          let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
          // The two halves melt into each other where the image is stretched.
          guard abs(px - place.midX) > 4 else { continue }
          let isIn = place.intersection(frame).contains(CGPoint(x: px, y: py))
          let wanted: Colour = !isIn ? (0, 0, 0) : px < place.midX ? (1, 0, 0) : (0, 0, 1)
          let got = pixel(picture, x, y)
          if abs(got.red - wanted.red) > 0.02 || abs(got.blue - wanted.blue) > 0.02 {
            mismatches.append("\(gravity.rawValue) \(x) \(y)")
          }
        }
      }
    }
    #expect(mismatches == [])
    shown.contentsGravity = .resize
    shown.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    #expect(pixel(picture(1, [shown]), 12, 30) == (0, 0, 1))
  }

  @Test func gradientsFillTheBounds() {
    let shown = layer(CAGradientLayer(), CGRect(x: 0, y: 10, width: 60, height: 40))
    shown.colors = [red, blue]
    func rows() -> [Colour] {
      let picture = picture(1, [shown])
      return (0..<60).map { pixel(picture, 30, $0) }
    }
    var mismatches: [String] = []
    for (y, got) in rows().enumerated() {
      let t = (Double(y) + 0.5 - 10) / 40
      let wanted: Colour = t < 0 || t > 1 ? (0, 0, 0) : (1 - t, 0, t)
      if abs(got.red - wanted.red) > 0.02 || abs(got.blue - wanted.blue) > 0.02 { mismatches.append("\(y)") }
    }
    shown.locations = [0.5, 1]
    if rows()[20].red < 0.99 { mismatches.append("before the first location") }
    shown.startPoint = CGPoint(x: 0, y: 0.5)
    shown.endPoint = CGPoint(x: 1, y: 0.5)
    shown.locations = nil
    let across = picture(1, [shown])
    if abs(pixel(across, 45, 30).blue - 0.76) > 0.02 { mismatches.append("across") }
    shown.type = .radial
    shown.startPoint = CGPoint(x: 0.5, y: 0.5)
    shown.endPoint = CGPoint(x: 1, y: 1)
    let round = picture(1, [shown])
    // An ellipse: half the way in x and in y gives the same colour.
    if abs(pixel(round, 45, 30).blue - pixel(round, 30, 40).blue) > 0.03 { mismatches.append("radial") }
    if pixel(round, 1, 11).blue < 0.99 { mismatches.append("outside the ellipse") }
    #expect(mismatches == [])
  }

  @Test func pixelBuffersAreShownAsTheyAreNow() throws {
    let buffer = CVPixelBuffer(width: 2, height: 2, format: kCVPixelFormatType_32BGRA) { planes in
      let bytes = planes[0].base.assumingMemoryBound(to: UInt8.self)
      for index in 0..<2 * planes[0].bytesPerRow { bytes[index] = index % 4 == 1 || index % 4 == 3 ? 255 : 0 }
    }
    let shown = layer(CALayer(), CGRect(x: 0, y: 0, width: 60, height: 60))
    shown.contents = buffer
    #expect(pixel(picture(1, [shown]), 30, 30) == (0, 1, 0))
    // Full range, by the matrix of BT.709.
    let video = CVPixelBuffer(width: 2, height: 2, format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange) {
      planes in
      for plane in planes {
        for index in 0..<plane.height * plane.bytesPerRow {
          let byte: UInt8 = planes[0].base == plane.base ? 100 : index % 2 == 0 ? 128 : 178
          plane.base.assumingMemoryBound(to: UInt8.self)[index] = byte
        }
      }
    }
    shown.contents = video
    let got = pixel(picture(1, [shown]), 30, 30)
    let wanted: Colour = ((100 + 1.5748 * 50) / 255, (100 - 0.4681 * 50) / 255, 100.0 / 255)
    #expect(abs(got.red - wanted.red) < 0.01 && abs(got.green - wanted.green) < 0.01)
    #expect(abs(got.blue - wanted.blue) < 0.01)
  }
}
