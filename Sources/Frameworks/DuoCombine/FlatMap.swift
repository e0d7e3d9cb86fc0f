extension Publishers {
  public typealias FlatMap<NewPublisher: Publisher, Upstream: Publisher> =
    Operator<Upstream, NewPublisher.Output, NewPublisher.Failure>
  public typealias SwitchToLatest<P: Publisher, Upstream: Publisher> = Operator<Upstream, P.Output, P.Failure>
}

/// The operator of publishers of publishers. With limited demand one value of each is asked for ahead, and kept.
private final class FlatLink<Inner: Publisher>: Subscriber, Subscription {
  typealias Input = Inner
  typealias Downstream = AnySubscriber<Inner.Output, Inner.Failure>
  typealias Failure = Inner.Failure

  /// A publisher that was attached; its subscription comes a little later.
  private struct Side {
    var subscription: (any Subscription)?
  }

  private struct Kept {
    let inner: Int
    let value: Inner.Output
  }

  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var isUpstreamOver = false
  private var inner: [Int: Side] = [:]
  private var latest = 0
  private var kept: [Kept] = []
  private var demand = Subscribers.Demand.none
  private var isDelivering = false
  private let limit: Subscribers.Demand
  private let isSwitching: Bool

  init(_ downstream: Downstream, _ limit: Subscribers.Demand, isSwitching: Bool) {
    (self.downstream, self.limit, self.isSwitching) = (downstream, limit, isSwitching)
  }

  func receive(subscription: any Subscription) {
    let isWanted = lock.withLock {
      upstream = subscription
      return downstream != nil
    }
    if isWanted { subscription.request(limit) } else { subscription.cancel() }
  }

  func receive(_ publisher: Inner) -> Subscribers.Demand {
    let (index, old) = lock.withLock { () -> (Int, [any Subscription]) in
      latest += 1
      var old: [any Subscription] = []
      if isSwitching {
        old = inner.values.compactMap(\.subscription)
        inner = [:]
        kept = []
      }
      inner[latest] = Side()
      return (latest, old)
    }
    for subscription in old { subscription.cancel() }
    publisher.subscribe(
      AnySubscriber<Inner.Output, Failure>(
        receiveSubscription: { self.begin(index, $0) },
        receiveValue: { self.take($0, index) },
        receiveCompletion: { self.finish(index, $0) }))
    return .none
  }

  private func begin(_ index: Int, _ subscription: any Subscription) {
    let first = lock.withLock { () -> Subscribers.Demand? in
      guard downstream != nil, inner[index] != nil else { return nil }
      inner[index] = Side(subscription: subscription)
      return demand == .unlimited ? .unlimited : .max(1)
    }
    if let first { subscription.request(first) } else { subscription.cancel() }
  }

  private func take(_ value: Inner.Output, _ index: Int) -> Subscribers.Demand {
    lock.withLock { if inner[index] != nil { kept.append(Kept(inner: index, value: value)) } }
    deliver()
    return .none
  }

  private func deliver() {
    while let downstream = lock.withLock({ self.downstream }), let next = takeNext() {
      let more = downstream.receive(next.value)
      delivered(of: next.inner, more)?.request(.max(1))
    }
    settle()
  }

  private func takeNext() -> Kept? {
    lock.withLock {
      guard demand > .none, !isDelivering, !kept.isEmpty else { return nil }
      demand -= 1
      isDelivering = true
      return kept.removeFirst()
    }
  }

  /// Who is to be asked for another value.
  private func delivered(of index: Int, _ more: Subscribers.Demand) -> (any Subscription)? {
    let (isFree, next) = lock.withLock {
      isDelivering = false
      defer { demand += more }
      let isUnlimited = demand + more == .unlimited
      return (isUnlimited && demand != .unlimited, isUnlimited ? nil : inner[index]?.subscription)
    }
    if isFree { for side in lock.withLock({ inner.values }) { side.subscription?.request(.unlimited) } }
    return next
  }

  private func finish(_ index: Int, _ completion: Subscribers.Completion<Failure>) {
    let (isKnown, upstream) = lock.withLock { () -> (Bool, (any Subscription)?) in
      (inner.removeValue(forKey: index) != nil, limit == .unlimited ? nil : self.upstream)
    }
    guard isKnown else { return }
    if case .failure = completion { return end(completion) }
    upstream?.request(.max(1))
    settle()
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    lock.withLock {
      isUpstreamOver = true
      upstream = nil
    }
    if case .failure = completion { end(completion) } else { settle() }
  }

  private func settle() {
    if lock.withLock({ isUpstreamOver && inner.isEmpty && kept.isEmpty && !isDelivering }) { end(.finished) }
  }

  private func end(_ completion: Subscribers.Completion<Failure>) {
    let (downstream, subscriptions) = takeAll()
    for subscription in subscriptions { subscription.cancel() }
    downstream?.receive(completion: completion)
  }

  func request(_ more: Subscribers.Demand) {
    let asked = lock.withLock { () -> [any Subscription] in
      demand += more
      return demand == .unlimited ? inner.values.compactMap(\.subscription) : []
    }
    for subscription in asked { subscription.request(.unlimited) }
    deliver()
  }

  func cancel() { for subscription in takeAll().1 { subscription.cancel() } }

  private func takeAll() -> (Downstream?, [any Subscription]) {
    lock.withLock {
      defer {
        downstream = nil
        upstream = nil
        inner = [:]
        kept = []
      }
      return (downstream, inner.values.compactMap(\.subscription) + (upstream.map { [$0] } ?? []))
    }
  }
}

extension Publisher {
  /// The values of the publishers that are made of values, so many at a time.
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    operate { subscriber in
      let link = FlatLink<P>(subscriber, maxPublishers, isSwitching: false)
      subscriber.receive(subscription: link)
      map(transform).subscribe(link)
    }
  }

  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }

  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> where Failure == Never {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where Failure == Never, P.Failure == Never {
    operate { subscriber in
      let link = FlatLink<P>(subscriber, maxPublishers, isSwitching: false)
      subscriber.receive(subscription: link)
      map(transform).subscribe(link)
    }
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// The values of the latest publisher of those that come.
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    operate { subscriber in
      let link = FlatLink<Output>(subscriber, .unlimited, isSwitching: true)
      subscriber.receive(subscription: link)
      subscribe(link)
    }
  }
}
