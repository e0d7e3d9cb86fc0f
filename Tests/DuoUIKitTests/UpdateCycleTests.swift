import DuoFoundation
import Foundation
import Observation
import Testing

@testable import DuoUIKit

@Suite struct UpdateCycleTests {
  @Test func propertiesComeBeforeLayoutAndDisplayAfter() async {
    await #expect(processExitsWith: .success) { try await CycleStories.order() }
  }

  @Test func whatAnObservablePropertyIsReadByRunsAgain() async {
    await #expect(processExitsWith: .success) { try await CycleStories.observation() }
  }

  @Test func changesFromOtherThreadsComeOnTheMainOne() async {
    await #expect(processExitsWith: .success) { try await CycleStories.threads() }
  }

  @Test func manyRequestsAreOneUpdate() async {
    await #expect(processExitsWith: .success) { try await CycleStories.once() }
  }
}

@Observable
private final class Model: @unchecked Sendable {
  // Unchecked: the test changes it from one place at a time.
  var title = "a"
  var width: CGFloat = 10
  var colour = 1
  var unread = 0
}

private final class ModelView: UIView {
  var model = Model()
  override func updateProperties() {
    super.updateProperties()
    Story.add("properties \(model.title)")
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    Story.add("layout \(Int(model.width))")
  }
  override func draw(_ rect: CGRect) { Story.add("draw \(model.colour)") }
}

private final class ModelController: UIViewController {
  let model = Model()
  override func loadView() { view = ModelView() }
  override func updateProperties() {
    super.updateProperties()
    Story.add("controller properties \(model.title)")
  }
  override func viewWillLayoutSubviews() { Story.add("will layout \(Int(model.width))") }
}

@MainActor
private enum CycleStories {
  private static func expect(_ wanted: [String], _ place: SourceLocation = #_sourceLocation) {
    let story = Story.take()
    if story != wanted { Issue.record("\(story) instead of \(wanted)", sourceLocation: place) }
  }

  private static func show() async throws -> (Stage, ModelController, ModelView) {
    let stage = try Stage()
    let controller = ModelController()
    stage.scene.windows[0].rootViewController = controller
    let view = try #require(controller.view as? ModelView)
    _ = Story.take()
    await stage.settle()
    return (stage, controller, view)
  }

  static func order() async throws {
    let (stage, controller, view) = try await show()
    expect(["controller properties a", "properties a", "will layout 10", "layout 10", "draw 1"])
    view.setNeedsDisplay()
    view.setNeedsLayout()
    view.setNeedsUpdateProperties()
    controller.setNeedsUpdateProperties()
    expect([])
    await stage.settle()
    expect(["controller properties a", "properties a", "will layout 10", "layout 10", "draw 1"])
    controller.setNeedsUpdateProperties()
    controller.updatePropertiesIfNeeded()
    expect(["controller properties a"])
    await stage.settle()
    expect([])
  }

  static func observation() async throws {
    let (stage, controller, view) = try await show()
    _ = Story.take()
    view.model.title = "b"
    view.model.unread = 3
    expect([])
    await stage.settle()
    expect(["properties b"])
    view.model.width = 20
    await stage.settle()
    expect(["will layout 10", "layout 20"])
    view.model.colour = 2
    await stage.settle()
    expect(["draw 2"])
    controller.model.title = "c"
    await stage.settle()
    expect(["controller properties c"])
    controller.model.width = 30
    await stage.settle()
    expect(["will layout 30", "layout 20"])
    // Again, since what runs again is tracked again; the old model counts no more.
    let old = view.model
    view.model = Model()
    view.setNeedsUpdateProperties()
    await stage.settle()
    expect(["properties a"])
    view.model.title = "d"
    await stage.settle()
    expect(["properties d"])
    old.width = 1
    old.colour = 9
    await stage.settle()
    expect(["will layout 30", "layout 10", "draw 1"])
    old.width = 2
    old.title = "e"
    await stage.settle()
    // Read by the run before the last, it is tracked once more.
    expect(["properties d"])
    old.title = "f"
    await stage.settle()
    expect([])
  }

  static func threads() async throws {
    let (stage, _, view) = try await show()
    _ = Story.take()
    let model = view.model
    await Task.detached { model.title = "elsewhere" }.value
    await stage.settle()
    expect(["properties elsewhere"])
  }

  static func once() async throws {
    let (stage, _, view) = try await show()
    _ = Story.take()
    for step in 0..<20 {
      view.model.title = "\(step)"
      view.model.width = CGFloat(step)
    }
    await stage.settle()
    expect(["properties 19", "will layout 10", "layout 19"])
  }
}
