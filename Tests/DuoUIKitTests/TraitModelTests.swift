import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

private enum Mode: UITraitDefinition {
  static var defaultValue: Int { 7 }
}

/// Traits in random trees, against a walk from the top.
@Suite struct TraitModelTests {
  @Test func traitsFlowAsAWalkFromTheTopSays() async {
    await #expect(processExitsWith: .success) { try await TraitModelStories.flow() }
  }

  @Test func sizeClassesOfEveryDisplay() async {
    await #expect(processExitsWith: .success) { try await TraitModelStories.sizes() }
  }

  @Test @MainActor func collectionsMergeAsDictionaries() {
    var random = SeededRandom(4)
    var wrong: [String] = []
    for round in 0..<100 {
      var plain: [String: Int] = [:]
      var parts: [UITraitCollection] = []
      for _ in 0..<random.int(5) {
        let number = random.int(3)
        switch random.int(4) {
        case 0:
          parts.append(UITraitCollection { $0[Mode.self] = number })
          plain["mode"] = number
        case 1:
          let style: UIUserInterfaceStyle = [.light, .dark, .light][number]
          parts.append(UITraitCollection(userInterfaceStyle: style))
          plain["style"] = style.rawValue
        case 2:
          parts.append(UITraitCollection(displayScale: CGFloat(number + 1)))
          plain["scale"] = number + 1
        default:
          parts.append(UITraitCollection(horizontalSizeClass: number == 0 ? .compact : .regular))
          plain["width"] = number == 0 ? 1 : 2
        }
      }
      let merged = UITraitCollection(traitsFrom: parts)
      let found = [
        merged[Mode.self], merged.userInterfaceStyle.rawValue, Int(merged.displayScale),
        merged.horizontalSizeClass.rawValue,
      ]
      let wanted = [plain["mode"] ?? 7, plain["style"] ?? 0, plain["scale"] ?? 0, plain["width"] ?? 0]
      if found != wanted { wrong.append("\(round): \(found), not \(wanted)") }
      if !merged.containsTraits(in: parts.last) { wrong.append("\(round): contains") }
      let copy = merged.modifyingTraits { $0.displayScale = merged.displayScale }
      if copy.userInterfaceStyle != merged.userInterfaceStyle { wrong.append("\(round): copy") }
      let other = merged.replacing(Mode.self, value: 99)
      if other == merged || other[Mode.self] != 99 { wrong.append("\(round): replacing") }
    }
    #expect(wrong == [])
  }
}

@MainActor
enum TraitModelStories {
  final class Teller: UIView {
    var changes = 0
    override func traitCollectionDidChange(_ previous: UITraitCollection?) { changes += 1 }
  }

  static func flow() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(14)
    var views: [Teller] = []
    var parents: [Int: Int] = [:]
    var modes: [Int: Int] = [:], styles: [Int: UIUserInterfaceStyle] = [:]
    for index in 0..<25 {
      let view = Teller()
      views.append(view)
      if index > 0 {
        parents[index] = random.int(index)
        views[parents[index]!].addSubview(view)
      } else {
        g.root.addSubview(view)
      }
    }
    await g.stage.settle()
    func nearest<Value>(_ index: Int, _ values: [Int: Value]) -> Value? {
      var place: Int? = index
      while let now = place {
        if let value = values[now] { return value }
        place = parents[now]
      }
      return nil
    }
    var wrong: [String] = []
    for step in 0..<120 {
      let before = views.indices.map { (nearest($0, modes) ?? 7, nearest($0, styles) ?? .light) }
      for view in views { view.changes = 0 }
      let index = random.int(25)
      switch random.int(5) {
      case 0:
        modes[index] = random.int(3)
        views[index].traitOverrides[Mode.self] = modes[index]!
      case 1:
        modes[index] = nil
        views[index].traitOverrides.remove(Mode.self)
      case 2:
        styles[index] = random.int(2) == 0 ? .dark : .light
        views[index].overrideUserInterfaceStyle = styles[index]!
      case 3:
        styles[index] = nil
        views[index].overrideUserInterfaceStyle = .unspecified
      default:
        // To another parent, which is not in its own tree.
        let parent = random.int(25)
        if index > 0, !views[parent].isDescendant(of: views[index]) {
          parents[index] = parent
          views[parent].addSubview(views[index])
        }
      }
      for (place, view) in views.enumerated() {
        let (mode, style) = (nearest(place, modes) ?? 7, nearest(place, styles) ?? .light)
        // Reading gives the new value at once.
        if view.traitCollection[Mode.self] != mode || view.traitCollection.userInterfaceStyle != style {
          wrong.append("\(step) \(place): \(view.traitCollection[Mode.self]), not \(mode)")
        }
      }
      await g.stage.settle()
      for (place, view) in views.enumerated() {
        let now = (nearest(place, modes) ?? 7, nearest(place, styles) ?? .light)
        if view.changes != (now == before[place] ? 0 : 1) {
          wrong.append("\(step) \(place): told \(view.changes) times")
        }
      }
    }
    #expect(wrong.prefix(4) == [])
  }

  /// An axis is regular from 600 points on; an upright height always is.
  static func sizes() async throws {
    let stage = try Stage(pose: "closed", info: SurroundingStories.everyWay)
    var wrong: [String] = []
    var seen: Set<String> = []
    for angle in [0.0, 180, 120] {
      await stage.send(.hinge(to: angle, over: .zero))
      for turn in 0..<4 {
        await stage.send(.turn(1))
        for isSplit in [true, false] where angle > 0 {
          await stage.send(.splitView(isSplit))
          await stage.advance(1)
          let view = stage.scene.windows[0].rootViewController!.view!
          let (size, traits) = (view.bounds.size, view.traitCollection)
          let wide: UIUserInterfaceSizeClass = size.width >= 600 ? .regular : .compact
          let high: UIUserInterfaceSizeClass =
            size.height >= size.width || size.height >= 600 ? .regular : .compact
          if traits.horizontalSizeClass != wide || traits.verticalSizeClass != high {
            wrong.append("\(angle) \(turn) \(size)")
          }
          if traits.displayScale != stage.scene.screen.scale { wrong.append("\(angle) \(turn): scale") }
          if traits.userInterfaceIdiom != .phone || UIDevice.current.userInterfaceIdiom != .phone {
            wrong.append("\(angle) \(turn): idiom")
          }
          let screen = view.window?.screen
          if screen !== stage.scene.screen || screen?.display != (angle == 0 ? .outer : .inner) {
            wrong.append("\(angle) \(turn): screen")
          }
          seen.insert("\(text(size)) \(wide.rawValue)\(high.rawValue)")
        }
      }
    }
    #expect(wrong == [])
    #expect(seen.count >= 3)
  }
}
