import Combine

/// An error of the tests.
struct Boom: Error, Hashable, CustomStringConvertible {
  var number = 0
  var description: String { "boom \(number)" }
}

/// Notes everything that happens to it, and wants what it is told to want.
final class Probe<Input, Failure: Error>: Subscriber {
  private(set) var notes: [String] = []
  private(set) var values: [Input] = []
  private(set) var subscription: (any Subscription)?
  private(set) var completions = 0
  /// What is asked for with the subscription.
  let first: Subscribers.Demand
  /// What is asked for with each value.
  var more: (Input) -> Subscribers.Demand
  /// Called with each value, before more is asked for.
  var onValue: ((Input) -> Void)?

  init(
    _ first: Subscribers.Demand = .unlimited, more: @escaping (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.first = first
    self.more = more
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    notes.append("subscription")
    if first > .none { subscription.request(first) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    notes.append("\(input)")
    values.append(input)
    onValue?(input)
    return more(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    completions += 1
    switch completion {
    case .finished: notes.append("finished")
    case .failure(let error): notes.append("\(error)")
    }
  }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  func cancel() { subscription?.cancel() }

  /// A subscription and what it subscribes to keep each other until somebody ends that.
  deinit { subscription?.cancel() }
}

/// A probe keeps its subscription, which keeps its subscriber until the end: so that one knows the probe weakly, and a test
/// that lets its probe go leaves nothing behind.
private struct ProbeLink<Input, Failure: Error>: Subscriber {
  weak var probe: Probe<Input, Failure>?
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { probe?.receive(subscription: subscription) }
  func receive(_ input: Input) -> Subscribers.Demand { probe?.receive(input) ?? .none }
  func receive(completion: Subscribers.Completion<Failure>) { probe?.receive(completion: completion) }
}

extension Publisher {
  /// What a subscriber without limits sees at once.
  var notes: [String] { probed().notes }

  /// A subscriber that is attached.
  func probed(
    _ first: Subscribers.Demand = .unlimited, more: @escaping (Output) -> Subscribers.Demand = { _ in .none }
  ) -> Probe<Output, Failure> {
    let probe = Probe<Output, Failure>(first, more: more)
    subscribe(ProbeLink(probe: probe))
    return probe
  }
}

/// A publisher that notes what is asked of it, and sends what it is told to, wanted or not.
final class Source<Output, Failure: Error>: Publisher {
  private(set) var notes: [String] = []
  private var downstream: AnySubscriber<Output, Failure>?

  private struct Link: Subscription {
    let combineIdentifier = CombineIdentifier()
    let note: (String) -> Void
    func request(_ demand: Subscribers.Demand) { note("\(demand)") }
    func cancel() { note("cancel") }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    downstream = AnySubscriber(subscriber)
    // A subscriber keeps its subscription, and this its subscriber.
    subscriber.receive(subscription: Link { [weak self] in self?.notes.append($0) })
  }

  @discardableResult
  func send(_ value: Output) -> Subscribers.Demand { downstream?.receive(value) ?? .none }
  func end(_ completion: Subscribers.Completion<Failure>) { downstream?.receive(completion: completion) }
}

/// Time that moves when it is told to; whole seconds.
final class ManualScheduler: Scheduler {
  struct SchedulerTimeType: Strideable {
    var time: Int
    func distance(to other: Self) -> Stride { Stride(other.time - time) }
    func advanced(by n: Stride) -> Self { Self(time: time + n.magnitude) }

    struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
      var magnitude: Int
      init(_ value: Int) { magnitude = value }
      init(integerLiteral value: Int) { magnitude = value }
      init?<T: BinaryInteger>(exactly source: T) { magnitude = Int(source) }
      static func seconds(_ s: Int) -> Self { Self(s) }
      static func seconds(_ s: Double) -> Self { Self(Int(s)) }
      static func milliseconds(_ ms: Int) -> Self { Self(ms / 1000) }
      static func microseconds(_ us: Int) -> Self { Self(0) }
      static func nanoseconds(_ ns: Int) -> Self { Self(0) }
      static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
      static func + (a: Self, b: Self) -> Self { Self(a.magnitude + b.magnitude) }
      static func - (a: Self, b: Self) -> Self { Self(a.magnitude - b.magnitude) }
      static func * (a: Self, b: Self) -> Self { Self(a.magnitude * b.magnitude) }
      static func += (a: inout Self, b: Self) { a = a + b }
      static func -= (a: inout Self, b: Self) { a = a - b }
      static func *= (a: inout Self, b: Self) { a = a * b }
    }
  }

  private(set) var time = 0
  private var agenda: [(due: Int, number: Int, action: () -> Void)] = []
  private var number = 0

  var now: SchedulerTimeType { SchedulerTimeType(time: time) }
  var minimumTolerance: SchedulerTimeType.Stride { .init(0) }

  private func add(_ due: Int, _ action: @escaping () -> Void) {
    number += 1
    agenda.append((due, number, action))
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) { add(time, action) }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    add(date.time, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    add(date.time, action)
    return Subscriptions.empty
  }

  /// Runs what is due until a time, which it then is.
  func run(to end: Int) {
    while let next = agenda.filter({ $0.due <= end }).min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) {
      agenda.removeAll { $0.number == next.number }
      time = max(time, next.due)
      next.action()
    }
    time = end
  }
}

/// The same numbers every time.
struct Dice: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
