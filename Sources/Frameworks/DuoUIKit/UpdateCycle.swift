import Foundation
import Observation

extension UIWindow {
  /// One update of the window, at most once in a turn of the main queue: traits; properties, from the window to the
  /// leaves, a controller before its view; constraints and layout; display. [docs] What is asked for while it runs and
  /// was passed already waits for the next turn.
  func runUpdateCycle() {
    windowScene?.tellTraits()
    updateTreeProperties()
    layoutIfNeeded()
    layer.displayTree()
  }
}

/// What a view does in an update, and does again when something that it read has changed.
enum UpdatePass: Hashable, Sendable {
  case properties, constraints, layout, display

  /// What an app overrides for it.
  var method: String {
    switch self {
    case .properties: "updateProperties()"
    case .constraints: "updateConstraints()"
    case .layout: "layoutSubviews()"
    case .display: "draw(_:)"
    }
  }

  /// What a report calls a view in this pass: `Meter "level".layoutSubviews()`, `UIView of CameraController.draw(_:)`.
  @MainActor
  func worker(_ view: UIView) -> String {
    let name = view.accessibilityIdentifier.map { " \"\($0)\"" } ?? ""
    let owner = view.controller.map { " of \(type(of: $0))" } ?? ""
    return "\(type(of: view))\(name)\(owner).\(method)"
  }

  /// What runs just now, and whose.
  @MainActor static var current: (pass: UpdatePass, reader: UIView)?
}

extension UIView {
  func updateTreeProperties() {
    controller?.updatePropertiesIfNeeded()
    updatePropertiesIfNeeded()
    for view in subviews { view.updateTreeProperties() }
  }

  /// Runs the app's part of a pass, with the view's traits as the present ones. When a trait of the view or something
  /// `@Observable` that was read has changed, the pass runs again in the next update. [docs]
  func run(_ pass: UpdatePass, _ body: @MainActor () -> Void) {
    if let window, window.pace.isWatching { window.pace.note(pass.worker(self)) }
    let outer = UpdatePass.current
    UpdatePass.current = (pass, self)
    defer { UpdatePass.current = outer }
    layoutState.traitReads.remove(pass)
    let before = UITraitCollection.current
    UITraitCollection.current = flowingTraits
    defer { UITraitCollection.current = before }
    tracking(body, onChange: { [weak self] in self?.invalidate(pass) })
  }

  func invalidate(_ pass: UpdatePass) {
    switch pass {
    case .properties: setNeedsUpdateProperties()
    case .constraints: setNeedsUpdateConstraints()
    case .layout: setNeedsLayout()
    case .display: setNeedsDisplay()
    }
  }

  /// The app asks for the traits of this view, or of its controller.
  func noteTraitRead() {
    guard let (pass, reader) = UpdatePass.current, reader === self else { return }
    layoutState.traitReads.insert(pass)
  }
}

/// Runs `body`; when something `@Observable` that it read is about to change for the first time, calls `onChange` on
/// the main actor: at once for a change on the main thread, in a later turn of its queue for one on another thread.
@MainActor
package func tracking(_ body: @MainActor () -> Void, onChange: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking {
    body()
  } onChange: {
    if Thread.isMainThread {
      MainActor.assumeIsolated { onChange() }
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated { onChange() } }
    }
  }
}
