import SourceModel

/// The same thing under two names: `connection` and `output.connection(with: .video)` after
/// `let connection = output.connection(with: .video)` have the same reference.
///
/// It says which expression a value comes from, not that the value is the same at two times.
public struct Reference: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

extension Program {
  /// Nil for what has no lasting name, such as the result of a call with changing arguments.
  public func reference(_ site: Site) -> Reference? { path(site, 0).map { Reference($0) } }

  private func path(_ site: Site, _ depth: Int) -> String? {
    guard depth < 24 else { return nil }
    switch site.expression.kind {
    case .name(let name): return path(named: name, site, depth)
    case .member(let base, let name):
      guard let outer = path(site.inside(base), depth + 1) else { return nil }
      // `layer.connection` and `layer.connection(with:)` do not exist side by side, so a name is enough.
      return outer + "." + name
    case .force(let inner), .optionalChain(let inner), .attempt(_, let inner), .awaited(let inner),
      .cast(let inner, _, _):
      return path(site.inside(inner), depth + 1)
    case .binary(let left, "??", _): return path(site.inside(left), depth + 1)
    case .index(let base, let arguments):
      guard let outer = path(site.inside(base), depth + 1), arguments.count == 1,
        let index = constant(arguments[0].value)
      else { return nil }
      return "\(outer)[\(index)]"
    case .call(let callee, let arguments):
      guard let outer = path(site.inside(callee), depth + 1) else { return nil }
      let given = arguments.map { constant($0.value) ?? path(site.inside($0.value), depth + 1) }
      guard !given.contains(nil) else { return nil }
      return outer + "(" + given.map { $0! }.joined(separator: ",") + ")"
    default: return nil
    }
  }

  private func constant(_ expression: Expression) -> String? {
    switch expression.kind {
    case .literal(let text): text
    case .string(let text?, _): text
    case .implicitMember(let name): "." + name
    case .member(let base, let name):
      if case .name(let type) = base.kind, type.first?.isUppercase == true { "." + name } else { nil }
    default: nil
    }
  }

  private func path(named name: String, _ site: Site, _ depth: Int) -> String? {
    if name == "self" || name == "super" { return "self" }
    switch definition(of: name, at: site) {
    case .local(let binding, let value, _):
      if binding.isWhole, binding.isConstant, let value, !binding.modifiers.contains("lazy"),
        let found = path(value, depth + 1), value.expression.makesNothing
      {
        return found
      }
      return "\(name)@\(binding.span.start)"
    case .captured(let value): return path(value, depth + 1) ?? "\(name)@\(value.span.start)"
    case .parameter(_, let function, _):
      return "\(name)@\(function.span.start)"
    case .element(let sequence): return "\(name)@\(sequence.span.start)"
    case .property(_, let owner): return owner == nil ? name : "self." + name
    case .type(let found): return found
    case .localFunction(let function): return "\(name)@\(function.span.start)"
    case nil:
      if name.hasPrefix("$") {
        for node in site.around.reversed() {
          if case .function(let function) = node, function.form == .closure {
            return "\(name)@\(function.span.start)"
          }
        }
      }
      return name == "_" ? nil : "self." + name
    }
  }
}

extension Expression {
  /// It reads something that is there; it does not make a new object.
  var makesNothing: Bool {
    switch kind {
    case .name, .literal, .implicitMember, .string: return true
    case .member(let base, _), .force(let base), .optionalChain(let base), .attempt(_, let base),
      .awaited(let base),
      .cast(let base, _, _), .index(let base, _):
      return base.makesNothing
    case .binary(let left, "??", _): return left.makesNothing
    case .call(let callee, _):
      switch callee.kind {
      case .name(let name): return name.first?.isLowercase == true
      case .member(let base, let name):
        return name.first?.isLowercase == true && name != "init" && base.makesNothing
      case .optionalChain(let inner), .force(let inner): return inner.makesNothing
      default: return false
      }
    default: return false
    }
  }

  /// Without what only says how to get at it: `try`, `await`, `!`, `?`.
  public var core: Expression {
    switch kind {
    case .force(let inner), .optionalChain(let inner), .attempt(_, let inner), .awaited(let inner): inner.core
    default: self
    }
  }

  /// Of `a.b.c` the name at the end; of a call, the name of what is called.
  public var lastName: String? {
    switch core.kind {
    case .name(let name), .implicitMember(let name), .member(_, let name): name
    case .call(let callee, _): callee.lastName
    default: nil
    }
  }

  /// The chain of names of `a.b?.c` written out; nil if something else is in it.
  public var names: [String]? {
    switch core.kind {
    case .name(let name): [name]
    case .implicitMember(let name): ["", name]
    case .member(let base, let name): base.names.map { $0 + [name] }
    default: nil
    }
  }
}
