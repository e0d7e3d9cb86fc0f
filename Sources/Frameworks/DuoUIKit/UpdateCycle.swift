import Foundation
import Observation

extension UIWindow {
  /// One update of the window, at most once in a turn of the main queue: properties from the window to the leaves, a
  /// controller before its view; constraints and layout; display. [docs] What is asked for while it runs and was
  /// passed already waits for the next turn.
  func runUpdateCycle() {
    updateTreeProperties()
    layoutIfNeeded()
    layer.displayTree()
  }
}

extension UIView {
  func updateTreeProperties() {
    controller?.updatePropertiesIfNeeded()
    updatePropertiesIfNeeded()
    for view in subviews { view.updateTreeProperties() }
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
