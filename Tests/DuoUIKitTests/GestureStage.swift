import DuoFoundation
import Foundation
import PhoneModel

@testable import DuoUIKit

/// Fingers on a stage's display, and what recognisers and views say of them.
@MainActor
final class GestureStage {
  let stage: Stage
  let root: UIView
  let window: UIWindow
  private(set) var log: [String] = []
  private let target = NSObject()

  init() async throws {
    stage = try Stage()
    await stage.settle()
    window = stage.scene.keyWindow!
    root = window.rootViewController!.view
  }

  func take() -> [String] {
    defer { log = [] }
    return log
  }

  func say(_ line: String) { log.append(line) }

  /// Logs `name state` whenever the recogniser calls its target.
  func listen<Recognizer: UIGestureRecognizer>(
    _ recognizer: Recognizer, _ name: String, on view: UIView? = nil,
    _ detail: @escaping @MainActor (Recognizer) -> String = { _ in "" }
  ) -> Recognizer {
    recognizer.addTarget(
      target,
      action: Selector("heard:") { [unowned self] sender in
        let recognizer = sender as! Recognizer
        let more = detail(recognizer)
        self.log.append("\(name) \(recognizer.state)" + (more.isEmpty ? "" : " \(more)"))
      })
    (view ?? root).addGestureRecognizer(recognizer)
    return recognizer
  }

  /// Takes `seconds` for a finger to go from one place to another, in steps.
  func drag(_ id: Int = 0, from: CGPoint, to: CGPoint, over seconds: Double, steps: Int = 4) async {
    stage.finger(.began, from, id: id)
    await move(id, from: from, to: to, over: seconds, steps: steps)
    stage.finger(.ended, to, id: id)
    await stage.settle()
  }

  func move(_ id: Int = 0, from: CGPoint, to: CGPoint, over seconds: Double, steps: Int = 4) async {
    for step in 1...steps {
      await stage.advance(seconds / Double(steps))
      let part = Double(step) / Double(steps)
      stage.finger(
        .moved, CGPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part), id: id)
    }
  }
}

/// A view that says what touches it hears of.
final class LoudView: UIView {
  var name = "view"
  var say: (String) -> Void = { _ in }

  convenience init(_ stage: GestureStage, _ frame: CGRect, _ name: String = "view") {
    self.init(frame: frame)
    self.name = name
    say = stage.say
    stage.root.addSubview(self)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { tell("began", touches) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { tell("moved", touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { tell("ended", touches) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { tell("cancelled", touches) }

  private func tell(_ what: String, _ touches: Set<UITouch>) {
    say(
      "\(name) \(what) \(touches.count)"
        + (touches.allSatisfy { "\($0.phase)" == what } ? "" : " in another phase"))
  }
}
