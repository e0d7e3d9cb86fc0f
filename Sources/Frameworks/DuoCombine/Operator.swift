/// Types of publishers.
public enum Publishers {}

extension Publishers {
  /// What operators make of a publisher: a way to attach a subscriber. Apple has a type for each operator; here most of their
  /// names stand for this one.
  public struct Operator<Upstream: Publisher, Output, Failure: Error>: Publisher {
    public let upstream: Upstream
    let attach: (AnySubscriber<Output, Failure>) -> Void

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      attach(AnySubscriber(subscriber))
    }
  }

  /// An operator whose values and errors are of upstream's types.
  public typealias Passing<Upstream: Publisher> = Operator<Upstream, Upstream.Output, Upstream.Failure>
}

extension Publisher {
  func operate<T, E: Error>(
    _ attach: @escaping (AnySubscriber<T, E>) -> Void
  ) -> Publishers.Operator<Self, T, E> {
    Publishers.Operator(upstream: self, attach: attach)
  }

  /// An operator that makes at most one value of each. `start` is called for each subscriber, for state of its own.
  func step<T>(
    _ start: @escaping () -> (Output) -> Step<T, Failure>
  ) -> Publishers.Operator<Self, T, Failure> {
    operate { subscribe(StepLink($0, start())) }
  }

  /// As `step`, where an error ends the stream.
  func tryStep<T>(
    _ start: @escaping () -> (Output) throws -> Step<T, any Error>
  ) -> Publishers.Operator<Self, T, any Error> {
    operate { subscriber in
      let step = start()
      subscribe(
        StepLink<Output, Failure, T, any Error>(
          subscriber,
          { value in
            do { return try step(value) } catch { return .end(.failure(error)) }
          },
          end: { $0.erased }))
    }
  }
}

extension Subscribers.Completion {
  var erased: Subscribers.Completion<any Error> { map { $0 } }

  func map<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }
}
