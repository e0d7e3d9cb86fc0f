/// Sends values of one type, and ends once at most, with or without an error.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  /// Called by `subscribe(_:)`; gives the subscriber a subscription, then no more values than it asks for.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Attaches a subscriber.
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }

  /// Has a subject send on what this sends.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let link = SubjectLink(subject)
    subscribe(link)
    return AnyCancellable(link)
  }
}

/// Receives a subscription, then values as it asks for them, then one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  /// - Returns: How many more values are wanted, on top of what was asked for already.
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// Something that can be ended.
public protocol Cancellable {
  func cancel()
}

/// What binds a subscriber to a publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Adds to what is wanted.
  func request(_ demand: Subscribers.Demand)
}

/// A publisher into which values are sent from outside.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  public func send() { send(()) }
}

/// A publisher that starts when it is told to.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  func connect() -> any Cancellable
}

/// Names a stream, so that its parts can be told apart.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let value: UInt64
  private static let latest = LockedValue<UInt64>(0)

  /// A new one.
  public init() {
    value = Self.latest.withLock {
      $0 += 1
      return $0
    }
  }

  /// The same for the same object.
  public init(_ object: AnyObject) { value = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

  public var description: String { "0x" + String(value, radix: 16, uppercase: true) }
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// Ready-made subscriptions.
public enum Subscriptions {
  /// One that sends nothing.
  public static var empty: any Subscription { EmptySubscription() }

  private struct EmptySubscription: Subscription, Sendable {
    let combineIdentifier = CombineIdentifier()
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}
