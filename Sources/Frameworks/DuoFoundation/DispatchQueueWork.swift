public import Dispatch

// Apple's module declares these with `@preconcurrency`: in Swift 5 mode a view controller may use its properties in the
// work of its session queue. Linux's module does not, and refuses such code. Both are the module's own calls; having no
// parameters with default values, they are preferred.
extension DispatchQueue {
  /// Hands work to the queue.
  @preconcurrency
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {
    async(group: nil, execute: work)
  }

  /// Hands work to the queue at a moment of phone time.
  @preconcurrency
  public func asyncAfter(
    deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void
  ) {
    asyncAfter(deadline: deadline, qos: .unspecified, execute: work)
  }
}
