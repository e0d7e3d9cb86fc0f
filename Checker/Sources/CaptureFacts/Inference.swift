import SourceModel

extension Program {
  /// The type of an expression where the sources or Apple's interfaces say it; nil where they do not.
  public func type(of site: Site) -> TypeName? { Inference(program: self).type(of: site) }

  /// Is the value of one of these types, or of one that descends from them (an optional of it counts)?
  public func site(_ site: Site, isA names: Set<String>) -> Bool {
    guard let found = type(of: site) else { return false }
    return isType(found.base, among: names)
  }

  /// Is it one of these types, or does it descend from one, by the sources and by Apple's interfaces?
  public func isType(_ name: String, among names: Set<String>) -> Bool {
    if names.contains(name) { return true }
    return ancestry(name).contains { ancestor in
      names.contains(ancestor) || KnownTypes.ancestry(ancestor).contains(where: names.contains)
    }
  }
}

/// Finds types by going from an expression to what it is made of. Depth is limited: `let a = b`, `let b = a` ends.
struct Inference {
  let program: Program
  var depth = 0

  func type(of site: Site) -> TypeName? {
    guard depth < 24 else { return nil }
    var deeper = self
    deeper.depth += 1
    return deeper.find(site)
  }

  private func find(_ site: Site) -> TypeName? {
    switch site.expression.kind {
    case .name(let name): return named(name, site)
    case .member(let base, let name): return member(name, of: base, site)
    case .call(let callee, let arguments): return call(callee, arguments, site)
    case .index(let base, _): return type(of: site.inside(base))?.element
    case .force(let inner), .optionalChain(let inner): return type(of: site.inside(inner))?.unwrapped
    case .attempt(.optional, let inner): return type(of: site.inside(inner))?.unwrapped.optional
    case .attempt(_, let inner), .awaited(let inner): return type(of: site.inside(inner))
    case .cast(_, .conditional, let named): return named.optional
    case .cast(_, .test, _): return TypeName("Bool")
    case .cast(_, _, let named): return named
    case .ternary(_, let first, let second):
      return type(of: site.inside(first)) ?? type(of: site.inside(second))
    case .binary(let left, "??", let right):
      return type(of: site.inside(right)) ?? type(of: site.inside(left))?.unwrapped
    case .binary(_, let name, _)
    where ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!=="].contains(name):
      return TypeName("Bool")
    case .binary(let left, _, let right): return type(of: site.inside(left)) ?? type(of: site.inside(right))
    case .prefix("!", _): return TypeName("Bool")
    case .prefix(_, let inner): return type(of: site.inside(inner))
    case .literal(let text): return literal(text)
    case .string: return TypeName("String")
    case .array(let elements):
      return elements.lazy.compactMap { self.type(of: site.inside($0)) }.first.map { TypeName("Array", [$0]) }
    default: return nil
    }
  }

  private func literal(_ text: String) -> TypeName? {
    switch text {
    case "true", "false": TypeName("Bool")
    case "nil": nil
    default:
      text.hasPrefix("0x") || !text.contains(where: { ".eE".contains($0) })
        ? TypeName("Int") : TypeName("Double")
    }
  }

  private func named(_ name: String, _ site: Site) -> TypeName? {
    if name == "self" || name == "Self" { return site.unit.type.map { TypeName($0) } }
    if name == "super" {
      return site.unit.type.flatMap { program.types[$0]?.inherited.first }
    }
    switch program.definition(of: name, at: site) {
    case .local(let binding, let value, let unwraps):
      if let written = binding.type { return written }
      guard binding.isWhole, let value else { return nil }
      let found = type(of: value)
      return unwraps ? found?.unwrapped : found
    case .captured(let value): return type(of: value)
    case .parameter(let parameter, let function, let around):
      return parameter.type ?? closureParameter(parameter, of: function, around, site)
    case .element(let sequence): return type(of: sequence)?.element
    case .property(let property, let owner): return type(of: property, owner)
    case .type, .localFunction: return nil
    case nil:
      if name.hasPrefix("$"), let index = Int(name.dropFirst()) { return shorthand(index, site) }
      return nil
    }
  }

  func type(of property: Property, _ owner: String?) -> TypeName? {
    if let written = property.type { return written }
    guard let value = property.value else { return nil }
    return type(of: Site(unit: unit(of: property, owner), expression: value, around: [.property(property)]))
  }

  private func unit(of property: Property, _ owner: String?) -> CodeUnit {
    CodeUnit(file: program.files[0], type: owner, root: .property(property))
  }

  private func member(_ name: String, of base: Expression, _ site: Site) -> TypeName? {
    let inner = site.inside(base)
    if let metatype = metatype(inner) {
      if name == "self" { return nil }
      return KnownTypes.type(of: name, in: metatype, isStatic: true) ?? projectMember(name, of: metatype)
    }
    guard let owner = type(of: inner) else { return nil }
    if let element = owner.element {
      if ["first", "last"].contains(name) { return element.optional }
      if ["reversed", "sorted", "shuffled"].contains(name) { return owner }
      if name == "count" { return TypeName("Int") }
      return nil
    }
    return KnownTypes.type(of: name, in: owner.base, isStatic: false) ?? projectMember(name, of: owner.base)
  }

  private func projectMember(_ name: String, of owner: String) -> TypeName? {
    for ancestor in program.ancestry(owner) {
      if let property = program.types[ancestor]?.properties[name] { return type(of: property, ancestor) }
      if let known = KnownTypes.type(of: name, in: ancestor, isStatic: false) { return known }
    }
    return nil
  }

  /// The type that an expression names, such as `AVCaptureDevice` or `AVCaptureDevice.DiscoverySession`.
  func metatype(_ site: Site) -> String? {
    switch site.expression.kind {
    case .name(let name):
      if name == "Self" { return site.unit.type }
      guard case .type(let found) = program.definition(of: name, at: site) else { return nil }
      return program.type(named: found, inside: site.unit.type)?.name ?? found
    case .member(let base, let name):
      guard let outer = metatype(site.inside(base)) else { return nil }
      if name == "self" { return outer }
      let full = outer + "." + name
      return program.types[full] != nil || KnownTypes.isType(full) ? full : nil
    case .optionalChain(let inner): return metatype(site.inside(inner))
    default: return nil
    }
  }

  private func call(_ callee: Expression, _ arguments: [Argument], _ site: Site) -> TypeName? {
    let inner = site.inside(callee)
    if let made = metatype(inner) { return KnownTypes.made(made, arguments.map(\.label)) }
    switch callee.kind {
    case .member(let base, let name):
      let owner = inner.inside(base)
      if name == "init", let made = metatype(owner) { return KnownTypes.made(made, arguments.map(\.label)) }
      if let metatype = metatype(owner) {
        return KnownTypes.type(of: name + "()", in: metatype, isStatic: true) ?? result(name, of: metatype)
      }
      guard let type = type(of: owner) else { return nil }
      if let element = type.element {
        if ["first", "last", "randomElement", "min", "max"].contains(name) { return element.optional }
        if ["filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "shuffled"].contains(name) {
          return type
        }
        if ["map", "compactMap"].contains(name) { return mapped(arguments, inner) }
        return nil
      }
      return KnownTypes.type(of: name + "()", in: type.base, isStatic: false) ?? result(name, of: type.base)
    case .name(let name):
      if case .localFunction(let function)? = program.definition(of: name, at: inner) {
        return function.result
      }
      if let owner = site.unit.type, let found = result(name, of: owner) { return found }
      return program.functions[name]?.first?.result
    case .closure(let function): return function.result ?? made(by: function, inner)
    default: return nil
    }
  }

  /// `outputs.compactMap { $0.connection(with: .video) }`: an array of what the closure's one expression gives.
  private func mapped(_ arguments: [Argument], _ site: Site) -> TypeName? {
    guard arguments.count == 1, case .closure(let closure) = arguments[0].value.kind,
      closure.body?.statements.count == 1, let call = site.around.last, case .expression = call
    else { return nil }
    let around = Site(unit: site.unit, expression: arguments[0].value, around: site.around)
    return made(by: closure, around).map { TypeName("Array", [$0.unwrapped]) }
  }

  /// `{ let layer = AVCaptureVideoPreviewLayer(); …; return layer }()`.
  private func made(by closure: Function, _ site: Site) -> TypeName? {
    guard let body = closure.body, let last = body.statements.last else { return nil }
    let around =
      site.around + [.expression(site.expression), .function(closure), .block(body), .statement(last)]
    switch last.kind {
    case .return(let value?): return type(of: Site(unit: site.unit, expression: value, around: around))
    case .expression(let value): return type(of: Site(unit: site.unit, expression: value, around: around))
    default: return nil
    }
  }

  private func result(_ name: String, of owner: String) -> TypeName? {
    for ancestor in program.ancestry(owner) {
      if let function = program.types[ancestor]?.functions[name]?.first { return function.result }
      if let known = KnownTypes.type(of: name + "()", in: ancestor, isStatic: false) { return known }
    }
    return nil
  }

  /// `$0` in a closure that a sequence's function calls with its elements.
  private func shorthand(_ index: Int, _ site: Site) -> TypeName? {
    guard index == 0 else { return nil }
    for depth in site.around.indices.reversed() {
      if case .function(let function) = site.around[depth], function.form == .closure {
        let around = Array(site.around[...depth])
        return handedElement(to: function, around, site) ?? declaredParameter(0, of: function, around, site)
      }
    }
    return nil
  }

  private func closureParameter(
    _ parameter: Function.Parameter, of function: Function, _ around: [Node], _ site: Site
  ) -> TypeName? {
    guard function.form == .closure,
      let index = function.parameters.firstIndex(where: { $0.name == parameter.name })
    else { return nil }
    if index == 0, let known = handedElement(to: function, around, site) { return known }
    return declaredParameter(index, of: function, around, site)
  }

  /// What a function of the program says that it hands to a closure: `func configure(_ body: (AVCaptureDevice) -> Void)`.
  private func declaredParameter(_ index: Int, of closure: Function, _ around: [Node], _ site: Site)
    -> TypeName?
  {
    guard let given = CallOfClosure(closure, around: around),
      let call = Site(unit: site.unit, expression: given.call, around: given.around).call
    else { return nil }
    for target in program.targets(of: call) {
      let takers = target.function.parameters.filter { $0.type?.function != nil }
      // A trailing closure has no label.
      let taker = takers.first { given.label != nil && $0.label == given.label } ?? takers.last
      if let shape = taker?.type?.function, index < shape.parameters.count { return shape.parameters[index] }
    }
    return nil
  }

  private func handedElement(to function: Function, _ around: [Node], _ site: Site) -> TypeName? {
    guard let call = CallOfClosure(function, around: around) else { return nil }
    let callSite = Site(unit: site.unit, expression: call.call, around: call.around)
    guard case .member(let base, let name) = call.callee.kind else {
      // `AVCaptureDeviceDirectionCoordinator(view:deviceTypes:) { map in … }`
      if metatype(callSite.inside(call.callee)) == "AVCaptureDeviceDirectionCoordinator" {
        return TypeName("AVCaptureDeviceDirectionMap")
      }
      return nil
    }
    let owner = callSite.inside(call.callee).inside(base)
    if let known = KnownTypes.handed(name, type(of: owner)?.base) { return known }
    guard
      [
        "first", "last", "filter", "forEach", "map", "compactMap", "flatMap", "contains", "allSatisfy", "min",
        "max", "sorted", "firstIndex", "removeAll", "prefix", "drop", "reduce", "sort",
      ]
      .contains(name)
    else { return nil }
    return type(of: owner)?.element ?? (name == "map" || name == "flatMap" ? type(of: owner)?.unwrapped : nil)
  }
}

/// The call that a closure is an argument of.
public struct CallOfClosure {
  public let call: Expression
  public let callee: Expression
  public let arguments: [Argument]
  /// Around the call, outermost first.
  public let around: [Node]
  /// The label of the closure's argument.
  public let label: String?

  /// `around` ends with the closure itself.
  public init?(_ function: Function, around: [Node]) {
    guard around.count >= 3, case .expression(let closure) = around[around.count - 2],
      case .closure(let same) = closure.kind, same === function,
      case .expression(let call) = around[around.count - 3],
      case .call(let callee, let arguments) = call.kind
    else { return nil }
    self.call = call
    self.callee = callee
    self.arguments = arguments
    self.around = Array(around.dropLast(3))
    guard let argument = arguments.first(where: { $0.value === closure }) else { return nil }
    label = argument.label
  }
}

extension Program {
  /// The type of a property: as it is written, or as its value has it.
  public func type(of property: Property, in owner: String?) -> TypeName? {
    Inference(program: self).type(of: property, owner)
  }
}
