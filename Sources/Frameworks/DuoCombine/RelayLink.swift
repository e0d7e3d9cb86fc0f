/// An operator that goes on with another publisher when one has ended, such as `catch` and `retry`.
///
/// What is still wanted is asked of the next one.
final class RelayLink<Input, NewFailure: Error>: Subscription {
  typealias Downstream = AnySubscriber<Input, NewFailure>

  enum Next {
    case end(Subscribers.Completion<NewFailure>)
    /// Attach to another publisher.
    case attach((RelayLink) -> Void)
  }

  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var demand = Subscribers.Demand.none
  private var isStarted = false

  init(_ downstream: Downstream) { self.downstream = downstream }

  /// A subscriber for one of the publishers.
  func side<Error>(_ next: @escaping (Subscribers.Completion<Error>) -> Next) -> AnySubscriber<Input, Error> {
    AnySubscriber(
      receiveSubscription: { self.begin($0) },
      receiveValue: { self.pass($0) },
      receiveCompletion: { self.finish(next($0)) })
  }

  private func begin(_ subscription: any Subscription) {
    let (downstream, isFirst, demand) = lock.withLock { () -> (Downstream?, Bool, Subscribers.Demand) in
      if self.downstream != nil { upstream = subscription }
      defer { isStarted = true }
      return (self.downstream, !isStarted, self.demand)
    }
    guard let downstream else { return subscription.cancel() }
    if isFirst {
      downstream.receive(subscription: self)
    } else if demand > .none {
      subscription.request(demand)
    }
  }

  private func pass(_ value: Input) -> Subscribers.Demand {
    let downstream = lock.withLock { () -> Downstream? in
      demand -= 1
      return self.downstream
    }
    guard let downstream else { return .none }
    let more = downstream.receive(value)
    lock.withLock { demand += more }
    return more
  }

  private func finish(_ next: Next) {
    let downstream = lock.withLock { () -> Downstream? in
      upstream = nil
      defer { if case .end = next { self.downstream = nil } }
      return self.downstream
    }
    guard let downstream else { return }
    switch next {
    case .end(let completion): downstream.receive(completion: completion)
    case .attach(let attach): attach(self)
    }
  }

  func request(_ more: Subscribers.Demand) {
    let upstream = lock.withLock {
      demand += more
      return self.upstream
    }
    upstream?.request(more)
  }

  func cancel() {
    let upstream = lock.withLock { () -> (any Subscription)? in
      defer { self.upstream = nil }
      downstream = nil
      return self.upstream
    }
    upstream?.cancel()
  }
}
