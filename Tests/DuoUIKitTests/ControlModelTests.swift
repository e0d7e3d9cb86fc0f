import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Controls under random fingers, against plain models of what people would expect.
@Suite struct ControlModelTests {
  @Test func slidersFollowAPlainModel() async {
    await #expect(processExitsWith: .success) { try await ControlModelStories.sliders() }
  }

  @Test func controlsFireAsTheFingerSays() async {
    await #expect(processExitsWith: .success) { try await ControlModelStories.events() }
  }

  @Test func segmentsFollowAPlainModel() async {
    await #expect(processExitsWith: .success) { try await ControlModelStories.segments() }
  }

  /// Raw values as Apple's headers have them.
  @Test @MainActor func rawValuesAreApples() {
    let events: [(UIControl.Event, UInt)] = [
      (.touchDown, 1), (.touchDownRepeat, 2), (.touchDragInside, 4), (.touchDragOutside, 8),
      (.touchDragEnter, 16), (.touchDragExit, 32), (.touchUpInside, 64), (.touchUpOutside, 128),
      (.touchCancel, 256), (.valueChanged, 4096), (.primaryActionTriggered, 8192), (.allTouchEvents, 0xFFF),
      (.allEvents, 0xFFFF_FFFF),
    ]
    let states: [(UIControl.State, UInt)] = [
      (.normal, 0), (.highlighted, 1), (.disabled, 2), (.selected, 4), (.focused, 8),
    ]
    #expect(events.filter { $0.0.rawValue != $0.1 }.map(\.1) == [])
    #expect(states.filter { $0.0.rawValue != $0.1 }.map(\.1) == [])
    let numbers: [[Int]] = [
      [UIGestureRecognizer.State.possible, .began, .changed, .ended, .cancelled, .failed].map(\.rawValue),
      [UITouch.Phase.began, .moved, .stationary, .ended, .cancelled].map(\.rawValue),
      [UIControl.ContentHorizontalAlignment.center, .left, .right, .fill, .leading, .trailing].map(
        \.rawValue),
      [UIStackView.Distribution.fill, .fillEqually, .fillProportionally, .equalSpacing, .equalCentering].map(
        \.rawValue),
      [UIStackView.Alignment.fill, .leading, .firstBaseline, .center, .trailing, .lastBaseline].map(
        \.rawValue),
    ]
    #expect(numbers.allSatisfy { $0 == Array(0..<$0.count) })
    #expect(UIGestureRecognizer.State.recognized == .ended && UIControl.State.normal.isEmpty)
    let swipes: [UISwipeGestureRecognizer.Direction] = [.right, .left, .up, .down]
    #expect(swipes.map(\.rawValue) == [1, 2, 4, 8])
    let axes: [NSLayoutConstraint.Axis] = [.horizontal, .vertical]
    #expect(axes.map(\.rawValue) == [0, 1])
    let priorities: [UILayoutPriority] = [.fittingSizeLevel, .defaultLow, .defaultHigh, .required]
    #expect(priorities.map(\.rawValue) == [50, 250, 750, 1000])
    #expect(
      [UIButton.ButtonType.custom, .system, .detailDisclosure, .infoLight, .infoDark, .contactAdd, .close]
        .map(\.rawValue)
        == [0, 1, 2, 3, 4, 5, 7])
  }
}

@MainActor
enum ControlModelStories {
  /// A slider of some limits is drawn about; values, events and the end of a cancelled drag.
  static func sliders() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(17)
    var wrong: [String] = []
    for round in 0..<40 {
      let slider = UISlider(frame: CGRect(x: 30, y: 100, width: 128 + random.int(200), height: 34))
      slider.minimumValue = Float(random.int(20) - 10)
      slider.maximumValue = slider.minimumValue + Float(1 + random.int(30))
      slider.value =
        slider.minimumValue + (slider.maximumValue - slider.minimumValue) * Float(random.number(0...1))
      slider.isContinuous = random.int(2) == 0
      var told: [Float] = []
      var others: [String] = []
      slider.addAction(UIAction { told.append(($0.sender as! UISlider).value) }, for: .valueChanged)
      for (event, name) in ControlTrackingStories.named
      where event != .valueChanged && event != .primaryActionTriggered {
        slider.addAction(UIAction { _ in others.append(name) }, for: event)
      }
      g.root.addSubview(slider)
      let range = slider.maximumValue - slider.minimumValue
      let way = Double(slider.bounds.width - 28)
      let first = slider.value
      var x = 30 + 14 + way * Double((first - slider.minimumValue) / range)
      let start = x
      g.stage.finger(.began, CGPoint(x: x, y: 117))
      var wanted: [Float] = []
      var value = first
      for _ in 0..<(1 + random.int(6)) {
        x += random.number(-80...80)
        await g.stage.advance(0.02)
        g.stage.finger(.moved, CGPoint(x: x, y: 117 + random.number(-60...60)))
        let next = min(
          max(first + Float((x - start) / way) * range, slider.minimumValue), slider.maximumValue)
        if abs(next - value) > 1e-5 * range { wanted.append(next) }
        value = next
        if abs(slider.value - value) > 1e-3 { wrong.append("\(round): \(slider.value), not \(value)") }
      }
      let isCancelled = random.int(3) == 0
      g.stage.finger(isCancelled ? .cancelled : .ended, CGPoint(x: x, y: 117))
      if slider.isContinuous {
        if !isCancelled, abs(value - first) >= 1e-5 * range { wanted.append(value) }
      } else {
        wanted = isCancelled || abs(value - first) < 1e-5 * range ? [] : [value]
      }
      if told.count != wanted.count || zip(told, wanted).contains(where: { abs($0 - $1) > 1e-3 }) {
        wrong.append("\(round) continuous \(slider.isContinuous): told \(told), not \(wanted)")
      }
      if slider.isTracking || slider.isHighlighted { wrong.append("\(round): not let go") }
      if others.first != "down" || (others.last == "cancel") != isCancelled {
        wrong.append("\(round): \(others)")
      }
      slider.removeFromSuperview()
      await g.stage.advance(1)
    }
    #expect(wrong.prefix(5) == [])
  }

  /// Which events a finger's way makes, by a plain machine of two states.
  static func events() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(23)
    let control = UIControl(frame: CGRect(x: 150, y: 250, width: 60, height: 60))
    ControlTrackingStories.listen(control, g)
    g.root.addSubview(control)
    var wrong: [String] = []
    for round in 0..<120 {
      await g.stage.advance(1)
      var wanted = ["down"]
      g.stage.finger(.began, CGPoint(x: 160, y: 260))
      var isInside = true
      var point = CGPoint.zero
      // 70 points round the control are still inside.
      let near = control.frame.insetBy(dx: -70, dy: -70)
      for _ in 0..<random.int(6) {
        point = CGPoint(x: random.number(20...440), y: random.number(60...600))
        g.stage.finger(.moved, point)
        let now = near.contains(point)
        if now != isInside { wanted.append(now ? "enter" : "exit") }
        wanted.append(now ? "inside" : "outside")
        isInside = now
        if control.isHighlighted != isInside || control.isTouchInside != isInside {
          wrong.append("\(round): highlight")
        }
      }
      switch random.int(3) {
      case 0:
        g.stage.finger(.cancelled, point)
        wanted.append("cancel")
      default:
        point = random.int(2) == 0 ? CGPoint(x: 200, y: 300) : CGPoint(x: 20, y: 60)
        g.stage.finger(.ended, point)
        wanted += near.contains(point) ? ["up inside", "primary"] : ["up outside"]
      }
      let told = g.take()
      if told != wanted { wrong.append("\(round): \(told), not \(wanted)") }
      if control.isTracking || control.isHighlighted || control.isTouchInside {
        wrong.append("\(round): not let go")
      }
    }
    #expect(wrong.prefix(3) == [])
    // A second finger on a control is nobody's.
    g.stage.finger(.began, CGPoint(x: 160, y: 260), id: 0)
    g.stage.finger(.began, CGPoint(x: 180, y: 260), id: 1)
    g.stage.finger(.ended, CGPoint(x: 180, y: 260), id: 1)
    #expect(g.take() == ["down"] && control.isTracking)
    g.stage.finger(.ended, CGPoint(x: 160, y: 260), id: 0)
    #expect(g.take() == ["up inside", "primary"])
  }

  static func segments() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(31)
    var wrong: [String] = []
    for round in 0..<40 {
      let count = 2 + random.int(4)
      let control = UISegmentedControl(items: (0..<count).map { "s\($0)" })
      control.frame = CGRect(x: 20, y: 100, width: 60 * count, height: 32)
      control.isMomentary = random.int(4) == 0
      var enabled = (0..<count).map { _ in random.int(4) > 0 }
      enabled[0] = true
      for index in 0..<count { control.setEnabled(enabled[index], forSegmentAt: index) }
      ControlTrackingStories.listen(control, g, .valueChanged)
      g.root.addSubview(control)
      var selected = -1
      for _ in 0..<8 {
        let index = random.int(count)
        g.stage.tap(CGPoint(x: 20 + 60 * index + 30, y: 116))
        let isNew = enabled[index] && (index != selected || control.isMomentary)
        if isNew, !control.isMomentary { selected = index }
        if g.take() != (isNew ? ["value"] : []) { wrong.append("\(round) \(index): events") }
        if control.selectedSegmentIndex != selected { wrong.append("\(round) \(index): selection") }
      }
      control.removeFromSuperview()
      await g.stage.advance(0.5)
    }
    #expect(wrong.prefix(3) == [])
  }
}
