import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Bars, alerts, sheets and popovers keep out of active regions. Where an app is needed, in a process of its own.
@Suite struct FreeRoomTests {
  @Test func alertsLieOnOneSideOfTheFold() async {
    await #expect(processExitsWith: .success) { try await FreeRoomStories.alerts() }
  }

  @Test func sheetsAndPopoversLieOnOneSideOfTheFold() async {
    await #expect(processExitsWith: .success) { try await FreeRoomStories.sheets() }
  }

  @Test func presentationsFollowTheHinge() async {
    await #expect(processExitsWith: .success) { try await FreeRoomStories.hinge() }
  }

  @Test func barsKeepClearOfTheCameraInEveryTurn() async {
    await #expect(processExitsWith: .success) { try await FreeRoomStories.cameras() }
  }

  @Test func barsKeepClearOfTheFold() async {
    await #expect(processExitsWith: .success) { try await FreeRoomStories.folds() }
  }

  @Test func partsOfADividedRoom() {
    func room(_ divisions: [CGRect], rightToLeft: Bool = false) -> DividedRoom {
      DividedRoom(
        bounds: CGRect(x: 0, y: 0, width: 100, height: 60), divisions: divisions, isRightToLeft: rightToLeft)
    }
    let upright = CGRect(x: 45, y: 0, width: 10, height: 60)
    let across = CGRect(x: 0, y: 25, width: 100, height: 10)
    let right = CGRect(x: 55, y: 0, width: 45, height: 60)
    let left = CGRect(x: 0, y: 0, width: 45, height: 60)
    let low = CGRect(x: 0, y: 35, width: 100, height: 25)
    let wrong = [
      ("none", room([]).roomiest, CGRect(x: 0, y: 0, width: 100, height: 60)),
      ("upright", room([upright]).roomiest, right),
      ("right to left", room([upright], rightToLeft: true).roomiest, left),
      ("across", room([across]).roomiest, low),
      ("across, right to left", room([across], rightToLeft: true).roomiest, low),
      (
        "more room above", room([across.offsetBy(dx: 0, dy: 5)]).roomiest,
        CGRect(x: 0, y: 0, width: 100, height: 30)
      ),
      (
        "at the edge", room([CGRect(x: 90, y: 0, width: 20, height: 60)]).roomiest,
        CGRect(x: 0, y: 0, width: 90, height: 60)
      ),
      ("around the left", room([upright]).part(around: CGRect(x: 10, y: 10, width: 5, height: 5)), left),
      ("around both", room([upright]).part(around: CGRect(x: 40, y: 10, width: 20, height: 5)), right),
      ("around the fold", room([upright]).part(around: CGRect(x: 46, y: 10, width: 2, height: 5)), right),
    ].filter { $0.1 != $0.2 }.map(\.0)
    #expect(wrong == [])
  }

  /// Against a plain search over whole points.
  @Test func itemsAndTitlesFindTheNearestFreePlace() {
    var random = SeededRandom(41)
    var wrong: [String] = []
    for _ in 0..<2000 {
      let width = 60 + random.int(60)
      let ranges = (0..<random.int(3)).map { _ in
        let start = random.int(width)
        return CGFloat(start)...CGFloat(start + 1 + random.int(20))
      }
      let span = BarSpan(width: CGFloat(width), taken: ranges)
      let item = 1 + random.int(30)
      func isFree(_ x: Int) -> Bool {
        x >= 0 && x + item <= width
          && ranges.allSatisfy { CGFloat(x + item) <= $0.lowerBound || CGFloat(x) >= $0.upperBound }
      }
      let start = random.int(width)
      let right = (start..<(start + 200)).first(where: isFree) ?? start
      let left = (0..<200).map { start - item - $0 }.first(where: isFree) ?? start - item
      if span.left(of: CGFloat(item), from: CGFloat(start), step: 1) != CGFloat(right) {
        wrong.append("\(span) right")
      }
      if span.left(of: CGFloat(item), from: CGFloat(start), step: -1) != CGFloat(left) {
        wrong.append("\(span) left")
      }
      let free = (0..<width).filter(isFree)
      let title = span.title(CGFloat(item), from: 0, to: CGFloat(width))
      let middle = CGFloat(width - item) / 2
      if let nearest = free.map({ abs(CGFloat($0) - middle) }).min() {
        // The search knows whole points only.
        let isNear = abs(title.x - middle) <= nearest && title.width == CGFloat(item)
        if !isNear { wrong.append("\(span) title") }
      }
      let isOver = ranges.contains { $0.lowerBound < title.x + title.width && title.x < $0.upperBound }
      if title.width > 0, isOver { wrong.append("\(span) over") }
    }
    #expect(wrong == [])
  }
}

@MainActor
enum FreeRoomStories {
  static let poses = ["book", "tabletop-rear-flat", "tabletop-cover-flat"]

  /// The active regions of the window that a view, or one of the visible views in it, meets.
  static func met(by view: UIView, in stage: Stage, _ kinds: [UIView.ReservedRegion.Kind]) -> [String] {
    let frame = view.convert(view.bounds, to: nil)
    return kinds.flatMap { stage.window.reservedRegions(kind: $0) }
      .filter { region in
        let common = region.frame.intersection(frame)
        return !common.isNull && common.width > 1e-6 && common.height > 1e-6
      }
      .map { "\($0.id)" }
  }

  static func alert(_ style: UIAlertController.Style, _ count: Int) -> UIAlertController {
    let alert = UIAlertController(
      title: "Delete the photo?", message: "It cannot be had back.", preferredStyle: style)
    for index in 0..<count { alert.addAction(UIAlertAction(title: "Button \(index)", style: .default)) }
    return alert
  }

  static func stage(_ pose: String) throws -> Stage {
    try Stage(
      pose: pose,
      info: Stage.orientations("Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"))
  }

  static func alerts() async throws {
    let stage = try stage("open-landscape")
    let a = await stage.root(StoryController("A"))
    var wrong: [String] = []
    for pose in poses {
      await stage.send(.pose(pose, over: .zero))
      let fold = try #require(stage.window.reservedRegions(kind: .division).first).frame
      for (style, count) in [(UIAlertController.Style.alert, 2), (.alert, 3), (.actionSheet, 3)] {
        let alert = alert(style, count)
        a.present(alert, animated: false)
        stage.window.layoutIfNeeded()
        let frame = alert.view.convert(alert.view.bounds, to: nil)
        // The halves are equal: below the fold, or on the trailing side.
        let isBeside = fold.width < fold.height ? frame.minX >= fold.maxX : frame.minY >= fold.maxY
        if !isBeside || !stage.window.bounds.contains(frame) {
          wrong.append("\(pose) \(style) \(count): \(frame)")
        }
        let words = (0..<count).compactMap {
          stage.window.descendant(accessibilityIdentifier: "Button \($0)")
        }
        if words.count != count || words.contains(where: { !met(by: $0, in: stage, [.division]).isEmpty }) {
          wrong.append("\(pose) \(style) \(count): buttons")
        }
        a.dismiss(animated: false)
        await stage.finish()
      }
    }
    #expect(wrong == [])
  }

  static func sheets() async throws {
    let stage = try stage("open-landscape")
    let a = await stage.root(StoryController("A"))
    let source = UIView(frame: CGRect(x: 30, y: 40, width: 20, height: 20))
    a.view.addSubview(source)
    var wrong: [String] = []
    for pose in poses {
      await stage.send(.pose(pose, over: .zero))
      for style in [UIModalPresentationStyle.pageSheet, .formSheet, .popover] {
        let b = StoryController("B")
        b.modalPresentationStyle = style
        b.popoverPresentationController?.sourceView = source
        a.present(b, animated: false)
        stage.window.layoutIfNeeded()
        let frame = b.view.convert(b.view.bounds, to: nil)
        let fits = stage.window.bounds.contains(frame) && frame.width > 200 && frame.height > 200
        if !fits || !met(by: b.view, in: stage, [.division]).isEmpty {
          wrong.append("\(pose) \(style): \(frame)")
        }
        // A popover stays with what it belongs to.
        let fold = try #require(stage.window.reservedRegions(kind: .division).first).frame
        if style == .popover, a.traitCollection.horizontalSizeClass == .regular {
          let isBefore = fold.width < fold.height ? frame.maxX <= fold.minX : frame.maxY <= fold.minY
          if !isBefore { wrong.append("\(pose) popover away from its source: \(frame)") }
        }
        a.dismiss(animated: false)
        await stage.finish()
      }
    }
    #expect(wrong == [])
  }

  static func hinge() async throws {
    let stage = try Stage(pose: "open-landscape")
    let a = await stage.root(StoryController("A"))
    let alert = alert(.alert, 2)
    a.present(alert, animated: false)
    stage.window.layoutIfNeeded()
    let flat = alert.view.frame
    #expect(abs(flat.midX - 475.5) <= 0.5)
    await stage.send(.hinge(to: 120, over: .zero))
    #expect(alert.view.frame.minX >= 495.5 && alert.view.frame.size == flat.size)
    await stage.send(.hinge(to: 180, over: .zero))
    #expect(alert.view.frame == flat)
    a.dismiss(animated: false)
    await stage.finish()
    // Bent while the alert comes.
    let late = self.alert(.alert, 2)
    a.present(late, animated: true)
    await stage.settle()
    await stage.send(.hinge(to: 120, over: .zero))
    await stage.finish()
    #expect(late.view.frame.minX >= 495.5)
  }

  /// A bar with buttons on both sides and a title.
  static func bar(_ stage: Stage) async -> UINavigationBar {
    let a = StoryController("A")
    a.title = "Photos"
    a.navigationItem.leftBarButtonItems = [item("Left 1"), item("Left 2")]
    a.navigationItem.rightBarButtonItems = (1...4).map { item("Right \($0)") }
    let stack = await stage.root(UINavigationController(rootViewController: a))
    return stack.navigationBar
  }

  private static func item(_ title: String) -> UIBarButtonItem {
    UIBarButtonItem(title: title, style: .plain, target: nil, action: nil)
  }

  /// The frames of what the bar shows, but for its background.
  static func shown(_ bar: UINavigationBar) -> [UIView] {
    bar.subviews.filter { $0 is BarButton || $0 is BarTitle }
  }

  static func check(_ bar: UINavigationBar, _ stage: Stage, _ name: String) -> [String] {
    bar.layoutIfNeeded()
    let views = shown(bar)
    var wrong: [String] = []
    if views.count != 7 { wrong.append("\(name): \(views.count) parts") }
    for view in views {
      let met = met(by: view, in: stage, [.occlusion, .division])
      if !met.isEmpty { wrong.append("\(name): \(view.frame) over \(met)") }
      if !bar.bounds.contains(view.frame) { wrong.append("\(name): \(view.frame) outside") }
      if view is BarButton, view.frame.width < 44 { wrong.append("\(name): narrow") }
    }
    for (index, view) in views.enumerated() {
      for other in views.dropFirst(index + 1) where other.frame.intersects(view.frame) {
        wrong.append("\(name): \(view.frame) over \(other.frame)")
      }
    }
    return wrong
  }

  static func cameras() async throws {
    let stage = try stage("open-landscape")
    let bar = await bar(stage)
    var (wrong, moved): ([String], [String]) = ([], [])
    for turn in 0..<4 {
      bar.layoutIfNeeded()
      let before = shown(bar).map(\.frame)
      await stage.send(.cameraStarted(.innerFront, .app))
      wrong += check(bar, stage, "turn \(turn)")
      if !bar.reservedRegions(kind: .occlusion).isEmpty {
        moved.append("\(turn) \(shown(bar).map(\.frame) != before)")
      }
      await stage.send(.cameraStopped(.innerFront))
      if shown(bar).map(\.frame) != before { wrong.append("turn \(turn): not back") }
      await stage.send(.turn(1))
    }
    #expect(wrong == [])
    // Where the camera lies in a place of theirs, they make room.
    #expect(moved.contains { $0.hasSuffix("true") }, "\(moved)")
  }

  static func folds() async throws {
    let stage = try stage("open-landscape")
    let bar = await bar(stage)
    let title = try #require(shown(bar).first { $0 is BarTitle })
    bar.layoutIfNeeded()
    #expect(abs(title.frame.midX - bar.bounds.midX) < 1)
    var wrong: [String] = []
    for pose in poses {
      await stage.send(.pose(pose, over: .zero))
      await stage.send(.cameraStarted(.innerFront, .app))
      wrong += check(bar, stage, pose)
      await stage.send(.cameraStopped(.innerFront))
    }
    #expect(wrong == [])
    await stage.send(.pose("book", over: .zero))
    #expect(title.frame.minX == 495.5)
  }
}
