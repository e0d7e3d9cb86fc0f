/// What a description file may hold, learned from the built-in phones: which fields there are, of which kind, and
/// which of them every phone has.
final class TemplateNode: Sendable {
  enum Kind: Sendable {
    case object, list, number, text, bool
  }

  struct Field: Sendable {
    var node: TemplateNode
    var isRequired: Bool
  }

  let kind: Kind
  /// Of an object.
  let fields: [String: Field]
  /// What a list holds; nil for other kinds, and where every phone's list is empty.
  let element: TemplateNode?

  init(_ kind: Kind, fields: [String: Field] = [:], element: TemplateNode? = nil) {
    self.kind = kind
    self.fields = fields
    self.element = element
  }

  /// The template of one file; nil for `null`, which says nothing about a kind.
  static func of(_ tree: JSONTree) -> TemplateNode? {
    switch tree {
    case .null: nil
    case .bool: TemplateNode(.bool)
    case .number: TemplateNode(.number)
    case .text: TemplateNode(.text)
    case .list(let values):
      TemplateNode(.list, element: values.compactMap(of).reduce(nil) { $0?.joined($1) ?? $1 })
    case .object(let fields):
      TemplateNode(
        .object, fields: fields.compactMapValues { of($0).map { Field(node: $0, isRequired: true) } })
    }
  }

  func joined(_ other: TemplateNode) -> TemplateNode {
    switch (kind, other.kind) {
    case (.object, .object):
      let names = Set(fields.keys).union(other.fields.keys)
      return TemplateNode(
        .object,
        fields: names.reduce(into: [:]) { result, name in
          let (a, b) = (fields[name], other.fields[name])
          guard let node = a.map({ a in b.map { a.node.joined($0.node) } ?? a.node }) ?? b?.node else {
            return
          }
          result[name] = Field(node: node, isRequired: a?.isRequired ?? false && b?.isRequired ?? false)
        })
    case (.list, .list):
      let (mine, theirs) = (element, other.element)
      return TemplateNode(.list, element: mine.map { mine in theirs.map(mine.joined) ?? mine } ?? theirs)
    default: return self
    }
  }

  /// A value with its origin.
  var isSourced: Bool { fields["value"] != nil && fields["origin"] != nil }
}

/// Compares a file with the template and the field rules.
struct Template {
  let file: String

  private static let root: TemplateNode = {
    let nodes = PhoneDescription.builtIn.compactMap { TemplateNode.of(JSONTree.ofBuiltIn($0)) }
    return nodes.dropFirst().reduce(nodes[0]) { $0.joined($1) }
  }()

  /// The tree with shorthands written out. A partial file may leave fields out.
  func checked(_ tree: JSONTree, isPartial: Bool) throws(PhoneFileError) -> JSONTree {
    try checked(tree, Self.root, "", [], isPartial)
  }

  private func fail(_ place: String, _ reason: String) -> PhoneFileError {
    PhoneFileError(file: file, place: place, reason: reason)
  }

  private func checked(
    _ tree: JSONTree, _ node: TemplateNode, _ place: String, _ path: [String], _ isPartial: Bool
  ) throws(PhoneFileError) -> JSONTree {
    if path == ["cameras", "[]", "formats", "[]", "origins"] { return try checkedOrigins(tree, place) }
    switch node.kind {
    case .object:
      let fields = node.fields
      if case .object(let found) = tree {
        return try checked(found, fields, node.isSourced, place, path, isPartial)
      }
      guard isPartial, let value = fields["value"], node.isSourced else {
        throw fail(place, "expected an object, found \(tree.shown)")
      }
      return .object(["value": try checked(tree, value.node, place, path + ["value"], isPartial)])
    case .list:
      let element = node.element
      guard case .list(let values) = tree else { throw fail(place, "expected a list, found \(tree.shown)") }
      var result: [JSONTree] = []
      for (index, value) in values.enumerated() {
        let inside = "\(place)[\(index)]"
        // A new camera's formats are whole; only what has an id can be a part.
        let isPart = isPartial && path.count == 1
        if let element {
          result.append(try checked(value, element, inside, path + ["[]"], isPart))
        } else {
          result.append(value)
        }
      }
      return .list(result)
    case .number, .text, .bool:
      let rule = FieldRule.rule(for: path, node)
      guard rule.allows(tree) else { throw fail(place, "expected \(rule.expected), found \(tree.shown)") }
      return tree
    }
  }

  private func checked(
    _ found: [String: JSONTree], _ fields: [String: TemplateNode.Field], _ isSourced: Bool, _ place: String,
    _ path: [String], _ isPartial: Bool
  ) throws(PhoneFileError) -> JSONTree {
    func inside(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
    var fields = fields
    if isSourced { fields["note"] = .init(node: TemplateNode(.text), isRequired: false) }
    var result: [String: JSONTree] = [:]
    for (name, value) in found.sorted(by: { $0.key < $1.key }) {
      guard let field = fields[name] else {
        let known = fields.keys.sorted().joined(separator: ", ")
        throw fail(inside(name), "unknown field; known here: \(known)")
      }
      if value == .null, !field.isRequired {
        if isPartial { result[name] = .null }
        continue
      }
      result[name] = try checked(value, field.node, inside(name), path + [name], isPartial)
    }
    if !isPartial, let missing = fields.filter({ $0.value.isRequired && result[$0.key] == nil }).keys.min() {
      throw fail(inside(missing), "missing field")
    }
    return .object(result)
  }
}
