import Synchronization

/// Where a tree of layers is shown.
package struct HostPlacement: Hashable, Sendable {
  /// Raw value of the display's identifier: `outer` or `inner`.
  package var display: String
  /// Clockwise quarter turns of the interface from the display's native top, 0...3.
  package var interfaceTurn: Int

  package init(display: String, interfaceTurn: Int) {
    self.display = display
    self.interfaceTurn = interfaceTurn
  }
}

/// A layer's view of where it is shown. Unlike the layer itself it may be read and observed on any thread.
package final class LayerAttachment: Sendable {
  private struct State {
    var placement: HostPlacement?
    var handlers: [Int: @Sendable (HostPlacement?) -> Void] = [:]
    var nextHandler = 0
  }

  private let state = Mutex(State())

  init() {}

  /// Nil while the layer is in no hosted tree.
  package var placement: HostPlacement? { state.withLock { $0.placement } }

  /// Calls `handler` after every change of `placement`, on the thread that made it, when the whole tree has
  /// its new placement. It ends with `cancel()` or when the observation is released.
  package func observe(_ handler: @escaping @Sendable (HostPlacement?) -> Void) -> LayerObservation {
    let key = state.withLock { state in
      state.nextHandler += 1
      state.handlers[state.nextHandler] = handler
      return state.nextHandler
    }
    return LayerObservation { [weak self] in
      self?.state.withLock { $0.handlers[key] = nil }
    }
  }

  /// True when the placement is a new one.
  func set(_ placement: HostPlacement?) -> Bool {
    state.withLock { state in
      guard state.placement != placement else { return false }
      state.placement = placement
      return true
    }
  }

  func notify() {
    let (placement, handlers) = state.withLock { ($0.placement, $0.handlers.sorted { $0.key < $1.key }) }
    for handler in handlers { handler.value(placement) }
  }
}

/// Ends when cancelled or released.
package final class LayerObservation: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  package func cancel() { end() }
  deinit { end() }
}
