extension Publishers {
  /// One subscription for many, through a subject, from when it is connected.
  ///
  /// `@unchecked`: the subject is made with the lock held.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher,
    @unchecked Sendable
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let createSubject: () -> SubjectType
    private let lock = Lock()
    private var made: SubjectType?

    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      (self.upstream, self.createSubject) = (upstream, createSubject)
    }

    private var subject: SubjectType {
      if let made = lock.withLock({ made }) { return made }
      let new = createSubject()
      return lock.withLock {
        made = made ?? new
        return made!
      }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subject.subscribe(subscriber)
    }

    public func connect() -> any Cancellable { upstream.subscribe(subject) }
  }

  /// Connects with the first subscriber, and ends the connection with the last. [docs]
  ///
  /// `@unchecked`: state is reached with the lock held only.
  public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher, @unchecked Sendable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    private let lock = Lock()
    private var connection: (any Cancellable)?
    private var count = 0

    public init(upstream: Upstream) { self.upstream = upstream }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let isGone = LockedValue(false)
      let leave = {
        let isFirst = isGone.withLock { gone in
          defer { gone = true }
          return !gone
        }
        if isFirst { self.leave() }
      }
      upstream.handleEvents(receiveCompletion: { _ in leave() }, receiveCancel: leave).subscribe(subscriber)
      let isFirst = lock.withLock {
        count += 1
        return count == 1
      }
      // Who is gone already, after values that came with the subscription, has taken itself off.
      guard isFirst else { return }
      let connection = upstream.connect()
      let isOver = lock.withLock {
        if count > 0 { self.connection = connection }
        return count == 0
      }
      if isOver { connection.cancel() }
    }

    private func leave() {
      let connection = lock.withLock { () -> (any Cancellable)? in
        count -= 1
        guard count == 0 else { return nil }
        defer { self.connection = nil }
        return self.connection
      }
      connection?.cancel()
    }
  }

  /// A publisher with one subscription upstream, however many subscribe.
  public final class Share<Upstream: Publisher>: Publisher, Equatable, @unchecked Sendable {
    // `@unchecked`: what it holds is.
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    private let inner: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

    public init(upstream: Upstream) {
      self.upstream = upstream
      inner = upstream.multicast(subject: PassthroughSubject()).autoconnect()
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      inner.subscribe(subscriber)
    }

    public static func == (a: Share, b: Share) -> Bool { a === b }
  }
}

extension Publisher {
  public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    .init(upstream: self) { subject }
  }

  public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    .init(upstream: self, createSubject: createSubject)
  }

  public func share() -> Publishers.Share<Self> { .init(upstream: self) }
}

extension ConnectablePublisher {
  public func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}
