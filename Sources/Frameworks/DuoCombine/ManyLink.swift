/// An operator of several publishers of any types, which are known by their numbers.
///
/// The rule says what a value means: a function of the values that are kept of each publisher.
final class ManyLink<Input, Failure: Error>: Subscription {
  typealias Downstream = AnySubscriber<Input, Failure>

  enum Rule {
    /// Each value goes on by itself.
    case merge
    /// The latest of all, as soon as there is one of each.
    case latest
    /// The first of each, the second of each, and so on.
    case zip
  }

  private let lock = Lock()
  private var downstream: Downstream?
  private var subscriptions: [(any Subscription)?]
  private var kept: [[Any]]
  private var isFinished: [Bool]
  private var demand = Subscribers.Demand.none
  private let rule: Rule
  private let make: ([Any]) -> Input
  private var isDelivering = false

  init(_ downstream: Downstream, _ count: Int, _ rule: Rule, _ make: @escaping ([Any]) -> Input) {
    self.downstream = downstream
    subscriptions = Array(repeating: nil, count: count)
    kept = Array(repeating: [], count: count)
    isFinished = Array(repeating: false, count: count)
    self.rule = rule
    self.make = make
  }

  /// A subscriber for one publisher.
  func side<Output>(_ index: Int, _: Output.Type = Output.self) -> AnySubscriber<Output, Failure> {
    AnySubscriber(
      receiveSubscription: { self.begin(index, $0) },
      receiveValue: { self.receive($0, index) },
      receiveCompletion: { self.finish(index, $0) })
  }

  private func begin(_ index: Int, _ subscription: any Subscription) {
    let first = lock.withLock { () -> Subscribers.Demand? in
      guard downstream != nil, subscriptions[index] == nil else { return nil }
      subscriptions[index] = subscription
      // Of merged publishers one value each is asked for ahead of need, and kept.
      return rule == .merge && demand != .unlimited ? .max(1) : demand
    }
    guard let first else { return subscription.cancel() }
    if first > .none { subscription.request(first) }
  }

  private func receive(_ value: Any, _ index: Int) -> Subscribers.Demand {
    lock.withLock {
      if rule == .latest { kept[index] = [value] } else { kept[index].append(value) }
    }
    if rule != .latest || lock.withLock({ demand > .none }) { deliver() }
    return .none
  }

  private struct Taken {
    let values: [Any]
    /// Whose values these are.
    let indices: [Int]
  }

  /// Sends what is complete, as far as it is wanted.
  private func deliver() {
    while let downstream = lock.withLock({ self.downstream }), let next = takeNext() {
      let more = downstream.receive(make(next.values))
      ask(next, more)
      if rule == .latest { break }
    }
    settle()
  }

  private func takeNext() -> Taken? {
    lock.withLock {
      guard demand > .none, rule == .latest || !isDelivering else { return nil }
      let indices: [Int]
      if rule == .merge {
        guard let first = kept.firstIndex(where: { !$0.isEmpty }) else { return nil }
        indices = [first]
      } else {
        guard kept.allSatisfy({ !$0.isEmpty }) else { return nil }
        indices = Array(kept.indices)
      }
      demand -= 1
      isDelivering = true
      return Taken(
        values: indices.map { rule == .latest ? kept[$0][0] : kept[$0].removeFirst() }, indices: indices)
    }
  }

  /// After a value was sent: asks for as many as are wanted now.
  private func ask(_ sent: Taken, _ more: Subscribers.Demand) {
    let (wasUnlimited, isUnlimited) = lock.withLock {
      isDelivering = false
      defer { demand += more }
      return (demand == .unlimited, demand + more == .unlimited)
    }
    if isUnlimited && !wasUnlimited {
      for index in subscriptions.indices { lock.withLock { subscriptions[index] }?.request(.unlimited) }
    }
    let asked = rule == .merge ? sent.indices : Array(subscriptions.indices)
    let amount = rule == .merge ? .max(1) : more
    if amount == .none || isUnlimited { return }
    for index in asked { lock.withLock { subscriptions[index] }?.request(amount) }
  }

  private func finish(_ index: Int, _ completion: Subscribers.Completion<Failure>) {
    lock.withLock {
      isFinished[index] = true
      subscriptions[index] = nil
    }
    if case .failure = completion { end(completion) } else { settle() }
  }

  /// Finishes when nothing more can come.
  private func settle() {
    let isOver = lock.withLock { () -> Bool in
      guard downstream != nil, !isDelivering else { return false }
      switch rule {
      case .merge: return isFinished.allSatisfy { $0 } && kept.allSatisfy { $0.isEmpty }
      case .latest: return isFinished.allSatisfy { $0 }
      case .zip: return zip(isFinished, kept).contains { $0 && $1.isEmpty }
      }
    }
    if isOver { end(.finished) }
  }

  private func end(_ completion: Subscribers.Completion<Failure>) {
    let (downstream, subscriptions) = take()
    for subscription in subscriptions { subscription.cancel() }
    downstream?.receive(completion: completion)
  }

  func request(_ more: Subscribers.Demand) {
    let (asked, isUnlimited) = lock.withLock { () -> ([any Subscription], Bool) in
      demand += more
      return (subscriptions.compactMap { $0 }, demand == .unlimited)
    }
    if rule != .merge {
      for subscription in asked { subscription.request(more) }
    } else if isUnlimited {
      for subscription in asked { subscription.request(.unlimited) }
    }
    if rule != .latest { deliver() }
  }

  func cancel() { for subscription in take().1 { subscription.cancel() } }

  private func take() -> (Downstream?, [any Subscription]) {
    lock.withLock {
      defer {
        downstream = nil
        subscriptions = subscriptions.map { _ in nil }
        kept = kept.map { _ in [] }
      }
      return (downstream, subscriptions.compactMap { $0 })
    }
  }
}
