import DuoImageIO
import Testing

/// Bitmaps pixel by pixel, against the plainest words for what is done to them.
@Suite struct BitmapPixelTests {
  /// Pixels that are all different; rows may have gaps, filled with what must not be seen.
  private static func numbered(_ width: Int, _ height: Int, gap: Int = 0) -> Bitmap {
    var bytes = Data()
    for y in 0..<height {
      for x in 0..<width {
        let number = y * width + x
        bytes += [UInt8(number & 255), UInt8(number >> 8), UInt8(number * 7 & 255), 255]
      }
      bytes += Data(repeating: 9, count: gap)
    }
    return Bitmap(width: width, height: height, bytesPerRow: width * 4 + gap, bytes: bytes, isOpaque: true)
  }

  private static func pixel(_ picture: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let at = picture.bytes.startIndex + y * picture.bytesPerRow + x * 4
    return [UInt8](picture.bytes[at..<(at + 4)])
  }

  /// Exif's own words: on which sides of what is seen the stored first row and the stored first column are.
  private static let sides: [(row: String, column: String)] = [
    ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"),
    ("left", "top"), ("right", "top"), ("right", "bottom"), ("left", "bottom"),
  ]

  /// Where a stored pixel is seen.
  private static func place(
    _ x: Int, _ y: Int, of width: Int, _ height: Int, _ orientation: Int
  ) -> (x: Int, y: Int) {
    let (row, column) = sides[orientation - 1]
    let seenWidth = orientation >= 5 ? height : width
    let seenHeight = orientation >= 5 ? width : height
    var place = (x: -1, y: -1)
    // Rows go away from the side of the first one, and so do columns.
    for (side, distance) in [(row, y), (column, x)] {
      switch side {
      case "left": place.x = distance
      case "right": place.x = seenWidth - 1 - distance
      case "top": place.y = distance
      default: place.y = seenHeight - 1 - distance
      }
    }
    return place
  }

  @Test func everyPixelIsTurnedToItsPlace() {
    var wrong: [String] = []
    for (width, height, gap) in [(1, 1, 0), (5, 1, 0), (1, 4, 4), (5, 3, 0), (3, 5, 12), (17, 16, 0)] {
      let picture = Self.numbered(width, height, gap: gap)
      for orientation in CGImagePropertyOrientation.allCases {
        let turned = picture.turned(orientation)
        let swaps = orientation.rawValue >= 5
        guard turned.width == (swaps ? height : width), turned.height == (swaps ? width : height) else {
          wrong.append("\(width) x \(height) \(orientation): \(turned.width) x \(turned.height)")
          continue
        }
        for y in 0..<height {
          for x in 0..<width {
            let to = Self.place(x, y, of: width, height, Int(orientation.rawValue))
            if Self.pixel(turned, to.x, to.y) != Self.pixel(picture, x, y) {
              wrong.append("\(width) x \(height) \(orientation): \(x), \(y)")
            }
          }
        }
      }
    }
    #expect(wrong == [])
  }

  /// Turned back it is what it was; and two turns are one of the eight.
  @Test func turnsAreAGroup() {
    let picture = Self.numbered(5, 3)
    let all = CGImagePropertyOrientation.allCases
    let inverse: [CGImagePropertyOrientation: CGImagePropertyOrientation] = [.right: .left, .left: .right]
    var wrong: [String] = []
    for first in all {
      if picture.turned(first).turned(inverse[first] ?? first) != picture { wrong.append("\(first) back") }
      for second in all {
        let both = picture.turned(first).turned(second)
        if all.filter({ picture.turned($0) == both }).count != 1 { wrong.append("\(first) \(second)") }
      }
    }
    #expect(wrong == [])
  }

  /// Sizes of all shapes: the longer side as wanted, the shorter one in proportion, never none; each pixel is the mean of
  /// the block that it stands for.
  @Test func smallerPicturesAreMeansOfTheirBlocks() {
    var seed = UInt64(23)
    func random(_ range: ClosedRange<Int>) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int((seed >> 33) % UInt64(range.count))
    }
    var wrong: [String] = []
    for _ in 0..<60 {
      let (width, height, most) = (random(1...40), random(1...40), random(1...45))
      let picture = Self.numbered(width, height, gap: random(0...2) * 4)
      let small = picture.smaller(longestSide: most)
      let name = "\(width) x \(height) to \(most)"
      guard max(width, height) > most else {
        if small != picture { wrong.append("\(name): changed") }
        continue
      }
      let wanted = [width, height].map { max(1, $0 * most / max(width, height)) }
      guard [small.width, small.height] == wanted else {
        wrong.append("\(name): \(small.width) x \(small.height)")
        continue
      }
      for y in 0..<small.height {
        for x in 0..<small.width {
          let columns = (x * width / small.width)..<((x + 1) * width / small.width)
          let rows = (y * height / small.height)..<((y + 1) * height / small.height)
          for channel in 0..<4 {
            let values = rows.flatMap { v in columns.map { u in Int(Self.pixel(picture, u, v)[channel]) } }
            let mean = Double(values.reduce(0, +)) / Double(values.count)
            if abs(Double(Self.pixel(small, x, y)[channel]) - mean) > 0.5 {
              wrong.append("\(name): \(x), \(y)")
            }
          }
        }
      }
    }
    #expect(wrong == [])
  }
}
