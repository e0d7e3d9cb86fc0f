import SourceModel

/// A call taken apart: `base.name(arguments)`.
public struct Call {
  public let site: Site
  public let name: String
  /// What it is called on; nil for a bare name or an implicit member.
  public let base: Site?
  public let arguments: [Argument]

  /// The first argument with this label; nil stands for one without.
  public func argument(_ label: String?) -> Site? {
    arguments.first { $0.label == label }.map { site.inside($0.value) }
  }

  public var labels: [String?] { arguments.map(\.label) }
}

/// An assignment taken apart: `base.name = value`.
public struct Assignment {
  public let site: Site
  public let name: String
  /// Nil for a bare name.
  public let base: Site?
  public let value: Site
  public let target: Site
}

extension Site {
  /// The call that this expression is; nil for another.
  public var call: Call? {
    guard case .call(let callee, let arguments) = expression.kind else { return nil }
    let inner = inside(callee)
    switch callee.kind {
    case .name(let name), .implicitMember(let name):
      return Call(site: self, name: name, base: nil, arguments: arguments)
    case .member(let base, let name):
      return Call(site: self, name: name, base: inner.inside(base), arguments: arguments)
    case .optionalChain(let wrapped), .force(let wrapped):
      guard case .member(let base, let name) = wrapped.kind else { return nil }
      return Call(site: self, name: name, base: inner.inside(wrapped).inside(base), arguments: arguments)
    default: return nil
    }
  }

  /// The assignment that this expression is (with `=`, not `+=`); nil for another.
  public var assignment: Assignment? {
    guard case .assign(let left, "=", let value) = expression.kind else { return nil }
    return assignment(to: left, value)
  }

  /// Like `assignment`, also with another operator such as `+=`.
  public var anyAssignment: Assignment? {
    guard case .assign(let left, _, let value) = expression.kind else { return nil }
    return assignment(to: left, value)
  }

  private func assignment(to left: Expression, _ value: Expression) -> Assignment? {
    let target = inside(left)
    switch left.core.kind {
    case .name(let name):
      return Assignment(site: self, name: name, base: nil, value: inside(value), target: target)
    case .member(let base, let name):
      // The base's site keeps what is around it: `connection?.isVideoMirrored` has the chain between.
      var holder = target
      var walk = left
      while walk !== left.core {
        switch walk.kind {
        case .force(let inner), .optionalChain(let inner), .attempt(_, let inner), .awaited(let inner):
          holder = holder.inside(inner)
          walk = inner
        default: break
        }
      }
      return Assignment(
        site: self, name: name, base: holder.inside(base), value: inside(value), target: target)
    default: return nil
    }
  }

  /// The member that this expression reads: `base.name`.
  public var member: (base: Site, name: String)? {
    guard case .member(let base, let name) = expression.kind else { return nil }
    return (inside(base), name)
  }
}

extension Program {
  /// Functions of the program that a call may mean: of the same type for a bare name or `self.`, else of the base's type.
  public func targets(of call: Call) -> [(function: Function, type: String?)] {
    if let base = call.base {
      guard let owner = type(of: base)?.base ?? metatype(base) else { return [] }
      return members(call.name, of: owner, call.arguments.count)
    }
    if let type = call.site.unit.type {
      let found = members(call.name, of: type, call.arguments.count)
      if !found.isEmpty { return found }
    }
    return (functions[call.name] ?? []).map { ($0, nil) }
  }

  private func members(_ name: String, of owner: String, _ count: Int) -> [(
    function: Function, type: String?
  )] {
    for ancestor in ancestry(owner) {
      let found = types[ancestor]?.functions[name] ?? []
      let fitting = found.filter { count <= $0.parameters.count }
      if !fitting.isEmpty { return fitting.map { ($0, ancestor) } }
    }
    return []
  }

  /// The type whose name an expression is.
  public func metatype(_ site: Site) -> String? { Inference(program: self).metatype(site) }
}
