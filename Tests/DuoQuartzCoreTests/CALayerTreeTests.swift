import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct CALayerTreeTests {
  @Test func randomMovesKeepTheOrderOfAPlainList() {
    var random = SeededRandom(10)
    var wrong: [String] = []
    for round in 0..<60 {
      let parents = (0..<3).map { _ in CALayer() }
      let layers = (0..<6).map { _ in CALayer() }
      var lists: [[Int]] = [[], [], []]
      for step in 0..<40 {
        let parent = random.int(3)
        let layer = random.int(6)
        let sibling = random.int(6)
        var list = lists[parent].filter { $0 != layer }
        switch random.int(6) {
        case 0:
          parents[parent].addSublayer(layers[layer])
          list.append(layer)
        case 1:
          let index = random.int(8)
          parents[parent].insertSublayer(layers[layer], at: UInt32(index))
          list.insert(layer, at: min(index, list.count))
        case 2 where sibling != layer:
          parents[parent].insertSublayer(layers[layer], below: layers[sibling])
          list.insert(layer, at: list.firstIndex(of: sibling) ?? 0)
        case 3 where sibling != layer:
          parents[parent].insertSublayer(layers[layer], above: layers[sibling])
          list.insert(layer, at: list.firstIndex(of: sibling).map { $0 + 1 } ?? list.count)
        case 4 where sibling != layer:
          parents[parent].replaceSublayer(layers[sibling], with: layers[layer])
          guard let place = lists[parent].firstIndex(of: sibling) else { continue }
          list = lists[parent]
          list[place] = layer
          list = list.enumerated().filter { $0.offset == place || $0.element != layer }.map(\.element)
        default:
          layers[layer].removeFromSuperlayer()
          for index in 0..<3 { lists[index].removeAll { $0 == layer } }
          continue
        }
        for index in 0..<3 { lists[index].removeAll { $0 == layer } }
        lists[parent] = list
        for index in 0..<3 {
          let found = (parents[index].sublayers ?? []).map { found in layers.firstIndex { $0 === found }! }
          if found != lists[index] { wrong.append("\(round).\(step): \(found), not \(lists[index])") }
        }
      }
      for (index, layer) in layers.enumerated() {
        let parent = lists.firstIndex { $0.contains(index) }
        if layer.superlayer !== parent.map({ parents[$0] }) { wrong.append("\(round): superlayer") }
      }
    }
    #expect(wrong == [])
  }

  @Test func settingTheListReplacesIt() {
    let parent = CALayer()
    let (a, b, c) = (CALayer(), CALayer(), CALayer())
    #expect(parent.sublayers == nil)
    parent.sublayers = [a, b]
    parent.sublayers = [c, a]
    #expect(parent.sublayers == [c, a])
    #expect(b.superlayer == nil)
    parent.sublayers = nil
    #expect(parent.sublayers == nil)
    #expect(a.superlayer == nil)
  }

  @Test func zPositionSortsWhatIsDrawn() {
    let parent = CALayer()
    let layers = (0..<4).map { _ in CALayer() }
    layers[0].zPosition = 2
    layers[2].zPosition = -1
    for layer in layers { parent.addSublayer(layer) }
    #expect(parent.drawingOrder == [layers[2], layers[1], layers[3], layers[0]])
  }

  @Test func aCircleIsRefused() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let (outer, middle, inner) = (CALayer(), CALayer(), CALayer())
      outer.addSublayer(middle)
      middle.addSublayer(inner)
      inner.addSublayer(outer)
    }
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'CALayerInvalid', reason: 'layer <"))
    #expect(text.contains("is a part of cycle in its layer tree'"))
  }

  @Test func aCopyHasTheValuesAndNotTheTree() {
    let layer = CALayer()
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.name = "name"
    layer.opacity = 0.5
    layer.cornerRadius = 7
    layer.addSublayer(CALayer())
    let copy = CALayer(layer: layer)
    #expect(copy.frame == layer.frame)
    #expect(copy.name == "name")
    #expect(copy.opacity == 0.5)
    #expect(copy.cornerRadius == 7)
    #expect(copy.sublayers == nil)
  }

  @Test func defaultsAreApples() {
    let layer = CALayer()
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.opacity == 1)
    #expect(!layer.isHidden && !layer.masksToBounds)
    #expect(layer.backgroundColor == nil && layer.contents == nil)
    #expect(layer.borderColor?.rgba.alpha == 1)
    #expect(layer.contentsGravity.rawValue == "resize")
  }

  // MARK: Layout

  /// Writes down who was laid out.
  final class Recorder: CALayer, CALayerDelegate {
    // Written by the one test that lays out, on its thread.
    nonisolated(unsafe) static var order: [String] = []
    override func layoutSublayers() {
      Self.order.append(name ?? "")
      super.layoutSublayers()
    }
    func layoutSublayers(of layer: CALayer) { Self.order.append("for \(layer.name ?? "")") }
  }

  @Test func layoutStartsAtTheTopOfTheUnbrokenChain() {
    Recorder.order = []
    let layers = ["root", "middle", "leaf"].map { name in
      let layer = Recorder()
      layer.name = name
      return layer
    }
    layers[0].addSublayer(layers[1])
    layers[1].addSublayer(layers[2])
    layers[0].layoutIfNeeded()
    Recorder.order = []
    layers[0].layoutIfNeeded()
    #expect(Recorder.order == [])

    layers[1].setNeedsLayout()
    layers[2].setNeedsLayout()
    #expect(layers[2].needsLayout() && layers[1].needsLayout() && !layers[0].needsLayout())
    layers[2].layoutIfNeeded()
    #expect(Recorder.order == ["middle", "leaf"])

    Recorder.order = []
    layers[0].setNeedsLayout()
    layers[2].setNeedsLayout()
    layers[2].layoutIfNeeded()
    #expect(Recorder.order == ["leaf"])
    #expect(layers[0].needsLayout())

    Recorder.order = []
    let delegate = Recorder()
    layers[2].delegate = delegate
    layers[2].bounds.size = CGSize(width: 5, height: 5)
    layers[0].layoutIfNeeded()
    #expect(Recorder.order == ["root", "leaf", "for leaf"])
    layers[2].bounds.size = CGSize(width: 5, height: 5)
    #expect(!layers[2].needsLayout())
  }

  @Test func theRootHearsOfEveryRequest() {
    let (root, leaf) = (CALayer(), CALayer())
    root.addSublayer(leaf)
    var requests = 0
    root.layoutRequest = { requests += 1 }
    leaf.setNeedsLayout()
    leaf.bounds.size.width = 3
    leaf.removeFromSuperlayer()
    leaf.setNeedsLayout()
    #expect(requests == 3)
  }

  // MARK: Hits

  @Test func hitsAreThoseOfThePaintersOrder() {
    var random = SeededRandom(11)
    var wrong: [Int] = []
    for round in 0..<300 {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      root.masksToBounds = round % 2 == 0
      var all: [(layer: CALayer, box: CGRect, parents: [CALayer])] = []
      for _ in 0..<6 {
        let parent = random.int(2) == 0 ? nil : all.randomElement(using: &random)
        let layer = CALayer()
        layer.frame = CGRect(
          x: random.number(-30...90), y: random.number(-30...90), width: random.number(5...60),
          height: random.number(5...60))
        layer.isHidden = random.int(5) == 0
        let home = parent?.layer ?? root
        home.addSublayer(layer)
        let origin = parent?.box.origin ?? .zero
        all.append(
          (
            layer, layer.frame.offsetBy(dx: origin.x, dy: origin.y),
            (parent.map { $0.parents + [$0.layer] } ?? [])
          ))
      }
      let point = CGPoint(x: random.number(-40...140), y: random.number(-40...140))
      // Painted from back to front, depth first; the last one painted over the point is hit.
      func paint(_ layer: CALayer) -> [CALayer] { [layer] + (layer.sublayers ?? []).flatMap(paint) }
      let isCut = root.masksToBounds && !CGRect(x: 0, y: 0, width: 100, height: 100).contains(point)
      let expected = paint(root).last { layer in
        guard !isCut else { return false }
        if layer === root { return root.frame.contains(point) }
        let entry = all.first { $0.layer === layer }!
        return !(entry.parents + [layer]).contains(where: \.isHidden) && entry.box.contains(point)
      }
      if root.hitTest(point) !== expected { wrong.append(round) }
    }
    #expect(wrong == [])
  }
}
