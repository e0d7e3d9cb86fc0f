/// A property whose changes are published, before they are made.
///
/// For properties of classes and actors.
///
/// `@unchecked`: what is kept has locks of its own; the value is for the property's owner to guard.
@propertyWrapper
public struct Published<Value>: @unchecked Sendable {
  let box: PublishedBox<Value>

  public init(wrappedValue: Value) { box = PublishedBox(wrappedValue) }
  public init(initialValue: Value) { box = PublishedBox(initialValue) }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes") }
    set { fatalError("@Published is only available on properties of classes") }
  }

  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].box.core.value! }
    set { object[keyPath: storageKeyPath].box.set(newValue) }
  }

  /// The property's values, the present one first. Assigning is for `assign(to:)`.
  public var projectedValue: Publisher {
    get { Publisher(box: box) }
    set { self = Published(box: newValue.box) }
  }

  private init(box: PublishedBox<Value>) { self.box = box }

  /// Sends the present value, then each new one when it is about to be set.
  ///
  /// `@unchecked`: as the property itself.
  public struct Publisher: DuoCombine.Publisher, @unchecked Sendable {
    public typealias Output = Value
    public typealias Failure = Never
    let box: PublishedBox<Value>

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      box.core.attach(subscriber)
    }
  }
}

/// What a property keeps, apart from its owner, so that it can be found and written without one.
///
/// `@unchecked`: `objectWillChange` and `assignments` are reached with the lock held only.
final class PublishedBox<Value>: AnnouncingProperty, @unchecked Sendable {
  let core: SubjectCore<Value, Never>
  private let lock = Lock()
  private var announcer: ObservableObjectPublisher?
  private var assignments: [any Cancellable] = []

  init(_ value: Value) { core = SubjectCore(value: value, order: .subscribersFirst) }

  deinit { for assignment in assignments { assignment.cancel() } }

  func set(_ value: Value) {
    lock.withLock { announcer }?.send()
    core.send(value)
  }

  var objectWillChange: ObservableObjectPublisher? {
    get { lock.withLock { announcer } }
    set { lock.withLock { announcer = newValue } }
  }

  func keep(_ assignment: any Cancellable) { lock.withLock { assignments.append(assignment) } }
}

/// A published property, whatever its type.
protocol AnnouncingProperty: AnyObject {
  var objectWillChange: ObservableObjectPublisher? { get set }
}

protocol AnnouncingWrapper {
  var announcing: any AnnouncingProperty { get }
}

extension Published: AnnouncingWrapper {
  var announcing: any AnnouncingProperty { box }
}

extension Publisher where Failure == Never {
  /// Sets a published property to each value, as long as the property lives: nothing is to be kept. [docs]
  public func assign(to published: inout Published<Output>.Publisher) {
    let box = published.box
    let sink = Subscribers.Sink<Output, Never>(
      receiveCompletion: { _ in }, receiveValue: { [weak box] in box?.set($0) })
    box.keep(sink)
    subscribe(sink)
  }
}

/// A class that tells when it is about to change.
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// Sends before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// One for each object, which every published property sends into. [docs]
  public var objectWillChange: ObservableObjectPublisher {
    var properties: [any AnnouncingProperty] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror {
      properties += level.children.compactMap { ($0.value as? any AnnouncingWrapper)?.announcing }
      mirror = level.superclassMirror
    }
    let publisher = ObservableObjectPublisher.of(self)
    for property in properties where property.objectWillChange !== publisher {
      property.objectWillChange = publisher
    }
    return publisher
  }
}

/// Sends when its object is about to change.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
  // `@unchecked`: the core has a lock of its own.
  public typealias Output = Void
  public typealias Failure = Never
  private let core = SubjectCore<Void, Never>(value: nil)

  public init() {}

  public func send() { core.send(()) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    core.attach(subscriber)
  }

  /// `@unchecked`: written once; reading a weak reference is atomic.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  private static let entries = LockedValue<[ObjectIdentifier: Entry]>([:])

  /// Objects have no room for one, so they are found by identity; entries of objects that are gone go when one is added.
  static func of(_ object: AnyObject) -> ObservableObjectPublisher {
    entries.withLock { entries in
      if let entry = entries[ObjectIdentifier(object)], entry.object === object { return entry.publisher }
      entries = entries.filter { $0.value.object != nil }
      let publisher = ObservableObjectPublisher()
      entries[ObjectIdentifier(object)] = Entry(object: object, publisher: publisher)
      return publisher
    }
  }
}
