import Foundation

/// A container that active divisions cut into parts. A value.
struct DividedRoom: Hashable, Sendable {
  var bounds: CGRect
  /// In the same coordinates.
  var divisions: [CGRect]
  var isRightToLeft = false

  /// What lies between the divisions, from top to bottom or from the leading to the trailing side.
  var parts: [CGRect] {
    divisions.reduce(into: [bounds]) { parts, division in
      parts = parts.flatMap { cut($0, by: division) }
    }
  }

  private func cut(_ part: CGRect, by division: CGRect) -> [CGRect] {
    let common = part.intersection(division)
    guard !common.isNull, common.width > 0, common.height > 0 else { return [part] }
    let isUpright = division.width < division.height
    let halves =
      isUpright
      ? [
        CGRect(x: part.minX, y: part.minY, width: common.minX - part.minX, height: part.height),
        CGRect(x: common.maxX, y: part.minY, width: part.maxX - common.maxX, height: part.height),
      ]
      : [
        CGRect(x: part.minX, y: part.minY, width: part.width, height: common.minY - part.minY),
        CGRect(x: part.minX, y: common.maxY, width: part.width, height: part.maxY - common.maxY),
      ]
    return (isUpright && isRightToLeft ? halves.reversed() : halves).filter { $0.width > 0 && $0.height > 0 }
  }

  /// The part with most room; of equal ones the lower or trailing one. [assumed]
  var roomiest: CGRect { Self.best(parts) { $0.width * $0.height } ?? bounds }

  /// The part with most of a rectangle in it; as `roomiest` where two have as much. [assumed]
  func part(around rect: CGRect) -> CGRect {
    let shares = parts.map { part in
      let common = part.intersection(rect)
      return common.isNull ? 0 : common.width * common.height
    }
    guard let most = shares.max(), most > 0 else { return roomiest }
    let equal = zip(parts, shares).filter { $0.1 > most - 1e-6 }.map(\.0)
    return Self.best(equal) { $0.width * $0.height } ?? bounds
  }

  private static func best(_ parts: [CGRect], by measure: (CGRect) -> CGFloat) -> CGRect? {
    guard let most = parts.map(measure).max() else { return nil }
    return parts.last { measure($0) > most - 1e-6 }
  }
}

extension CGRect {
  /// The largest part of this rectangle that none of these reaches, found by moving one edge past each; of equal parts that
  /// whose upper, else left, else lower edge moved. [assumed]
  func keeping(outOf taken: [CGRect]) -> CGRect {
    let hit = taken.first { other in
      let common = intersection(other)
      return !common.isNull && common.width > 1e-6 && common.height > 1e-6
    }
    guard let hit else { return self }
    let parts = [
      CGRect(x: minX, y: hit.maxY, width: width, height: maxY - hit.maxY),
      CGRect(x: hit.maxX, y: minY, width: maxX - hit.maxX, height: height),
      CGRect(x: minX, y: minY, width: width, height: hit.minY - minY),
      CGRect(x: minX, y: minY, width: hit.minX - minX, height: height),
    ]
    let free = parts.filter { $0.size.width > 0 && $0.size.height > 0 }.map { $0.keeping(outOf: taken) }
    return free.reduce(CGRect(origin: origin, size: .zero)) { best, part in
      part.width * part.height > best.width * best.height + 1e-6 ? part : best
    }
  }
}

extension UIView {
  /// What active occlusions cover of this view now. Asked during layout, it is asked again when the answer changes.
  var coveredParts: [CGRect] { reservedRegions(kind: .occlusion).map(\.frame) }

  /// This view as active divisions cut it now. Asked during layout, it is asked again when the answer changes.
  var dividedRoom: DividedRoom {
    DividedRoom(
      bounds: bounds, divisions: reservedRegions(kind: .division).map(\.frame),
      isRightToLeft: effectiveUserInterfaceLayoutDirection == .rightToLeft)
  }
}

/// A bar from left to right, and what of it active regions have taken. A value.
struct BarSpan: Hashable, Sendable {
  var width: CGFloat
  var taken: [ClosedRange<CGFloat>]

  /// The left edge of an item that would begin at `start` and goes on, to the right or the left, until nothing has taken
  /// its place. An item for which no place is left stays where it would be.
  /// - Parameter step: 1 from left to right, -1 from right to left.
  func left(of item: CGFloat, from start: CGFloat, step: CGFloat) -> CGFloat {
    let first = step > 0 ? start : start - item
    var x = first
    while let hit = taken.first(where: { $0.lowerBound < x + item && x < $0.upperBound }) {
      x = step > 0 ? hit.upperBound : hit.lowerBound - item
    }
    return x >= 0 && x + item <= width ? x : first
  }

  /// What is free between two places, from left to right.
  func gaps(from left: CGFloat, to right: CGFloat) -> [(left: CGFloat, right: CGFloat)] {
    var gaps: [(left: CGFloat, right: CGFloat)] = []
    var x = left
    for range in taken.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.upperBound > left && range.lowerBound < right {
      if range.lowerBound > x { gaps.append((x, range.lowerBound)) }
      x = max(x, range.upperBound)
    }
    if x < right || gaps.isEmpty { gaps.append((x, right)) }
    return gaps
  }

  /// Where a title goes that has this width: in the gap that shows most of it, as near to the middle as it can be, and of
  /// two places as near the one further right. [assumed]
  func title(_ wanted: CGFloat, from left: CGFloat, to right: CGFloat) -> (x: CGFloat, width: CGFloat) {
    let middle = (width - wanted) / 2
    let places = gaps(from: left, to: right).map { gap in
      let x = min(max(middle, gap.left), max(gap.right - wanted, gap.left))
      return (x: x, width: min(wanted, max(gap.right - x, 0)))
    }
    let most = places.map(\.width).max() ?? 0
    let shown = places.filter { $0.width > most - 1e-6 }
    let nearest = shown.map { abs($0.x - middle) }.min() ?? 0
    return shown.last { abs($0.x - middle) < nearest + 1e-6 } ?? (left, 0)
  }
}

extension UIView {
  /// This bar with its active regions. Asked during layout, it is asked again when the answer changes.
  var barSpan: BarSpan {
    let regions = reservedRegions(kind: .occlusion) + reservedRegions(kind: .division)
    return BarSpan(width: bounds.width, taken: regions.map { $0.frame.minX...$0.frame.maxX })
  }
}
