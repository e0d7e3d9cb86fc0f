import Foundation
import Testing

@testable import DuoUIKit

/// Random trees of views against plain sums: where points go, who is hit, what a control calls.
@Suite @MainActor struct ViewPropertyTests {
  /// What a test knows of a view: place and turn in its superview, and the origin of its own space.
  struct Plain {
    var parent: Int?
    var centre: CGPoint
    var size: CGSize
    var origin: CGPoint
    var angle: Double
    var scale: Double
    var isClosed = false

    /// From this view's space into its superview's.
    func up(_ p: CGPoint) -> CGPoint {
      let (x, y) = (p.x - origin.x - size.width / 2, p.y - origin.y - size.height / 2)
      let (c, s) = (cos(angle) * scale, sin(angle) * scale)
      return CGPoint(x: centre.x + c * x - s * y, y: centre.y + s * x + c * y)
    }

    func down(_ p: CGPoint) -> CGPoint {
      let (x, y) = ((p.x - centre.x) / scale, (p.y - centre.y) / scale)
      let (c, s) = (cos(-angle), sin(-angle))
      return CGPoint(
        x: c * x - s * y + size.width / 2 + origin.x, y: s * x + c * y + size.height / 2 + origin.y)
    }

    func contains(_ p: CGPoint) -> Bool {
      p.x >= origin.x && p.x < origin.x + size.width && p.y >= origin.y && p.y < origin.y + size.height
    }
  }

  struct Tree {
    var views: [UIView] = []
    var plain: [Plain] = []

    @MainActor init(_ random: inout SeededRandom, count: Int) {
      for index in 0..<count {
        let parent = index == 0 ? nil : random.int(index)
        let view = UIView()
        var plain = Plain(
          parent: parent, centre: CGPoint(x: random.number(0...200), y: random.number(0...200)),
          size: CGSize(width: random.number(20...250), height: random.number(20...250)),
          origin: random.int(3) == 0 ? CGPoint(x: random.number(-20...20), y: 5) : .zero,
          angle: random.int(2) == 0 ? 0 : random.number(-3...3),
          scale: random.int(3) == 0 ? random.number(0.5...2) : 1)
        view.bounds = CGRect(origin: plain.origin, size: plain.size)
        view.center = plain.centre
        view.transform = CGAffineTransform(rotationAngle: plain.angle).scaledBy(
          x: plain.scale, y: plain.scale)
        switch random.int(9) {
        case 0: (view.isHidden, plain.isClosed) = (true, true)
        case 1: (view.alpha, plain.isClosed) = (0.005, true)
        case 2: (view.isUserInteractionEnabled, plain.isClosed) = (false, true)
        default: view.alpha = 0.5
        }
        if let parent { views[parent].addSubview(view) }
        views.append(view)
        self.plain.append(plain)
      }
    }

    func toRoot(_ p: CGPoint, from index: Int) -> CGPoint {
      var (p, index) = (p, index)
      while let parent = plain[index].parent {
        p = plain[index].up(p)
        index = parent
      }
      return p
    }

    func fromRoot(_ p: CGPoint, to index: Int) -> CGPoint {
      guard let parent = plain[index].parent else { return p }
      return plain[index].down(fromRoot(p, to: parent))
    }

    /// The last in painter's order whose whole chain is open and holds the point.
    func hit(_ p: CGPoint) -> Int? {
      func isHit(_ index: Int) -> Bool {
        if plain[index].isClosed || !plain[index].contains(fromRoot(p, to: index)) { return false }
        return plain[index].parent.map(isHit) ?? true
      }
      func painted(_ index: Int) -> [Int] {
        [index] + plain.indices.filter { plain[$0].parent == index }.flatMap(painted)
      }
      return painted(0).last(where: isHit)
    }
  }

  static func isNear(_ a: CGPoint, _ b: CGPoint) -> Bool { hypot(a.x - b.x, a.y - b.y) < 1e-6 }

  @Test func pointsGoThroughEveryTree() {
    var random = SeededRandom(61)
    var mismatches: [String] = []
    for round in 0..<80 {
      let tree = Tree(&random, count: 10)
      for _ in 0..<6 {
        let (a, b) = (random.int(10), random.int(10))
        let p = CGPoint(x: random.number(-50...250), y: random.number(-50...250))
        let wanted = tree.fromRoot(tree.toRoot(p, from: a), to: b)
        if !Self.isNear(tree.views[a].convert(p, to: tree.views[b]), wanted) {
          mismatches.append("\(round) to")
        }
        if !Self.isNear(tree.views[b].convert(p, from: tree.views[a]), wanted) {
          mismatches.append("\(round) from")
        }
        if !Self.isNear(tree.views[a].convert(p, to: nil), tree.toRoot(p, from: a)) {
          mismatches.append("\(round) nil")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// A frame is the smallest upright box round the turned bounds; setting it moves without turning.
  @Test func framesAreTheBoxesRoundViews() {
    var random = SeededRandom(62)
    var mismatches: [String] = []
    for round in 0..<120 {
      let tree = Tree(&random, count: 2)
      let (view, plain) = (tree.views[1], tree.plain[1])
      let (left, right) = (plain.origin.x, plain.origin.x + plain.size.width)
      let (top, bottom) = (plain.origin.y, plain.origin.y + plain.size.height)
      let corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        .map { plain.up(CGPoint(x: $0.0, y: $0.1)) }
      let (x, y) = (corners.map(\.x), corners.map(\.y))
      let box = CGRect(x: x.min()!, y: y.min()!, width: x.max()! - x.min()!, height: y.max()! - y.min()!)
      if !Self.isNear(view.frame.origin, box.origin)
        || !Self.isNear(CGPoint(x: view.frame.maxX, y: view.frame.maxY), CGPoint(x: box.maxX, y: box.maxY))
      {
        mismatches.append("\(round): \(view.frame), not \(box)")
      }
      view.transform = .identity
      view.frame = CGRect(x: 3, y: 4, width: 50, height: 60)
      if view.bounds != CGRect(origin: plain.origin, size: CGSize(width: 50, height: 60))
        || view.center != CGPoint(x: 28, y: 34)
      {
        mismatches.append("\(round): \(view.bounds) \(view.center)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func hitsAreTheLastPainted() {
    var random = SeededRandom(63)
    var mismatches: [String] = []
    var found: Set<Int?> = []
    for round in 0..<150 {
      let tree = Tree(&random, count: 9)
      for _ in 0..<12 {
        let p = CGPoint(x: random.number(0...250), y: random.number(0...250))
        let wanted = tree.hit(p)
        let hit = tree.views[0].hitTest(p, with: nil).flatMap { hit in tree.views.firstIndex { $0 === hit } }
        if hit != wanted { mismatches.append("\(round) \(p): \(String(describing: hit))") }
        found.insert(wanted)
      }
    }
    #expect(mismatches == [])
    #expect(found.count > 6)
  }

  /// A control's actions against a list: replaced by identifier and event, called in the order of adding.
  @Test func controlsCallWhatAListSays() {
    var random = SeededRandom(64)
    let events: [UIControl.Event] = [.touchDown, .touchUpInside, .valueChanged, .touchCancel]
    var mismatches: [String] = []
    for round in 0..<60 {
      let control = UIControl(frame: .zero)
      var list: [(name: Int, number: Int, events: Set<Int>)] = []
      var called: [Int] = []
      for number in 0..<25 {
        let name = random.int(4)
        let chosen = Set((0..<4).filter { _ in random.int(2) == 0 })
        let mask = chosen.reduce(into: UIControl.Event()) { $0.formUnion(events[$1]) }
        func strike() {
          for index in list.indices where list[index].name == name { list[index].events.subtract(chosen) }
          list.removeAll { $0.events.isEmpty }
        }
        switch random.int(5) {
        case 0...2 where !chosen.isEmpty:
          control.addAction(
            UIAction(identifier: .init("action \(name)")) { action in
              called.append(number)
              if action.sender as? UIControl !== control { mismatches.append("\(round): sender") }
            }, for: mask)
          strike()
          list.append((name, number, chosen))
        case 3:
          control.removeAction(identifiedBy: .init("action \(name)"), for: mask)
          strike()
        default:
          control.sendActions(for: mask)
          let wanted = list.filter { !$0.events.isDisjoint(with: chosen) }.map(\.number)
          if called != wanted { mismatches.append("\(round): \(called), not \(wanted)") }
          called = []
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func statesAreUnions() {
    let control = UIControl(frame: .zero)
    for bits in 0..<8 {
      control.isHighlighted = bits & 1 != 0
      control.isEnabled = bits & 2 == 0
      control.isSelected = bits & 4 != 0
      #expect(control.state.rawValue == UInt(bits))
    }
  }

  /// Numbers of Apple's headers.
  @Test func rawValuesAreApples() {
    let masks: [(UIInterfaceOrientationMask, UInt)] = [
      (.portrait, 2), (.portraitUpsideDown, 4), (.landscapeRight, 8), (.landscapeLeft, 16), (.landscape, 24),
      (.all, 30), (.allButUpsideDown, 26),
    ]
    #expect(masks.filter { $0.0.rawValue != $0.1 }.isEmpty)
    let device: [UIDeviceOrientation] = [
      .unknown, .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown,
    ]
    #expect(device.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    #expect(device.map(\.isLandscape) == [false, false, false, true, true, false, false])
    #expect(device.map(\.isPortrait) == [false, true, true, false, false, false, false])
    #expect(device.map(\.isFlat) == [false, false, false, false, false, true, true])
    #expect(device.map(\.isValidInterfaceOrientation) == [false, true, true, true, true, false, false])
    // A device turned left shows an interface turned right, and the numbers follow the device's.
    let interface: [UIInterfaceOrientation] = [
      .unknown, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
    ]
    #expect(interface.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect([UIApplication.State.active, .inactive, .background].map(\.rawValue) == [0, 1, 2])
    let scenes: [UIScene.ActivationState] = [
      .unattached, .foregroundActive, .foregroundInactive, .background,
    ]
    #expect(scenes.map(\.rawValue) == [-1, 0, 1, 2])
    #expect(
      [UITouch.Phase.began, .moved, .stationary, .ended, .cancelled].map(\.rawValue) == [0, 1, 2, 3, 4])
    let events: [UIControl.Event] = [
      .touchDown, .touchUpInside, .touchUpOutside, .touchCancel, .valueChanged,
    ]
    #expect(events.map(\.rawValue) == [1, 64, 128, 256, 4096])
    #expect(UIControl.Event.primaryActionTriggered.rawValue == 8192)
  }

  @Test func insetsAndColours() throws {
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(
      CGRect(x: 10, y: 20, width: 100, height: 50).inset(by: insets)
        == CGRect(x: 12, y: 21, width: 94, height: 46))
    #expect(UIEdgeInsets() == .zero && insets != .zero)
    let data = try JSONEncoder().encode(insets)
    #expect(try JSONDecoder().decode(UIEdgeInsets.self, from: data) == insets)
    let table: [(UIColor, [CGFloat])] = [
      (.black, [0, 0, 0, 1]), (.darkGray, [1 / 3, 1 / 3, 1 / 3, 1]), (.white, [1, 1, 1, 1]),
      (.clear, [0, 0, 0, 0]),
      (.purple, [0.5, 0, 0.5, 1]), (.brown, [0.6, 0.4, 0.2, 1]), (.cyan, [0, 1, 1, 1]),
      (.magenta, [1, 0, 1, 1]),
    ]
    for (colour, wanted) in table {
      var found = [CGFloat](repeating: -1, count: 4)
      found.withUnsafeMutableBufferPointer { p in
        _ = colour.getRed(&p[0], green: nil, blue: nil, alpha: nil)
        _ = colour.getRed(nil, green: &p[1], blue: &p[2], alpha: &p[3])
      }
      #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-9 })
    }
  }
}
