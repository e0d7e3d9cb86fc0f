import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// How much is done when safe areas change, or may have.
@Suite struct InsetWorkTests {
  @Test func aChangeUnderTheBarsConcernsWhatItMoves() async {
    await #expect(processExitsWith: .success) { try await InsetWorkStories.column() }
  }

  @Test func guidesAndMarginsAreSaidAlone() async {
    await #expect(processExitsWith: .success) { try await InsetWorkStories.guides() }
  }

  @Test func preservedMarginsFollowTheSuperview() async {
    await #expect(processExitsWith: .success) { try await InsetWorkStories.preserved() }
  }
}

@MainActor
private enum InsetWorkStories {
  final class Told: UIView {
    var (safe, margins) = (0, 0)
    override func safeAreaInsetsDidChange() { safe += 1 }
    override func layoutMarginsDidChange() { margins += 1 }
  }

  static func root(_ stage: Stage) async -> UIView {
    let controller = UIViewController()
    stage.scene.windows[0].rootViewController = controller
    await stage.settle()
    return controller.view
  }

  /// A column that reaches far below the bottom of the display, so that all of its end has a safe area.
  static func column() async throws {
    let stage = try Stage()
    let root = await root(stage)
    var (views, heights): ([Told], [NSLayoutConstraint]) = ([], [])
    for _ in 0..<100 {
      let view = Told()
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
      heights.append(view.heightAnchor.constraint(equalToConstant: 20))
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: views.last?.bottomAnchor ?? root.topAnchor), heights[views.count],
        view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        view.widthAnchor.constraint(equalToConstant: 9),
      ])
      views.append(view)
    }
    await stage.settle()
    let engine = try #require(root.window?.layoutState.engine)
    for (index, moved) in [(99, 1), (90, 10)] {
      let (equations, settled, told) = (engine.equationsMade, engine.itemsSettled, views.map(\.safe))
      heights[index].constant += 30
      await stage.settle()
      let now = views.map(\.safe)
      verify(
        engine.equationsMade - equations == 1 && engine.itemsSettled - settled == moved,
        "\(engine.equationsMade - equations) equations, \(engine.itemsSettled - settled) items")
      verify(
        zip(told, now).map({ $1 - $0 }) == (0..<100).map({ $0 < index ? 0 : 1 }), "told \(now) after \(told)")
    }
    verify(views.allSatisfy { $0.safeAreaInsets == $0.layoutState.toldSafeArea })
  }

  static func guides() async throws {
    let stage = try Stage()
    let root = await root(stage)
    let box = Told()
    let inner = (0..<2).map { _ in UIView() }
    let others = (0..<50).map { _ in UIView() }
    for view in [box] + others { root.addSubview(view) }
    for view in inner { box.addSubview(view) }
    for view in [box] + inner + others { view.translatesAutoresizingMaskIntoConstraints = false }
    let top = box.topAnchor.constraint(equalTo: root.topAnchor, constant: 10)
    NSLayoutConstraint.activate([
      top, box.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      box.widthAnchor.constraint(equalToConstant: 200),
      box.heightAnchor.constraint(equalToConstant: 200),
      inner[0].topAnchor.constraint(equalTo: box.safeAreaLayoutGuide.topAnchor),
      NSLayoutConstraint(
        item: inner[1], attribute: .top, relatedBy: .equal, toItem: box, attribute: .topMargin, multiplier: 1,
        constant: 0),
    ])
    NSLayoutConstraint.activate(
      others.map { $0.topAnchor.constraint(equalTo: root.topAnchor, constant: 300) })
    await stage.settle()
    let engine = try #require(root.window?.layoutState.engine)
    let safe = root.safeAreaInsets.top
    verify(
      safe > 20 && inner[0].frame.minY == safe - 10 && inner[1].frame.minY == safe - 2,
      "\(safe): \(inner.map(\.frame))")
    let equations = engine.equationsMade
    top.constant = 20
    await stage.settle()
    verify(inner[0].frame.minY == safe - 20 && inner[1].frame.minY == safe - 12, "\(inner.map(\.frame))")
    // The constant, then the guide's six and the one of the margin.
    verify(engine.equationsMade - equations <= 8, "\(engine.equationsMade - equations)")
    box.layoutMargins.top = 30
    await stage.settle()
    verify(inner[1].frame.minY == safe - 20 + 30, "\(inner[1].frame)")
    verify(engine.equationsMade - equations <= 8 + 14, "\(engine.equationsMade - equations)")
  }

  static func preserved() async throws {
    let stage = try Stage()
    let root = await root(stage)
    let outer = Told(frame: CGRect(x: 0, y: 200, width: 200, height: 200))
    let inner = Told(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    inner.preservesSuperviewLayoutMargins = true
    root.addSubview(outer)
    outer.addSubview(inner)
    await stage.settle()
    outer.layoutMargins.top = 50
    await stage.settle()
    verify(inner.layoutMargins.top == 40 && inner.margins == 1, "\(inner.layoutMargins) \(inner.margins)")
    inner.frame.origin.y = 20
    outer.setNeedsLayout()
    await stage.settle()
    verify(inner.layoutMargins.top == 30 && inner.margins == 2 && inner.safe == 0, "\(inner.margins)")
  }
}
