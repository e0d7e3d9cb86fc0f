/// A subject that keeps nothing: who does not want a value when it is sent misses it. [docs]
///
/// `@unchecked`: state is reached with the lock held only; values are for the sender and the receivers to agree on.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  private let core = SubjectCore<Output, Failure>(value: nil)

  public init() {}
  public func send(subscription: any Subscription) { core.keep(subscription) }
  public func send(_ input: Output) { core.send(input) }
  public func send(completion: Subscribers.Completion<Failure>) { core.send(completion: completion) }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    core.attach(subscriber)
  }
}

/// A subject with a value, which every new subscriber gets first. [docs]
///
/// `@unchecked`: state is reached with the lock held only; values are for the sender and the receivers to agree on.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  private let core: SubjectCore<Output, Failure>

  public init(_ value: Output) { core = SubjectCore(value: value) }

  /// Setting sends.
  public var value: Output {
    get { core.value! }
    set { core.send(newValue) }
  }

  public func send(subscription: any Subscription) { core.keep(subscription) }
  public func send(_ input: Output) { core.send(input) }
  public func send(completion: Subscribers.Completion<Failure>) { core.send(completion: completion) }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    core.attach(subscriber)
  }
}

/// What both subjects and `@Published` are made of.
final class SubjectCore<Output, Failure: Error> {
  /// When a kept value changes: before the subscribers are told, or after, as a property that is about to be set.
  enum Order { case valueFirst, subscribersFirst }

  private let lock = Lock()
  private let order: Order
  private var current: Output?
  private var end: Subscribers.Completion<Failure>?
  private var links: [SubjectSubscription<Output, Failure>] = []
  private var upstream: [any Subscription] = []

  init(value: Output?, order: Order = .valueFirst) {
    current = value
    self.order = order
  }

  deinit { for subscription in upstream { subscription.cancel() } }

  var value: Output? { lock.withLock { current } }

  /// Subjects want everything that they are subscribed to.
  func keep(_ subscription: any Subscription) {
    lock.withLock { upstream.append(subscription) }
    subscription.request(.unlimited)
  }

  func send(_ value: Output) {
    let links = lock.withLock { () -> [SubjectSubscription<Output, Failure>]? in
      if end != nil { return nil }
      if current != nil, order == .valueFirst { current = value }
      return self.links
    }
    guard let links else { return }
    for link in links { link.offer(value) }
    if order == .subscribersFirst { lock.withLock { current = value } }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let links = lock.withLock {
      if end != nil { return [SubjectSubscription<Output, Failure>]() }
      end = completion
      defer { self.links = [] }
      return self.links
    }
    for link in links { link.finish(completion) }
  }

  func attach<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    let link = SubjectSubscription(AnySubscriber(subscriber), self)
    let end = lock.withLock {
      if self.end == nil { links.append(link) }
      return self.end
    }
    if let end {
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: end)
    } else {
      subscriber.receive(subscription: link)
    }
  }

  fileprivate func remove(_ link: SubjectSubscription<Output, Failure>) {
    lock.withLock { links.removeAll { $0 === link } }
  }
}

/// One subscriber of a subject.
private final class SubjectSubscription<Output, Failure: Error>: Subscription {
  private let lock = Lock()
  private var downstream: AnySubscriber<Output, Failure>?
  private var core: SubjectCore<Output, Failure>?
  private var demand = Subscribers.Demand.none
  /// Whether the subject's value has still to be given.
  private var owesValue = true

  init(_ downstream: AnySubscriber<Output, Failure>, _ core: SubjectCore<Output, Failure>) {
    self.downstream = downstream
    self.core = core
  }

  func offer(_ value: Output) {
    let downstream = lock.withLock { () -> AnySubscriber<Output, Failure>? in
      owesValue = demand == .none
      if demand == .none { return nil }
      demand -= 1
      return self.downstream
    }
    guard let downstream else { return }
    let more = downstream.receive(value)
    if more > .none { request(more) }
  }

  func request(_ more: Subscribers.Demand) {
    let core = lock.withLock { () -> SubjectCore<Output, Failure>? in
      demand += more
      return owesValue && demand > .none ? self.core : nil
    }
    guard let value = core?.value else { return }
    let isOwed = lock.withLock { owesValue }
    if isOwed { offer(value) }
  }

  func finish(_ completion: Subscribers.Completion<Failure>) {
    let (downstream, core) = take()
    downstream?.receive(completion: completion)
    withExtendedLifetime(core) {}
  }

  func cancel() {
    let (_, core) = take()
    core?.remove(self)
  }

  private func take() -> (AnySubscriber<Output, Failure>?, SubjectCore<Output, Failure>?) {
    lock.withLock {
      defer {
        downstream = nil
        core = nil
      }
      return (downstream, core)
    }
  }
}

/// Sends what it receives into a subject.
final class SubjectLink<S: Subject>: Subscriber, Subscription {
  private let lock = Lock()
  private var subject: S?
  private var upstream: (any Subscription)?

  init(_ subject: S) { self.subject = subject }

  func receive(subscription: any Subscription) {
    let subject = lock.withLock { () -> S? in
      upstream = subscription
      return self.subject
    }
    if let subject { subject.send(subscription: self) } else { subscription.cancel() }
  }

  func receive(_ input: S.Output) -> Subscribers.Demand {
    lock.withLock { subject }?.send(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<S.Failure>) {
    let (subject, _) = take()
    subject?.send(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }

  func cancel() { take().1?.cancel() }

  private func take() -> (S?, (any Subscription)?) {
    lock.withLock {
      defer {
        subject = nil
        upstream = nil
      }
      return (subject, upstream)
    }
  }
}
