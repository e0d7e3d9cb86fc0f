import Foundation

/// As much of JSON Schema as the tests' schemas use.
struct Schema {
  private let root: [String: Any]

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// A schema that the repository publishes.
  init(published name: String) throws {
    let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let file = repository.appendingPathComponent("Schemas/\(name).schema.json")
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  func problems(_ text: String) throws -> [String] {
    problems(try JSONSerialization.jsonObject(with: Data(text.utf8)), root, "")
  }

  private static let keywords: Set<String> = [
    "$schema", "title", "description", "type", "additionalProperties", "required", "properties", "const",
    "enum",
    "items", "uniqueItems", "$ref", "$defs", "minimum", "minLength",
  ]

  private func problems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    var found = Set(schema.keys).subtracting(Self.keywords).map { "\(path): the test does not know \($0)" }
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
      let definition = (root["$defs"] as? [String: Any])?[String(name)] as? [String: Any]
      found += definition.map { problems(value, $0, path) } ?? ["\(path): no definition \(name)"]
    }
    if let type = schema["type"] as? String, !Self.isA(value, type) {
      return found + ["\(path) is no \(type)"]
    }
    if let constant = schema["const"], !Self.equal(constant, value) {
      found.append("\(path) is not \(constant)")
    }
    if let choices = schema["enum"] as? [Any], !choices.contains(where: { Self.equal($0, value) }) {
      found.append("\(path) is \(value)")
    }
    if let least = schema["minimum"] as? Int, let number = value as? Int, number < least {
      found.append("\(path) is \(number)")
    }
    if let least = schema["minLength"] as? Int, let text = value as? String, text.count < least {
      found.append("\(path) is too short")
    }
    if schema["uniqueItems"] as? Bool == true, let list = value as? [NSObject], Set(list).count < list.count {
      found.append("\(path) has something twice")
    }
    if let items = schema["items"] as? [String: Any], let list = value as? [Any] {
      for (index, one) in list.enumerated() { found += problems(one, items, "\(path)[\(index)]") }
    }
    guard let object = value as? [String: Any] else { return found }
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      found.append("\(path) has no \(name)")
    }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for (name, inner) in object {
      if let known = properties[name] as? [String: Any] {
        found += problems(inner, known, "\(path).\(name)")
      } else if let others = schema["additionalProperties"] as? [String: Any] {
        found += problems(inner, others, "\(path).\(name)")
      } else if schema["additionalProperties"] as? Bool == false {
        found.append("\(path).\(name) is unknown")
      }
    }
    return found
  }

  private static func isA(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBoolean(value)
    case "integer": !isBoolean(value) && value is Int
    default: false
    }
  }

  private static func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? (value is Bool)
  }

  private static func equal(_ a: Any, _ b: Any) -> Bool {
    (a as? NSObject)?.isEqual(b) ?? false || "\(a)" == "\(b)"
  }
}
