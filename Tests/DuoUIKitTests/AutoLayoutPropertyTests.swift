import Foundation
import Testing

@testable import DuoUIKit

/// Frames are drawn first and constraints are measured off them with plain geometry; layout has to find the frames again.
@MainActor @Suite struct AutoLayoutPropertyTests {
  private struct Scene {
    var views: [UIView]
    var frames: [CGRect]
    var parents: [Int?]

    /// In the space of the top.
    func absolute(_ index: Int) -> CGRect {
      guard let parent = parents[index] else { return CGRect(origin: .zero, size: frames[index].size) }
      let outer = absolute(parent)
      return frames[index].offsetBy(dx: outer.minX, dy: outer.minY)
    }
  }

  private func scene(_ random: inout SeededRandom) -> Scene {
    let size = CGSize(width: 300 + random.int(500), height: 300 + random.int(500))
    var scene = Scene(
      views: [UIView(frame: CGRect(origin: .zero, size: size))], frames: [CGRect(origin: .zero, size: size)],
      parents: [nil])
    for _ in 0..<(2 + random.int(8)) {
      let parent = random.int(scene.views.count)
      scene.frames.append(
        CGRect(x: random.int(100) - 20, y: random.int(100), width: random.int(200), height: random.int(200)))
      scene.views.append(free(UIView(), in: scene.views[parent]))
      scene.parents.append(parent)
    }
    return scene
  }

  private typealias Attribute = NSLayoutConstraint.Attribute

  /// A place from the left or the top of the top's space; from the right for leading places read from right to left.
  private func value(_ attribute: Attribute, _ rect: CGRect, _ mirror: CGFloat?) -> CGFloat {
    switch attribute {
    case .left: rect.minX
    case .right: rect.maxX
    case .leading: mirror.map { $0 - rect.maxX } ?? rect.minX
    case .trailing: mirror.map { $0 - rect.minX } ?? rect.maxX
    case .centerX: rect.midX
    case .width: rect.width
    case .top: rect.minY
    case .bottom, .lastBaseline, .firstBaseline: rect.maxY
    case .centerY: rect.midY
    default: rect.height
    }
  }

  private func relate(
    _ index: Int, _ attribute: Attribute, _ scene: Scene, _ random: inout SeededRandom, _ isTurned: Bool
  ) -> NSLayoutConstraint {
    let mirror = isTurned ? scene.frames[0].width : nil
    let mine = value(attribute, scene.absolute(index), mirror)
    let isLength = attribute == .width || attribute == .height
    if isLength, random.int(3) == 0 {
      return NSLayoutConstraint(
        item: scene.views[index], attribute: attribute, relatedBy: .equal, toItem: nil,
        attribute: .notAnAttribute, multiplier: 1, constant: mine)
    }
    // Only to what was placed before, so that every place follows from the top's.
    let other = random.int(index)
    let choices: [Attribute] =
      switch attribute {
      case .width, .height: [.width, .height]
      case .left, .right: [.left, .right]
      case .leading, .trailing: [.leading, .trailing]
      case .centerX: [.centerX]
      default: [.top, .bottom, .centerY, .lastBaseline]
      }
    let otherAttribute = choices[random.int(choices.count)]
    let multiplier = isLength ? [1, 0.5, 2][random.int(3)] : 1
    let theirs = value(otherAttribute, scene.absolute(other), mirror)
    return NSLayoutConstraint(
      item: scene.views[index], attribute: attribute, relatedBy: .equal, toItem: scene.views[other],
      attribute: otherAttribute, multiplier: multiplier, constant: mine - multiplier * theirs)
  }

  @Test(arguments: [false, true]) func layoutFindsTheFramesAgain(isTurned: Bool) {
    var wrong: [String] = []
    for seed in 0..<150 {
      var random = SeededRandom(UInt64(seed))
      let scene = scene(&random)
      if isTurned { for view in scene.views { view.semanticContentAttribute = .forceRightToLeft } }
      var constraints: [NSLayoutConstraint] = []
      for index in scene.views.indices.dropFirst() {
        let across: [[Attribute]] = [
          [.left, .width], [.right, .width], [.leading, .trailing], [.centerX, .width], [.trailing, .width],
          [.left, .right],
        ]
        let down: [[Attribute]] = [
          [.top, .height], [.top, .bottom], [.centerY, .height], [.lastBaseline, .top],
        ]
        for attribute in across[random.int(across.count)] + down[random.int(down.count)] {
          constraints.append(relate(index, attribute, scene, &random, isTurned))
        }
      }
      NSLayoutConstraint.activate(constraints.shuffled(using: &random))
      scene.views[0].layoutIfNeeded()
      for index in scene.views.indices {
        if scene.views[index].frame.rounded != scene.frames[index].rounded {
          wrong.append("seed \(seed), view \(index): \(scene.views[index].frame) \(scene.frames[index])")
        }
        if scene.views[index].hasAmbiguousLayout { wrong.append("seed \(seed), view \(index) is ambiguous") }
      }
    }
    #expect(wrong == [])
  }

  /// The same constraints, added in another order, with others added and removed between, give the same frames.
  @Test func theHistoryDoesNotMatter() {
    var wrong: [Int] = []
    for seed in 0..<60 {
      func frames(_ shuffle: UInt64) -> [CGRect] {
        var random = SeededRandom(UInt64(seed))
        let scene = scene(&random)
        var constraints: [NSLayoutConstraint] = []
        for index in scene.views.indices.dropFirst() {
          for attribute: Attribute in [.left, .width, .top, .height] {
            constraints.append(relate(index, attribute, scene, &random, false))
          }
        }
        var order = SeededRandom(shuffle)
        for constraint in constraints.shuffled(using: &order) {
          constraint.isActive = true
          if order.int(3) == 0 {
            let passing = scene.views[1].heightAnchor.constraint(
              greaterThanOrEqualToConstant: CGFloat(order.int(300)))
            passing.priority = .defaultLow
            passing.isActive = true
            scene.views[0].layoutIfNeeded()
            passing.isActive = false
          }
        }
        scene.views[0].layoutIfNeeded()
        return scene.views.map(\.frame.rounded)
      }
      if frames(1) != frames(2) { wrong.append(seed) }
    }
    #expect(wrong == [])
  }
}

extension CGRect {
  /// To a thousandth.
  fileprivate var rounded: CGRect {
    func round(_ value: CGFloat) -> CGFloat { (value * 1000).rounded() / 1000 }
    return CGRect(x: round(minX), y: round(minY), width: round(width), height: round(height))
  }
}
