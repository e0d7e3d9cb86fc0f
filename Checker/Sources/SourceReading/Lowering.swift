import SourceModel
import SwiftIfConfig
import SwiftSyntax

/// Makes the model of a file from its syntax tree.
///
/// One pass over the tree; the tree itself is let go afterwards, since the trees of a large project take a gigabyte and
/// their models a twentieth of that.
struct Lowering {
  let answers: BuildAnswers
  let keepsBodies: Bool
  private let spans: SpanCache
  var inactive: [Span] = []
  var withoutCatalyst: [Span] = []
  /// How many links of a chain such as `a.b().c` are open.
  var openLinks = 0

  init(answers: BuildAnswers, keepsBodies: Bool = true, length: Int) {
    self.answers = answers
    self.keepsBodies = keepsBodies
    spans = SpanCache(length)
  }

  func span(_ node: some SyntaxProtocol) -> Span { spans.span(node) }

  /// The clause of `#if` that an iOS build compiles; the others are noted as left out.
  mutating func active(_ config: IfConfigDeclSyntax) -> IfConfigClauseSyntax.Elements? {
    let chosen = config.activeClause(in: answers).clause
    for clause in config.clauses where clause.id != chosen?.id { inactive.append(span(clause)) }
    if let chosen, mentionsCatalyst(config) {
      var catalyst = answers
      catalyst.isCatalyst = true
      if config.activeClause(in: catalyst).clause?.id != chosen.id { withoutCatalyst.append(span(chosen)) }
    }
    return chosen?.elements
  }

  private func mentionsCatalyst(_ config: IfConfigDeclSyntax) -> Bool {
    config.clauses.contains { $0.condition?.description.contains("macCatalyst") ?? false }
  }

  // MARK: Attributes

  func attributes(_ list: AttributeListSyntax) -> [Attribute] {
    list.compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      return Attribute(
        name: attribute.attributeName.trimmedDescription, text: attribute.arguments?.trimmedDescription ?? "",
        span: span(attribute))
    }
  }

  func modifiers(_ list: DeclModifierListSyntax) -> [String] {
    list.map { $0.detail == nil ? $0.name.text : "\($0.name.text)(\($0.detail!.detail.text))" }
  }

  /// What `@available` says of versions; `unavailable` is a platform without a version.
  func availability(_ list: AttributeListSyntax) -> [Availability] {
    list.flatMap { element -> [Availability] in
      guard case .attribute(let attribute) = element, case .availability(let arguments)? = attribute.arguments
      else {
        return []
      }
      return versions(arguments)
    }
  }

  func versions(_ arguments: AvailabilityArgumentListSyntax) -> [Availability] {
    var platform: String?
    var found: [Availability] = []
    for argument in arguments {
      switch argument.argument {
      case .availabilityVersionRestriction(let restriction):
        found.append(Availability(platform: restriction.platform.text, version: numbers(restriction.version)))
      case .availabilityLabeledArgument(let labelled):
        if labelled.label.text == "introduced", let platform, case .version(let version) = labelled.value {
          found.append(Availability(platform: platform, version: numbers(version)))
        }
      case .token(let token):
        if token.text == "unavailable" {
          if let platform { found.append(Availability(platform: platform, version: [])) }
        } else {
          platform = token.text
        }
      @unknown default: break
      }
    }
    return found
  }

  private func numbers(_ version: VersionTupleSyntax?) -> [Int] {
    (version?.trimmedDescription ?? "").split(separator: ".").compactMap { Int($0) }
  }

  // MARK: Types

  func type(_ syntax: TypeSyntax) -> TypeName { type(syntax, 0) }

  /// Nobody writes types that nest more deeply than this; what is deeper has no name.
  private static let deepestType = 64

  private func type(_ syntax: TypeSyntax, _ depth: Int) -> TypeName {
    guard depth < Self.deepestType else { return TypeName("") }
    let type = { (inner: TypeSyntax) in self.type(inner, depth + 1) }
    switch syntax.as(TypeSyntaxEnum.self) {
    case .identifierType(let node):
      return TypeName(node.name.text, arguments(node.genericArgumentClause, depth))
    case .memberType(let node):
      let base = type(node.baseType)
      return TypeName(base.base + "." + node.name.text, arguments(node.genericArgumentClause, depth))
    case .optionalType(let node): return type(node.wrappedType).optional
    case .implicitlyUnwrappedOptionalType(let node): return type(node.wrappedType).optional
    case .arrayType(let node): return TypeName("Array", [type(node.element)])
    case .dictionaryType(let node): return TypeName("Dictionary", [type(node.key), type(node.value)])
    case .someOrAnyType(let node):
      var inner = type(node.constraint)
      inner.attributes.append(node.someOrAnySpecifier.text)
      return inner
    case .attributedType(let node):
      var inner = type(node.baseType)
      inner.attributes +=
        node.attributes.map { $0.trimmedDescription } + node.specifiers.map { $0.trimmedDescription }
      return inner
    case .tupleType(let node):
      if node.elements.count == 1, let only = node.elements.first { return type(only.type) }
      return TypeName("", node.elements.map { type($0.type) })
    case .functionType(let node):
      return TypeName(
        "",
        function: .init(
          parameters: node.parameters.map { type($0.type) }, result: [type(node.returnClause.type)]))
    case .metatypeType(let node):
      return TypeName(type(node.baseType).base + "." + node.metatypeSpecifier.text)
    case .compositionType(let node):
      return node.elements.first.map { type($0.type) } ?? TypeName("")
    default: return TypeName(syntax.trimmedDescription)
    }
  }

  private func arguments(_ clause: GenericArgumentClauseSyntax?, _ depth: Int) -> [TypeName] {
    clause?.arguments.compactMap { argument in
      if case .type(let type) = argument.argument { return self.type(type, depth + 1) }
      return nil
    } ?? []
  }
}

/// Where pieces of syntax begin and end without the white space and comments around them.
///
/// The tree finds its first and last words by going down to them. All pieces that begin at the same place begin with the
/// same word, so that is done once for each place: in `a.b.c.d…` it would be done for every name.
private final class SpanCache {
  private var starts: [Int32]
  private var ends: [Int32]

  init(_ length: Int) {
    starts = [Int32](repeating: -1, count: length + 1)
    ends = starts
  }

  func span(_ node: some SyntaxProtocol) -> Span {
    let (from, to) = (node.position.utf8Offset, node.endPosition.utf8Offset)
    guard from < to, to < ends.count else { return Span(from, to) }
    if starts[from] < 0 { starts[from] = Int32(node.positionAfterSkippingLeadingTrivia.utf8Offset) }
    if ends[to] < 0 { ends[to] = Int32(node.endPositionBeforeTrailingTrivia.utf8Offset) }
    return Span(Int(starts[from]), Int(ends[to]))
  }
}
