import Synchronization

/// Tells an interval from others of the same name.
public struct OSSignpostID: Hashable, Comparable, Sendable {
  public let rawValue: UInt64
  public init(_ value: UInt64) { rawValue = value }

  /// A new one.
  public init(log: OSLog) { rawValue = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The same for the same object.
  public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

  private static let last = Atomic<UInt64>(0)
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  public static let invalid = OSSignpostID(.max)
  public static let null = OSSignpostID(0)
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

public struct OSSignpostType: Hashable, Sendable {
  fileprivate let name: String
  public static let event = OSSignpostType(name: "event")
  public static let begin = OSSignpostType(name: "begin")
  public static let end = OSSignpostType(name: "end")
}

/// An interval that was begun.
public final class OSSignpostIntervalState: Sendable {
  let id: OSSignpostID
  private let isOpen = Atomic(true)

  init(id: OSSignpostID) { self.id = id }

  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { .init(id: id) }

  /// Once only.
  func close() -> Bool { isOpen.exchange(false, ordering: .relaxed) }
}

/// Marks moments and intervals: one line each on standard error.
public struct OSSignposter: Sendable {
  private let log: OSLog

  public init() { log = .default }
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
  public init(subsystem: String, category: OSLog.Category) {
    log = OSLog(subsystem: subsystem, category: category)
  }
  public init(logHandle: OSLog) { log = logHandle }

  public static let disabled = OSSignposter(logHandle: .disabled)
  public var isEnabled: Bool { log.signpostsEnabled }
  public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
    OSSignpostID(log: log, object: object)
  }

  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    mark(log, .begin, name, id, nil)
    return OSSignpostIntervalState(id: id)
  }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage
  ) -> OSSignpostIntervalState {
    mark(log, .begin, name, id, message)
    return OSSignpostIntervalState(id: id)
  }

  /// An interval that ended already stops the process. [docs]
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    precondition(state.close(), "OSSignpostIntervalState ended more than once")
    mark(log, .end, name, state.id, nil)
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {
    precondition(state.close(), "OSSignpostIntervalState ended more than once")
    mark(log, .end, name, state.id, message)
  }

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
    mark(log, .event, name, id, nil)
  }

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {
    mark(log, .event, name, id, message)
  }

  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
  ) rethrows -> T {
    let state = beginInterval(name, id: id)
    defer { endInterval(name, state) }
    return try task()
  }
}

/// The older functions.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {
  mark(log, type, name, signpostID, nil)
}

public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
  mark(log, type, name, signpostID, OSLogMessage(stringLiteral: formatted("\(format)", arguments)))
}

private func mark(
  _ log: OSLog, _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID, _ message: OSLogMessage?
) {
  let number = id == .exclusive ? "" : " #\(id.rawValue)"
  log.write("signpost", "\(type.name) \(name)\(number)\(message.map { " \($0.text)" } ?? "")")
}
