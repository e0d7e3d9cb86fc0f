extension Publishers {
  public typealias Map<Upstream: Publisher, Output> = Operator<Upstream, Output, Upstream.Failure>
  public typealias TryMap<Upstream: Publisher, Output> = Operator<Upstream, Output, any Error>
  public typealias CompactMap<Upstream: Publisher, Output> = Operator<Upstream, Output, Upstream.Failure>
  public typealias Filter<Upstream: Publisher> = Passing<Upstream>
  public typealias RemoveDuplicates<Upstream: Publisher> = Passing<Upstream>
  public typealias Scan<Upstream: Publisher, Output> = Operator<Upstream, Output, Upstream.Failure>
  public typealias First<Upstream: Publisher> = Passing<Upstream>
  public typealias FirstWhere<Upstream: Publisher> = Passing<Upstream>
  public typealias PrefixWhile<Upstream: Publisher> = Passing<Upstream>
  public typealias Output<Upstream: Publisher> = Passing<Upstream>
  public typealias Drop<Upstream: Publisher> = Passing<Upstream>
  public typealias DropWhile<Upstream: Publisher> = Passing<Upstream>
  public typealias MapError<Upstream: Publisher, Failure: Error> = Operator<
    Upstream, Upstream.Output, Failure
  >
  public typealias SetFailureType<Upstream: Publisher, Failure: Error> = Operator<
    Upstream, Upstream.Output, Failure
  >
  public typealias IgnoreOutput<Upstream: Publisher> = Operator<Upstream, Never, Upstream.Failure>
}

extension Publisher {
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    step { { .send(transform($0)) } }
  }

  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.Map<Self, T> {
    map { $0[keyPath: keyPath] }
  }

  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    tryStep { { .send(try transform($0)) } }
  }

  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    step { { transform($0).map { .send($0) } ?? .skip } }
  }

  /// A value for nil.
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }

  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    step { { isIncluded($0) ? .send($0) : .skip } }
  }

  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    step {
      var last: Output?
      return { value in
        if let last, predicate(last, value) { return .skip }
        last = value
        return .send(value)
      }
    }
  }

  public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
    -> Publishers.Scan<Self, T>
  {
    step {
      var result = initialResult
      return { value in
        result = nextPartialResult(result, value)
        return .send(result)
      }
    }
  }

  public func first() -> Publishers.First<Self> { first { _ in true } }

  public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    step { { predicate($0) ? .last($0) : .skip } }
  }

  public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    step { { predicate($0) ? .send($0) : .end(.finished) } }
  }

  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> { output(in: 0..<maxLength) }

  public func output(at index: Int) -> Publishers.Output<Self> { output(in: index..<(index + 1)) }

  /// The values whose numbers, from 0, are in a range.
  public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    if range.isEmpty { return operate { Empty().receive(subscriber: $0) } }
    return step {
      var index = 0
      return { value in
        defer { index += 1 }
        if index < range.lowerBound { return .skip }
        return index == range.upperBound - 1 ? .last(value) : .send(value)
      }
    }
  }

  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    precondition(count >= 0, "count must not be negative")
    return step {
      var left = count
      return { value in
        if left == 0 { return .send(value) }
        left -= 1
        return .skip
      }
    }
  }

  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    step {
      var isDropping = true
      return { value in
        if isDropping && predicate(value) { return .skip }
        isDropping = false
        return .send(value)
      }
    }
  }

  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
    operate { subscribe(StepLink($0, { .send($0) }, end: { $0.map(transform) })) }
  }

  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { step { { _ in .skip } } }
}

extension Publisher where Output: Equatable {
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}

extension Publisher where Failure == Never {
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    operate { subscribe(StepLink($0, { .send($0) }, end: { _ in .finished })) }
  }
}
