import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct SafeAreaTests {
  @Test func barsAndHardwareOfEveryDisplay() async {
    await #expect(processExitsWith: .success) { try await SafeAreaStories.displays() }
  }

  @Test func viewsKeepWhatReachesThem() async {
    await #expect(processExitsWith: .success) { try await SafeAreaStories.propagation() }
  }

  @Test func changesAreToldFromTheTop() async {
    await #expect(processExitsWith: .success) { try await SafeAreaStories.notices() }
  }

  @Test func marginsAddUp() async {
    await #expect(processExitsWith: .success) { try await SafeAreaStories.margins() }
  }

  /// What is no number differs from itself: layout would wait for ever until it rests.
  @Test func placesWithoutNumbersRest() async {
    await #expect(processExitsWith: .success) { try await SafeAreaStories.withoutNumbers() }
  }

  @Test func guidesFollow() async {
    await #expect(processExitsWith: .success) { try await SafeAreaStories.guides() }
  }
}

private final class SafeView: UIView {
  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    Story.add("\(tag) safe \(Int(safeAreaInsets.top))")
  }
  override func layoutMarginsDidChange() {
    super.layoutMarginsDidChange()
    Story.add("\(tag) margins \(Int(layoutMargins.top))")
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    Story.add("\(tag) layout")
  }
}

private final class SafeController: UIViewController {
  override func loadView() { view = SafeView() }
  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    Story.add("controller safe \(Int(view.safeAreaInsets.top))")
  }
  override func viewLayoutMarginsDidChange() {
    super.viewLayoutMarginsDidChange()
    Story.add("controller margins \(Int(view.layoutMargins.top))")
  }
}

@MainActor
private enum SafeAreaStories {
  private static func show(_ stage: Stage) async throws -> (SafeController, SafeView) {
    let controller = SafeController()
    stage.scene.windows[0].rootViewController = controller
    let view = try #require(controller.view as? SafeView)
    view.tag = 1
    await stage.settle()
    _ = Story.take()
    return (controller, view)
  }

  static func withoutNumbers() async throws {
    let stage = try Stage()
    let (_, view) = try await show(stage)
    let turned = UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
    turned.transform = CGAffineTransform(scaleX: .nan, y: 1)
    let wide = UIView(frame: CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 9))
    wide.preservesSuperviewLayoutMargins = true
    for child in [wide, UIView(frame: .null), UIView(frame: .infinite), turned] {
      let inner = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      inner.preservesSuperviewLayoutMargins = true
      child.addSubview(inner)
      view.addSubview(child)
    }
    await stage.settle()
    var places: [CGFloat] = []
    for child in view.subviews {
      for one in [child] + child.subviews { places += list(one.safeAreaInsets) + list(one.layoutMargins) }
    }
    #expect(places.count == 64 && places.allSatisfy(\.isFinite))
  }

  private static func list(_ insets: UIEdgeInsets) -> [CGFloat] {
    [insets.top, insets.left, insets.bottom, insets.right]
  }

  static func displays() async throws {
    let stage = try Stage()
    let window = stage.scene.windows[0]
    // The outer camera's cut-out ends 82.47 below the top: 46 mm above the middle of 112 mm, 44 points large.
    let cutOut = (678 / 2 - 46 * 678.0 / 112 + 22).rounded(.up)
    var found: [String] = []
    func note(_ what: String, _ wanted: [CGFloat]) {
      if list(window.safeAreaInsets) != wanted { found.append("\(what): \(list(window.safeAreaInsets))") }
    }
    note("outer, upright", [cutOut, 0, 34, 0])
    await stage.send(.turn(1))
    note("outer, wide", [0, cutOut, 21, cutOut])
    await stage.send(.turn(3))
    await stage.send(.hinge(to: 180, over: .zero))
    note("inner, wide", [24, 0, 21, 0])
    await stage.send(.turn(1))
    note("inner, upright", [24, 0, 34, 0])
    await stage.send(.turn(3))
    await stage.send(.splitView(true))
    note("inner, beside another app", [24, 0, 21, 0])
    #expect(found == [])
  }

  /// Random boxes in boxes, against the overlap with the unsafe edges in the window's space.
  static func propagation() async throws {
    let stage = try Stage()
    let (_, root) = try await show(stage)
    let window = stage.scene.windows[0]
    let safe = window.bounds.inset(by: window.safeAreaInsets)
    var wrong: [String] = []
    for seed in 0..<200 {
      var random = SeededRandom(UInt64(seed))
      var parent: UIView = root
      var views: [UIView] = []
      for _ in 0..<(1 + random.int(4)) {
        let size = parent.bounds.size
        let origin = CGPoint(x: random.number(0...100), y: random.number(0...100))
        let view = UIView(
          frame: CGRect(
            origin: origin,
            size: CGSize(
              width: max(size.width - origin.x - random.number(0...50), 1),
              height: max(size.height - origin.y - random.number(0...50), 1))))
        parent.addSubview(view)
        views.append(view)
        parent = view
      }
      for view in views {
        let box = view.convert(view.bounds, to: window)
        let wanted = [
          max(safe.minY - box.minY, 0), max(safe.minX - box.minX, 0), max(box.maxY - safe.maxY, 0),
          max(box.maxX - safe.maxX, 0),
        ]
        let insets = list(view.safeAreaInsets)
        if zip(insets, wanted).contains(where: { abs($0 - $1) > 1e-6 }) {
          wrong.append("\(seed): \(insets), \(wanted)")
        }
      }
      views[0].removeFromSuperview()
      if views[0].safeAreaInsets != .zero { wrong.append("\(seed): outside") }
    }
    #expect(wrong == [])
  }

  static func notices() async throws {
    let stage = try Stage()
    let (controller, _) = try await show(stage)
    let top = Int(stage.scene.systemSafeArea.top)
    controller.additionalSafeAreaInsets.top = 7
    #expect(Story.take() == [])
    await stage.settle()
    var story = Story.take()
    let wanted = [
      "1 safe \(top + 7)", "controller safe \(top + 7)", "1 margins \(top + 7)",
      "controller margins \(top + 7)",
      "1 layout",
    ]
    if story != wanted { Issue.record("\(story)") }
    await stage.send(.hinge(to: 180, over: .zero))
    story = Story.take().filter { $0.contains("safe") || $0.contains("layout") }
    if story.prefix(3) != ["1 safe 31", "controller safe 31", "1 layout"] { Issue.record("\(story)") }
  }

  static func margins() async throws {
    let stage = try Stage()
    let (controller, root) = try await show(stage)
    let safe = root.safeAreaInsets
    #expect(list(root.layoutMargins) == [safe.top, 16, safe.bottom, 16])
    root.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 40)
    #expect(list(root.layoutMargins) == [safe.top + 1, 16, safe.bottom + 3, 40])
    controller.viewRespectsSystemMinimumLayoutMargins = false
    #expect(list(root.layoutMargins) == [safe.top + 1, 2, safe.bottom + 3, 40])
    root.semanticContentAttribute = .forceRightToLeft
    #expect(list(root.layoutMargins) == [safe.top + 1, 40, safe.bottom + 3, 2])
    root.insetsLayoutMarginsFromSafeArea = false
    #expect(list(root.layoutMargins) == [1, 40, 3, 2])

    let box = UIView(frame: CGRect(x: 10, y: 0, width: 400, height: 300))
    root.addSubview(box)
    box.insetsLayoutMarginsFromSafeArea = false
    #expect(list(box.layoutMargins) == [8, 8, 8, 8])
    box.preservesSuperviewLayoutMargins = true
    #expect(list(box.layoutMargins) == [8, 30, 8, 8])
    box.layoutMargins = UIEdgeInsets(top: 9, left: 0, bottom: 0, right: 0)
    #expect(list(box.layoutMargins) == [9, 30, 0, 0])
    await stage.send(.hinge(to: 180, over: .zero))
    controller.viewRespectsSystemMinimumLayoutMargins = true
    #expect(controller.systemMinimumLayoutMargins.leading == 20)
  }

  static func guides() async throws {
    let stage = try Stage()
    let (controller, root) = try await show(stage)
    let (safe, margins, readable) = (
      free(UIView(), in: root), free(UIView(), in: root), free(UIView(), in: root)
    )
    for (view, guide) in [
      (safe, root.safeAreaLayoutGuide), (margins, root.layoutMarginsGuide),
      (readable, root.readableContentGuide),
    ] {
      NSLayoutConstraint.activate([
        view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
        view.topAnchor.constraint(equalTo: guide.topAnchor),
        view.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      ])
    }
    func check(_ place: SourceLocation = #_sourceLocation) {
      let area = root.bounds.inset(by: root.safeAreaInsets)
      let inner = root.bounds.inset(by: root.layoutMargins)
      let width = min(inner.width, 672)
      let middle = CGRect(x: inner.midX - width / 2, y: inner.minY, width: width, height: inner.height)
      for (view, wanted) in [(safe, area), (margins, inner), (readable, middle)] {
        let frame = view.frame
        let near =
          abs(frame.minX - wanted.minX) < 0.4 && abs(frame.maxX - wanted.maxX) < 0.4
          && abs(frame.minY - wanted.minY) < 0.4 && abs(frame.maxY - wanted.maxY) < 0.4
        if !near { Issue.record("\(frame), \(wanted)", sourceLocation: place) }
      }
    }
    await stage.settle()
    check()
    #expect(root.safeAreaLayoutGuide.layoutFrame == safe.frame)
    controller.additionalSafeAreaInsets = UIEdgeInsets(top: 11, left: 12, bottom: 13, right: 14)
    await stage.settle()
    check()
    await stage.send(.hinge(to: 180, over: .zero))
    check()
    #expect(readable.frame.width == 672)
  }
}
