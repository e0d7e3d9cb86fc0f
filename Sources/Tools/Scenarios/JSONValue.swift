import Foundation

/// Any JSON, so that a file can be read strictly and every complaint can name its place.
public enum JSONValue: Hashable, Sendable, Codable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .number(let number):
      if let whole = Int(exactly: number) { try value.encode(whole) } else { try value.encode(number) }
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .object(let object): try value.encode(object)
    }
  }

  /// What people call it.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Parses `data`; a syntax error names its line and column where Foundation tells them.
  public static func parse(_ data: Data, file: String) throws -> JSONValue {
    do {
      return try JSONDecoder().decode(JSONValue.self, from: data)
    } catch let error as DecodingError {
      guard case .dataCorrupted(let context) = error else {
        throw ScenarioError(file: file, place: "", what: "is not JSON")
      }
      let cause = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      let text = cause ?? context.debugDescription
      throw ScenarioError(
        file: file, place: "", what: "is not JSON: " + text.replacing("\n", with: " "))
    }
  }
}

/// A JSON value with its file and place, read strictly: every field must be asked for.
struct PlacedJSON {
  var value: JSONValue
  var file: String
  var place: String

  func error(_ what: String) -> ScenarioError { ScenarioError(file: file, place: place, what: what) }

  func text() throws -> String {
    guard case .text(let text) = value else { throw error("text is needed, and this is \(value.kind)") }
    return text
  }

  func bool() throws -> Bool {
    guard case .bool(let bool) = value else {
      throw error("true or false is needed, and this is \(value.kind)")
    }
    return bool
  }

  func number(_ range: ClosedRange<Double>) throws -> Double {
    guard case .number(let number) = value else {
      throw error("a number is needed, and this is \(value.kind)")
    }
    guard range.contains(number) else {
      throw error("\(plain(number)) is not between \(plain(range.lowerBound)) and \(plain(range.upperBound))")
    }
    return number
  }

  func list() throws -> [PlacedJSON] {
    guard case .list(let list) = value else { throw error("a list is needed, and this is \(value.kind)") }
    return list.enumerated().map { index, value in
      PlacedJSON(value: value, file: file, place: "\(place)[\(index)]")
    }
  }

  /// The fields of an object, which may have these names only.
  func fields(_ known: [String]) throws -> [String: PlacedJSON] {
    guard case .object(let object) = value else {
      throw error("an object is needed, and this is \(value.kind)")
    }
    var placed: [String: PlacedJSON] = [:]
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      let inside = PlacedJSON(value: value, file: file, place: place.isEmpty ? name : "\(place).\(name)")
      guard known.contains(name) else {
        throw inside.error("unknown field; known here: \(known.joined(separator: ", "))")
      }
      placed[name] = inside
    }
    return placed
  }

  func choice<Value: RawRepresentable & CaseIterable>(_: Value.Type) throws -> Value
  where Value.RawValue == String {
    let text = try text()
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("\"\(text)\" is not one of \(known)")
    }
    return value
  }

  /// A quantity such as "250 ms".
  func quantity(_ units: [(name: String, factor: Double)], example: String) throws -> Double {
    let names = units.map(\.name).joined(separator: ", ")
    guard case .text(let text) = value else {
      throw error("a value with its unit is needed, such as \"\(example)\", and this is \(value.kind)")
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Double(decimal: parts[0]) else {
      throw error("\"\(text)\" is not a number, a space and a unit (\(names)), such as \"\(example)\"")
    }
    guard let unit = units.first(where: { $0.name == parts[1] }) else {
      throw error("\"\(parts[1])\" is not a unit here; known: \(names)")
    }
    return number * unit.factor
  }
}

extension Double {
  /// Digits, with or without more after a point; a sign is read so that the range can be named. No exponent.
  fileprivate init?(decimal text: Substring) {
    let parts = (text.first == "-" ? text.dropFirst() : text).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
      return nil
    }
    self.init(text)
  }
}

/// The number in digits, never with an exponent.
func digits(_ number: Double) -> String {
  let text = String(number)
  return text.contains("e") ? Decimal(string: text)?.description ?? text : plain(number)
}

/// A number as people write it.
func plain(_ number: Double) -> String {
  if let whole = Int(exactly: number) { return String(whole) }
  return String(number)
}
