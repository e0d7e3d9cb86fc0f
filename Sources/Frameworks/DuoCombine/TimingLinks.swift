/// An operator that asks and cancels elsewhere. What arrives passes as it comes.
final class AskingLink<Input, Failure: Error>: Subscriber, Subscription {
  typealias Downstream = AnySubscriber<Input, Failure>
  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private let move: (@escaping () -> Void) -> Void

  init(_ downstream: Downstream, _ move: @escaping (@escaping () -> Void) -> Void) {
    (self.downstream, self.move) = (downstream, move)
  }

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock {
      upstream = subscription
      return self.downstream
    }
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    lock.withLock { downstream }?.receive(input) ?? .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { take().0?.receive(completion: completion) }

  func request(_ demand: Subscribers.Demand) {
    if let upstream = lock.withLock({ upstream }) { move { upstream.request(demand) } }
  }

  func cancel() {
    if let upstream = take().1 { move { upstream.cancel() } }
  }

  private func take() -> (Downstream?, (any Subscription)?) {
    lock.withLock {
      defer { (downstream, upstream) = (nil, nil) }
      return (downstream, upstream)
    }
  }
}

/// An operator that sends what it receives elsewhere; the order is the scheduler's. Demand passes through.
final class MovedLink<Input, Failure: Error>: Subscriber, Subscription {
  typealias Downstream = AnySubscriber<Input, Failure>
  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private let move: (@escaping () -> Void) -> Void

  init(_ downstream: Downstream, _ move: @escaping (@escaping () -> Void) -> Void) {
    (self.downstream, self.move) = (downstream, move)
  }

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock {
      upstream = subscription
      return self.downstream
    }
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    move {
      guard let downstream = self.lock.withLock({ self.downstream }) else { return }
      let more = downstream.receive(input)
      if more > .none { self.request(more) }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    move {
      let downstream = self.lock.withLock {
        defer { (self.downstream, self.upstream) = (nil, nil) }
        return self.downstream
      }
      downstream?.receive(completion: completion)
    }
  }

  func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

  func cancel() {
    let upstream = lock.withLock {
      defer { (downstream, self.upstream) = (nil, nil) }
      return self.upstream
    }
    upstream?.cancel()
  }
}

/// An operator that takes everything and sends some of it, as far as it is wanted; the rest is lost. [docs]
final class PacedLink<Input, Failure: Error>: Subscriber, Subscription {
  typealias Downstream = AnySubscriber<Input, Failure>
  /// Also for what `onValue` and `onEnd` keep.
  let lock = Lock()
  private(set) var isEnding = false
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var demand = Subscribers.Demand.none
  var onValue: ((PacedLink, Input) -> Void)?
  private let onEnd: (PacedLink, Subscribers.Completion<Failure>) -> Void

  init(_ downstream: Downstream, onEnd: @escaping (PacedLink, Subscribers.Completion<Failure>) -> Void) {
    (self.downstream, self.onEnd) = (downstream, onEnd)
  }

  func receive(subscription: any Subscription) {
    let downstream = lock.withLock {
      upstream = subscription
      return self.downstream
    }
    downstream?.receive(subscription: self)
    // Who has cancelled already is asked for nothing.
    lock.withLock { upstream }?.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if lock.withLock({ downstream != nil }) { onValue?(self, input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    lock.withLock { isEnding = true }
    onEnd(self, completion)
  }

  func send(_ value: Input) {
    let downstream = lock.withLock { () -> Downstream? in
      if demand == .none { return nil }
      demand -= 1
      return self.downstream
    }
    guard let downstream else { return }
    request(downstream.receive(value))
  }

  func end(_ completion: Subscribers.Completion<Failure>) {
    let downstream = lock.withLock {
      defer { (self.downstream, upstream) = (nil, nil) }
      return self.downstream
    }
    downstream?.receive(completion: completion)
  }

  func request(_ more: Subscribers.Demand) { lock.withLock { demand += more } }

  func cancel() {
    let upstream = lock.withLock {
      defer { (downstream, self.upstream) = (nil, nil) }
      return self.upstream
    }
    upstream?.cancel()
  }
}
