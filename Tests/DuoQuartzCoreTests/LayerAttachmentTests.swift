import Foundation
import Synchronization
import Testing

@testable import DuoQuartzCore

@Suite struct LayerAttachmentTests {
  let outer = HostPlacement(display: "outer", interfaceTurn: 0)
  let inner = HostPlacement(display: "inner", interfaceTurn: 1)

  final class Log: Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  @Test func aRandomTreeKnowsItsNearestHost() {
    var random = SeededRandom(20)
    var wrong: [String] = []
    for round in 0..<60 {
      let layers = (0..<7).map { _ in CALayer() }
      let log = Log()
      let observations = layers.enumerated().map { index, layer in
        layer.attachment.observe { _ in log.add("\(index)") }
      }
      func expected(_ layer: CALayer) -> HostPlacement? {
        sequence(first: layer, next: \.superlayer).lazy.compactMap(\.hostPlacement).first
      }
      for step in 0..<30 {
        let before = layers.map { expected($0) }
        let layer = layers[random.int(7)]
        switch random.int(4) {
        case 0: layer.hostPlacement = [nil, outer, inner][random.int(3)]
        case 1: layer.removeFromSuperlayer()
        default:
          let parent = layers[random.int(7)]
          guard !sequence(first: parent, next: \.superlayer).contains(where: { $0 === layer }) else {
            continue
          }
          parent.addSublayer(layer)
        }
        let after = layers.map { expected($0) }
        if layers.map(\.attachment.placement) != after { wrong.append("\(round).\(step): placement") }
        let changed = (0..<7).filter { before[$0] != after[$0] }.map(String.init)
        if log.take().sorted() != changed { wrong.append("\(round).\(step): notices") }
      }
      withExtendedLifetime(observations) {}
    }
    #expect(wrong == [])
  }

  @Test func observersSeeTheWholeTreeMoved() {
    let (root, leaf) = (CALayer(), CALayer())
    root.addSublayer(leaf)
    let log = Log()
    let leafAttachment = leaf.attachment
    let observation = root.attachment.observe { placement in
      log.add("\(placement?.display ?? "none") \(leafAttachment.placement?.display ?? "none")")
    }
    root.hostPlacement = outer
    root.hostPlacement = outer
    root.hostPlacement = nil
    #expect(log.take() == ["outer outer", "none none"])
    observation.cancel()
    root.hostPlacement = inner
    #expect(log.take() == [])
  }

  @Test func anObservationEndsWithItsLastReference() {
    let layer = CALayer()
    let log = Log()
    var observation: LayerObservation? = layer.attachment.observe { _ in log.add("called") }
    layer.hostPlacement = outer
    withExtendedLifetime(observation) {}
    observation = nil
    layer.hostPlacement = nil
    #expect(log.take() == ["called"])
  }

  @Test func placementsAreReadOnOtherThreadsWhileTheTreeMoves() async {
    let root = CALayer()
    let leaf = CALayer()
    root.addSublayer(leaf)
    let attachment = leaf.attachment
    let both = [outer, inner]
    root.hostPlacement = outer
    async let odd = Task.detached {
      (0..<20_000).filter { _ in !both.contains(where: { $0 == attachment.placement }) }.count
    }.value
    for round in 0..<2_000 { root.hostPlacement = both[round % 2] }
    #expect(await odd == 0)
  }
}
