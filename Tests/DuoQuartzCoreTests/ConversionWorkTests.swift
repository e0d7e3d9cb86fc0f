import Foundation
import Testing

@testable import DuoQuartzCore

/// Counts how often its place is asked for.
private final class CountedLayer: CALayer {
  nonisolated(unsafe) static var reads = 0
  override var position: CGPoint {
    get {
      CountedLayer.reads += 1
      return super.position
    }
    set { super.position = newValue }
  }
}

@Suite(.serialized) struct ConversionWorkTests {
  private func column(_ depth: Int) -> [CountedLayer] {
    var layers = [CountedLayer()]
    for index in 1..<depth {
      let layer = CountedLayer()
      layer.frame = CGRect(x: index % 3, y: 2, width: 50, height: 50)
      layers[index - 1].addSublayer(layer)
      layers.append(layer)
    }
    return layers
  }

  private func reads(_ body: () -> Void) -> Int {
    CountedLayer.reads = 0
    body()
    return CountedLayer.reads
  }

  /// Layers above the nearest one around both are not asked.
  @Test func conversionsAskTheLayersBetweenOnly() {
    let layers = column(100)
    let (leaf, parent) = (layers[99], layers[98])
    let sibling = CountedLayer()
    sibling.frame = CGRect(x: 7, y: 9, width: 5, height: 5)
    parent.addSublayer(sibling)
    var point = CGPoint.zero
    #expect(reads { point = leaf.convert(CGPoint(x: 1, y: 1), to: parent) } <= 2)
    #expect(point == CGPoint(x: 1, y: 3))
    #expect(reads { point = leaf.convert(CGPoint(x: 1, y: 1), from: parent) } <= 2)
    #expect(point == CGPoint(x: 1, y: -1))
    #expect(reads { point = leaf.convert(CGPoint(x: 1, y: 1), to: sibling) } <= 4)
    #expect(point == CGPoint(x: -6, y: -6))
    #expect(reads { point = leaf.convert(.zero, to: layers[0]) } <= 2 * 99)
    #expect(point == CGPoint(x: 99, y: 198))
  }

  /// The way over the nearest layer around both ends where the way over the root does.
  @Test func bothWaysEndAtTheSamePoint() {
    let layers = column(12)
    layers[3].setAffineTransform(CGAffineTransform(rotationAngle: 0.4))
    layers[6].setAffineTransform(CGAffineTransform(scaleX: 2, y: 0.5))
    var wrong: [String] = []
    for from in layers.indices {
      for to in layers.indices {
        let direct = layers[from].convert(CGPoint(x: 3, y: 4), to: layers[to])
        let over = layers[to].convert(layers[from].convert(CGPoint(x: 3, y: 4), to: nil), from: nil)
        if abs(direct.x - over.x) + abs(direct.y - over.y) > 1e-9 { wrong.append("\(from) \(to)") }
      }
    }
    #expect(wrong == [])
  }
}
