import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct HingeInteractionTests {
  @Test func whatItTells() async {
    await #expect(processExitsWith: .success) { try await HingeStories.updates() }
  }

  @Test func disabledItTellsNothing() async {
    await #expect(processExitsWith: .success) { try await HingeStories.enabled() }
  }

  @Test func withoutAHinge() async {
    await #expect(processExitsWith: .success) { try await HingeStories.noHinge() }
  }

  @Test func interactionsAreAddedAndRemoved() async {
    await #expect(processExitsWith: .success) { try await HingeStories.interactions() }
  }
}

@MainActor
enum HingeStories {
  final class Log {
    var lines: [String] = []
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  static func interaction(_ log: Log) -> UIHingeInteraction {
    UIHingeInteraction { _, update in
      guard let hinge = update.hinge else { return log.lines.append("nil") }
      log.lines.append("\(Int((hinge.angle * 180 / .pi).rounded())) \(hinge.status.rawValue)")
    }
  }

  static func updates() async throws {
    let stage = try Stage(pose: "closed")
    let root = stage.scene.windows[0].rootViewController!.view!
    let (log, view) = (Log(), UIView())
    let interaction = interaction(log)
    view.addInteraction(interaction)
    await stage.settle()
    #expect(log.take() == [])
    root.addSubview(view)
    #expect(log.lines == [])
    await stage.settle()
    #expect(log.take() == ["0 1"])
    // While it moves: with each picture of the display, however finely the clock is advanced.
    stage.phone.send(.hinge(to: 180, over: .milliseconds(500)))
    for _ in 0..<550 { await stage.advance(0.001) }
    let told = log.take()
    #expect(told.count > 20 && told.count <= 40 && told.last == "180 3")
    let angles = told.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(angles == angles.sorted() && Set(told.map { $0.last! }) == ["1", "2", "3"])
    await stage.advance(1)
    #expect(log.take() == [])
    await stage.send(.hinge(to: 90, over: .zero))
    #expect(log.take() == ["90 2"])
    view.removeFromSuperview()
    await stage.settle()
    #expect(log.take() == ["nil"])
    await stage.send(.hinge(to: 180, over: .zero))
    #expect(log.take() == [])
    root.addSubview(view)
    await stage.settle()
    #expect(log.take() == ["180 3"])
    view.removeInteraction(interaction)
    await stage.settle()
    #expect(log.take() == ["nil"])
    #expect(UIHinge.Status(rawValue: 0) == .unknown)
  }

  static func enabled() async throws {
    let stage = try Stage(pose: "open-landscape")
    let root = stage.scene.windows[0].rootViewController!.view!
    let log = Log()
    let interaction = interaction(log)
    #expect(interaction.isEnabled)
    root.addInteraction(interaction)
    await stage.settle()
    #expect(log.take() == ["180 3"])
    interaction.isEnabled = false
    await stage.send(.hinge(to: 120, over: .zero))
    #expect(log.take() == [])
    interaction.isEnabled = true
    await stage.settle()
    #expect(log.take() == ["120 2"])
  }

  static func noHinge() async throws {
    let stage = try Stage(.single)
    let root = stage.scene.windows[0].rootViewController!.view!
    let log = Log()
    let interaction = interaction(log)
    root.addInteraction(interaction)
    await stage.settle()
    await stage.send(.turn(1))
    #expect(log.take() == ["nil"])
  }

  static func interactions() async throws {
    let stage = try Stage()
    let (log, a, b) = (Log(), UIView(), UIView())
    let (one, two) = (interaction(log), interaction(log))
    a.addInteraction(one)
    a.addInteraction(one)
    a.addInteraction(two)
    #expect(a.interactions.count == 2 && one.view === a)
    b.addInteraction(one)
    #expect(a.interactions.count == 1 && b.interactions.count == 1 && one.view === b)
    b.interactions = [two]
    #expect(a.interactions.isEmpty && two.view === b && one.view == nil)
    b.removeInteraction(one)
    #expect(b.interactions.count == 1)
    withExtendedLifetime(stage) {}
  }
}
