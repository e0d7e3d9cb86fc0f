import SourceModel
import SwiftSyntax

extension Lowering {
  mutating func typeDeclaration(_ syntax: DeclSyntax, inside outer: String) -> TypeDeclaration? {
    switch syntax.as(DeclSyntaxEnum.self) {
    case .classDecl(let node):
      return build(.class, node, node.name, node.inheritanceClause, outer)
    case .structDecl(let node):
      return build(.struct, node, node.name, node.inheritanceClause, outer)
    case .enumDecl(let node):
      return build(.enum, node, node.name, node.inheritanceClause, outer)
    case .actorDecl(let node):
      return build(.actor, node, node.name, node.inheritanceClause, outer)
    case .protocolDecl(let node):
      return build(.protocol, node, node.name, node.inheritanceClause, outer)
    case .extensionDecl(let node):
      return build(
        .extension, node, type(node.extendedType).base, span(node.extendedType), node.inheritanceClause)
    default: return nil
    }
  }

  private mutating func build(
    _ form: TypeDeclaration.Form, _ node: some DeclGroupSyntax & SyntaxProtocol, _ name: TokenSyntax,
    _ inherited: InheritanceClauseSyntax?, _ outer: String
  ) -> TypeDeclaration {
    build(form, node, outer.isEmpty ? name.text : outer + "." + name.text, span(name), inherited)
  }

  private mutating func build(
    _ form: TypeDeclaration.Form, _ node: some DeclGroupSyntax & SyntaxProtocol, _ name: String,
    _ nameSpan: Span,
    _ inherited: InheritanceClauseSyntax?
  ) -> TypeDeclaration {
    TypeDeclaration(
      form: form, name: name, inherited: inherited?.inheritedTypes.map { type($0.type) } ?? [],
      attributes: attributes(node.attributes), modifiers: modifiers(node.modifiers),
      members: members(node.memberBlock.members, of: name), availability: availability(node.attributes),
      span: span(node), nameSpan: nameSpan)
  }

  private mutating func members(_ list: MemberBlockItemListSyntax, of name: String) -> [TypeDeclaration
    .Member]
  {
    var found: [TypeDeclaration.Member] = []
    for item in list {
      switch item.decl.as(DeclSyntaxEnum.self) {
      case .variableDecl(let node): found += properties(node).map { .property($0) }
      case .functionDecl(let node): found.append(.function(function(node)))
      case .initializerDecl(let node): found.append(.function(initializer(node)))
      case .deinitializerDecl(let node): found.append(.function(deinitializer(node)))
      case .subscriptDecl(let node): found.append(.function(index(node)))
      case .ifConfigDecl(let config):
        if case .decls(let inner)? = active(config) { found += members(inner, of: name) }
      default:
        if let type = typeDeclaration(item.decl, inside: name) { found.append(.type(type)) }
      }
    }
    return found
  }

  mutating func properties(_ node: VariableDeclSyntax) -> [Property] {
    let values = bindings(node)
    var found: [Property] = []
    for (syntax, binding) in zip(node.bindings, values) {
      let accessors = syntax.accessorBlock.map { self.accessors($0) } ?? []
      for name in binding.names {
        found.append(
          Property(
            name: name, type: binding.type, value: binding.isWhole ? binding.value : nil,
            attributes: attributes(node.attributes), modifiers: binding.modifiers,
            isConstant: binding.isConstant,
            accessors: accessors, availability: availability(node.attributes), span: span(node),
            nameSpan: span(syntax.pattern)))
      }
    }
    return found
  }

  private mutating func accessors(_ node: AccessorBlockSyntax) -> [Function] {
    switch node.accessors {
    case .getter(let list):
      return [accessor("get", Block(keepsBodies ? statements(list) : [], span(node)), span(node))]
    case .accessors(let list):
      var found: [Function] = []
      for one in list {
        found.append(accessor(one.accessorSpecifier.text, one.body.map { body($0) }, span(one)))
      }
      return found
    @unknown default: return []
    }
  }

  /// What a function does; nothing of it in a file whose functions nobody looks into.
  private mutating func body(_ node: CodeBlockSyntax) -> Block {
    keepsBodies ? block(node) : Block([], span(node))
  }

  private func accessor(_ name: String, _ body: Block?, _ whole: Span) -> Function {
    Function(
      form: .accessor, name: name, parameters: [], result: nil, attributes: [], modifiers: [], isAsync: false,
      canThrow: false, captures: [], body: body, availability: [], span: whole, nameSpan: whole)
  }

  mutating func function(_ node: FunctionDeclSyntax) -> Function {
    let effects = node.signature.effectSpecifiers
    return Function(
      form: .function, name: node.name.text, parameters: parameters(node.signature.parameterClause),
      result: node.signature.returnClause.map { type($0.type) }, attributes: attributes(node.attributes),
      modifiers: modifiers(node.modifiers), isAsync: effects?.asyncSpecifier != nil,
      canThrow: effects?.throwsClause != nil, captures: [], body: node.body.map { body($0) },
      availability: availability(node.attributes), span: span(node), nameSpan: span(node.name))
  }

  private mutating func initializer(_ node: InitializerDeclSyntax) -> Function {
    let effects = node.signature.effectSpecifiers
    return Function(
      form: .initializer, name: "init", parameters: parameters(node.signature.parameterClause), result: nil,
      attributes: attributes(node.attributes), modifiers: modifiers(node.modifiers),
      isAsync: effects?.asyncSpecifier != nil, canThrow: effects?.throwsClause != nil, captures: [],
      body: node.body.map { body($0) }, availability: availability(node.attributes), span: span(node),
      nameSpan: span(node.initKeyword))
  }

  private mutating func deinitializer(_ node: DeinitializerDeclSyntax) -> Function {
    Function(
      form: .deinitializer, name: "deinit", parameters: [], result: nil,
      attributes: attributes(node.attributes),
      modifiers: modifiers(node.modifiers), isAsync: false, canThrow: false, captures: [],
      body: node.body.map { body($0) }, availability: [], span: span(node),
      nameSpan: span(node.deinitKeyword))
  }

  private mutating func index(_ node: SubscriptDeclSyntax) -> Function {
    let body: Block? = node.accessorBlock.map { accessorBlock in
      Block(accessors(accessorBlock).flatMap { $0.body?.statements ?? [] }, span(accessorBlock))
    }
    return Function(
      form: .subscript, name: "subscript", parameters: parameters(node.parameterClause),
      result: type(node.returnClause.type), attributes: attributes(node.attributes),
      modifiers: modifiers(node.modifiers), isAsync: false, canThrow: false, captures: [], body: body,
      availability: availability(node.attributes), span: span(node), nameSpan: span(node.subscriptKeyword))
  }

  private mutating func parameters(_ clause: FunctionParameterClauseSyntax) -> [Function.Parameter] {
    clause.parameters.map { one in
      let first = one.firstName.text
      return Function.Parameter(
        label: first == "_" ? nil : first, name: one.secondName?.text ?? first, type: type(one.type),
        value: one.defaultValue.map { expression($0.value).made(as: type(one.type)) })
    }
  }

  mutating func closure(_ node: ClosureExprSyntax) -> Function {
    let signature = node.signature
    var parameters: [Function.Parameter] = []
    switch signature?.parameterClause {
    case nil: break
    case .simpleInput(let list): parameters = list.map { .init(label: nil, name: $0.name.text, type: nil) }
    case .parameterClause(let clause):
      parameters = clause.parameters.map {
        .init(label: nil, name: ($0.secondName ?? $0.firstName).text, type: $0.type.map { type($0) })
      }
    @unknown default: break
    }
    var captures: [Function.Capture] = []
    for item in signature?.capture?.items ?? [] {
      captures.append(
        .init(
          strength: item.specifier?.specifier.text ?? "", name: item.name.text,
          value: item.initializer.map { expression($0.value) }))
    }
    let effects = signature?.effectSpecifiers
    return Function(
      form: .closure, name: "closure", parameters: parameters,
      result: signature?.returnClause.map { type($0.type) },
      attributes: signature.map { attributes($0.attributes) } ?? [], modifiers: [],
      isAsync: effects?.asyncSpecifier != nil, canThrow: effects?.throwsClause != nil, captures: captures,
      body: Block(outsideChain { $0.statements(node.statements) }, span(node)), availability: [],
      span: span(node),
      nameSpan: span(node))
  }
}
