import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Updates of windows that come, go and change at odd moments.
@Suite struct WindowUpdateTests {
  @Test func aWindowWithoutAControllerIsLaidOutWhenItIsShown() async {
    await #expect(processExitsWith: .success) { try await WindowUpdateStories.bare() }
  }

  @Test func whatIsAskedForInAnUpdateIsDone() async {
    await #expect(processExitsWith: .success) { try await WindowUpdateStories.again() }
  }

  @Test func everyViewIsLaidOutOnceForEachRequest() async {
    await #expect(processExitsWith: .success) { try await WindowUpdateStories.counts() }
  }

  @Test func layoutThatNeverRestsDoesNotHang() async {
    await #expect(processExitsWith: .success) { try await WindowUpdateStories.restless() }
  }
}

@MainActor
enum WindowUpdateStories {
  final class Counting: UIView {
    var (properties, layouts, draws, constraintPasses) = (0, 0, 0, 0)
    var onLayout: (Counting) -> Void = { _ in }
    var onProperties: (Counting) -> Void = { _ in }
    override func updateProperties() {
      super.updateProperties()
      properties += 1
      onProperties(self)
    }
    override func updateConstraints() {
      constraintPasses += 1
      super.updateConstraints()
    }
    override func layoutSubviews() {
      super.layoutSubviews()
      layouts += 1
      onLayout(self)
    }
    override func draw(_ rect: CGRect) { draws += 1 }
    var counts: [Int] { [properties, layouts, draws] }
  }

  static func bare() async throws {
    let stage = try Stage()
    await stage.settle()
    let window = UIWindow(windowScene: stage.scene)
    let view = Counting()
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(view)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 10),
      view.topAnchor.constraint(equalTo: window.topAnchor, constant: 200),
      view.widthAnchor.constraint(equalToConstant: 30), view.heightAnchor.constraint(equalToConstant: 40),
    ])
    await stage.settle()
    // Hidden windows do nothing.
    #expect(view.counts == [0, 0, 0])
    window.isHidden = false
    await stage.settle()
    #expect(view.frame == CGRect(x: 10, y: 200, width: 30, height: 40))
    #expect(view.properties == 1 && view.draws == 1 && view.layouts > 0)
    let shown = view.counts
    window.isHidden = true
    view.setNeedsLayout()
    view.setNeedsDisplay()
    view.setNeedsUpdateProperties()
    await stage.settle()
    #expect(view.counts == shown)
    window.isHidden = false
    await stage.settle()
    #expect(view.counts == shown.map { $0 + 1 })
  }

  static func again() async throws {
    let stage = try Stage()
    let root = stage.scene.windows[0].rootViewController!.view!
    let (view, other) = (Counting(frame: CGRect(x: 0, y: 0, width: 50, height: 50)), Counting())
    other.frame.size = CGSize(width: 20, height: 20)
    root.addSubview(other)
    root.addSubview(view)
    await stage.settle()
    // Properties that ask for layout and drawing have both in the same update; layout that asks for properties of what
    // was passed already has them in the next one.
    var order: [String] = []
    view.onProperties = {
      order.append("properties")
      $0.setNeedsLayout()
      $0.setNeedsDisplay()
    }
    view.onLayout = { _ in
      order.append("layout")
      if order.filter({ $0 == "layout" }).count == 1 { other.setNeedsUpdateProperties() }
    }
    other.onProperties = { _ in order.append("other") }
    let before = (view.counts, other.counts)
    view.setNeedsUpdateProperties()
    await stage.settle()
    #expect(order == ["properties", "layout", "other"])
    #expect(view.counts == before.0.map { $0 + 1 } && other.properties == before.1[0] + 1)
    // Removed and added again in one turn: it is there, and was laid out once.
    let layouts = other.layouts
    other.removeFromSuperview()
    root.addSubview(other)
    other.setNeedsLayout()
    await stage.settle()
    #expect(other.layouts == layouts + 1 && other.window != nil)
  }

  static func counts() async throws {
    let stage = try Stage()
    let root = stage.scene.windows[0].rootViewController!.view!
    var random = SeededRandom(33)
    var views: [Counting] = []
    for index in 0..<40 {
      let view = Counting(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      (index == 0 ? root : views[random.int(index)]).addSubview(view)
      views.append(view)
    }
    await stage.settle()
    #expect(views.allSatisfy { $0.counts == [1, 1, 1] })
    var wrong: [String] = []
    for round in 0..<40 {
      var wanted = views.map(\.counts)
      for _ in 0..<random.int(12) {
        let index = random.int(40)
        let (part, times) = (random.int(3), 1 + random.int(3))
        let old = views[index].counts[part]
        for _ in 0..<times {
          switch part {
          case 0: views[index].setNeedsUpdateProperties()
          case 1: views[index].setNeedsLayout()
          default: views[index].setNeedsDisplay()
          }
        }
        wanted[index][part] = old + 1
      }
      await stage.settle()
      if views.map(\.counts) != wanted { wrong.append("\(round)") }
    }
    #expect(wrong == [])
    // Nothing asked for: nothing done.
    let before = views.map(\.counts)
    for _ in 0..<10 { await stage.advance(0.1) }
    #expect(views.map(\.counts) == before)
  }

  static func restless() async throws {
    let stage = try Stage()
    let root = stage.scene.windows[0].rootViewController!.view!
    let view = Counting(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    root.addSubview(view)
    await stage.settle()
    let before = view.layouts
    view.onLayout = { if $0.layouts < before + 5000 { $0.setNeedsLayout() } }
    view.setNeedsLayout()
    view.layoutIfNeeded()
    // It gives up after some rounds, and goes on in later turns, where the app may stop it.
    #expect(view.layouts - before < 100)
    view.onLayout = { _ in }
    await stage.settle()
    let settled = view.layouts
    await stage.settle()
    #expect(view.layouts == settled)
  }
}
