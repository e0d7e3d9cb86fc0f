import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct SceneLayoutTests {
  let outer = PhoneDescription.duo.display(.outer)!
  let inner = PhoneDescription.duo.display(.inner)!
  static let names: [UIInterfaceOrientation] = [
    .portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft,
  ]

  func layout(
    _ display: DisplayDescription, _ hold: Int, _ mask: UIInterfaceOrientationMask, split: Bool = false,
    from old: SceneGeometry? = nil
  ) -> SceneGeometry {
    SceneLayout(
      display: display, hold: QuarterTurns(hold), supported: mask, isSplit: split,
      letterbox: CGSize(width: 466, height: 678)
    ).geometry(from: old)
  }

  /// Every set of orientations, hold, display and old orientation, against the rules written out for one case each.
  @Test func everyCase() {
    var wrong: [String] = []
    for bits in 1..<16 {
      let allowed = (0..<4).filter { bits & (1 << $0) != 0 }
      let mask = allowed.reduce(into: UIInterfaceOrientationMask()) {
        $0.formUnion(UIInterfaceOrientationMask(Self.names[$1]))
      }
      for hold in 0..<4 {
        for old in [nil, 0, 1, 2, 3] {
          for isInner in [false, true] {
            let display = isInner ? inner : outer
            let before = old.map {
              SceneGeometry(
                display: display.id, interfaceTurn: QuarterTurns($0), frame: .zero, orientation: .portrait)
            }
            let found = layout(display, hold, mask, from: before)
            let offered = isInner ? [0, 1, 2, 3] : [0, 1, 3]
            let possible = allowed.filter(offered.contains)
            let place = "\(bits) \(hold) \(old ?? -1) \(display.id)"
            let whole = found.interfaceTurn.count % 2 == 0 ? [466.0, 678] : [678, 466]
            let wholeInner = found.interfaceTurn.count % 2 == 0 ? [669.0, 951] : [951, 669]
            let full = isInner ? wholeInner : whole
            let isFull = [found.frame.width, found.frame.height] == full && found.frame.origin == .zero
            if possible.contains(hold) {
              if found.interfaceTurn.count != hold || !isFull { wrong.append("\(place): not followed") }
            } else if isInner && !possible.contains((hold + 2) % 4) {
              // Upright in a box of its own shape, in the middle.
              let middle = CGPoint(x: found.frame.midX * 2, y: found.frame.midY * 2)
              if found.interfaceTurn.count != hold || isFull { wrong.append("\(place): no box") }
              if middle != CGPoint(x: full[0], y: full[1]) { wrong.append("\(place): not in the middle") }
              if (found.frame.width < found.frame.height) != found.orientation.isPortrait {
                wrong.append("\(place): shape")
              }
            } else if let old, possible.contains(old) {
              if found.interfaceTurn.count != old || !isFull { wrong.append("\(place): not kept") }
            } else if !possible.isEmpty {
              let near = possible.map { min(abs($0 - hold), 4 - abs($0 - hold)) }.min()!
              let turn = found.interfaceTurn.count
              if min(abs(turn - hold), 4 - abs(turn - hold)) != near { wrong.append("\(place): not nearest") }
            } else if !offered.contains(found.interfaceTurn.count) || !isFull {
              wrong.append("\(place): not offered")
            }
            let isBoxed = isInner && !isFull
            if !possible.isEmpty, !mask.contains(UIInterfaceOrientationMask(found.orientation)) {
              wrong.append("\(place): \(found.orientation) is not allowed")
            }
            if !isBoxed, found.orientation != Self.names[found.interfaceTurn.count] {
              wrong.append("\(place): name")
            }
          }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func halvesShareTheLongSide() {
    var wrong: [Int] = []
    for hold in 0..<4 {
      let found = layout(inner, hold, .portrait, split: true)
      let expected =
        hold % 2 == 0
        ? CGRect(x: 0, y: 0, width: 669, height: 475.5) : CGRect(x: 0, y: 0, width: 475.5, height: 669)
      if found.frame != expected || found.interfaceTurn.count != hold { wrong.append(hold) }
      if found.orientation != Self.names[hold] { wrong.append(hold) }
    }
    #expect(wrong == [])
  }

  @Test func boxesHaveTheOuterDisplaysShape() {
    let upright = layout(inner, 1, .portrait).frame
    #expect(upright == CGRect(x: 245.5, y: 0, width: 460, height: 669))
    #expect(layout(inner, 0, .landscape).frame == CGRect(x: 0, y: 245.5, width: 669, height: 460))
    #expect(abs(upright.width / upright.height - 466.0 / 678) < 0.001)
    #expect(layout(inner, 3, [.portraitUpsideDown]).orientation == .portraitUpsideDown)
  }

  @Test func namesTurnsAndMasksAgree() {
    var wrong: [Int] = []
    for (turn, name) in Self.names.enumerated() {
      if UIInterfaceOrientation(turn: QuarterTurns(turn)) != name || name.turn?.count != turn {
        wrong.append(turn)
      }
      if UIInterfaceOrientationMask(name).rawValue != 1 << UInt(name.rawValue) { wrong.append(turn) }
      // The same numbers as the model's.
      if InterfaceOrientation(interfaceTurn: QuarterTurns(turn)).rawValue != name.rawValue {
        wrong.append(turn)
      }
      if name.isPortrait == name.isLandscape { wrong.append(turn) }
    }
    #expect(wrong == [])
    #expect(UIInterfaceOrientation.unknown.turn == nil)
    #expect(UIInterfaceOrientationMask.all.rawValue == 30)
    #expect(UIInterfaceOrientationMask.allButUpsideDown.rawValue == 26)
    #expect(UIInterfaceOrientationMask.landscape.rawValue == 24)
    // The device's left is the interface's right.
    #expect((0..<4).map { UIDeviceOrientation(hold: QuarterTurns($0)).rawValue } == [1, 3, 2, 4])
    #expect(UIDeviceOrientation.faceUp.isFlat && !UIDeviceOrientation.faceUp.isValidInterfaceOrientation)
  }

  @Test func sizeClassesGoByPoints() {
    let table: [(CGFloat, CGFloat, UIUserInterfaceSizeClass, UIUserInterfaceSizeClass)] = [
      (466, 678, .compact, .regular), (678, 466, .regular, .compact), (951, 669, .regular, .regular),
      (669, 951, .regular, .regular), (475.5, 669, .compact, .regular), (669, 475.5, .regular, .compact),
      (390, 844, .compact, .regular),
    ]
    var wrong: [String] = []
    for row in table {
      let traits = UITraitCollection(size: CGSize(width: row.0, height: row.1), displayScale: 3)
      if traits.horizontalSizeClass != row.2 || traits.verticalSizeClass != row.3 { wrong.append("\(row)") }
    }
    #expect(wrong == [])
    let size = CGSize(width: 1, height: 2)
    #expect(UITraitCollection(size: size, displayScale: 3) == UITraitCollection(size: size, displayScale: 3))
    #expect(UITraitCollection(size: size, displayScale: 3) != UITraitCollection(size: size, displayScale: 2))
  }
}
