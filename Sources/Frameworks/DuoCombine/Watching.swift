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
      subscribe(
        AnySubscriber<Output, Failure>(
          receiveSubscription: { subscription in
            receiveSubscription?(subscription)
            subscriber.receive(subscription: Watched(subscription, receiveRequest, receiveCancel))
          },
          receiveValue: { value in
            receiveOutput?(value)
            let more = subscriber.receive(value)
            if more > .none { receiveRequest?(more) }
            return more
          },
          receiveCompletion: { completion in
            receiveCompletion?(completion)
            subscriber.receive(completion: completion)
          }))
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

private final class Watched: Subscription {
  private let lock = Lock()
  private var subscription: (any Subscription)?
  private let onRequest: ((Subscribers.Demand) -> Void)?
  private let onCancel: (() -> Void)?

  init(
    _ subscription: any Subscription, _ onRequest: ((Subscribers.Demand) -> Void)?, _ onCancel: (() -> Void)?
  ) {
    (self.subscription, self.onRequest, self.onCancel) = (subscription, onRequest, onCancel)
  }

  func request(_ demand: Subscribers.Demand) {
    guard let subscription = lock.withLock({ subscription }) else { return }
    onRequest?(demand)
    subscription.request(demand)
  }

  func cancel() {
    let subscription = lock.withLock {
      defer { self.subscription = nil }
      return self.subscription
    }
    guard let subscription else { return }
    onCancel?()
    subscription.cancel()
  }
}
