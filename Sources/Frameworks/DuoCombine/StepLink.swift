/// What an operator makes of one value.
enum Step<Output, Failure: Error> {
  case send(Output)
  case skip
  /// Sends, then finishes.
  case last(Output)
  case end(Subscribers.Completion<Failure>)
}

/// An operator that makes at most one value of each.
///
/// Demand passes through; for a skipped value another one is asked for.
final class StepLink<Input, Failure: Error, Output, NewFailure: Error>: Subscriber, Subscription {
  typealias Downstream = AnySubscriber<Output, NewFailure>
  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private let step: (Input) -> Step<Output, NewFailure>
  private let end: (Subscribers.Completion<Failure>) -> Subscribers.Completion<NewFailure>

  init(
    _ downstream: Downstream, _ step: @escaping (Input) -> Step<Output, NewFailure>,
    end: @escaping (Subscribers.Completion<Failure>) -> Subscribers.Completion<NewFailure>
  ) {
    self.downstream = downstream
    self.step = step
    self.end = end
  }

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock { () -> Downstream? in
      if upstream != nil { return nil }
      upstream = subscription
      return self.downstream
    }
    if let downstream { downstream.receive(subscription: self) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard let downstream = lock.withLock({ self.downstream }) else { return .none }
    switch step(input) {
    case .send(let value): return downstream.receive(value)
    case .skip: return .max(1)
    case .last(let value):
      let upstream = take().1
      _ = downstream.receive(value)
      upstream?.cancel()
      downstream.receive(completion: .finished)
    case .end(let completion):
      take().1?.cancel()
      downstream.receive(completion: completion)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { take().0?.receive(completion: end(completion)) }

  func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

  func cancel() { take().1?.cancel() }

  private func take() -> (Downstream?, (any Subscription)?) {
    lock.withLock {
      defer {
        downstream = nil
        upstream = nil
      }
      return (downstream, upstream)
    }
  }
}

extension StepLink where Failure == NewFailure {
  convenience init(_ downstream: Downstream, _ step: @escaping (Input) -> Step<Output, Failure>) {
    self.init(downstream, step, end: { $0 })
  }
}
