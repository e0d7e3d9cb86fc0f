import DuoCoreGraphics
import Foundation
import Testing

@testable import DuoCoreImage

/// Images against a plane of pixels that is kept in a dictionary, and light that is summed up in plain loops.
@Suite struct PlainPlaneTests {
  private struct Place: Hashable {
    var x, y: Int
  }

  /// Pixels by their places, y upwards; what is not there is clear.
  private struct Plane {
    var pixels: [Place: Shown] = [:]
    var region: Region

    init(_ picture: Picture) {
      region = Region(x: 0, y: 0, width: picture.width, height: picture.height)
      for (row, line) in picture.rows.enumerated() {
        for (x, pixel) in line.enumerated() { pixels[Place(x: x, y: picture.height - 1 - row)] = pixel }
      }
    }

    mutating func move(to new: Region, _ place: (Place) -> Place) {
      pixels = Dictionary(uniqueKeysWithValues: pixels.map { (place($0.key), $0.value) })
      region = new
    }

    mutating func crop(_ part: Region) {
      region = region.intersection(part)
      pixels = pixels.filter { place, _ in
        place.x >= region.x && place.x < region.maxX && place.y >= region.y && place.y < region.maxY
      }
    }

    func picture(_ part: Region) -> Picture {
      Picture(
        (0..<part.height).map { row in
          (0..<part.width).map { column in
            pixels[Place(x: part.x + column, y: part.maxY - 1 - row)] ?? Shown(0, 0, 0, 0)
          }
        })
    }
  }

  private static func rect(_ region: Region) -> CGRect {
    CGRect(x: region.x, y: region.y, width: region.width, height: region.height)
  }

  private static func number(_ range: ClosedRange<Int>, _ dice: inout SplitMix) -> Int {
    range.lowerBound + Int(dice.next() % UInt64(range.count))
  }

  /// The same numbers every time.
  private struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return (z ^ (z >> 31)) >> 8
    }
  }

  private static func noise(_ width: Int, _ height: Int, _ dice: inout SplitMix) -> Picture {
    Picture(
      (0..<height).map { _ in
        (0..<width).map { _ in
          Shown(number(0...255, &dice), number(0...255, &dice), number(0...255, &dice))
        }
      })
  }

  /// One step that moves whole pixels, of the image and of the plane.
  private static func step(_ image: CIImage, _ plane: inout Plane, _ dice: inout SplitMix) -> CIImage {
    let old = plane.region
    switch number(0...5, &dice) {
    case 0:
      let (x, y) = (number(-9...9, &dice), number(-9...9, &dice))
      plane.move(to: Region(x: old.x + x, y: old.y + y, width: old.width, height: old.height)) {
        Place(x: $0.x + x, y: $0.y + y)
      }
      return image.transformed(by: CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y)))
    case 1:
      // A quarter clockwise; the corner is at the origin again.
      plane.move(to: Region(x: 0, y: 0, width: old.height, height: old.width)) {
        Place(x: $0.y - old.y, y: old.maxX - 1 - $0.x)
      }
      return image.oriented(.right)
    case 2:
      plane.move(to: Region(x: 0, y: 0, width: old.width, height: old.height)) {
        Place(x: old.maxX - 1 - $0.x, y: $0.y - old.y)
      }
      return image.oriented(.upMirrored)
    case 3:
      plane.move(to: Region(x: 0, y: 0, width: old.width, height: old.height)) {
        Place(x: $0.x - old.x, y: old.maxY - 1 - $0.y)
      }
      return image.oriented(.downMirrored)
    case 4:
      let part = Region(
        x: old.x + number(-2...1, &dice), y: old.y + number(-2...1, &dice),
        width: number(2...9, &dice), height: number(2...9, &dice))
      plane.crop(part)
      return image.cropped(to: rect(part))
    default:
      // A mirror at the origin, as a matrix.
      plane.move(to: Region(x: -old.maxX, y: old.y, width: old.width, height: old.height)) {
        Place(x: -1 - $0.x, y: $0.y)
      }
      return image.transformed(by: CGAffineTransform(scaleX: -1, y: 1))
    }
  }

  @Test func chainsOfStepsMovePixels() {
    var mismatches: [String] = []
    for seed in 0..<80 as Range<UInt64> {
      var dice = SplitMix(state: seed)
      let picture = Self.noise(Self.number(3...9, &dice), Self.number(3...9, &dice), &dice)
      var (image, plane) = (picture.image, Plane(picture))
      for number in 1...7 {
        image = Self.step(image, &plane, &dice)
        if plane.region.isEmpty { break }
        if image.extent != Self.rect(plane.region) {
          mismatches.append("\(seed), step \(number): \(image.extent), expected \(plane.region)")
          break
        }
      }
      if plane.region.isEmpty { continue }
      let seen = plane.region.grown(by: 1)
      if Picture(image, Self.rect(seen)) != plane.picture(seen) { mismatches.append("\(seed): pixels") }
    }
    #expect(mismatches == [])
  }

  @Test func layersHideWhatIsBelow() {
    var mismatches: [String] = []
    for seed in 0..<40 as Range<UInt64> {
      var dice = SplitMix(state: seed)
      var image = CIImage.empty()
      var plane: Plane?
      for _ in 0..<4 {
        let picture = Self.noise(Self.number(2...6, &dice), Self.number(2...6, &dice), &dice)
        var layer = Plane(picture)
        let (x, y) = (Self.number(-4...4, &dice), Self.number(-4...4, &dice))
        layer.move(to: Region(x: x, y: y, width: picture.width, height: picture.height)) {
          Place(x: $0.x + x, y: $0.y + y)
        }
        image = picture.image.transformed(by: CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y)))
          .composited(over: image)
        layer.pixels.merge(plane?.pixels ?? [:]) { top, _ in top }
        plane = layer
      }
      let everything = Region(x: -6, y: -6, width: 20, height: 20)
      if Picture(image, Self.rect(everything)) != plane?.picture(everything) { mismatches.append("\(seed)") }
      let places = plane?.pixels.keys.map { CGRect(x: $0.x, y: $0.y, width: 1, height: 1) } ?? []
      let around = places.reduce(CGRect.null) { $0.union($1) }
      if image.extent != around { mismatches.append("\(seed): \(image.extent), expected \(around)") }
    }
    #expect(mismatches == [])
  }

  /// Red, green, blue, alpha of linear light, multiplied by alpha.
  private static func light(_ plane: Plane, _ x: Int, _ y: Int) -> [Double] {
    guard let pixel = plane.pixels[Place(x: x, y: y)] else { return [0, 0, 0, 0] }
    return [pixel.r, pixel.g, pixel.b].map { Curve.linear(Double($0)) } + [1]
  }

  private static func shown(_ light: [Double]) -> Shown {
    let alpha = light[3]
    if alpha < 1e-9 { return Shown(0, 0, 0, 0) }
    let bytes = light[..<3].map { Int((Double(Curve.byte($0 / alpha)) * min(alpha, 1)).rounded()) }
    return Shown(bytes[0], bytes[1], bytes[2], Int((min(alpha, 1) * 255).rounded()))
  }

  private static func sum(_ parts: [(weight: Double, light: [Double])]) -> [Double] {
    parts.reduce([0, 0, 0, 0]) { sum, part in (0..<4).map { sum[$0] + part.weight * part.light[$0] } }
  }

  /// Every pixel is the mean, by distance, of the four around the point that it comes from.
  @Test func transformsBetweenPixels() {
    let matrices: [CGAffineTransform] = [
      CGAffineTransform(scaleX: 2.5, y: 1.5),
      CGAffineTransform(translationX: 0.25, y: -0.75),
      CGAffineTransform(rotationAngle: 0.5),
      CGAffineTransform(a: 1.25, b: 0.5, c: -0.25, d: 0.75, tx: 3, ty: 2),
    ]
    var dice = SplitMix(state: 5)
    let picture = Self.noise(6, 5, &dice)
    let plane = Plane(picture)
    var mismatches: [String] = []
    for (number, matrix) in matrices.enumerated() {
      let image = picture.image.transformed(by: matrix)
      guard let region = Region(image.extent) else { continue }
      let back = matrix.inverted()
      let expected = Picture(
        (0..<region.height).map { row in
          (0..<region.width).map { column in
            let middle = CGPoint(
              x: CGFloat(region.x + column) + 0.5, y: CGFloat(region.maxY - 1 - row) + 0.5)
            let from = middle.applying(back)
            var parts: [(weight: Double, light: [Double])] = []
            for y in -1...5 {
              for x in -1...6 {
                let (dx, dy) = (abs(from.x - CGFloat(x) - 0.5), abs(from.y - CGFloat(y) - 0.5))
                if dx < 1, dy < 1 { parts.append(((1 - dx) * (1 - dy), Self.light(plane, x, y))) }
              }
            }
            return Self.shown(Self.sum(parts))
          }
        })
      if !Picture(image).isNear(expected, 2) { mismatches.append("matrix \(number)") }
    }
    #expect(mismatches == [])
  }

  /// A blur adds up the light around, clear light outside of the image.
  @Test func blurOfAPictureWithClearAround() {
    var dice = SplitMix(state: 11)
    let picture = Self.noise(7, 6, &dice)
    let plane = Plane(picture)
    var mismatches: [String] = []
    for sigma in [0.6, 1, 1.5] {
      let image = picture.image.applyingGaussianBlur(sigma: sigma)
      guard let region = Region(image.extent) else { continue }
      let reach = -region.x
      let bell = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      let whole = bell.reduce(0, +)
      let expected = Picture(
        (0..<region.height).map { row in
          (0..<region.width).map { column in
            let (x, y) = (region.x + column, region.maxY - 1 - row)
            var parts: [(weight: Double, light: [Double])] = []
            for dy in -reach...reach {
              for dx in -reach...reach {
                let weight = bell[dx + reach] * bell[dy + reach] / (whole * whole)
                parts.append((weight, Self.light(plane, x + dx, y + dy)))
              }
            }
            return Self.shown(Self.sum(parts))
          }
        })
      if region.width != 7 + 2 * reach || region.height != 6 + 2 * reach || Double(reach) < 2 * sigma {
        mismatches.append("sigma \(sigma): \(region)")
      }
      if !Picture(image).isNear(expected, 2) { mismatches.append("sigma \(sigma)") }
    }
    #expect(mismatches == [])
  }
}
