import Foundation

/// Groups of layer changes, one stack a thread. [docs]
///
/// Changes to layers take effect at once and nothing animates, so a transaction decides only when its
/// completion block runs.
open class CATransaction: NSObject {
  /// Opens a transaction inside the current one.
  open class func begin() { stack.frames.append(Frame(inheriting: stack.frames.last)) }

  /// Closes the innermost open transaction and runs its completion block: with no animations there is
  /// nothing to wait for. [docs]
  open class func commit() {
    guard let frame = stack.frames.popLast() else { return }
    frame.completion?()
  }

  /// Runs what the thread's implicit transaction holds. Open transactions stay open.
  open class func flush() {
    let block = stack.implicit.completion
    stack.implicit = Frame(inheriting: nil)
    block?()
  }

  /// Whether changes in the current transaction animate implicitly. Diptych never animates; the value is
  /// kept for code that reads it back.
  open class func disableActions() -> Bool { (stack.frames.last ?? stack.implicit).disablesActions }

  open class func setDisableActions(_ flag: Bool) { withCurrent { $0.disablesActions = flag } }

  open class func completionBlock() -> (() -> Void)? { (stack.frames.last ?? stack.implicit).completion }

  /// Runs `block` when the current transaction is committed; without an open one at the end of the main
  /// queue's current turn. Setting another block runs the one before at once. [docs]
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    let isImplicit = stack.frames.isEmpty
    var replaced: (() -> Void)?
    withCurrent {
      replaced = $0.completion
      $0.completion = block
    }
    replaced?()
    if isImplicit && block != nil { DispatchQueue.main.async { CATransaction.flush() } }
  }

  private struct Frame {
    var disablesActions: Bool
    var completion: (() -> Void)?
    init(inheriting outer: Frame?) { disablesActions = outer?.disablesActions ?? false }
  }

  private final class Stack {
    var frames: [Frame] = []
    var implicit = Frame(inheriting: nil)
  }

  private static let key = "CATransaction"

  private class var stack: Stack {
    if let stack = Thread.current.threadDictionary[key] as? Stack { return stack }
    let stack = Stack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  private class func withCurrent(_ change: (inout Frame) -> Void) {
    let stack = stack
    if stack.frames.isEmpty {
      change(&stack.implicit)
    } else {
      change(&stack.frames[stack.frames.count - 1])
    }
  }
}
