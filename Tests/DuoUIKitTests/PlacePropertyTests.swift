import Foundation
import Testing

@testable import DuoUIKit

/// Where sheets, popovers and alerts lie, in any window.
@MainActor
@Suite struct PlacePropertyTests {
  private func size(_ random: inout SeededRandom, _ range: ClosedRange<Double>) -> CGSize {
    CGSize(width: random.number(range).rounded(), height: random.number(range).rounded())
  }

  private func isInside(_ frame: CGRect, _ room: CGRect, _ slack: CGFloat) -> Bool {
    frame.minX >= room.minX - slack && frame.minY >= room.minY - slack && frame.maxX <= room.maxX + slack
      && frame.maxY <= room.maxY + slack
  }

  @Test func sheetsFillStandOrFloat() {
    var random = SeededRandom(801)
    var wrong: [String] = []
    for _ in 0..<500 {
      let window = size(&random, 200...1400)
      let wanted = random.int(2) == 0 ? .zero : size(&random, 50...1500)
      let place = SheetPlace(
        window: window, safeTop: CGFloat(random.int(60)), isWidthCompact: random.int(2) == 0,
        isHeightCompact: random.int(3) == 0, isForm: random.int(2) == 0, wanted: wanted)
      let frame = place.frame, whole = CGRect(origin: .zero, size: window)
      if place.isHeightCompact {
        if frame != whole { wrong.append("\(place): \(frame)") }
      } else if place.isWidthCompact {
        // From below the status bar to the bottom, as wide as the window.
        let fits =
          frame.minX == 0 && frame.width == window.width && frame.maxY == max(window.height, frame.minY)
        if !fits || frame.minY != place.safeTop + 10 { wrong.append("\(place): \(frame)") }
      } else {
        let room = whole.insetBy(dx: 44, dy: 44)
        if !isInside(frame, room, 0.51) {
          wrong.append("\(place) is not in its room: \(frame)")
        }
        if abs(frame.midX - whole.midX) + abs(frame.midY - whole.midY) > 0.01 {
          wrong.append("\(place) is not in the middle")
        }
        let usual = place.isForm ? CGSize(width: 540, height: 620) : CGSize(width: 712, height: 10_000)
        let size = CGSize(
          width: min(room.width, wanted == .zero ? usual.width : wanted.width).rounded(),
          height: min(room.height, wanted == .zero ? usual.height : wanted.height).rounded())
        if frame.size != size { wrong.append("\(place): \(frame.size), not \(size)") }
      }
    }
    #expect(wrong == [])
  }

  @Test func popoversLieBesideTheirSourceAndInTheirRoom() {
    var random = SeededRandom(802)
    var wrong: [String] = []
    let sides: [UIPopoverArrowDirection] = [.up, .down, .left, .right]
    for _ in 0..<600 {
      let room = CGRect(
        origin: CGPoint(x: random.int(30), y: random.int(60)), size: size(&random, 300...1200))
      let source = CGRect(
        x: random.number(room.minX...room.maxX - 40), y: random.number(room.minY...room.maxY - 40),
        width: random.number(1...40), height: random.number(1...40))
      let size = size(&random, 40...280)
      let allowed = random.int(2) == 0 ? UIPopoverArrowDirection.any : sides[random.int(4)]
      let (frame, arrow) = PopoverPlace(room: room, source: source, size: size, allowed: allowed).place
      if frame.size != size || !allowed.contains(arrow) || !sides.contains(arrow) {
        wrong.append("\(frame) \(arrow)")
      }
      if !isInside(frame, room, 0.01) { wrong.append("\(frame) is not in \(room)") }
      // The arrow points from the popover to the source; where there is room they do not overlap.
      let gaps: [UIPopoverArrowDirection: CGFloat] = [
        .up: room.maxY - source.maxY - size.height, .down: source.minY - room.minY - size.height,
        .left: room.maxX - source.maxX - size.width, .right: source.minX - room.minX - size.width,
      ]
      let fitting = sides.filter { allowed.contains($0) && gaps[$0]! >= 13 }
      if let first = fitting.first {
        if arrow != first { wrong.append("\(arrow), not \(first)") }
        if frame.intersects(source) { wrong.append("\(frame) covers \(source)") }
        let distance: [UIPopoverArrowDirection: CGFloat] = [
          .up: frame.minY - source.maxY, .down: source.minY - frame.maxY, .left: frame.minX - source.maxX,
          .right: source.minX - frame.maxX,
        ]
        if abs(distance[arrow]! - 13) > 0.01 { wrong.append("\(distance[arrow]!) from its source") }
      }
    }
    #expect(wrong == [])
  }

  @Test func alertsStayInTheRoom() {
    var random = SeededRandom(803)
    var wrong: [String] = []
    for _ in 0..<400 {
      let room = CGRect(
        origin: CGPoint(x: random.int(60), y: random.int(60)), size: size(&random, 200...1200))
      let place = AlertPlace(room: room, isSheet: random.int(2) == 0, height: random.number(40...900))
      let frame = place.frame
      let wide = place.isSheet ? min(room.width - 16, 450) : min(270, room.width)
      if frame.width != wide || frame.height < 1 || frame.height > room.height + 1 {
        wrong.append("\(place): \(frame)")
      }
      if abs(frame.midX - room.midX) > 1 { wrong.append("\(place) is not in the middle: \(frame)") }
      if place.isSheet ? abs(frame.maxY - (room.maxY - 8)) > 0.01 : abs(frame.midY - room.midY) > 1 {
        wrong.append("\(place): \(frame)")
      }
    }
    #expect(wrong == [])
  }

  /// Flexible parts take the change in proportion; what is fixed stays; nothing is lost.
  @Test func masksShareAChangeInProportion() {
    var random = SeededRandom(804)
    var wrong: [String] = []
    for _ in 0..<600 {
      let before = size(&random, 100...900), after = size(&random, 100...900)
      let frame = CGRect(
        x: random.number(1...before.width / 2), y: random.number(1...before.height / 2),
        width: random.number(1...before.width / 2), height: random.number(1...before.height / 2))
      let mask = UIView.AutoresizingMask(rawValue: UInt(random.int(64)))
      let outer = UIView(frame: CGRect(origin: .zero, size: before)), inner = UIView(frame: frame)
      inner.autoresizingMask = mask
      outer.addSubview(inner)
      outer.frame.size = after
      let axes: [(parts: [CGFloat], got: [CGFloat], change: CGFloat, flexible: [Bool])] = [
        (
          [frame.minX, frame.width, before.width - frame.maxX],
          [inner.frame.minX, inner.frame.width, after.width - inner.frame.maxX], after.width - before.width,
          [
            mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth),
            mask.contains(.flexibleRightMargin),
          ]
        ),
        (
          [frame.minY, frame.height, before.height - frame.maxY],
          [inner.frame.minY, inner.frame.height, after.height - inner.frame.maxY],
          after.height - before.height,
          [
            mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight),
            mask.contains(.flexibleBottomMargin),
          ]
        ),
      ]
      for (parts, got, change, flexible) in axes {
        let whole = zip(parts, flexible).filter(\.1).map(\.0).reduce(0, +)
        // Without a flexible part, the end of the superview gives way.
        var wanted = parts
        for index in 0..<3 where whole > 0 && flexible[index] {
          wanted[index] += change * parts[index] / whole
        }
        if whole <= 0 { wanted[2] += change }
        // Nothing is shorter than nothing.
        if (flexible.contains(true) && whole <= 0) || wanted[1] < 0 { continue }
        if zip(got, wanted).contains(where: { abs($0 - $1) > 1e-6 }) {
          wrong.append("\(mask.rawValue): \(got), not \(wanted)")
        }
      }
    }
    #expect(wrong == [])
  }

  /// A random tree of views without turns: the frontmost one under a point is found by walking the painter's order.
  @Test func hitsAreThoseOfThePaintersOrder() {
    var random = SeededRandom(805)
    var wrong: [String] = []
    for round in 0..<80 {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
      var all = [root]
      for _ in 0..<14 {
        let view = UIView(
          frame: CGRect(
            x: random.number(-40...150), y: random.number(-40...150), width: random.number(1...120),
            height: random.number(1...120)))
        view.isHidden = random.int(8) == 0
        view.isUserInteractionEnabled = random.int(8) > 0
        view.alpha = [1, 1, 1, 0.5, 0.009, 0.011][random.int(6)]
        if random.int(4) == 0 {
          view.bounds.origin = CGPoint(x: random.number(-20...20), y: random.number(-20...20))
        }
        all[random.int(all.count)].addSubview(view)
        all.append(view)
      }
      /// From back to front, with the rectangle that is left of each in the root's space; nil is not touched at all.
      func painted(_ view: UIView, _ clip: CGRect, _ origin: CGPoint) -> [(UIView, CGRect)] {
        guard !view.isHidden, view.isUserInteractionEnabled, view.layer.opacity >= 0.01 else { return [] }
        let box = CGRect(origin: origin, size: view.bounds.size)
        let left = clip.intersection(box)
        if left.isNull { return [] }
        return [(view, left)]
          + view.subviews.flatMap { child in
            let place = CGPoint(
              x: origin.x + child.center.x - child.bounds.width / 2 - view.bounds.minX,
              y: origin.y + child.center.y - child.bounds.height / 2 - view.bounds.minY)
            return painted(child, left, place)
          }
      }
      let order = painted(root, root.bounds, .zero)
      for _ in 0..<60 {
        let point = CGPoint(x: random.number(-10...210), y: random.number(-10...210))
        let wanted = order.last { $0.1.contains(point) }?.0
        let hit = root.hitTest(point, with: nil)
        if hit !== wanted { wrong.append("\(round): \(point)") }
        if root.point(inside: point, with: nil) != root.bounds.contains(point) { wrong.append("inside") }
      }
      // Places convert there and back between any two.
      let (one, two) = (all[random.int(all.count)], all[random.int(all.count)])
      let point = CGPoint(x: random.number(-99...99), y: random.number(-99...99))
      let back = two.convert(one.convert(point, to: two), to: one)
      if hypot(back.x - point.x, back.y - point.y) > 1e-6 { wrong.append("\(round): there and back") }
    }
    #expect(wrong == [])
  }

  // MARK: Bars

  /// Any number of buttons: at the edges, in their order, beside each other; the title between them.
  @Test func barsPlaceWhatTheyHold() {
    var random = SeededRandom(806)
    var wrong: [String] = []
    for round in 0..<80 {
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 300 + random.int(500), height: 44))
      let item = UINavigationItem(title: ["", "Camera", "A rather long title for a bar"][random.int(3)])
      func items(_ letter: String) -> [UIBarButtonItem] {
        (0..<random.int(3)).map { index in
          switch random.int(4) {
          case 0:
            return UIBarButtonItem(
              customView: UIView(frame: CGRect(x: 0, y: 0, width: 20 + random.int(30), height: 20)))
          case 1: return .flexibleSpace()
          default:
            return UIBarButtonItem(
              title: "\(letter)\(index)", style: random.int(2) == 0 ? .plain : .done, target: nil, action: nil
            )
          }
        }
      }
      item.leftBarButtonItems = items("l")
      item.rightBarButtonItems = items("r")
      item.leftItemsSupplementBackButton = random.int(2) == 0
      let hasBack = random.int(2) == 0
      bar.items = hasBack ? [UINavigationItem(title: "Back here"), item] : [item]
      bar.layoutIfNeeded()
      func shown(_ items: [UIBarButtonItem]?) -> Int { (items ?? []).filter { !$0.isSpace }.count }
      let buttons = bar.subviews.filter { $0 is BarButton || ($0.frame.height == 20 && !($0 is BarTitle)) }
      let backIsShown = hasBack && (shown(item.leftBarButtonItems) == 0 || item.leftItemsSupplementBackButton)
      let wanted = shown(item.leftBarButtonItems) + shown(item.rightBarButtonItems) + (backIsShown ? 1 : 0)
      if buttons.count != wanted { wrong.append("\(round): \(buttons.count) buttons, not \(wanted)") }
      let frames = buttons.map(\.frame).sorted { $0.minX < $1.minX }
      if zip(frames, frames.dropFirst()).contains(where: { $0.maxX > $1.minX + 0.01 }) {
        wrong.append("\(round): overlap")
      }
      if frames.contains(where: {
        $0.minX < 16 || $0.maxX > bar.bounds.width - 16 || abs($0.midY - 22) > 0.01
      }) {
        wrong.append("\(round): outside \(frames)")
      }
      let title = bar.subviews.compactMap { $0 as? BarTitle }.first?.frame ?? .null
      if frames.contains(where: { $0.insetBy(dx: 0.01, dy: 0).intersects(title) && title.width > 0.1 }) {
        wrong.append("\(round): \(title) under \(frames)")
      }
      let back = bar.subviews.first { $0.accessibilityIdentifier == "BackButton" }
      if (back != nil) != backIsShown || (back != nil && back?.frame.minX != frames.first?.minX) {
        wrong.append("\(round): back")
      }
      if let back, back.accessibilityLabel != "Back here" {
        wrong.append("\(round): \(back.accessibilityLabel ?? "")")
      }
      // Another layout changes nothing.
      bar.setNeedsLayout()
      bar.layoutIfNeeded()
      if buttons.map(\.frame).sorted(by: { $0.minX < $1.minX }) != frames { wrong.append("\(round): again") }
    }
    #expect(wrong == [])
  }
}
