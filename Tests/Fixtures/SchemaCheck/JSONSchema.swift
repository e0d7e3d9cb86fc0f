import Foundation
import Scenarios

/// A published JSON Schema (draft 2020-12), as far as Diptych's own go. A word that it does not know is an error when the
/// schema is read, so that no rule is passed over.
public struct JSONSchema {
  private let root: JSONValue
  private let definitions: [String: JSONValue]
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  private static let notes: Set<String> = ["$schema", "$id", "title", "description"]
  private static let rules: Set<String> = [
    "$ref", "type", "const", "enum", "oneOf", "required", "properties", "additionalProperties",
    "minProperties",
    "maxProperties", "dependentSchemas", "items", "contains", "minItems", "maxItems", "pattern", "minLength",
    "minimum", "maximum",
  ]

  /// Reads a file of `Schemas/`. Throws `SchemaError`, and what the file system or the JSON reader throws.
  public init(published name: String) throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("Schemas/\(name).schema.json")
    try self.init(JSONValue.parse(Data(contentsOf: file), file: file.path))
  }

  public init(_ text: String) throws { try self.init(JSONValue.parse(Data(text.utf8), file: "schema")) }

  private init(_ root: JSONValue) throws {
    self.root = root
    definitions = try root.object("#")["$defs"]?.object("#/$defs") ?? [:]
    for (name, schema) in definitions { try check(schema, "#/$defs/\(name)") }
    try check(root, "#", isRoot: true)
  }

  /// Everything in which `value` does not fit, each with its place; empty when it fits.
  public func problems(_ value: JSONValue) throws -> [String] { try problems(value, root, "all") }

  // MARK: The schema itself

  private mutating func check(_ schema: JSONValue, _ place: String, isRoot: Bool = false) throws {
    let known = isRoot ? Self.rules.union(Self.notes).union(["$defs"]) : Self.rules.union(Self.notes)
    for (word, value) in try schema.object(place) {
      let inside = "\(place)/\(word)"
      guard known.contains(word) else { throw SchemaError(place: inside, what: "unknown keyword") }
      switch word {
      case "items", "contains": try check(value, inside)
      case "oneOf":
        for (index, schema) in try value.list(inside).enumerated() { try check(schema, "\(inside)/\(index)") }
      case "properties", "dependentSchemas":
        for (name, schema) in try value.object(inside) { try check(schema, "\(inside)/\(name)") }
      case "$ref": _ = try definition(value, inside)
      case "pattern":
        let pattern = try value.text(inside)
        patterns[pattern] = try Regex(pattern)
      case "type":
        guard Self.types.contains(try value.text(inside)) else {
          throw SchemaError(place: inside, what: "unknown type")
        }
      case "additionalProperties":
        guard value == .bool(false) else { throw SchemaError(place: inside, what: "only false is known") }
      default: break
      }
    }
  }

  private func definition(_ reference: JSONValue, _ place: String) throws -> JSONValue {
    let text = try reference.text(place)
    guard text.hasPrefix("#/$defs/"), let found = definitions[String(text.dropFirst(8))] else {
      throw SchemaError(place: place, what: "\(text) is not defined")
    }
    return found
  }

  private static let types: Set<String> = [
    "null", "boolean", "number", "integer", "string", "array", "object",
  ]

  // MARK: A value

  private func problems(_ value: JSONValue, _ schema: JSONValue, _ place: String) throws -> [String] {
    var found: [String] = []
    func demand(_ isRight: Bool, _ what: String) {
      if !isRight { found.append("\(place): \(what)") }
    }
    let words = try schema.object(place)
    for (word, rule) in words.sorted(by: { $0.key < $1.key }) {
      switch word {
      case "$ref": found += try problems(value, definition(rule, place), place)
      case "type": demand(value.isOf(type: try rule.text(place)), "is not of type \(try rule.text(place))")
      case "const": demand(value == rule, "is not the constant")
      case "enum": demand(try rule.list(place).contains(value), "is not in the enum")
      case "oneOf":
        let options = try rule.list(place).map { try problems(value, $0, place) }
        let count = options.count { $0.isEmpty }
        demand(count == 1, "fits \(count) of \(options.count)")
      case "pattern":
        guard case .text(let text) = value, let pattern = patterns[try rule.text(place)] else { break }
        demand(text.firstMatch(of: pattern) != nil, "\"\(text)\" does not match")
      case "minLength":
        guard case .text(let text) = value else { break }
        demand(Double(text.unicodeScalars.count) >= (try rule.number(place)), "is too short")
      case "minimum":
        if case .number(let number) = value { demand(number >= (try rule.number(place)), "is too small") }
      case "maximum":
        if case .number(let number) = value { demand(number <= (try rule.number(place)), "is too large") }
      case "items", "contains", "minItems", "maxItems":
        if case .list(let list) = value { found += try problems(list, word, rule, place) }
      case "required", "properties", "additionalProperties", "minProperties", "maxProperties",
        "dependentSchemas":
        if case .object(let object) = value {
          found += try problems(object, word, rule, place, known: words["properties"])
        }
      default: break
      }
    }
    return found
  }

  private func problems(_ list: [JSONValue], _ word: String, _ rule: JSONValue, _ place: String) throws
    -> [String]
  {
    switch word {
    case "items":
      return try list.enumerated().flatMap { try problems($0.element, rule, "\(place)[\($0.offset)]") }
    case "contains":
      let hasOne = try list.contains { try problems($0, rule, place).isEmpty }
      return hasOne ? [] : ["\(place): contains none that fits"]
    default:
      let limit = try rule.number(place)
      let fits = word == "minItems" ? Double(list.count) >= limit : Double(list.count) <= limit
      return fits ? [] : ["\(place): \(word)"]
    }
  }

  private func problems(
    _ object: [String: JSONValue], _ word: String, _ rule: JSONValue, _ place: String, known: JSONValue?
  ) throws -> [String] {
    switch word {
    case "required":
      return try rule.list(place).map { try $0.text(place) }.filter { object[$0] == nil }.map {
        "\(place): \($0) is missing"
      }
    case "properties":
      return try rule.object(place).sorted { $0.key < $1.key }.flatMap { name, schema in
        try object[name].map { try problems($0, schema, "\(place).\(name)") } ?? []
      }
    case "additionalProperties":
      let names = try known?.object(place) ?? [:]
      return object.keys.filter { names[$0] == nil }.sorted().map { "\(place): \($0) is unknown" }
    case "dependentSchemas":
      return try rule.object(place).filter { object[$0.key] != nil }.flatMap { _, schema in
        try problems(.object(object), schema, place)
      }
    default:
      let limit = try rule.number(place)
      let fits = word == "minProperties" ? Double(object.count) >= limit : Double(object.count) <= limit
      return fits ? [] : ["\(place): \(word)"]
    }
  }
}

/// What is wrong with a schema, and where.
public struct SchemaError: Error, Hashable, Sendable {
  public var place: String
  public var what: String
}

extension JSONValue {
  fileprivate func object(_ place: String) throws -> [String: JSONValue] {
    guard case .object(let object) = self else {
      throw SchemaError(place: place, what: "an object is needed")
    }
    return object
  }

  fileprivate func list(_ place: String) throws -> [JSONValue] {
    guard case .list(let list) = self else { throw SchemaError(place: place, what: "a list is needed") }
    return list
  }

  fileprivate func text(_ place: String) throws -> String {
    guard case .text(let text) = self else { throw SchemaError(place: place, what: "text is needed") }
    return text
  }

  fileprivate func number(_ place: String) throws -> Double {
    guard case .number(let number) = self else { throw SchemaError(place: place, what: "a number is needed") }
    return number
  }

  fileprivate func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .text: type == "string"
    case .list: type == "array"
    case .object: type == "object"
    }
  }
}
