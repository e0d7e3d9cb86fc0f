import Foundation
public import PhoneHardware
public import PhoneModel
import Scenarios

/// One record of the phone's trace: what happened, and when. `Specs/trace.md` lists the kinds and their fields.
public struct TraceEntry: Hashable, Sendable, CustomStringConvertible {
  public var time: PhoneTime
  public var kind: String
  /// Without time and kind. Whole numbers are `.integer`.
  public var fields: [String: TraceValue]

  /// A line of the trace; throws when it is none, with the line in the error.
  init(line: String) throws {
    guard case .object(var object) = try JSONValue.parse(Data(line.utf8), file: "the trace"),
      case .number(let nanoseconds) = object.removeValue(forKey: "t"),
      case .text(let kind) = object.removeValue(forKey: "kind")
    else { throw ScenarioError(file: "the trace", place: "", what: "is no record: \(line)") }
    time = PhoneTime(nanoseconds: Int64(nanoseconds))
    self.kind = kind
    fields = object.compactMapValues(TraceText.value)
  }

  /// `1.25 s app-moved from=outer to=inner`
  public var description: String {
    ([String(format: "%.3f s", time.seconds), kind] + TraceText.list(fields)).joined(separator: " ")
  }
}

/// Values of the trace as text, and from JSON.
enum TraceText {
  static func value(_ json: JSONValue) -> TraceValue? {
    switch json {
    case .null, .object: nil
    case .bool(let bool): .bool(bool)
    case .number(let number): Int(exactly: number).map { .integer($0) } ?? .number(number)
    case .text(let text): .text(text)
    case .list(let list): .list(list.compactMap(value))
    }
  }

  static func text(_ value: TraceValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let bool): "\(bool)"
    case .list(let list): "[" + list.map(text).joined(separator: ", ") + "]"
    }
  }

  /// `name=value`, by name.
  static func list(_ fields: [String: TraceValue]) -> [String] {
    fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }
  }
}
