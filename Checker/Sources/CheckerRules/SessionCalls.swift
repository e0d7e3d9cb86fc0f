import CaptureFacts
import SourceModel

/// A call on a capture session.
struct SessionCall {
  let call: Call
  let session: Reference

  /// Nil for another call, or where nobody says that its base is a session.
  init?(_ program: Program, _ site: Site, _ names: Set<String>) {
    guard let call = site.call, names.contains(call.name) else { return nil }
    if let base = call.base {
      guard program.site(base, isA: ["AVCaptureSession"]), let session = program.reference(base) else {
        return nil
      }
      self.session = session
    } else {
      // In a subclass or an extension of the session.
      guard let type = site.unit.type, program.isType(type, among: ["AVCaptureSession"]) else { return nil }
      session = Reference("self")
    }
    self.call = call
  }
}

extension Program {
  /// All calls of a unit on sessions, in the order in which they are written.
  func sessionCalls(in unit: CodeUnit, _ names: Set<String>) -> [SessionCall] {
    var found: [SessionCall] = []
    unit.forEachExpression { site in
      if let one = SessionCall(self, site, names) { found.append(one) }
    }
    return found.sorted { $0.call.site.span.start < $1.call.site.span.start }
  }

  /// Is the site in a configuration block of the session: opened before, in this function or by every caller, or run by
  /// a function that is given a closure and configures?
  func isInsideConfiguration(_ site: Site, _ session: Reference) -> Bool {
    let begins: (Site) -> Bool = { other in
      SessionCall(self, other, ["beginConfiguration"]).map { $0.session == session } ?? false
    }
    if surelyBefore(site, begins) { return true }
    // A caller may know the session by another name.
    let anyBegin: (Site) -> Bool = { other in
      other.call?.name == "beginConfiguration" || self.opensConfiguration(other)
    }
    if surelyBefore(site, { self.opensConfiguration($0) }) || isInConfiguringClosure(site) { return true }
    var function = namedFunction(around: site)
    for _ in 0..<3 {
      guard let inner = function else { return false }
      let callers = callers(of: inner)
      // Called through a protocol of the program: nobody sees from where.
      guard !callers.isEmpty else { return fulfilsProtocol(inner, site.unit.type) }
      if callers.allSatisfy({ surelyBefore($0, anyBegin) || isInConfiguringClosure($0) }) { return true }
      guard callers.count == 1 else { return false }
      function = namedFunction(around: callers[0])
    }
    return false
  }

  private func fulfilsProtocol(_ function: Function, _ type: String?) -> Bool {
    guard let type else { return false }
    return ancestry(type).contains { ancestor in
      types[ancestor]?.functions[function.name]?.contains { $0 !== function && $0.body == nil } ?? false
    }
  }

  /// Is another session, or none, put in its place between the two calls?
  func isReplaced(_ session: Reference, after first: Site, before second: Site) -> Bool {
    somewhere(in: first.unit) { other in
      guard other.span.start > first.span.end, other.span.end < second.span.start,
        let assignment = other.assignment
      else { return false }
      return self.reference(assignment.target) == session
    }
  }

  /// Is the site in an initialiser, or in a function that only initialisers of its type call? The session that it sets up
  /// does not run yet.
  func runsOnlyInInitializer(_ site: Site) -> Bool {
    guard let function = namedFunction(around: site) else { return false }
    if function.form == .initializer { return true }
    let callers = callers(of: function)
    return !callers.isEmpty
      && callers.allSatisfy {
        $0.unit.type == site.unit.type && namedFunction(around: $0)?.form == .initializer
      }
  }

  /// A call of one of the program's own functions that begins a configuration.
  private func opensConfiguration(_ site: Site) -> Bool {
    guard let call = site.call else { return false }
    return targets(of: call).contains { target in mentions(target.function, "beginConfiguration") }
  }

  /// Inside a closure that is given to a function of the program (or one that nobody knows) that configures.
  private func isInConfiguringClosure(_ site: Site) -> Bool {
    for (depth, node) in site.around.enumerated() {
      guard case .function(let function) = node, function.form == .closure,
        let given = CallOfClosure(function, around: Array(site.around[...depth])),
        let name = given.callee.lastName
      else { continue }
      let callSite = Site(unit: site.unit, expression: given.call, around: given.around)
      if let call = callSite.call,
        targets(of: call).contains(where: { mentions($0.function, "beginConfiguration") })
      {
        return true
      }
      if name.lowercased().contains("configur") { return true }
    }
    return false
  }

  func mentions(_ function: Function, _ name: String) -> Bool {
    var found = false
    Node.function(function).walk { node, _ in
      if case .expression(let expression) = node, expression.lastName == name { found = true }
      return !found
    }
    return found
  }
}
