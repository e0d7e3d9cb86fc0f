extension Publishers {
  /// Goes on with another publisher after an error.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure
    public let upstream: Upstream
    public let handler: (Upstream.Failure) -> NewPublisher
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      (self.upstream, self.handler) = (upstream, handler)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let link = RelayLink<Upstream.Failure, S>(subscriber)
      upstream.subscribe(
        link.side { completion in
          switch completion {
          case .finished: .end(.finished)
          case .failure(let error): .attach { handler(error).subscribe($0.side { .end($0) }) }
          }
        })
    }
  }

  /// As `Catch`, with a handler that may throw.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let handler: (Upstream.Failure) throws -> NewPublisher
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      (self.upstream, self.handler) = (upstream, handler)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let link = RelayLink<Upstream.Failure, S>(subscriber)
      upstream.subscribe(
        link.side { completion in
          guard case .failure(let error) = completion else { return .end(.finished) }
          do {
            let next = try handler(error)
            return .attach { next.subscribe($0.side { .end($0.erased) }) }
          } catch {
            return .end(.failure(error))
          }
        })
    }
  }

  /// Subscribes again after an error, a number of times; without a number, always.
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let retries: Int?
    public init(upstream: Upstream, retries: Int?) { (self.upstream, self.retries) = (upstream, retries) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      var left = retries ?? .max
      func side(_ link: RelayLink<Failure, S>) -> AnySubscriber<Output, Failure> {
        link.side { completion in
          guard case .failure = completion, left > 0 else { return .end(completion) }
          left -= 1
          return .attach { upstream.subscribe(side($0)) }
        }
      }
      upstream.subscribe(side(RelayLink(subscriber)))
    }
  }

  /// A value for an error.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never
    public let output: Output
    public let upstream: Upstream
    public init(upstream: Upstream, output: Output) { (self.upstream, self.output) = (upstream, output) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
      upstream.catch { _ in Just(output) }.receive(subscriber: subscriber)
    }
  }

  /// A value for none.
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let output: Output
    public let upstream: Upstream
    public init(upstream: Upstream, output: Output) { (self.upstream, self.output) = (upstream, output) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let link = RelayLink<Failure, S>(subscriber)
      var isEmpty = true
      let seen = upstream.map { value in
        isEmpty = false
        return value
      }
      seen.subscribe(
        link.side { completion in
          guard isEmpty, case .finished = completion else { return .end(completion) }
          return .attach { Just(output).setFailureType(to: Failure.self).subscribe($0.side { .end($0) }) }
        })
    }
  }

  /// One publisher after another.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure
    public let prefix: Prefix
    public let suffix: Suffix
    public init(prefix: Prefix, suffix: Suffix) { (self.prefix, self.suffix) = (prefix, suffix) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let link = RelayLink<Failure, S>(subscriber)
      prefix.subscribe(
        link.side { completion in
          guard case .finished = completion else { return .end(completion) }
          return .attach { suffix.subscribe($0.side { .end($0) }) }
        })
    }
  }
}

extension Publisher {
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
  where P.Output == Output {
    .init(upstream: self, handler: handler)
  }

  public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P)
    -> Publishers.TryCatch<Self, P>
  where P.Output == Output {
    .init(upstream: self, handler: handler)
  }

  public func retry(_ retries: Int) -> Publishers.Retry<Self> { .init(upstream: self, retries: retries) }

  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(upstream: self, output: output)
  }

  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }

  public func append(_ elements: Output...)
    -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>
  {
    append(Publishers.Sequence(sequence: elements))
  }

  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: self, suffix: publisher)
  }

  public func prepend(_ elements: Output...)
    -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>
  {
    prepend(Publishers.Sequence(sequence: elements))
  }

  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: publisher, suffix: self)
  }

  /// Stops the process at an error.
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.MapError<Self, Never> {
    mapError { fatalError("\(prefix)\($0)", file: file, line: line) }
  }
}
