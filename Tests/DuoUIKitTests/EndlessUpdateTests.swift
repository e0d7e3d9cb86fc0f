import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoUIKit

/// Updates that ask for the next one for ever.
@Suite struct EndlessUpdateTests {
  @Test func whatNeverEndsIsNamedAndGoesOnOncePerPicture() async {
    await #expect(processExitsWith: .success) { try await EndlessUpdateStories.layout() }
  }

  @Test func propertiesThatInvalidateThemselvesAreNamed() async {
    await #expect(processExitsWith: .success) { try await EndlessUpdateStories.properties() }
  }

  /// More rows than the screen has room for, and margins that follow the safe area: each layout reaches farther out.
  @Test func aStackThatGrowsWithItsMarginsIsNamed() async {
    await #expect(processExitsWith: .success) { try await EndlessUpdateStories.growingStack() }
  }

  /// Against a plain count: told once, and only after a hundred in a row.
  @Test func aHundredInARow() {
    var wrong: [String] = []
    for streak in [1, 50, 99, 100, 101, 250] {
      var pace = UpdatePace()
      var told: [Int] = []
      for update in 1...streak {
        pace.note("A")
        pace.note("B")
        pace.note("A")
        if let words = pace.ended(asksForMore: true) {
          told.append(update)
          if !words.contains(": A, B had work") { wrong.append(words) }
        }
      }
      let wanted = streak >= 100 ? [100] : []
      if told != wanted || pace.isEndless != (streak >= 100) { wrong.append("\(streak): \(told)") }
      // One that asks for nothing ends it, and it is not told again.
      if pace.ended(asksForMore: false) != nil || pace.isEndless { wrong.append("\(streak): goes on") }
      let again = (0..<150).compactMap { _ in pace.ended(asksForMore: true) }
      if again.isEmpty != (streak >= 100) { wrong.append("\(streak): again \(again)") }
    }
    #expect(wrong == [])
  }

  @Test func manyWorkersAreThreeAndANumber() {
    var pace = UpdatePace()
    for _ in 1..<100 { _ = pace.ended(asksForMore: true) }
    for name in ["A", "B", "C", "D", "E"] { pace.note(name) }
    #expect(pace.ended(asksForMore: true)?.contains("A, B, C and 2 more had work") == true)
  }
}

final class RestlessMeter: UIView {
  var isRestless = true
  var layouts = 0
  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
    if isRestless { setNeedsLayout() }
  }
}

final class RestlessController: UIViewController {
  var updates = 0
  override func updateProperties() {
    super.updateProperties()
    updates += 1
    setNeedsUpdateProperties()
  }
}

@MainActor
enum EndlessUpdateStories {
  /// Lines of the trace about it.
  static func lines(_ stage: Stage) -> [String] {
    stage.phone.log.lines.filter { $0.contains("endless-layout") }
  }

  static func layout() async throws {
    let stage = try Stage()
    let root = stage.scene.windows[0].rootViewController!.view!
    await stage.settle()
    let meter = RestlessMeter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    meter.accessibilityIdentifier = "level"
    root.addSubview(meter)
    for _ in 0..<40 { await stage.settle() }
    // The main queue runs dry although the view never rests.
    let count = meter.layouts
    for _ in 0..<40 { await stage.settle() }
    #expect(meter.layouts == count && count >= 100 && count < 110)
    let found = lines(stage)
    #expect(found.count == 1 && found[0].contains("RestlessMeter \\\"level\\\".layoutSubviews() had work"))
    // One for each picture; the app may stop it at any time.
    let picture = stage.phone.description.timing.displayFrame.value.seconds
    for _ in 0..<10 { await stage.advance(picture * 1.01) }
    #expect(meter.layouts == count + 10)
    meter.isRestless = false
    for _ in 0..<10 { await stage.advance(picture * 1.01) }
    #expect(meter.layouts == count + 11 && lines(stage).count == 1)
    // Then requests are served in the next turn again.
    meter.setNeedsLayout()
    await stage.settle()
    #expect(meter.layouts == count + 12)
  }

  static func properties() async throws {
    let stage = try Stage()
    let controller = RestlessController()
    stage.scene.windows[0].rootViewController = controller
    for _ in 0..<80 { await stage.settle() }
    #expect(controller.updates >= 100 && controller.updates < 115)
    let found = lines(stage)
    #expect(found.count == 1 && found[0].contains("RestlessController.updateProperties() had work"))
  }

  static func growingStack() async throws {
    let stage = try Stage()
    let root = stage.scene.windows[0].rootViewController!.view!
    let stack = UIStackView()
    stack.axis = .vertical
    stack.isLayoutMarginsRelativeArrangement = true
    stack.translatesAutoresizingMaskIntoConstraints = false
    stack.accessibilityIdentifier = "rows"
    for _ in 0..<40 {
      let row = UIView()
      row.heightAnchor.constraint(equalToConstant: 50).isActive = true
      stack.addArrangedSubview(row)
    }
    root.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.centerXAnchor.constraint(equalTo: root.centerXAnchor),
      stack.centerYAnchor.constraint(equalTo: root.centerYAnchor),
    ])
    for _ in 0..<40 { await stage.settle() }
    let found = lines(stage)
    #expect(found.count == 1 && found[0].contains("UIStackView \\\"rows\\\".layoutSubviews()"))
    // With margins of its own it rests.
    stack.insetsLayoutMarginsFromSafeArea = false
    let picture = stage.phone.description.timing.displayFrame.value.seconds
    for _ in 0..<3 { await stage.advance(picture * 1.01) }
    #expect(abs(stack.frame.height - (2000 + 16)) < 0.01)
    let height = stack.frame.height
    for _ in 0..<3 { await stage.advance(picture * 1.01) }
    #expect(abs(stack.frame.height - height) < 0.01 && lines(stage).count == 1)
  }
}
