extension Subscribers {
  /// Calls closures; wants every value.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    private let lock = Lock()
    private var subscription: (any Subscription)?
    private var isOver = false
    private var value: ((Input) -> Void)?
    private var end: ((Completion<Failure>) -> Void)?

    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
    ) {
      value = receiveValue
      end = receiveCompletion
    }

    public func receive(subscription: any Subscription) {
      let isWanted = lock.withLock {
        if isOver || self.subscription != nil { return false }
        self.subscription = subscription
        return true
      }
      if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    public func receive(_ input: Input) -> Demand {
      let value = lock.withLock { self.value }
      value?(input)
      return .none
    }

    public func receive(completion: Completion<Failure>) {
      let (end, value) = take()
      end?(completion)
      withExtendedLifetime(value) {}
    }

    public func cancel() {
      let subscription = lock.withLock { self.subscription }
      let closures = take()
      subscription?.cancel()
      withExtendedLifetime(closures) {}
    }

    /// The closures go with the lock released: what they hold may end other subscriptions.
    private func take() -> (((Completion<Failure>) -> Void)?, ((Input) -> Void)?) {
      lock.withLock {
        defer {
          isOver = true
          subscription = nil
          value = nil
          end = nil
        }
        return (end, value)
      }
    }
  }

  /// Sets a property; wants every value. Holds its object until the publisher ends. [docs]
  public final class Assign<Root, Input>: Subscriber, Cancellable {
    public typealias Failure = Never
    public private(set) var object: Root?
    public let keyPath: ReferenceWritableKeyPath<Root, Input>
    private let lock = Lock()
    private var subscription: (any Subscription)?
    private var isOver = false

    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      self.object = object
      self.keyPath = keyPath
    }

    public func receive(subscription: any Subscription) {
      let isWanted = lock.withLock {
        if isOver || self.subscription != nil { return false }
        self.subscription = subscription
        return true
      }
      if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    public func receive(_ value: Input) -> Demand {
      let object = lock.withLock { self.object }
      object?[keyPath: keyPath] = value
      return .none
    }

    public func receive(completion: Completion<Never>) { end(nil) }

    public func cancel() { end(lock.withLock { subscription }) }

    private func end(_ subscription: (any Subscription)?) {
      let object = lock.withLock {
        defer {
          isOver = true
          self.object = nil
          self.subscription = nil
        }
        return self.object
      }
      subscription?.cancel()
      withExtendedLifetime(object) {}
    }
  }
}

extension Publisher {
  /// Calls closures for what is sent, until the returned object goes.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Sets a property to each value, until the returned object goes. Holds `object`. [docs]
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root)
    -> AnyCancellable
  {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign)
  }
}
