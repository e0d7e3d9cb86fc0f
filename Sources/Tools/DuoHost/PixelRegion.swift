import Foundation

/// A rectangle of whole pixels: from (x0, y0) up to, and without, (x1, y1). y down.
package struct PixelRect: Hashable, Sendable {
  package var x0, y0, x1, y1: Int

  package init(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  /// All pixels that a rectangle touches; nothing beyond what whole numbers of this size can say.
  init(around rect: CGRect) {
    self.init(
      Self.whole(rect.minX, .down), Self.whole(rect.minY, .down), Self.whole(rect.maxX, .up),
      Self.whole(rect.maxY, .up))
  }

  /// The pixels that lie in a rectangle with all of their area.
  init(inside rect: CGRect) {
    self.init(
      Self.whole(rect.minX, .up), Self.whole(rect.minY, .up), Self.whole(rect.maxX, .down),
      Self.whole(rect.maxY, .down))
  }

  private static func whole(_ value: CGFloat, _ rule: FloatingPointRoundingRule) -> Int {
    // Infinity less infinity, of a layer that is nowhere.
    if value.isNaN { return 0 }
    // Sums of many transforms are whole but for the last bits.
    let near = value.rounded()
    let rounded = abs(value - near) < 1e-7 ? near : value.rounded(rule)
    return Int(min(max(rounded, -1e6), 1e6))
  }

  package var isEmpty: Bool { x1 <= x0 || y1 <= y0 }
  package var area: Int { isEmpty ? 0 : (x1 - x0) * (y1 - y0) }

  package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(max(x0, other.x0), max(y0, other.y0), min(x1, other.x1), min(y1, other.y1))
  }

  func meets(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1)
  }

  static let nothing = PixelRect(0, 0, 0, 0)

  /// Round both; an empty one adds nothing.
  func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(min(x0, other.x0), min(y0, other.y0), max(x1, other.x1), max(y1, other.y1))
  }

  func grown(by pixels: Int) -> PixelRect { PixelRect(x0 - pixels, y0 - pixels, x1 + pixels, y1 + pixels) }

  /// What is left of this rectangle: up to four pieces that do not overlap.
  func subtracting(_ other: PixelRect) -> [PixelRect] {
    let hole = intersection(other)
    if hole.isEmpty { return isEmpty ? [] : [self] }
    return [
      PixelRect(x0, y0, x1, hole.y0), PixelRect(x0, hole.y1, x1, y1),
      PixelRect(x0, hole.y0, hole.x0, hole.y1), PixelRect(hole.x1, hole.y0, x1, hole.y1),
    ].filter { !$0.isEmpty }
  }
}

/// A set of pixels, as rectangles that do not overlap.
package struct PixelRegion: Hashable, Sendable {
  package private(set) var rects: [PixelRect] = []

  package init() {}
  package init(_ rect: PixelRect) { rects = rect.isEmpty ? [] : [rect] }

  package var isEmpty: Bool { rects.isEmpty }
  package var area: Int { rects.reduce(0) { $0 + $1.area } }

  func meets(_ rect: PixelRect) -> Bool { rects.contains { $0.meets(rect) } }

  mutating func add(_ rect: PixelRect) {
    if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return }
    rects.removeAll { rect.contains($0) }
    var pieces = [rect]
    for known in rects { pieces = pieces.flatMap { $0.subtracting(known) } }
    rects.append(contentsOf: pieces)
  }

  mutating func add(_ region: PixelRegion) { for rect in region.rects { add(rect) } }

  mutating func subtract(_ rect: PixelRect) {
    guard meets(rect) else { return }
    rects = rects.flatMap { $0.subtracting(rect) }
  }

  /// Takes the rectangle's pixels away. From `count` rectangles on only those go that lie in it: thousands of small views
  /// would else leave so many pieces that counting them costs more than drawing.
  mutating func subtract(_ rect: PixelRect, atMost count: Int) {
    if rects.count < count {
      subtract(rect)
    } else {
      rects.removeAll { rect.contains($0) }
    }
  }

  /// One rectangle round all.
  var box: PixelRect { rects.reduce(.nothing) { $0.union($1) } }

  /// At most `count` rectangles that cover the region; they may overlap. Those are joined whose common box covers the
  /// least beside them.
  func joined(atMost count: Int) -> [PixelRect] {
    // So many that looking at every pair would cost more than drawing.
    if rects.count > 48 { return [box] }
    var boxes = rects
    // Pieces of one rectangle that was cut by others come together again for nothing. Every round has fewer boxes.
    while let (one, other, waste) = Self.cheapestPair(boxes), boxes.count > count || waste <= 0 {
      let box = boxes[one].union(boxes[other])
      boxes.removeAll { box.contains($0) }
      boxes.append(box)
    }
    return boxes
  }

  private static func cheapestPair(_ boxes: [PixelRect]) -> (Int, Int, Int)? {
    var best: (Int, Int, Int)?
    for one in boxes.indices {
      for other in boxes.indices where other > one {
        let (a, b) = (boxes[one], boxes[other])
        let waste = a.union(b).area - a.area - b.area + a.intersection(b).area
        if waste < best?.2 ?? .max { best = (one, other, waste) }
      }
    }
    return best
  }
}
