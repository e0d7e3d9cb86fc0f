extension Publishers {
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      (self.upstream, self.initial, self.nextPartialResult) = (upstream, initial, nextPartialResult)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      var result = initial
      upstream.subscribe(
        FoldLink<Upstream.Output, Failure, S>(
          subscriber,
          take: {
            result = nextPartialResult(result, $0)
            return true
          }, finish: { result }, fail: { $0 as! Failure }))
    }
  }

  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output
    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      (self.upstream, self.initial, self.nextPartialResult) = (upstream, initial, nextPartialResult)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      var result = initial
      upstream.subscribe(
        FoldLink<Upstream.Output, Upstream.Failure, S>(
          subscriber,
          take: {
            result = try nextPartialResult(result, $0)
            return true
          }, finish: { result }, fail: { $0 }))
    }
  }

  /// Every value in one array.
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public init(upstream: Upstream) { self.upstream = upstream }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.reduce([]) { $0 + [$1] }.receive(subscriber: subscriber)
    }
  }

  /// The last value that fits, if there is one; what `last()` and `last(where:)` make.
  public struct LastWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output) -> Bool
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      var last: Output?
      upstream.subscribe(
        FoldLink<Output, Failure, S>(
          subscriber,
          take: {
            if predicate($0) { last = $0 }
            return true
          }, finish: { last }, fail: { $0 as! Failure }))
    }
  }

  /// Whether a value fits; known at the first that does.
  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Bool, S.Failure == Failure {
      var isFound = false
      upstream.subscribe(
        FoldLink<Upstream.Output, Failure, S>(
          subscriber,
          take: {
            isFound = predicate($0)
            return !isFound
          }, finish: { isFound }, fail: { $0 as! Failure }))
    }
  }

  /// Arrays of a number of values; the last may have fewer. Of each that is wanted, so many values are asked for. [docs]
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let count: Int
    public init(upstream: Upstream, count: Int) { (self.upstream, self.count) = (upstream, count) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(GroupLink(subscriber, count))
    }
  }
}

/// The operator of `collect(_:)`.
private final class GroupLink<Element, Downstream: Subscriber>: Subscriber, Subscription
where Downstream.Input == [Element] {
  typealias Input = Element
  typealias Failure = Downstream.Failure
  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var group: [Element] = []
  private let count: Int

  init(_ downstream: Downstream, _ count: Int) { (self.downstream, self.count) = (downstream, count) }

  func receive(subscription: any Subscription) {
    lock.withLock { upstream = subscription }
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Element) -> Subscribers.Demand {
    let (downstream, full) = lock.withLock { () -> (Downstream?, [Element]?) in
      group.append(input)
      guard group.count == count else { return (nil, nil) }
      defer { group = [] }
      return (self.downstream, group)
    }
    guard let downstream, let full else { return .none }
    return downstream.receive(full) * count
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let (downstream, rest) = lock.withLock {
      defer { self.downstream = nil }
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

extension Publisher {
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
    -> Publishers.Reduce<Self, T>
  {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  public func collect() -> Publishers.Collect<Self> { .init(upstream: self) }

  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    precondition(count > 0, "count must be greater than zero")
    return .init(upstream: self, count: count)
  }

  public func last() -> Publishers.LastWhere<Self> { last { _ in true } }

  public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }

  public func count() -> Publishers.Reduce<Self, Int> { reduce(0) { count, _ in count + 1 } }

  public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publisher where Output: Equatable {
  public func contains(_ output: Output) -> Publishers.ContainsWhere<Self> { contains { $0 == output } }
}
