/// What a description file may hold, learned from the built-in phones: which fields there are, of which kind, and
/// which of them every phone has.
indirect enum TemplateNode: Sendable {
  struct Field: Sendable {
    var node: TemplateNode
    var isRequired: Bool
  }

  case object([String: Field])
  case list(TemplateNode?)
  case number, text, bool

  init?(_ tree: JSONTree) {
    switch tree {
    case .null: return nil
    case .bool: self = .bool
    case .number: self = .number
    case .text: self = .text
    case .list(let values):
      self = .list(values.compactMap(TemplateNode.init).reduce(nil) { $0?.joined($1) ?? $1 })
    case .object(let fields):
      self = .object(
        fields.compactMapValues { TemplateNode($0).map { Field(node: $0, isRequired: true) } })
    }
  }

  func joined(_ other: TemplateNode) -> TemplateNode {
    switch (self, other) {
    case (.object(let mine), .object(let theirs)):
      let names = Set(mine.keys).union(theirs.keys)
      return .object(
        names.reduce(into: [:]) { fields, name in
          let (a, b) = (mine[name], theirs[name])
          guard let node = a.map({ a in b.map { a.node.joined($0.node) } ?? a.node }) ?? b?.node else {
            return
          }
          fields[name] = Field(
            node: node, isRequired: a?.isRequired ?? false && b?.isRequired ?? false)
        })
    case (.list(let mine), .list(let theirs)):
      return .list(mine.map { mine in theirs.map { mine.joined($0) } ?? mine } ?? theirs)
    default: return self
    }
  }

  /// A value with its origin.
  var isSourced: Bool {
    if case .object(let fields) = self { return fields["value"] != nil && fields["origin"] != nil }
    return false
  }
}

/// Compares a file with the template and the field rules.
struct Template {
  let file: String

  private static let root: TemplateNode = {
    let nodes = PhoneDescription.builtIn.compactMap { TemplateNode(JSONTree.ofBuiltIn($0)) }
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
    switch node {
    case .object(let fields):
      if case .object(let found) = tree {
        return try checked(found, fields, node.isSourced, place, path, isPartial)
      }
      guard isPartial, let value = fields["value"], node.isSourced else {
        throw fail(place, "expected an object, found \(tree.shown)")
      }
      return .object(["value": try checked(tree, value.node, place, path + ["value"], isPartial)])
    case .list(let element):
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
    if isSourced { fields["note"] = .init(node: .text, isRequired: false) }
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
