extension Publishers {
  /// The values of all, as they come.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let publishers: [Upstream]

    public init(_ upstream: Upstream...) { publishers = upstream }

    public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
      let link = ManyLink<Output, Failure>(AnySubscriber(subscriber), publishers.count, .merge) {
        $0[0] as! Output
      }
      subscriber.receive(subscription: link)
      for (index, publisher) in publishers.enumerated() { publisher.subscribe(link.side(index)) }
    }
  }

  /// The values of all, as they come.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where B.Output == A.Output, B.Failure == A.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B) {
      made = ManyPublisher(.merge, [attaching(a), attaching(b)]) {
        $0[0] as! Output
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The values of all, as they come.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B, _ c: C) {
      made = ManyPublisher(.merge, [attaching(a), attaching(b), attaching(c)]) {
        $0[0] as! Output
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The values of all, as they come.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure, C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      made = ManyPublisher(.merge, [attaching(a), attaching(b), attaching(c), attaching(d)]) {
        $0[0] as! Output
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The latest values of all, whenever one is new.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where B.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B) {
      made = ManyPublisher(.latest, [attaching(a), attaching(b)]) {
        ($0[0] as! A.Output, $0[1] as! B.Output)
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The latest values of all, whenever one is new.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B, _ c: C) {
      made = ManyPublisher(.latest, [attaching(a), attaching(b), attaching(c)]) {
        ($0[0] as! A.Output, $0[1] as! B.Output, $0[2] as! C.Output)
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The latest values of all, whenever one is new.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      made = ManyPublisher(.latest, [attaching(a), attaching(b), attaching(c), attaching(d)]) {
        ($0[0] as! A.Output, $0[1] as! B.Output, $0[2] as! C.Output, $0[3] as! D.Output)
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The first values of all, then the second ones, and so on.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where B.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B) {
      made = ManyPublisher(.zip, [attaching(a), attaching(b)]) {
        ($0[0] as! A.Output, $0[1] as! B.Output)
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The first values of all, then the second ones, and so on.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B, _ c: C) {
      made = ManyPublisher(.zip, [attaching(a), attaching(b), attaching(c)]) {
        ($0[0] as! A.Output, $0[1] as! B.Output, $0[2] as! C.Output)
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

  /// The first values of all, then the second ones, and so on.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    private let made: ManyPublisher<Output, Failure>

    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      made = ManyPublisher(.zip, [attaching(a), attaching(b), attaching(c), attaching(d)]) {
        ($0[0] as! A.Output, $0[1] as! B.Output, $0[2] as! C.Output, $0[3] as! D.Output)
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      made.receive(subscriber: subscriber)
    }
  }

}

/// Several publishers of any types.
private struct ManyPublisher<Output, Failure: Error>: Publisher {
  typealias Attach = (ManyLink<Output, Failure>, Int) -> Void
  private let rule: ManyLink<Output, Failure>.Rule
  private let sources: [Attach]
  private let make: ([Any]) -> Output

  init(_ rule: ManyLink<Output, Failure>.Rule, _ sources: [Attach], _ make: @escaping ([Any]) -> Output) {
    (self.rule, self.sources, self.make) = (rule, sources, make)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let link = ManyLink(AnySubscriber(subscriber), sources.count, rule, make)
    subscriber.receive(subscription: link)
    for (index, attach) in sources.enumerated() { attach(link, index) }
  }
}

private func attaching<P: Publisher, Output>(_ publisher: P) -> (ManyLink<Output, P.Failure>, Int) -> Void {
  { link, index in publisher.subscribe(link.side(index)) }
}

extension Publisher {
  public func combineLatest<P: Publisher>(_ p: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure { .init(self, p) }

  public func combineLatest<P: Publisher, T>(
    _ p: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Operator<Publishers.CombineLatest<Self, P>, T, Failure> where P.Failure == Failure {
    combineLatest(p).map { transform($0.0, $0.1) }
  }

  public func combineLatest<P: Publisher, Q: Publisher>(_ p: P, _ q: Q)
    -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure
  { .init(self, p, q) }

  public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Operator<Publishers.CombineLatest3<Self, P, Q>, T, Failure>
  where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(p, q).map { transform($0.0, $0.1, $0.2) }
  }

  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(_ p: P, _ q: Q, _ r: R)
    -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure { .init(self, p, q, r) }

  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Operator<Publishers.CombineLatest4<Self, P, Q, R>, T, Failure>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    combineLatest(p, q, r).map { transform($0.0, $0.1, $0.2, $0.3) }
  }

  public func zip<P: Publisher>(_ p: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    .init(self, p)
  }

  public func zip<P: Publisher, T>(
    _ p: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Operator<Publishers.Zip<Self, P>, T, Failure> where P.Failure == Failure {
    zip(p).map { transform($0.0, $0.1) }
  }

  public func zip<P: Publisher, Q: Publisher>(_ p: P, _ q: Q) -> Publishers.Zip3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure { .init(self, p, q) }

  public func zip<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Operator<Publishers.Zip3<Self, P, Q>, T, Failure>
  where P.Failure == Failure, Q.Failure == Failure {
    zip(p, q).map { transform($0.0, $0.1, $0.2) }
  }

  public func zip<P: Publisher, Q: Publisher, R: Publisher>(_ p: P, _ q: Q, _ r: R)
    -> Publishers.Zip4<Self, P, Q, R> where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure
  { .init(self, p, q, r) }

  public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Operator<Publishers.Zip4<Self, P, Q, R>, T, Failure>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    zip(p, q, r).map { transform($0.0, $0.1, $0.2, $0.3) }
  }

  public func merge<P: Publisher>(with p: P) -> Publishers.Merge<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(self, p)
  }

  public func merge<P: Publisher, Q: Publisher>(with p: P, _ q: Q) -> Publishers.Merge3<Self, P, Q>
  where P.Output == Output, P.Failure == Failure, Q.Output == Output, Q.Failure == Failure {
    .init(self, p, q)
  }

  public func merge<P: Publisher, Q: Publisher, R: Publisher>(with p: P, _ q: Q, _ r: R)
    -> Publishers.Merge4<Self, P, Q, R>
  where
    P.Output == Output, P.Failure == Failure, Q.Output == Output, Q.Failure == Failure, R.Output == Output,
    R.Failure == Failure
  {
    .init(self, p, q, r)
  }
}
