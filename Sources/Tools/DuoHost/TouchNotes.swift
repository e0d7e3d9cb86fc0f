import DuoUIKit
import Foundation
import PhoneHardware
import Scenarios

/// Puts into the trace what became of a touch of a scenario: a person sees what the finger did, a script does not.
@MainActor
struct TouchNotes {
  let gesture: FingerGesture
  let trace: any PhoneTrace

  /// The fingers went down, or nothing was there.
  /// - Parameter place: Nil when no lit display has the target.
  func began(at place: FingerPlaces.Place?, _ touch: UITouch?) {
    guard let place, let view = touch?.view else {
      trace.record(
        "touch", ["gesture": .text(verb.name), "target": .text(target), "outcome": "nothing"])
      return
    }
    let (name, x, y) = (Self.name(of: view), Double(place.point.x), Double(place.point.y))
    guard let found = astray(view, place.view) else {
      trace.record(
        "touch",
        [
          "gesture": .text(verb.name), "target": .text(target), "display": .text(place.display.rawValue),
          "x": .number(x), "y": .number(y), "receiver": .text(name), "outcome": "received",
        ])
      return
    }
    trace.record(
      "touch",
      [
        "gesture": .text(verb.name), "target": .text(target), "display": .text(place.display.rawValue),
        "x": .number(x), "y": .number(y), "receiver": .text(name), "outcome": .text(found.outcome),
        "detail": .text("\(target) was \(verb.done), and \(found.what)."),
      ])
  }

  /// What is wrong with a touch that `view` has; nil when nothing is.
  private func astray(_ view: UIView, _ wanted: UIView?) -> (outcome: String, what: String)? {
    if let wanted, !isPinch, !Self.serves(view, wanted) {
      return ("diverted", "\(Self.name(of: view)) received it")
    }
    return Self.disabledControl(around: view).map {
      ("disabled", "nothing happens: \(Self.name(of: $0)) is disabled")
    }
  }

  /// The fingers are up.
  func ended(_ touch: UITouch?) {
    guard let touch, touch.phase == .cancelled else { return }
    let receiver = touch.view.map(Self.name) ?? "a view that is gone"
    trace.record(
      "touch-cancelled",
      [
        "gesture": .text(verb.name), "target": .text(target), "receiver": .text(receiver),
        "detail": .text(
          "\(target) was \(verb.done), and the touch was cancelled before the finger was up: "
            + "\(receiver) left its place."),
      ])
  }

  private var isPinch: Bool { if case .pinch = gesture { true } else { false } }

  private var verb: (name: String, done: String) {
    switch gesture {
    case .tap: ("tap", "tapped")
    case .press: ("press", "pressed")
    case .drag: ("drag", "dragged")
    case .pinch: ("pinch", "pinched")
    }
  }

  private var target: String {
    switch gesture.target.place {
    case .identifier(let name): "\"\(name)\""
    case .point(let x, let y, let display):
      "The point \(Int(x)), \(Int(y)) of the \(display.rawValue) display"
    }
  }

  /// Whether a touch that `receiver` has is one on `wanted`: in it, or on a view around it, unless a control was meant.
  private static func serves(_ receiver: UIView, _ wanted: UIView) -> Bool {
    receiver.isDescendant(of: wanted) || (!(wanted is UIControl) && wanted.isDescendant(of: receiver))
  }

  private static func disabledControl(around view: UIView) -> UIControl? {
    let control = sequence(first: view, next: \.superview).lazy.compactMap { $0 as? UIControl }.first
    return control.flatMap { $0.isEnabled ? nil : $0 }
  }

  /// `UIButton "shutter" of the presented UIAlertController`.
  private static func name(of view: UIView) -> String {
    let own = view.accessibilityIdentifier ?? view.accessibilityLabel
    let presented = sequence(first: view, next: \.superview).lazy.compactMap(\.presentedController).first
    return "\(type(of: view))" + (own.map { " \"\($0)\"" } ?? "")
      + (presented.map { " of the presented \(type(of: $0))" } ?? "")
  }
}
