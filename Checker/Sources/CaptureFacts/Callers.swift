import SourceModel

/// Which calls of the program may mean which function.
struct CallIndex: Sendable {
  /// Sites of calls, by the name that is called.
  let sites: [String: [Site]]

  /// Calls of these names: nobody asks who calls a function that the program does not have.
  init(_ units: [CodeUnit], _ names: Set<String>) {
    var found: [String: [Site]] = [:]
    for unit in units {
      unit.root.walk { node, around in
        if case .type = node { return false }
        guard case .expression(let expression) = node, case .call(let callee, _) = expression.kind,
          let name = callee.lastName, names.contains(name)
        else { return true }
        found[name, default: []].append(Site(unit: unit, expression: expression, around: around))
        return true
      }
    }
    sites = found
  }
}

extension Program {
  /// Calls anywhere in the program that may mean this function, by name and by the type of what it is called on.
  public func callers(of function: Function) -> [Site] {
    (callIndex.sites[function.name] ?? []).filter { site in
      guard let call = site.call else { return false }
      return targets(of: call).contains { $0.function === function }
    }
  }

  /// Is the function called somewhere, and has such an expression surely run before each of the calls?
  public func everyCall(of function: Function, isAfter predicate: @escaping (Site) -> Bool) -> Bool {
    let found = callers(of: function)
    return !found.isEmpty && found.allSatisfy { surelyBefore($0, predicate) }
  }

  /// The named function of the program that a site is in, through closures that run where they are made or that the
  /// function hands on.
  public func namedFunction(around site: Site) -> Function? {
    for node in site.around {
      if case .function(let function) = node, function.form != .closure { return function }
    }
    return nil
  }

  /// A way from the main actor to a site: the site itself, or the call on the main actor through which it is reached.
  ///
  /// Nil where the site runs elsewhere, or where nobody says.
  public func wayFromMain(to site: Site) -> Site? { wayFromMain(to: site, []) }

  private func wayFromMain(to site: Site, _ seen: Set<ObjectIdentifier>) -> Site? {
    switch isolation(of: site) {
    case .main: return site
    case .actor, .background: return nil
    case .unknown: break
    }
    if let local = localFunction(around: site) { return wayFromMain(toLocal: local, site, seen) }
    // Only through code that runs where its function runs.
    guard let function = site.function, function.form != .closure || runsInPlace(site),
      let named = namedFunction(around: site), !named.isAsync, !seen.contains(ObjectIdentifier(named)),
      seen.count < 6
    else { return nil }
    for caller in callers(of: named) {
      if let found = wayFromMain(to: caller, seen.union([ObjectIdentifier(named)])) { return found }
    }
    return nil
  }

  /// The innermost function that another function declares, where no closure lies between.
  private func localFunction(around site: Site) -> Function? {
    let functions = site.around.compactMap { node -> Function? in
      if case .function(let function) = node { return function }
      return nil
    }
    guard functions.count > 1, let last = functions.last, last.form == .function else { return nil }
    return last
  }

  /// Through the calls that the outer function makes of it.
  private func wayFromMain(toLocal local: Function, _ site: Site, _ seen: Set<ObjectIdentifier>) -> Site? {
    guard !local.isAsync, !seen.contains(ObjectIdentifier(local)), seen.count < 6 else { return nil }
    var found: Site?
    site.unit.forEachExpression { other in
      guard found == nil, let call = other.call, call.name == local.name, call.base == nil,
        case .localFunction(let function)? = definition(of: call.name, at: other), function === local
      else { return }
      found = wayFromMain(to: other, seen.union([ObjectIdentifier(local)]))
    }
    return found
  }

  /// Is every closure around the site called where it is made?
  private func runsInPlace(_ site: Site) -> Bool {
    for (depth, node) in site.around.enumerated() {
      guard case .function(let function) = node, function.form == .closure else { continue }
      guard let call = CallOfClosure(function, around: Array(site.around[...depth])),
        Self.runsInPlace.contains(call.callee.lastName ?? "")
      else { return false }
    }
    return true
  }
}
