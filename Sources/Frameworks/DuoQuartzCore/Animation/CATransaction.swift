import Foundation

/// Groups of layer changes, one stack a thread. [docs]
///
/// Values of layers change at once. A transaction says whether and how layers without a view animate to them, and calls
/// its completion when the last of its animations has ended.
open class CATransaction: NSObject {
  /// Opens a transaction inside the current one.
  open class func begin() { stack.frames.append(Frame(inside: stack.frames.last)) }

  /// Closes the innermost open transaction. Its completion block runs when the last animation that was added in it has
  /// ended: at once if there is none. [docs]
  open class func commit() { stack.frames.popLast()?.close() }

  /// Closes the thread's implicit transaction. Open transactions stay open.
  open class func flush() {
    let implicit = stack.implicit
    stack.implicit = Frame(inside: nil)
    implicit.close()
  }

  /// Whether layers change without implicit animations. Explicit ones are not touched.
  open class func disableActions() -> Bool { current.disablesActions }
  open class func setDisableActions(_ flag: Bool) { current.disablesActions = flag }

  /// Seconds of implicit animations, and of others that have none of their own; 0.25 at first. [docs]
  open class func animationDuration() -> CFTimeInterval { current.duration ?? 0.25 }
  open class func setAnimationDuration(_ dur: CFTimeInterval) { current.duration = dur }

  /// The pacing of implicit animations; nil leaves them the default one. [docs]
  open class func animationTimingFunction() -> CAMediaTimingFunction? { givenTimingFunction }
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) { current.timing = function }

  open class func completionBlock() -> (() -> Void)? { current.completion }

  /// Runs `block` when the current transaction is committed and its animations have ended; without an open one it is
  /// committed at the end of the main queue's current turn. Setting another block runs the one before at once. [docs]
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    let frame = current
    let replaced = frame.completion
    frame.completion = block
    replaced?()
    if block != nil { commitImplicit() }
  }

  static var givenTimingFunction: CAMediaTimingFunction? { current.timing }

  /// Where animations that are added now count.
  static var animations: TransactionAnimations {
    commitImplicit()
    return current.animations
  }

  /// Sees to it that an implicit transaction ends with the turn.
  private class func commitImplicit() {
    let stack = stack
    guard stack.frames.isEmpty, !stack.implicit.isCommitPlanned else { return }
    stack.implicit.isCommitPlanned = true
    DispatchQueue.main.async { CATransaction.flush() }
  }

  private final class Frame {
    var disablesActions: Bool
    var duration: CFTimeInterval?
    var timing: CAMediaTimingFunction?
    var completion: (() -> Void)?
    var isCommitPlanned = false
    let animations: TransactionAnimations

    init(inside outer: Frame?) {
      disablesActions = outer?.disablesActions ?? false
      duration = outer?.duration
      timing = outer?.timing
      animations = TransactionAnimations(outer: outer?.animations)
    }

    func close() { animations.close(completion) }
  }

  private final class Stack {
    var frames: [Frame] = []
    var implicit = Frame(inside: nil)
  }

  private static let key = "CATransaction"

  private class var stack: Stack {
    if let stack = Thread.current.threadDictionary[key] as? Stack { return stack }
    let stack = Stack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  private class var current: Frame {
    let stack = stack
    return stack.frames.last ?? stack.implicit
  }
}
