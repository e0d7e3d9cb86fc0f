/// A publisher's values as an asynchronous sequence. Each is asked for when the loop waits for it.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  public typealias Failure = Never
  private let publisher: P

  public init(_ publisher: P) { self.publisher = publisher }

  public func makeAsyncIterator() -> Iterator { Iterator(link: AwaitedLink(publisher)) }

  public struct Iterator: AsyncIteratorProtocol {
    public typealias Failure = Never
    let link: AwaitedLink<P.Output, Never>

    public mutating func next() async -> P.Output? { await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      switch await link.next(isolation: actor) {
      case .success(let value): value
      }
    }
  }
}

/// As `AsyncPublisher`, for publishers that may fail.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output
  public typealias Failure = any Error
  private let publisher: P

  public init(_ publisher: P) { self.publisher = publisher }

  public func makeAsyncIterator() -> Iterator { Iterator(link: AwaitedLink(publisher)) }

  public struct Iterator: AsyncIteratorProtocol {
    public typealias Failure = any Error
    let link: AwaitedLink<P.Output, P.Failure>

    public mutating func next() async throws -> P.Output? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> P.Output? {
      try await link.next(isolation: actor).get()
    }
  }
}

extension Publisher where Failure == Never {
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// Asks for one value a call. `@unchecked`: state is reached with the lock held only.
final class AwaitedLink<Input, Failure: Error>: @unchecked Sendable {
  typealias Outcome = Result<Input?, Failure>
  private let lock = Lock()
  private var subscription: (any Subscription)?
  private var asked = Subscribers.Demand.none
  private var waiting: [CheckedContinuation<Handed<Outcome>, Never>] = []
  private var end: Outcome?

  init<P: Publisher>(_ publisher: P) where P.Output == Input, P.Failure == Failure {
    publisher.subscribe(
      AnySubscriber<Input, Failure>(
        receiveSubscription: { [weak self] in self?.begin($0) },
        receiveValue: { [weak self] in
          self?.answer(.success($0))
          return .none
        },
        receiveCompletion: { [weak self] completion in
          switch completion {
          case .finished: self?.finish(.success(nil))
          case .failure(let error): self?.finish(.failure(error))
          }
        }))
  }

  func next(isolation actor: isolated (any Actor)?) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { continuation in ask(continuation) }.value
    } onCancel: {
      cancel()
    }
  }

  private func ask(_ continuation: CheckedContinuation<Handed<Outcome>, Never>) {
    let (end, subscription) = lock.withLock { () -> (Outcome?, (any Subscription)?) in
      if let end = self.end {
        // An error is thrown once; then the sequence is over.
        self.end = .success(nil)
        return (end, nil)
      }
      waiting.append(continuation)
      if self.subscription == nil { asked += 1 }
      return (nil, self.subscription)
    }
    if let end { continuation.resume(returning: Handed(value: end)) }
    subscription?.request(.max(1))
  }

  private func begin(_ new: any Subscription) {
    let (isWanted, demand) = lock.withLock {
      if end == nil { subscription = new }
      return (end == nil, asked)
    }
    if !isWanted { new.cancel() } else if demand > .none { new.request(demand) }
  }

  private func answer(_ outcome: Outcome) {
    let continuation = lock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() }
    continuation?.resume(returning: Handed(value: outcome))
  }

  private func finish(_ outcome: Outcome) {
    let waiting = lock.withLock { () -> [CheckedContinuation<Handed<Outcome>, Never>] in
      guard end == nil else { return [] }
      subscription = nil
      end = self.waiting.isEmpty ? outcome : .success(nil)
      defer { self.waiting = [] }
      return self.waiting
    }
    for (index, continuation) in waiting.enumerated() {
      continuation.resume(returning: Handed(value: index == 0 ? outcome : .success(nil)))
    }
  }

  private func cancel() {
    let subscription = lock.withLock { self.subscription }
    finish(.success(nil))
    subscription?.cancel()
  }

  /// The loop was left.
  deinit { subscription?.cancel() }
}
