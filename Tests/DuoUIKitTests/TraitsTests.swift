import DuoFoundation
import Foundation
import Testing

@testable import DuoUIKit

/// A trait of an app's own.
private struct ThemeTrait: UITraitDefinition {
  static let defaultValue = "plain"
  static let affectsColorAppearance = true
}

extension UIMutableTraits {
  fileprivate var theme: String {
    get { self[ThemeTrait.self] }
    set { self[ThemeTrait.self] = newValue }
  }
}

@Suite struct TraitsTests {
  @Test func collectionsAreValues() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    let both = UITraitCollection(traitsFrom: [
      dark, UITraitCollection(horizontalSizeClass: .regular), UITraitCollection(displayScale: 2),
    ])
    #expect(both.userInterfaceStyle == .dark && both.horizontalSizeClass == .regular)
    #expect(both.verticalSizeClass == .unspecified && both.displayScale == 2)
    #expect(both.containsTraits(in: dark) && !dark.containsTraits(in: both))
    #expect(both == UITraitCollection(traitsFrom: [both, dark]) && both != dark)
    #expect(both.hash == UITraitCollection(traitsFrom: [both]).hash)
    let other = both.modifyingTraits {
      $0.userInterfaceStyle = .light
      $0.theme = "night"
    }
    #expect(other[ThemeTrait.self] == "night" && both[ThemeTrait.self] == "plain")
    #expect(other.userInterfaceStyle == .light && both.userInterfaceStyle == .dark)
    #expect(both.replacing(ThemeTrait.self, value: "x")[ThemeTrait.self] == "x")
    #expect(UITraitCollection { $0.layoutDirection = .rightToLeft }.layoutDirection == .rightToLeft)
  }

  @Test func someTraitsChangeColours() {
    let base = UITraitCollection()
    let changes: [(UITraitCollection, Bool)] = [
      (UITraitCollection(userInterfaceStyle: .dark), true), (UITraitCollection(displayGamut: .P3), true),
      (UITraitCollection(accessibilityContrast: .high), true),
      (UITraitCollection(userInterfaceLevel: .elevated), true),
      (UITraitCollection(activeAppearance: .inactive), true), (UITraitCollection { $0.theme = "x" }, true),
      (UITraitCollection(displayScale: 3), false), (UITraitCollection(layoutDirection: .leftToRight), false),
      (UITraitCollection(preferredContentSizeCategory: .small), false),
      (UITraitCollection(legibilityWeight: .bold), false),
      (UITraitCollection(userInterfaceIdiom: .pad), false),
      (UITraitCollection(verticalSizeClass: .compact), false), (base, false),
    ]
    let found = changes.map { $0.0.hasDifferentColorAppearance(comparedTo: base) }
    #expect(found == changes.map(\.1))
    #expect(base.hasDifferentColorAppearance(comparedTo: nil))
  }

  @Test func theCurrentCollectionNests() {
    let (a, b) = (UITraitCollection(displayScale: 1), UITraitCollection(displayScale: 2))
    var seen: [CGFloat] = []
    a.performAsCurrent {
      b.performAsCurrent { seen.append(UITraitCollection.current.displayScale) }
      seen.append(UITraitCollection.current.displayScale)
    }
    seen.append(UITraitCollection.current.displayScale)
    #expect(seen == [2, 1, 0])
  }

  @Test func textSizesAreOrdered() {
    let order: [UIContentSizeCategory] = [
      .extraSmall, .medium, .large, .extraExtraExtraLarge, .accessibilityMedium,
    ]
    for (a, b) in zip(order, order.dropFirst()) { #expect(a < b && b > a && a <= b && !(a >= b)) }
    #expect(UIContentSizeCategory.accessibilityLarge.isAccessibilityCategory)
    #expect(!UIContentSizeCategory.large.isAccessibilityCategory)
  }

  @Test func overridesFlowDownAndAreTold() async {
    await #expect(processExitsWith: .success) { try await TraitStories.flow() }
  }

  @Test func aFoldTellsTraitsInOrder() async {
    await #expect(processExitsWith: .success) { try await TraitStories.fold() }
  }

  @Test func traitsThatWereReadRunAgain() async {
    await #expect(processExitsWith: .success) { try await TraitStories.reading() }
  }
}

private final class TraitView: UIView {
  var reads = false
  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    Story.add("\(tag) didChange")
  }
  override func updateProperties() {
    super.updateProperties()
    Story.add("\(tag) properties \(reads ? traitCollection[ThemeTrait.self] : "")")
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    Story.add("\(tag) layout \(UITraitCollection.current[ThemeTrait.self])")
  }
}

private final class TraitController: UIViewController {
  override func loadView() { view = TraitView() }
  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    Story.add("controller didChange")
  }
}

@MainActor
private enum TraitStories {
  private static func expect(_ wanted: [String], _ place: SourceLocation = #_sourceLocation) {
    let story = Story.take()
    if story != wanted { Issue.record("\(story) instead of \(wanted)", sourceLocation: place) }
  }

  private static func show() async throws -> (Stage, TraitController, TraitView, TraitView) {
    let stage = try Stage()
    let controller = TraitController()
    stage.scene.windows[0].rootViewController = controller
    let outer = try #require(controller.view as? TraitView)
    let inner = TraitView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
    (outer.tag, inner.tag) = (1, 2)
    outer.addSubview(inner)
    await stage.settle()
    _ = Story.take()
    return (stage, controller, outer, inner)
  }

  static func flow() async throws {
    let (stage, controller, outer, inner) = try await show()
    let registration = inner.registerForTraitChanges([ThemeTrait.self]) { (view: TraitView, old) in
      Story.add("\(view.tag) theme \(old[ThemeTrait.self]) to \(view.traitCollection[ThemeTrait.self])")
    }
    controller.registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (self: TraitController, old) in
      Story.add("controller style \(self.traitCollection.userInterfaceStyle)")
    }
    stage.scene.registerForTraitChanges([ThemeTrait.self, UITraitDisplayScale.self]) {
      (scene: UIWindowScene, _) in Story.add("scene theme \(scene.traitCollection[ThemeTrait.self])")
    }
    outer.registerForTraitChanges(
      [ThemeTrait.self], target: outer,
      action: Selector("changed") { _, sender, old in
        let old = (old as? UITraitCollection)?[ThemeTrait.self] ?? "none"
        Story.add("\((sender as? UIView)?.tag ?? 0) selector from \(old)")
      })

    stage.scene.traitOverrides.theme = "scene"
    expect([])
    #expect(inner.traitCollection[ThemeTrait.self] == "scene")
    await stage.settle()
    expect([
      "scene theme scene", "1 didChange", "1 selector from plain", "controller didChange", "2 didChange",
      "2 theme plain to scene",
    ])
    controller.traitOverrides.theme = "controller"
    inner.traitOverrides.theme = "inner"
    #expect(controller.traitCollection[ThemeTrait.self] == "controller")
    #expect(inner.traitOverrides.contains(ThemeTrait.self))
    await stage.settle()
    expect([
      "1 didChange", "1 selector from scene", "controller didChange", "2 didChange", "2 theme scene to inner",
    ])
    inner.unregisterForTraitChanges(registration)
    inner.traitOverrides.remove(ThemeTrait.self)
    inner.updateTraitsIfNeeded()
    expect(["2 didChange"])
    #expect(inner.traitCollection[ThemeTrait.self] == "controller")

    controller.overrideUserInterfaceStyle = .dark
    #expect(controller.traitOverrides.userInterfaceStyle == .dark)
    await stage.settle()
    expect(["1 didChange", "controller didChange", "controller style dark", "2 didChange"])
    controller.overrideUserInterfaceStyle = .unspecified
    #expect(outer.traitCollection.userInterfaceStyle == .light)
    await stage.settle()
    _ = Story.take()
    // A view that comes to other surroundings is told when they are others than it knew.
    inner.removeFromSuperview()
    stage.scene.windows[0].addSubview(inner)
    await stage.settle()
    expect(["2 didChange", "1 layout controller"])
  }

  static func fold() async throws {
    let (stage, controller, outer, _) = try await show()
    outer.registerForTraitChanges([UITraitHorizontalSizeClass.self]) { (view: TraitView, old) in
      Story.add(
        "\(view.tag) class \(old.horizontalSizeClass.rawValue) to \(view.traitCollection.horizontalSizeClass.rawValue)"
      )
    }
    controller.registerForTraitChanges([UITraitVerticalSizeClass.self]) { (_: TraitController, _) in
      Story.add("never")
    }
    await stage.send(.hinge(to: 180, over: .zero))
    let story = Story.take()
    let wanted = ["1 didChange", "1 class 1 to 2", "controller didChange", "2 didChange", "1 layout plain"]
    if Array(story.prefix(5)) != wanted { Issue.record("\(story)") }
  }

  static func reading() async throws {
    let (stage, controller, outer, inner) = try await show()
    inner.reads = true
    inner.setNeedsUpdateProperties()
    await stage.settle()
    expect(["2 properties plain"])
    controller.traitOverrides.theme = "a"
    await stage.settle()
    expect(["1 didChange", "controller didChange", "2 didChange", "2 properties a"])
    outer.setNeedsLayout()
    await stage.settle()
    expect(["1 layout a"])
  }
}
