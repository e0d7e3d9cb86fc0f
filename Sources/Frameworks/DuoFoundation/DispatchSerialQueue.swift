import Dispatch

/// A serial queue. Apple has a class of its own for it; here any queue made without `.concurrent` is one.
public typealias DispatchSerialQueue = DispatchQueue

/// An actor may run on a serial queue:
///
///     private let queue = DispatchSerialQueue(label: "capture")
///     nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
///
/// The queue must be serial; an actor on a concurrent queue would lose its isolation.
extension DispatchQueue: @retroactive SerialExecutor, @retroactive Executor {
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(self)) }
}
