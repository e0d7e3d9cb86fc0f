extension Publishers {
  /// The values of the publishers that are made of values.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let maxPublishers: Subscribers.Demand
    public let transform: (Upstream.Output) -> NewPublisher
    public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand,
      transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      (self.upstream, self.maxPublishers, self.transform) = (upstream, maxPublishers, transform)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let link = FlatLink<NewPublisher, S>(subscriber, maxPublishers, isSwitching: false)
      subscriber.receive(subscription: link)
      upstream.map(transform).subscribe(link)
    }
  }

  /// The values of the latest publisher of those that come.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure
    public let upstream: Upstream
    public init(upstream: Upstream) { self.upstream = upstream }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let link = FlatLink<P, S>(subscriber, .unlimited, isSwitching: true)
      subscriber.receive(subscription: link)
      upstream.subscribe(link)
    }
  }
}

/// The operator of publishers of publishers. With limited demand one value of each is asked for ahead, and kept.
private final class FlatLink<Inner: Publisher, Downstream: Subscriber>: Subscriber, Subscription
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  typealias Input = Inner
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
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }

  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where Failure == Never, P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}
