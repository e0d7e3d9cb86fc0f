extension Publishers {
  public typealias Reduce<Upstream: Publisher, Output> = Operator<Upstream, Output, Upstream.Failure>
  public typealias TryReduce<Upstream: Publisher, Output> = Operator<Upstream, Output, any Error>
  public typealias Count<Upstream: Publisher> = Operator<Upstream, Int, Upstream.Failure>
  public typealias Collect<Upstream: Publisher> = Operator<Upstream, [Upstream.Output], Upstream.Failure>
  public typealias CollectByCount<Upstream: Publisher> = Operator<
    Upstream, [Upstream.Output], Upstream.Failure
  >
  public typealias Last<Upstream: Publisher> = Passing<Upstream>
  public typealias LastWhere<Upstream: Publisher> = Passing<Upstream>
  public typealias Contains<Upstream: Publisher> = Operator<Upstream, Bool, Upstream.Failure>
  public typealias ContainsWhere<Upstream: Publisher> = Operator<Upstream, Bool, Upstream.Failure>
}

extension Publisher {
  /// An operator that sends one value at the end. `start` is called for each subscriber.
  private func fold<T>(
    _ start: @escaping () -> (take: (Output) -> Bool, finish: () -> T?)
  ) -> Publishers.Operator<Self, T, Failure> {
    operate {
      let (take, finish) = start()
      subscribe(FoldLink($0, take: take, finish: finish, fail: { $0 as! Failure }))
    }
  }

  public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
    -> Publishers.Reduce<Self, T>
  {
    fold {
      var result = initialResult
      let take = { (value: Output) in
        result = nextPartialResult(result, value)
        return true
      }
      return (take, { result })
    }
  }

  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    operate {
      var result = initialResult
      let take = { (value: Output) in
        result = try nextPartialResult(result, value)
        return true
      }
      subscribe(FoldLink($0, take: take, finish: { result }, fail: { $0 }))
    }
  }

  public func collect() -> Publishers.Collect<Self> { reduce([]) { $0 + [$1] } }

  /// Arrays of a number of values; the last may have fewer. Of each that is wanted, so many values are asked for. [docs]
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    precondition(count > 0, "count must be greater than zero")
    return operate { subscribe(GroupLink($0, count)) }
  }

  public func last() -> Publishers.Last<Self> { last { _ in true } }

  /// The last value that fits, if there is one.
  public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    fold {
      var last: Output?
      let take = { (value: Output) in
        if predicate(value) { last = value }
        return true
      }
      return (take, { last })
    }
  }

  public func count() -> Publishers.Count<Self> { reduce(0) { count, _ in count + 1 } }

  /// Whether a value fits; known at the first that does.
  public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    fold {
      var isFound = false
      let take = { (value: Output) in
        isFound = predicate(value)
        return !isFound
      }
      return (take, { isFound })
    }
  }
}

extension Publisher where Output: Equatable {
  public func contains(_ output: Output) -> Publishers.Contains<Self> { contains { $0 == output } }
}

/// The operator of `collect(_:)`.
private final class GroupLink<Element, Failure: Error>: Subscriber, Subscription {
  typealias Input = Element
  private let lock = Lock()
  private var downstream: AnySubscriber<[Element], Failure>?
  private var upstream: (any Subscription)?
  private var group: [Element] = []
  private let count: Int

  init(_ downstream: AnySubscriber<[Element], Failure>, _ count: Int) {
    (self.downstream, self.count) = (downstream, count)
  }

  func receive(subscription: any Subscription) {
    lock.withLock { upstream = subscription }
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Element) -> Subscribers.Demand {
    let full = lock.withLock { () -> [Element]? in
      group.append(input)
      guard group.count == count else { return nil }
      defer { group = [] }
      return group
    }
    guard let full, let downstream = lock.withLock({ self.downstream }) else { return .none }
    return downstream.receive(full) * count
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let (downstream, rest) = lock.withLock {
      defer { (self.downstream, upstream) = (nil, nil) }
      return (self.downstream, group)
    }
    if case .finished = completion, !rest.isEmpty { _ = downstream?.receive(rest) }
    downstream?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand * count) }

  func cancel() {
    let upstream = lock.withLock {
      defer { (downstream, self.upstream) = (nil, nil) }
      return self.upstream
    }
    upstream?.cancel()
  }
}
