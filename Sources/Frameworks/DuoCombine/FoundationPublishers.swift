import DuoFoundation
public import Foundation

extension NotificationCenter {
  /// What is posted with a name, and if an object is given, by it.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher
  {
    Publisher(center: self, name: name, object: object)
  }

  public struct Publisher: DuoCombine.Publisher {
    public typealias Output = Notification
    public typealias Failure = Never
    public let center: NotificationCenter
    public let name: Notification.Name
    public let object: AnyObject?

    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
      let feed = FeedSubscription(subscriber)
      let token = Handed(
        value: center.addObserver(forName: name, object: object, queue: nil) { [weak feed] in
          feed?.offer($0)
        })
      feed.onCancel { [center] in center.removeObserver(token.value) }
      subscriber.receive(subscription: feed)
    }
  }
}

extension Timer {
  /// Fires on a run loop, from when it is connected.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// `@unchecked`: what it sends into has a lock of its own; the rest is constant.
  public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
    public typealias Output = Date
    public typealias Failure = Never
    public let interval: TimeInterval
    public let tolerance: TimeInterval?
    public let runLoop: RunLoop
    public let mode: RunLoop.Mode
    public let options: RunLoop.SchedulerOptions?
    private let subject = PassthroughSubject<Date, Never>()

    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      (self.interval, self.tolerance, self.runLoop, self.mode) = (interval, tolerance, runLoop, mode)
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      subject.subscribe(subscriber)
    }

    public func connect() -> any Cancellable {
      // Without a date Foundation on Linux fires at once.
      let first = Date(timeIntervalSinceNow: interval)
      let timer = Timer(fire: first, interval: interval, repeats: true) { [subject] timer in
        subject.send(timer.fireDate)
      }
      if let tolerance { timer.tolerance = tolerance }
      runLoop.add(timer, forMode: mode)
      return AnyCancellable { timer.invalidate() }
    }
  }
}

extension KeyValueObservable {
  /// A property's values, with `.initial` the present one first.
  public func publisher<Value>(
    for keyPath: KeyPath<ObservedRoot, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    .init(object: self, keyPath: keyPath, options: options)
  }
}

extension NSObject {
  /// The value of a property when it changes; with `.prior` also before. A value that nobody wants yet is kept, the latest
  /// only. [docs]
  public struct KeyValueObservingPublisher<Subject: KeyValueObservable, Value>: DuoCombine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    public let object: Subject
    public let keyPath: KeyPath<Subject.ObservedRoot, Value>
    public let options: NSKeyValueObservingOptions

    public init(
      object: Subject, keyPath: KeyPath<Subject.ObservedRoot, Value>, options: NSKeyValueObservingOptions
    ) {
      (self.object, self.keyPath, self.options) = (object, keyPath, options)
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      let feed = FeedSubscription(subscriber, keepsLatest: true)
      let path = Handed(value: keyPath)
      let observation = object.observe(keyPath, options: options) { [weak feed] object, _ in
        feed?.offer((object as! Subject.ObservedRoot)[keyPath: path.value])
      }
      feed.onCancel { [object] in
        observation.invalidate()
        withExtendedLifetime(object) {}
      }
      subscriber.receive(subscription: feed)
    }
  }
}

/// Gives a subscriber what comes from outside of Combine.
///
/// `@unchecked`: state is reached with the lock held only, but for `ending`, which is set before anybody else knows of it.
private final class FeedSubscription<Input>: Subscription, @unchecked Sendable {
  private let lock = Lock()
  private var downstream: AnySubscriber<Input, Never>?
  private var demand = Subscribers.Demand.none
  private var kept: Input?
  private let keepsLatest: Bool
  private var ending: (() -> Void)?

  init<S: Subscriber>(_ downstream: S, keepsLatest: Bool = false) where S.Input == Input, S.Failure == Never {
    (self.downstream, self.keepsLatest) = (AnySubscriber(downstream), keepsLatest)
  }

  func onCancel(_ body: @escaping () -> Void) { ending = body }

  func offer(_ value: Input) {
    let downstream = lock.withLock { () -> AnySubscriber<Input, Never>? in
      if demand == .none {
        if keepsLatest { kept = value }
        return nil
      }
      demand -= 1
      return self.downstream
    }
    if let downstream { request(downstream.receive(value)) }
  }

  func request(_ more: Subscribers.Demand) {
    let value = lock.withLock { () -> Input? in
      demand += more
      guard demand > .none else { return nil }
      defer { kept = nil }
      return kept
    }
    if let value { offer(value) }
  }

  func cancel() {
    let ending = lock.withLock {
      defer { (downstream, self.ending, kept) = (nil, nil, nil) }
      return self.ending
    }
    ending?()
  }
}
