import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct AnimatedControlTests {
  @Test func valuesCountAtOnceAndPartsFollow() async {
    await #expect(processExitsWith: .success) { try await AnimatedControlStories.sweep() }
  }

  @Test func plainValuesJump() async {
    await #expect(processExitsWith: .success) { try await AnimatedControlStories.jump() }
  }

  @Test func partsFollowSizeAndColours() async {
    await #expect(processExitsWith: .success) { try await AnimatedControlStories.parts() }
  }
}

@MainActor
enum AnimatedControlStories {
  static func shown(_ view: UIView) -> CGRect { view.layer.presentation()?.frame ?? view.frame }
  static func parts(_ view: UIView) -> [ControlPart] { view.subviews.compactMap { $0 as? ControlPart } }

  /// A slider, a switch and a bar on the screen.
  static func make() async throws -> (GestureStage, UISlider, UISwitch, UIProgressView) {
    let g = try await GestureStage()
    let slider = UISlider(frame: CGRect(x: 10, y: 100, width: 228, height: 34))
    let toggle = UISwitch(frame: CGRect(x: 10, y: 200, width: 0, height: 0))
    let bar = UIProgressView(progressViewStyle: .default)
    bar.frame = CGRect(x: 10, y: 300, width: 200, height: 4)
    for view in [slider, toggle, bar] { g.root.addSubview(view) }
    for control in [slider, toggle] { ControlTrackingStories.listen(control, g) }
    await g.stage.settle()
    return (g, slider, toggle, bar)
  }

  static func sweep() async throws {
    let (g, slider, toggle, bar) = try await make()
    let moving = [parts(slider)[1], parts(toggle)[1]]
    let start = moving.map { shown($0).minX }
    slider.setValue(1, animated: true)
    toggle.setOn(true, animated: true)
    bar.setProgress(0.5, animated: true)
    #expect(slider.value == 1 && toggle.isOn && bar.progress == 0.5 && bar.shownText == "50%")
    var places: [[CGFloat]] = []
    for _ in 0..<6 {
      places.append(moving.map { shown($0).minX } + [shown(parts(bar)[0]).width])
      await g.stage.advance(0.05)
    }
    let columns = (0..<3).map { column in places.map { $0[column] } }
    // On the way, never back, and there in the end.
    #expect(columns.allSatisfy { $0 == $0.sorted() && $0[2] > $0[0] && $0[5] > $0[2] })
    #expect(columns[0][0] == start[0] && columns[0][5] == start[0] + 200)
    #expect(columns[1][5] == start[1] + 20 && columns[2][0] == 0 && columns[2][5] == 100)
    await g.stage.advance(1)
    #expect((parts(slider) + parts(toggle) + parts(bar)).allSatisfy { $0.layer.animationKeys() == nil })
    // Nobody hears of values that the app sets.
    #expect(g.take() == [])
    // Turned round in the middle, the knob goes back from where it is.
    toggle.setOn(false, animated: true)
    await g.stage.advance(0.1)
    let middle = shown(parts(toggle)[1]).minX
    toggle.setOn(true, animated: true)
    #expect(abs(shown(parts(toggle)[1]).minX - middle) < 0.01 && middle > 2 && middle < 22)
    await g.stage.advance(1)
    // A tap animates too, and the slider can be taken while its knob is on its way.
    g.stage.tap(CGPoint(x: 20, y: 210))
    #expect(!toggle.isOn && shown(parts(toggle)[1]).minX == 22)
    slider.setValue(0, animated: true)
    await g.drag(from: CGPoint(x: 24, y: 117), to: CGPoint(x: 124, y: 117), over: 0.1)
    #expect(slider.value == 0.5)
  }

  static func jump() async throws {
    let (g, slider, toggle, bar) = try await make()
    slider.setValue(1, animated: true)
    await g.stage.advance(0.1)
    slider.value = 0.25
    toggle.isOn = true
    bar.progress = 1
    #expect(shown(parts(slider)[1]).midX == 14 + 50 && shown(parts(toggle)[1]).minX == 22)
    #expect(shown(parts(bar)[0]).width == 200 && parts(slider)[1].layer.animationKeys() == nil)
    // Inside an animation of views plain values do not animate, animated ones take over its duration.
    UIView.animate(withDuration: 2) {
      slider.value = 0.5
      bar.setProgress(0, animated: true)
    }
    #expect(shown(parts(slider)[1]).midX == 114 && shown(parts(bar)[0]).width == 200)
    await g.stage.advance(1)
    #expect(abs(shown(parts(bar)[0]).width - 100) < 1)
    await g.stage.advance(1.1)
    #expect(shown(parts(bar)[0]).width == 0)
    UIView.setAnimationsEnabled(false)
    bar.setProgress(1, animated: true)
    #expect(shown(parts(bar)[0]).width == 200)
    UIView.setAnimationsEnabled(true)
    // Off the screen there is nothing to wait for.
    let far = UISlider(frame: CGRect(x: 0, y: 0, width: 228, height: 34))
    far.setValue(1, animated: true)
    #expect(far.value == 1 && parts(far)[1].layer.animationKeys() == nil && parts(far)[1].frame.midX == 214)
    _ = g
  }

  static func parts() async throws {
    let (g, slider, toggle, bar) = try await make()
    slider.value = 0.5
    var wrong: [String] = []
    for width in [128.0, 428, 228] {
      slider.frame.size.width = width
      bar.frame.size.width = width
      bar.progress = 0.25
      await g.stage.settle()
      let (done, knob, filled) = (parts(slider)[0].frame, parts(slider)[1].frame, parts(bar)[0].frame)
      if abs(knob.midX - width / 2) > 1e-9 || abs(done.maxX - width / 2) > 1e-9 {
        wrong.append("slider \(width)")
      }
      if abs(filled.width - width / 4) > 1e-9 { wrong.append("bar \(width)") }
    }
    #expect(wrong == [])
    func colours() -> [CGColor?] {
      [parts(slider)[0], parts(toggle)[0], parts(bar)[0]].map { $0.layer.backgroundColor }
    }
    func cg(_ color: UIColor) -> CGColor { color.resolvedColor(with: g.root.traitCollection).cgColor }
    #expect(colours() == [cg(.systemBlue), cg(.systemGreen), cg(.systemBlue)])
    g.root.tintColor = .red
    #expect(colours() == [cg(.red), cg(.systemGreen), cg(.red)])
    slider.minimumTrackTintColor = .green
    toggle.onTintColor = .blue
    bar.progressTintColor = .black
    #expect(colours() == [cg(.green), cg(.blue), cg(.black)])
    (slider.minimumTrackTintColor, toggle.onTintColor, bar.progressTintColor) = (nil, nil, nil)
    #expect(colours() == [cg(.red), cg(.systemGreen), cg(.red)])
    toggle.isOn = true
    for control in [slider, toggle] { control.isEnabled = false }
    #expect((parts(slider) + parts(toggle)).allSatisfy { $0.alpha == 0.5 })
    toggle.isOn = false
    #expect(parts(toggle).map(\.alpha) == [0, 0.5])
    // Parts take no touches from their control.
    #expect(g.root.hitTest(CGPoint(x: 124, y: 117), with: nil) === slider)
    #expect((parts(slider) + parts(toggle) + parts(bar)).allSatisfy { !$0.isUserInteractionEnabled })
  }
}
