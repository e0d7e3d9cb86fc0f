import DuoCoreMedia
import Foundation

// What a depth sensor makes of true distances: a function on grids.
extension DepthGrid {
  /// A pixel whose neighbour is nearer by this part lies in its shadow: the two views of the sensor do not both see it.
  private static let step: Float = 0.1

  /// True distances as a sensor reports them unfiltered: unknown (NaN) where nothing is seen, beyond the range, and in the
  /// shadow of something nearer.
  func measured(range: Float) -> DepthGrid {
    var result = self
    for y in 0..<height {
      for x in 0..<width where !isKnown(x, y, range) || isShaded(x, y) { result[x, y] = .nan }
    }
    return result
  }

  private func isKnown(_ x: Int, _ y: Int, _ range: Float) -> Bool {
    let value = self[x, y]
    return value > 0 && value <= range
  }

  private func isShaded(_ x: Int, _ y: Int) -> Bool {
    neighbours(x, y).contains { self[$0.0, $0.1] > 0 && self[$0.0, $0.1] < self[x, y] * (1 - Self.step) }
  }

  private func neighbours(_ x: Int, _ y: Int) -> [(Int, Int)] {
    [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].filter {
      (0..<width).contains($0.0) && (0..<height).contains($0.1)
    }
  }

  /// True distances as a sensor reports them filtered: joined with those of the frame before where both see the same,
  /// smoothed inside surfaces, and without holes. What is beyond the range is as far as the range. Where nothing is seen
  /// at all, everything stays unknown.
  func filtered(before: DepthGrid?, range: Float) -> DepthGrid {
    var result = map { $0 > range ? range : $0 }.measured(range: range)
    if let before, before.width == width, before.height == height {
      let old = before.map { $0 > range ? range : $0 }.measured(range: range)
      for index in values.indices where Self.isSame(result.values[index], old.values[index]) {
        result.values[index] = (result.values[index] + old.values[index]) / 2
      }
    }
    return result.smoothed().filled()
  }

  private static func isSame(_ a: Float, _ b: Float) -> Bool { abs(a - b) <= step * min(a, b) }

  /// The mean of a pixel and those neighbours that lie on the same surface.
  private func smoothed() -> DepthGrid {
    var result = self
    for y in 0..<height {
      for x in 0..<width where !self[x, y].isNaN {
        let same = neighbours(x, y).map { self[$0.0, $0.1] }.filter { Self.isSame($0, self[x, y]) }
        result[x, y] = (self[x, y] + same.reduce(0, +)) / Float(same.count + 1)
      }
    }
    return result
  }

  /// Holes take the farthest of what surrounds them, ring by ring: what is hidden lies behind.
  private func filled() -> DepthGrid {
    var result = self
    var holes = values.indices.filter { values[$0].isNaN }
    while !holes.isEmpty, holes.count < values.count {
      var found: [(Int, Float)] = []
      for index in holes {
        let known = neighbours(index % width, index / width).map { result[$0.0, $0.1] }.filter { !$0.isNaN }
        if let farthest = known.max() { found.append((index, farthest)) }
      }
      for (index, value) in found { result.values[index] = value }
      holes = holes.filter { result.values[$0].isNaN }
    }
    return result
  }
}
