import CWorldRenderer
import PhoneModel

/// Columns and rows of a target; `right` and `bottom` are past the last.
struct PixelRectangle: Hashable, Sendable {
  var left, top, right, bottom: Int

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Round what a target shows of a flat polygon, with a pixel to spare; nil when that is nothing. Corners as
  /// `Projection.homogeneous` gives them.
  init?(round corners: [Vector3], width: Int, height: Int) {
    let (w, h) = (Double(width), Double(height))
    // In front of the lens, then within each edge: how far inside a corner is.
    let insides: [(Vector3) -> Double] = [
      { $0.z - 0.0005 }, { $0.x }, { w * $0.z - $0.x }, { $0.y }, { h * $0.z - $0.y },
    ]
    var seen = corners
    for inside in insides {
      let all = seen
      seen = []
      for (index, corner) in all.enumerated() {
        let next = all[(index + 1) % all.count]
        let (a, b) = (inside(corner), inside(next))
        if a >= 0 { seen.append(corner) }
        if (a >= 0) != (b >= 0) { seen.append(corner + (next - corner) * (a / (a - b))) }
      }
      if seen.isEmpty { return nil }
    }
    func range(_ values: [Double], _ most: Double) -> (Int, Int) {
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      return (Int(max(low.rounded(.down) - 1, 0)), Int(min(high.rounded(.up) + 1, most)))
    }
    (left, right) = range(seen.map { $0.x / $0.z }, w)
    (top, bottom) = range(seen.map { $0.y / $0.z }, h)
  }

  /// The smallest with whole 2 x 2 pixels of a target of this size round it.
  func wholeChroma(width: Int, height: Int) -> PixelRectangle {
    PixelRectangle(
      left: left / 2 * 2, top: top / 2 * 2, right: min((right + 1) / 2 * 2, width),
      bottom: min((bottom + 1) / 2 * 2, height))
  }

  func byteCount(_ layout: PixelLayout) -> Int {
    layout.byteCount(width: right - left, height: bottom - top)
  }

  var reference: duo_rectangle {
    duo_rectangle(left: Int32(left), top: Int32(top), right: Int32(right), bottom: Int32(bottom))
  }
}
