/// An operator that sends one value when it has seen enough, such as `reduce`.
///
/// Wants everything, from when something is wanted of it.
final class FoldLink<Input, Failure: Error, Output, NewFailure: Error>: Subscriber, Subscription {
  typealias Downstream = AnySubscriber<Output, NewFailure>
  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var demand = Subscribers.Demand.none
  private var result: Output?
  private let take: (Input) throws -> Bool
  private let finish: () -> Output?
  private let fail: (any Error) -> NewFailure

  /// - Parameters:
  ///   - take: Looks at a value; false when the result is known.
  ///   - finish: The result.
  ///   - fail: The error for what `take` threw or upstream failed with.
  init(
    _ downstream: Downstream, take: @escaping (Input) throws -> Bool,
    finish: @escaping () -> Output?,
    fail: @escaping (any Error) -> NewFailure
  ) {
    self.downstream = downstream
    self.take = take
    self.finish = finish
    self.fail = fail
  }

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock { () -> Downstream? in
      if upstream != nil || result != nil { return nil }
      upstream = subscription
      return self.downstream
    }
    if let downstream { downstream.receive(subscription: self) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard lock.withLock({ downstream != nil && result == nil }) else { return .none }
    do {
      if try take(input) { return .none }
      takeUpstream()?.cancel()
      settle()
    } catch {
      let downstream = lock.withLock { () -> Downstream? in
        defer { self.downstream = nil }
        return self.downstream
      }
      takeUpstream()?.cancel()
      downstream?.receive(completion: .failure(fail(error)))
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    _ = takeUpstream()
    switch completion {
    case .finished: settle()
    case .failure(let error):
      let downstream = lock.withLock { () -> Downstream? in
        if result != nil { return nil }
        defer { self.downstream = nil }
        return self.downstream
      }
      downstream?.receive(completion: .failure(fail(error)))
    }
  }

  func request(_ more: Subscribers.Demand) {
    let isFirst = lock.withLock {
      defer { demand += more }
      return demand == .none && more > .none
    }
    guard isFirst else { return }
    if lock.withLock({ result != nil }) { send() } else { lock.withLock { upstream }?.request(.unlimited) }
  }

  func cancel() {
    lock.withLock { downstream = nil }
    takeUpstream()?.cancel()
  }

  /// What has ended is not cancelled any more.
  private func takeUpstream() -> (any Subscription)? {
    lock.withLock {
      defer { upstream = nil }
      return upstream
    }
  }

  private func settle() {
    let isWanted = lock.withLock { () -> Bool in
      guard downstream != nil, result == nil else { return false }
      result = finish()
      return result == nil || demand > .none
    }
    if isWanted { send() }
  }

  private func send() {
    let (downstream, result) = lock.withLock { () -> (Downstream?, Output?) in
      defer { self.downstream = nil }
      return (self.downstream, self.result)
    }
    guard let downstream else { return }
    if let result { _ = downstream.receive(result) }
    downstream.receive(completion: .finished)
  }
}
