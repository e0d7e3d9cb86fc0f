extension Publishers {
  public typealias HandleEvents<Upstream: Publisher> = Passing<Upstream>
  public typealias Print<Upstream: Publisher> = Passing<Upstream>
}

extension Publisher {
  /// Calls closures for what passes.
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    operate { subscriber in
      let link = WatchedLink<Output, Failure>(subscriber)
      (link.onSubscription, link.onOutput, link.onCompletion) = (
        receiveSubscription, receiveOutput, receiveCompletion
      )
      (link.onCancel, link.onRequest) = (receiveCancel, receiveRequest)
      subscribe(link)
    }
  }

  /// Prints what passes.
  public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self>
  {
    let start = prefix.isEmpty ? "" : "\(prefix): "
    let stream = LockedValue(Handed(value: stream))
    func write(_ text: String) {
      stream.withLock { stream in
        guard var target = stream.value else { return Swift.print(start + text) }
        target.write(start + text + "\n")
        stream = Handed(value: target)
      }
    }
    return handleEvents(
      receiveSubscription: { write("receive subscription: (\($0))") },
      receiveOutput: { write("receive value: (\($0))") },
      receiveCompletion: { completion in
        switch completion {
        case .finished: write("receive finished")
        case .failure(let error): write("receive error: (\(error))")
        }
      },
      receiveCancel: { write("receive cancel") },
      receiveRequest: { write("request \($0)") })
  }
}

/// The operator of `handleEvents`. Who has ended is not asked and not cancelled any more.
private final class WatchedLink<Input, Failure: Error>: Subscriber, Subscription {
  typealias Downstream = AnySubscriber<Input, Failure>
  private let lock = Lock()
  private let downstream: Downstream
  private var upstream: (any Subscription)?
  var onSubscription: ((any Subscription) -> Void)?
  var onOutput: ((Input) -> Void)?
  var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  var onCancel: (() -> Void)?
  var onRequest: ((Subscribers.Demand) -> Void)?

  init(_ downstream: Downstream) { self.downstream = downstream }

  func receive(subscription: any Subscription) {
    onSubscription?(subscription)
    lock.withLock { upstream = subscription }
    downstream.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    onOutput?(input)
    let more = downstream.receive(input)
    if more > .none { onRequest?(more) }
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    _ = takeUpstream()
    onCompletion?(completion)
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    guard let upstream = lock.withLock({ upstream }) else { return }
    onRequest?(demand)
    upstream.request(demand)
  }

  func cancel() {
    guard let upstream = takeUpstream() else { return }
    onCancel?()
    upstream.cancel()
  }

  private func takeUpstream() -> (any Subscription)? {
    lock.withLock {
      defer { upstream = nil }
      return upstream
    }
  }
}
