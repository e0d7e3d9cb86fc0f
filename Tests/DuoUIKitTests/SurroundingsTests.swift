import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Regions, hinge and arrangement together: in every hold, and on phones without a fold.
@Suite struct SurroundingsTests {
  @Test func regionsTurnWithTheInterface() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.turns() }
  }

  @Test func turnedViewsSeeTheRegionsTurned() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.turnedViews() }
  }

  @Test func viewsBesideTheFoldHaveNone() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.beside() }
  }

  @Test func theHingeIsToldWhenItChanges() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.hinge() }
  }

  @Test func arrangementsInEveryPose() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.poses() }
  }

  @Test func arrangementsFromRightToLeft() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.rightToLeft() }
  }

  @Test func aPhoneWithoutAFold() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.plain(.single) }
  }

  @Test func aPhoneWithASquareCamera() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.plain(.singleSquare) }
  }

  @Test func aPhoneWithoutCameras() async {
    await #expect(processExitsWith: .success) { try await SurroundingStories.plain(.noCamera) }
  }
}

final class EveryWayController: UIViewController {
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
}

@MainActor
enum SurroundingStories {
  static let everyWay = Stage.orientations(
    "Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight")

  /// A rectangle of the interface at t = 0, in the interface that is turned by `turn`.
  static func turned(_ rect: CGRect, _ turn: Int, in size: CGSize) -> CGRect {
    let corners = [CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY)].map { corner in
      let (x, y, w, h) = (corner.x, corner.y, size.width, size.height)
      return [
        CGPoint(x: x, y: y), CGPoint(x: h - y, y: x), CGPoint(x: w - x, y: h - y), CGPoint(x: y, y: w - x),
      ][turn]
    }
    return CGRect(
      x: min(corners[0].x, corners[1].x), y: min(corners[0].y, corners[1].y),
      width: abs(corners[0].x - corners[1].x), height: abs(corners[0].y - corners[1].y))
  }

  /// How many quarter turns from its t = 0 the interface stands, by the reference's names.
  static func turn(_ scene: UIWindowScene) -> Int {
    let inner: [UIInterfaceOrientation] = [.landscapeRight, .portrait, .landscapeLeft, .portraitUpsideDown]
    let outer: [UIInterfaceOrientation] = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]
    return (scene.geometry.display == .inner ? inner : outer).firstIndex(of: scene.interfaceOrientation)!
  }

  static func overlap(_ a: CGRect, _ b: CGRect) -> Bool {
    min(a.maxX, b.maxX) - max(a.minX, b.minX) > 1e-9 && min(a.maxY, b.maxY) - max(a.minY, b.minY) > 1e-9
  }

  static func near(_ a: CGRect, _ b: CGRect) -> Bool {
    abs(a.minX - b.minX) < 1e-6 && abs(a.minY - b.minY) < 1e-6 && abs(a.maxX - b.maxX) < 1e-6
      && abs(a.maxY - b.maxY) < 1e-6
  }

  static func regions(_ view: UIView) -> [String: CGRect] {
    var all: [String: CGRect] = [:]
    for kind in [UIView.ReservedRegion.Kind.occlusion, .division] {
      for region in view.reservedRegions(kind: kind, options: .includeInactive) {
        all["\(region.id)"] = region.frame
      }
    }
    return all
  }

  static func turns() async throws {
    let stage = try Stage(pose: "book", info: everyWay)
    let root = EveryWayController()
    stage.scene.windows[0].rootViewController = root
    await stage.settle()
    var wrong: [String] = []
    for angle in [120.0, 180, 0] {
      await stage.send(.hinge(to: angle, over: .zero))
      await stage.advance(1)
      while turn(stage.scene) != 0 {
        await stage.send(.turn(1))
        await stage.advance(1)
      }
      let (start, size) = (regions(root.view), root.view.bounds.size)
      if start.count != (angle == 0 ? 1 : 2) { wrong.append("\(angle): \(start.keys.sorted())") }
      var seen: Set<Int> = []
      for _ in 0..<4 {
        await stage.send(.turn(1))
        await stage.advance(1)
        let turn = turn(stage.scene)
        seen.insert(turn)
        let now = regions(root.view)
        for (name, frame) in start {
          let wanted = turned(frame, turn, in: size)
          if !near(now[name] ?? .zero, wanted) {
            wrong.append("\(angle) \(turn) \(name): \(now[name] ?? .zero), not \(wanted)")
          }
        }
        // The reference's own words: the middle of the fold, and where the cameras are.
        let box = root.view.bounds
        if let fold = now["fold"] {
          let isUpright = turn % 2 == 0
          if (isUpright ? fold.minX : fold.minY) != 455.5 || (isUpright ? fold.maxX : fold.maxY) != 495.5 {
            wrong.append("\(angle) \(turn): fold \(fold)")
          }
        }
        if let camera = now["inner-front"] {
          let half = [
            camera.midX > box.midX, camera.midY > box.midY, camera.midX < box.midX, camera.midY < box.midY,
          ][turn]
          let edge = [
            camera.midY < 80, camera.midX > box.maxX - 80, camera.midY > box.maxY - 80, camera.midX < 80,
          ][turn]
          if !half || !edge { wrong.append("\(angle) \(turn): inner camera \(camera)") }
        }
        if let camera = now["outer-front"] {
          let corner = [
            (true, true), (true, false), (false, false), (false, true),
          ][turn]
          if (camera.midX > box.midX) != corner.0 || (camera.midY < box.midY) != corner.1 {
            wrong.append("\(turn): outer camera \(camera)")
          }
        }
      }
      if seen.count != (angle == 0 ? 3 : 4) { wrong.append("\(angle): turns \(seen)") }
    }
    #expect(wrong == [])
  }

  /// A view that is turned, moved and scaled at random is told where the region is as plain trigonometry has it.
  static func turnedViews() async throws {
    let stage = try Stage(pose: "book")
    let root = stage.scene.windows[0].rootViewController!.view!
    let fold = try #require(root.reservedRegions(kind: .division).first?.frame)
    let view = UIView(frame: CGRect(x: 300, y: 200, width: 300, height: 200))
    root.addSubview(view)
    var random = SeededRandom(3)
    var wrong: [String] = []
    for step in 0..<60 {
      let (angle, scale) = (random.number(-3...3), random.number(0.5...2))
      view.center = CGPoint(x: 400 + random.number(0...150), y: 250 + random.number(0...150))
      view.bounds.origin = CGPoint(x: random.number(-50...50), y: random.number(-50...50))
      view.transform = CGAffineTransform(rotationAngle: angle).scaledBy(x: scale, y: scale)
      var (xs, ys): ([CGFloat], [CGFloat]) = ([], [])
      for corner in [
        (fold.minX, fold.minY), (fold.maxX, fold.minY), (fold.minX, fold.maxY), (fold.maxX, fold.maxY),
      ] {
        let (dx, dy) = ((corner.0 - view.center.x) / scale, (corner.1 - view.center.y) / scale)
        xs.append(dx * cos(angle) + dy * sin(angle) + view.bounds.midX)
        ys.append(-dx * sin(angle) + dy * cos(angle) + view.bounds.midY)
      }
      let wanted = CGRect(
        x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
      let found = view.reservedRegions(kind: .division)
      guard wanted.intersects(view.bounds), let region = found.first else {
        if !found.isEmpty || wanted.intersects(view.bounds) { wrong.append("\(step): \(found.count)") }
        continue
      }
      if !near(region.frame, wanted) { wrong.append("\(step): \(region.frame), not \(wanted)") }
      let margins = region.margins
      if min(margins.top, margins.left, margins.bottom, margins.right) < -1e-9 {
        wrong.append("\(step): \(margins)")
      }
    }
    #expect(wrong == [])
  }

  /// What an arrangement puts beside the fold is told of no fold, and what crosses it by a point is.
  static func beside() async throws {
    let stage = try Stage(pose: "book")
    let root = stage.scene.windows[0].rootViewController!.view!
    let fold = try #require(root.reservedRegions(kind: .division).first?.frame)
    let height = root.bounds.height
    let boxes: [(CGRect, Int)] = [
      (CGRect(x: 0, y: 0, width: fold.minX, height: height), 0),
      (CGRect(x: fold.maxX, y: 0, width: root.bounds.width - fold.maxX, height: height), 0),
      (CGRect(x: 0, y: 0, width: fold.minX + 1, height: height), 1),
      (CGRect(x: fold.maxX - 1, y: 0, width: 100, height: height), 1),
      (CGRect(x: fold.minX, y: height, width: 40, height: 40), 0),
      (CGRect(x: fold.midX, y: 10, width: 0, height: 0), 0), (fold, 1), (root.bounds, 1),
    ]
    var wrong: [String] = []
    for (box, count) in boxes {
      let view = UIView(frame: box)
      root.addSubview(view)
      if view.reservedRegions(kind: .division).count != count { wrong.append("\(box)") }
      view.removeFromSuperview()
    }
    #expect(wrong == [])
  }

  static func hinge() async throws {
    let stage = try Stage(pose: "open-landscape")
    let root = stage.scene.windows[0].rootViewController!.view!
    let log = HingeStories.Log()
    let interaction = HingeStories.interaction(log)
    root.addInteraction(interaction)
    await stage.settle()
    #expect(log.take() == ["180 3"])
    // Everything else that happens to a phone is no news of its hinge.
    let others: [PhoneEvent] = [
      .turn(1), .turn(3), .splitView(true), .splitView(false), .call(true), .call(false), .capturing(true),
      .background, .foreground, .light(0.3), .overlay(true), .overlay(false), .capturing(false),
    ]
    for event in others {
      await stage.send(event)
      await stage.advance(0.2)
      root.addSubview(UIView())
      root.subviews.last?.removeFromSuperview()
      await stage.settle()
    }
    #expect(log.take() == [])
    // Sent where it is, it does not change.
    await stage.send(.hinge(to: 180, over: .milliseconds(500)))
    await stage.advance(1)
    #expect(log.take() == [])
    interaction.isEnabled = false
    stage.phone.send(.hinge(to: 100, over: .milliseconds(500)))
    for _ in 0..<60 { await stage.advance(0.01) }
    #expect(log.take() == [])
    // Enabled in the middle of a movement it is told where the hinge is, and then the rest.
    stage.phone.send(.hinge(to: 20, over: .seconds(1)))
    await stage.advance(0.5)
    interaction.isEnabled = true
    await stage.settle()
    #expect(log.take() == ["60 2"])
    interaction.isEnabled = false
    await stage.advance(0.2)
    #expect(log.take() == [])
    interaction.isEnabled = true
    for _ in 0..<40 { await stage.advance(0.01) }
    let rest = log.take()
    #expect(["43 2", "44 2"].contains(rest[0]) && rest.last?.hasPrefix("20 ") == true && rest.count <= 26)
    // Moved to another view of the same window nothing is left, and it is told once.
    let view = UIView()
    root.addSubview(view)
    await stage.settle()
    view.addInteraction(interaction)
    await stage.settle()
    #expect(Set(log.take()).count <= 1 && root.interactions.isEmpty)
    // The view and the interaction are nobody's when they are gone.
    weak var gone: UIHingeInteraction?
    func drop() {
      let other = HingeStories.interaction(log)
      gone = other
      let view = UIView()
      view.addInteraction(other)
      root.addSubview(view)
      view.removeFromSuperview()
    }
    drop()
    await stage.settle()
    #expect(gone == nil)
  }

  /// The table of arrangements, from the phone's poses.
  static func poses() async throws {
    let stage = try Stage(pose: "closed", info: everyWay)
    let (one, two) = (UIViewController(), UIViewController())
    let arrangement = UIArrangementViewController()
    arrangement.setViewController(one, for: .primary)
    arrangement.setViewController(two, for: .secondary)
    stage.scene.windows[0].rootViewController = arrangement
    await stage.settle()
    func place(_ a: CGRect, _ b: CGRect) -> String {
      if one.view.isHidden || two.view.isHidden {
        return two.view.isHidden ? "primary only" : "secondary only"
      }
      if a == b { return arrangement.view.subviews.last === one.view ? "over" : "under" }
      if a.maxX <= b.minX { return "leading" }
      if a.minX >= b.maxX { return "trailing" }
      if a.maxY <= b.minY { return "top" }
      return a.minY >= b.maxY ? "bottom" : "crossed"
    }
    var table: [String] = []
    var blocked: [String] = []
    for pose in [
      "closed", "open-landscape", "open-portrait", "book", "tabletop-rear-flat", "tabletop-cover-flat",
      "flipped",
      "tent", "upside-down",
    ] {
      await stage.send(.pose(pose, over: .zero))
      if pose == "flipped" { await stage.send(.moveApp(.outer)) }
      await stage.advance(1)
      var line = pose
      for isSplit in [false, true] {
        if isSplit { arrangement.updateArrangement(.split) } else { arrangement.updateArrangement(.overlay) }
        await stage.settle()
        line += " " + place(one.view.frame, two.view.frame)
        if let fold = arrangement.view.reservedRegions(kind: .division).first?.frame {
          for view in [one.view!, two.view!] where !view.isHidden && overlap(view.frame, fold) {
            blocked.append(line)
          }
        }
        let states = [arrangement.state(for: .primary), arrangement.state(for: .secondary)]
        if states.map(\.?.isHidden) != [one.view.isHidden, two.view.isHidden] {
          blocked.append("\(line): state")
        }
      }
      table.append(line)
    }
    #expect(
      table == [
        "closed over top", "open-landscape over leading", "open-portrait over top", "book trailing leading",
        "tabletop-rear-flat bottom top", "tabletop-cover-flat bottom top", "flipped over top",
        // Upside down is not allowed: the interface stays across.
        "tent over primary only", "upside-down over primary only",
      ])
    #expect(blocked == [])
    // Nothing was made anew on the way.
    #expect(arrangement.children == [one, two])
  }

  /// Mirrored where the fold is not in the middle of the arrangement, too.
  static func rightToLeft() async throws {
    let stage = try Stage(pose: "book")
    let root = stage.scene.windows[0].rootViewController!
    let (one, two) = (UIViewController(), UIViewController())
    let arrangement = UIArrangementViewController()
    arrangement.setViewController(one, for: .primary)
    arrangement.setViewController(two, for: .secondary)
    root.addChild(arrangement)
    arrangement.view.frame = CGRect(x: 100, y: 0, width: 800, height: 600)
    root.view.addSubview(arrangement.view)
    arrangement.view.semanticContentAttribute = .forceRightToLeft
    // On the display the fold is at 455.5...495.5.
    let (left, right) = (
      CGRect(x: 0, y: 0, width: 355.5, height: 600), CGRect(x: 395.5, y: 0, width: 404.5, height: 600)
    )
    arrangement.updateArrangement(.split)
    await stage.settle()
    #expect(one.view.frame == right && two.view.frame == left)
    arrangement.updateArrangement(.overlay)
    await stage.settle()
    #expect(one.view.frame == left && two.view.frame == right)
    arrangement.view.semanticContentAttribute = .forceLeftToRight
    arrangement.view.setNeedsLayout()
    await stage.settle()
    #expect(one.view.frame == right && two.view.frame == left)
  }

  /// What a phone without a hinge says of all this.
  static func plain(_ description: PhoneDescription) async throws {
    let stage = try Stage(description, info: everyWay)
    let root = stage.scene.windows[0].rootViewController!
    let log = HingeStories.Log()
    let interaction = HingeStories.interaction(log)
    root.view.addInteraction(interaction)
    let registration = root.registerSceneAccessory(AccessoryStories.accessory())
    let (one, two) = (UIViewController(), UIViewController())
    let arrangement = UIArrangementViewController()
    arrangement.setViewController(one, for: .primary)
    arrangement.setViewController(two, for: .secondary)
    root.addChild(arrangement)
    arrangement.view.frame = root.view.bounds
    arrangement.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    root.view.addSubview(arrangement.view)
    await stage.settle()
    var wrong: [String] = []
    if description.camera(.outerFront) != nil || description.cameras.isEmpty {
      await stage.send(.capturing(true))
    }
    for turn in 0..<4 {
      for isOverlay in [true, false] {
        if isOverlay {
          arrangement.updateArrangement(.overlay)
        } else {
          arrangement.updateArrangement(.split)
        }
        await stage.settle()
        let bounds = arrangement.view.bounds
        if !root.view.reservedRegions(kind: .division, options: .includeInactive).isEmpty {
          wrong.append("\(turn): fold")
        }
        let isWide = bounds.width > bounds.height
        let wanted: (CGRect, CGRect?) =
          isOverlay
          ? (bounds, bounds)
          : isWide
            ? (bounds, nil)
            : (
              CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height / 2),
              CGRect(x: 0, y: bounds.height / 2, width: bounds.width, height: bounds.height / 2)
            )
        if one.view.frame != wanted.0 || two.view.isHidden != (wanted.1 == nil) {
          wrong.append("\(turn): primary \(one.view.frame)")
        }
        if let second = wanted.1, two.view.frame != second {
          wrong.append("\(turn): secondary \(two.view.frame)")
        }
      }
      if registration.isAvailable { wrong.append("\(turn): accessory") }
      await stage.send(.turn(1))
      await stage.advance(1)
    }
    #expect(wrong == [])
    #expect(log.take() == ["nil"] && UIApplication.shared.connectedScenes == [stage.scene])
    root.view.removeInteraction(interaction)
    await stage.settle()
    #expect(log.take() == [])
  }
}
