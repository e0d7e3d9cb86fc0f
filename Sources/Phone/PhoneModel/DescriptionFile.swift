public import Foundation

/// What is wrong with a phone description, in one line.
public struct PhoneFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// Where in the file, such as `hinge.closedUpTo.value`; empty for the file as a whole.
  public var place: String
  public var reason: String

  public var description: String { place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)" }
}

extension PhoneDescription {
  /// Reads a description.
  ///
  /// The file either says everything, as `json()` prints it, or starts from a built-in phone
  /// (`"basedOn": "duo"`) and says what is different: fields replace fields, displays and cameras are found by
  /// their `id`, other lists are replaced as a whole, `null` takes an optional field away. A value may be
  /// given without its origin and is then `assumed`; `"closedUpTo": 6` is short for
  /// `"closedUpTo": {"value": 6}`.
  ///
  /// - Parameter file: a name for messages.
  /// - Throws: for broken JSON, an unknown field, a wrong kind or unit, a missing field, an impossible value.
  public init(json: Data, file: String) throws(PhoneFileError) {
    var tree = try JSONTree.parse(json, file: file)
    let template = Template(file: file)
    if let base = try tree.takeBase(file: file) {
      tree = try template.checked(tree, isPartial: true)
      tree = JSONTree.ofBuiltIn(base).overlaid(by: tree)
    }
    tree = try template.checked(tree, isPartial: false)
    do {
      self = try JSONDecoder().decode(PhoneDescription.self, from: JSONEncoder().encode(tree))
    } catch {
      // The template has the same fields as the type; what is left is a number that does not fit its type.
      throw PhoneFileError(file: file, place: "", reason: "\(error)".replacing("\n", with: " "))
    }
    if let (place, reason) = contradiction { throw PhoneFileError(file: file, place: place, reason: reason) }
  }

  /// The whole description as JSON text, keys sorted.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

/// Any JSON.
enum JSONTree: Hashable, Codable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONTree].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .number(let number):
      if let whole = Int64(exactly: number) { try value.encode(whole) } else { try value.encode(number) }
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .object(let object): try value.encode(object)
    }
  }

  /// A description always fits: its numbers are finite.
  init(of description: PhoneDescription) {
    guard let data = try? description.json(), let tree = try? JSONDecoder().decode(JSONTree.self, from: data)
    else { fatalError("the built-in phone \(description.name) cannot be written as JSON") }
    self = tree
  }

  static func ofBuiltIn(_ phone: PhoneDescription) -> JSONTree { builtIn[phone.name] ?? JSONTree(of: phone) }

  /// Written and read once: a phone with its formats is long.
  private static let builtIn: [String: JSONTree] = PhoneDescription.builtIn.reduce(into: [:]) {
    $0[$1.name] = JSONTree(of: $1)
  }

  static func parse(_ data: Data, file: String) throws(PhoneFileError) -> JSONTree {
    do { return try JSONDecoder().decode(JSONTree.self, from: data) } catch {
      var reason = "\(error)"
      if case DecodingError.dataCorrupted(let context) = error {
        let cause = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
        reason = cause ?? context.debugDescription
      }
      throw PhoneFileError(file: file, place: "", reason: "not JSON: " + reason.replacing("\n", with: " "))
    }
  }

  /// What is found, for a message.
  var shown: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): "\"\(text)\""
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Takes `basedOn` out of the file.
  fileprivate mutating func takeBase(file: String) throws(PhoneFileError) -> PhoneDescription? {
    guard case .object(var fields) = self, let base = fields.removeValue(forKey: "basedOn") else {
      return nil
    }
    self = .object(fields)
    guard case .text(let name) = base, let phone = PhoneDescription.builtIn(named: name) else {
      let names = PhoneDescription.builtIn.map(\.name).joined(separator: ", ")
      throw PhoneFileError(
        file: file, place: "basedOn", reason: "expected one of \(names), found \(base.shown)")
    }
    return phone
  }

  /// This value with another one's fields in place of its own.
  fileprivate func overlaid(by other: JSONTree) -> JSONTree {
    switch (self, other) {
    case (.object(var mine), .object(let theirs)):
      if theirs["value"] != nil, mine["origin"] != nil {
        // A changed value is not what its source said.
        mine["origin"] = .text(Origin.assumed.rawValue)
        mine["note"] = nil
      }
      for (name, value) in theirs {
        mine[name] = value == .null ? nil : mine[name]?.overlaid(by: value) ?? value
      }
      return .object(mine)
    case (.list(var mine), .list(let theirs)) where !theirs.isEmpty && theirs.allSatisfy({ $0.id != nil }):
      for value in theirs {
        if let index = mine.firstIndex(where: { $0.id == value.id }) {
          mine[index] = mine[index].overlaid(by: value)
        } else {
          mine.append(value)
        }
      }
      return .list(mine)
    default: return other
    }
  }

  private var id: String? {
    if case .object(let fields) = self, case .text(let id) = fields["id"] { return id }
    return nil
  }
}
