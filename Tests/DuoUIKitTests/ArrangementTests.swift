import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

@Suite struct ArrangementTests {
  typealias Room = ArrangementLayout.Room

  static let wide = CGSize(width: 951, height: 669)
  static let tall = CGSize(width: 669, height: 951)
  static let book = CGRect(x: 455.5, y: 0, width: 40, height: 669)
  static let tabletop = CGRect(x: 0, y: 455.5, width: 669, height: 40)

  static func words(_ layout: ArrangementLayout) -> String {
    func part(_ rect: CGRect, _ state: UIArrangementViewController.ViewState) -> String {
      if state.isHidden { return "hidden" }
      return "\(RegionStories.text(rect)) z\(state.zIndex)"
    }
    let axis = layout.primaryState.splitAxis
    return part(layout.primary, layout.primaryState) + " | " + part(layout.secondary, layout.secondaryState)
      + (axis == .horizontal ? " h" : axis == .vertical ? " v" : "")
  }

  /// The reference's table.
  @Test func stylesAndFolds() {
    let rooms: [(String, Room)] = [
      ("wide", Room(size: Self.wide, fold: nil, isLow: false)),
      ("tall", Room(size: Self.tall, fold: nil, isLow: false)),
      ("book", Room(size: Self.wide, fold: Self.book, isLow: false)),
      ("tabletop", Room(size: Self.tall, fold: Self.tabletop, isLow: false)),
      ("low", Room(size: CGSize(width: 678, height: 466), fold: nil, isLow: true)),
    ]
    var lines: [String] = []
    for (name, room) in rooms {
      for axes in [UIAxis.both, .horizontal, .vertical] {
        lines.append("\(name) \(axes.rawValue) split: \(Self.words(.split(room, axes: axes)))")
        lines.append("\(name) \(axes.rawValue) overlay: \(Self.words(.overlay(room, axes: axes)))")
      }
    }
    let (over, wide, tall) = ("z1 | 0 0", "0 0 951x669", "0 0 669x951")
    let alone = (" z0 | hidden")
    let wanted =
      [
        "wide 3 split: 0 0 475.5x669 z0 | 475.5 0 475.5x669 z0 h",
        "wide 3 overlay: \(wide) \(over) 951x669 z0",
        "wide 1 split: 0 0 475.5x669 z0 | 475.5 0 475.5x669 z0 h",
        "wide 1 overlay: \(wide) \(over) 951x669 z0",
        "wide 2 split: \(wide)\(alone)", "wide 2 overlay: \(wide) \(over) 951x669 z0",
        "tall 3 split: 0 0 669x475.5 z0 | 0 475.5 669x475.5 z0 v",
        "tall 3 overlay: \(tall) \(over) 669x951 z0",
        "tall 1 split: \(tall)\(alone)", "tall 1 overlay: \(tall) \(over) 669x951 z0",
        "tall 2 split: 0 0 669x475.5 z0 | 0 475.5 669x475.5 z0 v",
        "tall 2 overlay: \(tall) \(over) 669x951 z0",
        "book 3 split: 0 0 455.5x669 z0 | 495.5 0 455.5x669 z0 h",
        "book 3 overlay: 495.5 0 455.5x669 z0 | 0 0 455.5x669 z0 h",
        "book 1 split: 0 0 455.5x669 z0 | 495.5 0 455.5x669 z0 h",
        "book 1 overlay: 495.5 0 455.5x669 z0 | 0 0 455.5x669 z0 h",
        "book 2 split: \(wide)\(alone)", "book 2 overlay: \(wide)\(alone)",
        "tabletop 3 split: 0 0 669x455.5 z0 | 0 495.5 669x455.5 z0 v",
        "tabletop 3 overlay: 0 495.5 669x455.5 z0 | 0 0 669x455.5 z0 v",
        "tabletop 1 split: \(tall)\(alone)", "tabletop 1 overlay: \(tall)\(alone)",
        "tabletop 2 split: 0 0 669x455.5 z0 | 0 495.5 669x455.5 z0 v",
        "tabletop 2 overlay: 0 495.5 669x455.5 z0 | 0 0 669x455.5 z0 v",
      ]
      + [3, 1, 2].flatMap {
        ["low \($0) split: 0 0 678x466\(alone)", "low \($0) overlay: 0 0 678x466 \(over) 678x466 z0"]
      }
    #expect(lines == wanted)
  }

  @Test func edgesAndLengths() {
    let book = Room(size: Self.wide, fold: Self.book, isLow: false)
    let flipped = "0 0 455.5x669 z0 | 495.5 0 455.5x669 z0 h"
    #expect(Self.words(.overlay(book, axes: .both, primary: .leading)) == flipped)
    #expect(Self.words(.overlay(book, axes: .both, secondary: .trailing)) == flipped)
    #expect(Self.words(.overlay(book, axes: .both, primary: .trailing, secondary: .trailing)) != flipped)
    #expect(Self.words(.overlay(book, axes: .both, primary: .top)) != flipped)

    typealias Wish = ArrangementLayout.Wish
    let room = Room(size: CGSize(width: 1000, height: 500), fold: nil, isLow: false)
    let rows: [(Wish, Wish, Double)] = [
      (Wish(), Wish(), 500), (Wish(preferred: 300), Wish(), 300), (Wish(), Wish(preferred: 300), 700),
      (Wish(preferred: 300), Wish(preferred: 300), 300),
      (Wish(preferred: 300), Wish(preferred: 300, priority: 1), 700), (Wish(minimum: 600), Wish(), 600),
      (Wish(maximum: 400), Wish(), 400), (Wish(preferred: 900), Wish(minimum: 200), 800),
      (Wish(preferred: 2000), Wish(), 1000), (Wish(preferred: -5), Wish(), 0),
    ]
    let mismatches = rows.filter {
      abs(ArrangementLayout.split(room, axes: .both, primary: $0.0, secondary: $0.1).primary.width - $0.2)
        > 1e-9
    }
    #expect(mismatches.map { "\($0)" } == [])
    // The fold decides before any wish.
    #expect(ArrangementLayout.split(book, axes: .both, primary: Wish(preferred: 10)).primary.width == 455.5)
  }

  @Test func theControllerFollowsTheFold() async {
    await #expect(processExitsWith: .success) { try await ArrangementStories.folds() }
  }

  @Test func aSinglePhoneStaysUnfolded() async {
    await #expect(processExitsWith: .success) { try await ArrangementStories.single() }
  }
}

@MainActor
enum ArrangementStories {
  static func frames(_ controllers: [UIViewController]) -> [String] {
    controllers.map { $0.view.isHidden ? "hidden" : RegionStories.text($0.view.frame) }
  }

  static func folds() async throws {
    let stage = try Stage(pose: "open-landscape")
    let (one, two) = (UIViewController(), UIViewController())
    let arrangement = UIArrangementViewController()
    #expect(arrangement.state(for: .primary) == nil)
    arrangement.setViewController(one, for: .primary)
    arrangement.setViewController(two, for: .secondary)
    stage.scene.windows[0].rootViewController = arrangement
    await stage.settle()
    #expect(frames([one, two]) == ["0 0 475.5x669", "475.5 0 475.5x669"])
    #expect(arrangement.children == [one, two] && one.arrangementViewController === arrangement)
    #expect(
      arrangement.placement(for: two) == .secondary && arrangement.viewController(for: .primary) === one)
    arrangement.updateArrangement(.overlay)
    await stage.settle()
    #expect(frames([one, two]) == ["0 0 951x669", "0 0 951x669"])
    #expect(arrangement.view.subviews.last === one.view && arrangement.state(for: .primary)?.zIndex == 1)
    // Bent, it is laid out again: primary trailing.
    await stage.send(.hinge(to: 120, over: .zero))
    #expect(frames([one, two]) == ["495.5 0 455.5x669", "0 0 455.5x669"])
    #expect(arrangement.state(for: .primary)?.splitAxis == .horizontal)
    arrangement.updateArrangement(.overlay.axes(.vertical))
    await stage.settle()
    #expect(
      frames([one, two]) == ["0 0 951x669", "hidden"] && arrangement.state(for: .secondary)?.isHidden == true)
    await stage.send(.hinge(to: 180, over: .zero))
    #expect(frames([one, two]) == ["0 0 951x669", "0 0 951x669"])

    var split: UISplitArrangement = .split
    var properties = split.defaultViewProperties
    properties.width.preferred = .fractional(0.25)
    split.setViewProperties(properties, for: .primary)
    arrangement.updateArrangement(split, animated: true)
    await stage.settle()
    #expect(frames([one, two]) == ["0 0 237.75x669", "237.75 0 713.25x669"])
    await stage.send(.hinge(to: 0, over: .zero))
    #expect(frames([one, two]) == ["0 0 466x339", "0 339 466x339"])
    // The closed phone across: there is room for the primary view only.
    await stage.send(.turn(1))
    #expect(frames([one, two]) == ["0 0 678x466", "hidden"])
    arrangement.setViewController(nil, for: .primary)
    await stage.settle()
    #expect(frames([two]) == ["0 0 678x466"] && one.parent == nil && one.view.superview == nil)
    #expect(arrangement.state(for: .secondary)?.isHidden == false)
    // A controller has one place.
    arrangement.setViewController(two, for: .primary)
    #expect(arrangement.viewController(for: .secondary) == nil && arrangement.children == [two])
  }

  static func single() async throws {
    let stage = try Stage(.single)
    let (one, two) = (UIViewController(), UIViewController())
    let arrangement = UIArrangementViewController()
    arrangement.setViewController(one, for: .primary)
    arrangement.setViewController(two, for: .secondary)
    arrangement.updateArrangement(UIOverlayArrangement())
    stage.scene.windows[0].rootViewController = arrangement
    await stage.settle()
    let size = stage.scene.geometry.frame.size
    #expect(one.view.frame.size == size && two.view.frame.size == size)
    arrangement.updateArrangement(UISplitArrangement())
    await stage.settle()
    #expect(one.view.frame == CGRect(x: 0, y: 0, width: size.width, height: size.height / 2))
    #expect(two.view.frame.minY == size.height / 2)
  }
}
