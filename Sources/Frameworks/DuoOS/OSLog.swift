import DuoFoundation
public import Foundation

/// How grave a line is. Raw values are Apple's. [header]
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  public static let `default` = OSLogType(0)
  public static let info = OSLogType(1)
  public static let debug = OSLogType(2)
  public static let error = OSLogType(0x10)
  public static let fault = OSLogType(0x11)

  var name: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "default"
    }
  }
}

/// Where lines belong. Every line of every level is written, to standard error.
public final class OSLog: NSObject, Sendable {
  let source: String
  private let isOn: Bool

  public init(subsystem: String, category: String) {
    source = "[\(subsystem):\(category)] "
    isOn = true
  }

  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  private init(source: String, isOn: Bool) { (self.source, self.isOn) = (source, isOn) }

  public static let `default` = OSLog(source: "", isOn: true)
  /// Writes nothing.
  public static let disabled = OSLog(source: "", isOn: false)

  /// Categories that Instruments knows.
  public struct Category: Hashable, Sendable {
    let rawValue: String
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
  }

  public func isEnabled(type: OSLogType) -> Bool { isOn }
  public var signpostsEnabled: Bool { isOn }

  func write(_ kind: String, _ text: @autoclosure () -> String) {
    if isOn { FileHandle.standardError.write(Data("<\(kind)> \(source)\(text())\n".utf8)) }
  }
}

/// The older function, with a format of C. `%{public}@` and the like are understood, and show their values. [docs]
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
  _ args: any CVarArg...
) {
  log.write(type.name, formatted("\(message)", args))
}

public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ args: any CVarArg...
) {
  log.write(type.name, formatted("\(message)", args))
}

/// With a Swift message.
@_disfavoredOverload
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(type.name, message.text)
}

/// A format in which `%{…}` says how to show a value, which is left out here.
func formatted(_ format: String, _ arguments: [any CVarArg]) -> String {
  if arguments.isEmpty { return format.replacingOccurrences(of: "%%", with: "%") }
  let plain = format.replacingOccurrences(of: "%\\{[^}]*\\}", with: "%", options: .regularExpression)
  return String(format: plain, arguments: arguments)
}
