import Foundation

/// A relation between two places or lengths of views, or a length and a number. [docs]
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
  public enum Axis: Int, Sendable {
    case horizontal = 0
    case vertical = 1
  }
}
