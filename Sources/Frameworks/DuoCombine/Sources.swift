/// Sends one value and finishes.
public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public let output: Output

  public init(_ output: Output) { self.output = output }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    ListSubscription.start([output], subscriber)
  }
}

/// Sends nothing, and finishes at once if asked to.
public struct Empty<Output, Failure: Error>: Publisher {
  public let completeImmediately: Bool

  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}

/// Fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
  public let error: Failure

  public init(error: Failure) { self.error = error }

  public init(outputType: Output.Type, failure: Failure) { error = failure }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

/// Makes a publisher for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure
  public let createPublisher: () -> DeferredPublisher

  public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().subscribe(subscriber)
  }
}

/// One value or error that comes once, later perhaps; kept for everybody who subscribes. The work starts at once. [docs]
///
/// `@unchecked`: state is reached with the lock held only.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
  public typealias Promise = (Result<Output, Failure>) -> Void
  private let lock = Lock()
  private var result: Result<Output, Failure>?
  private var waiting: [(Result<Output, Failure>) -> Void] = []

  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { result in
      let waiting = self.lock.withLock { () -> [(Result<Output, Failure>) -> Void] in
        if self.result != nil { return [] }
        self.result = result
        defer { self.waiting = [] }
        return self.waiting
      }
      for handler in waiting { handler(result) }
    }
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = ListSubscription([], subscriber, isOpen: true)
    subscriber.receive(subscription: subscription)
    let handler: (Result<Output, Failure>) -> Void = { result in
      switch result {
      case .success(let value): subscription.close([value], .finished)
      case .failure(let error): subscription.close([], .failure(error))
      }
    }
    let known = lock.withLock {
      if result == nil { waiting.append(handler) }
      return result
    }
    if let known { handler(known) }
  }
}

extension Publishers {
  /// Sends the elements of a sequence.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element
    public let sequence: Elements

    public init(sequence: Elements) { self.sequence = sequence }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      ListSubscription.start(sequence, subscriber)
    }
  }
}

extension Sequence {
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Optional {
  public struct Publisher: DuoCombine.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never
    public let output: Wrapped?

    public init(_ output: Wrapped?) { self.output = output }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
      ListSubscription.start(output.map { [$0] } ?? [], subscriber)
    }
  }

  public var publisher: Optional<Wrapped>.Publisher { Publisher(self) }
}

extension Result {
  public struct Publisher: DuoCombine.Publisher {
    public typealias Output = Success
    public let result: Result<Success, Failure>

    public init(_ result: Result<Success, Failure>) { self.result = result }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success(let value): ListSubscription.start([value], subscriber)
      case .failure(let error): Fail(error: error).receive(subscriber: subscriber)
      }
    }
  }

  public var publisher: Result<Success, Failure>.Publisher { Publisher(self) }
}

/// Gives values as they are asked for, then an end.
final class ListSubscription<Downstream: Subscriber>: Subscription {
  private let lock = Lock()
  private var downstream: Downstream?
  private var next: () -> Downstream.Input?
  private var peeked: Downstream.Input?
  private var end: Subscribers.Completion<Downstream.Failure>?
  private var demand = Subscribers.Demand.none
  private var isGiving = false

  /// - Parameter isOpen: More is coming, with `close`.
  init<S: Sequence>(_ values: S, _ downstream: Downstream, isOpen: Bool = false)
  where S.Element == Downstream.Input {
    self.downstream = downstream
    var iterator = values.makeIterator()
    next = { iterator.next() }
    if isOpen { return }
    end = .finished
    peeked = next()
  }

  /// Subscribes. Without values the end comes at once, as nobody has to ask for it.
  static func start<S: Sequence>(_ values: S, _ downstream: Downstream) where S.Element == Downstream.Input {
    let subscription = ListSubscription(values, downstream)
    downstream.receive(subscription: subscription)
    subscription.give()
  }

  func close(_ values: [Downstream.Input], _ completion: Subscribers.Completion<Downstream.Failure>) {
    lock.withLock {
      var iterator = values.makeIterator()
      next = { iterator.next() }
      peeked = next()
      end = completion
    }
    give()
  }

  func request(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
    give()
  }

  private func give() {
    if !lock.withLock({
      defer { isGiving = true }
      return !isGiving
    }) {
      return
    }
    while true {
      var value: Downstream.Input?
      let (downstream, end) = lock.withLock {
        () -> (Downstream?, Subscribers.Completion<Downstream.Failure>?) in
        guard let current = self.downstream else {
          isGiving = false
          return (nil, nil)
        }
        if peeked != nil, demand > .none {
          demand -= 1
          value = peeked
          peeked = next()
          return (current, nil)
        }
        if peeked == nil, let end = self.end {
          self.downstream = nil
          return (current, end)
        }
        isGiving = false
        return (nil, nil)
      }
      guard let downstream else { return }
      if let value {
        let more = downstream.receive(value)
        lock.withLock { demand += more }
      } else if let end {
        downstream.receive(completion: end)
        return
      }
    }
  }

  func cancel() {
    lock.withLock {
      downstream = nil
      peeked = nil
      next = { nil }
    }
  }
}
