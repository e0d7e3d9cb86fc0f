extension Publishers {
  public typealias Catch<Upstream: Publisher, NewPublisher: Publisher> =
    Operator<Upstream, Upstream.Output, NewPublisher.Failure>
  public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> = Operator<
    Upstream, Upstream.Output, any Error
  >
  public typealias Retry<Upstream: Publisher> = Passing<Upstream>
  public typealias ReplaceError<Upstream: Publisher> = Operator<Upstream, Upstream.Output, Never>
  public typealias ReplaceEmpty<Upstream: Publisher> = Passing<Upstream>
  public typealias AssertNoFailure<Upstream: Publisher> = Operator<Upstream, Upstream.Output, Never>
  public typealias Concatenate<Prefix: Publisher, Suffix: Publisher> = Passing<Prefix>
}

extension Publisher {
  /// Goes on with another publisher after an error.
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
  where P.Output == Output {
    operate {
      subscribe(
        RelayLink<Output, P.Failure>($0).side { completion in
          switch completion {
          case .finished: .end(.finished)
          case .failure(let error): .attach { handler(error).subscribe($0.side { .end($0) }) }
          }
        })
    }
  }

  /// As `catch`, with a handler that may throw.
  public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P)
    -> Publishers.TryCatch<Self, P>
  where P.Output == Output {
    operate {
      subscribe(
        RelayLink<Output, any Error>($0).side { completion in
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

  /// Subscribes again after an error, a number of times.
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    operate {
      var left = retries
      func side(_ link: RelayLink<Output, Failure>) -> AnySubscriber<Output, Failure> {
        link.side { completion in
          guard case .failure = completion, left > 0 else { return .end(completion) }
          left -= 1
          return .attach { self.subscribe(side($0)) }
        }
      }
      subscribe(side(RelayLink($0)))
    }
  }

  /// A value for an error.
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    self.catch { _ in Just(output) }
  }

  /// A value for none.
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    operate {
      var isEmpty = true
      let seen = map { value in
        isEmpty = false
        return value
      }
      seen.subscribe(
        RelayLink($0).side { completion in
          guard isEmpty, case .finished = completion else { return .end(completion) }
          return .attach { Just(output).setFailureType(to: Failure.self).subscribe($0.side { .end($0) }) }
        })
    }
  }

  public func append(_ elements: Output...)
    -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>
  {
    append(Publishers.Sequence(sequence: elements))
  }

  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    operate {
      subscribe(
        RelayLink($0).side { completion in
          guard case .finished = completion else { return .end(completion) }
          return .attach { publisher.subscribe($0.side { .end($0) }) }
        })
    }
  }

  public func prepend(_ elements: Output...)
    -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>
  {
    prepend(Publishers.Sequence(sequence: elements))
  }

  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    publisher.append(self)
  }

  /// Stops the process at an error.
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    mapError { fatalError("\(prefix)\($0)", file: file, line: line) }
  }
}
