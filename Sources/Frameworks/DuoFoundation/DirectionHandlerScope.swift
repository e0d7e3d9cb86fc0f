import Foundation
import Synchronization

/// Tells whether a direction coordinator's handler is running: capture calls are forbidden in it. [docs]
///
/// Handlers run on the main thread only, so one flag and a look at the thread are enough.
package enum DirectionHandlerScope {
  private static let depth = Atomic<Int>(0)

  /// True on the main thread while a handler runs.
  package static var isInside: Bool { depth.load(ordering: .acquiring) > 0 && Thread.isMainThread }

  /// Runs a handler.
  package static func run(_ handler: () -> Void) {
    depth.add(1, ordering: .releasing)
    defer { depth.subtract(1, ordering: .releasing) }
    handler()
  }
}
