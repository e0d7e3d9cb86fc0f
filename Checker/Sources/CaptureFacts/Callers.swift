import Foundation
import SourceModel

/// Where in a program's code which names stand, and which calls may mean which function: gathered in one walk over all code,
/// so that rules look only where there is something for them.
struct NameIndex: Sendable {
  /// Sites of calls, by the name that is called; of names that a function of the program has.
  private(set) var calls: [String: [Site]] = [:]
  /// Numbers of the units in which a name stands, in order.
  private(set) var units: [String: [Int]] = [:]

  /// - Parameters:
  ///   - units: All code in which names are looked for.
  ///   - callers: The numbers of those whose calls count.
  ///   - functions: Names of the program's functions: nobody asks who calls another.
  init(_ units: [CodeUnit], callers: Range<Int>, functions: Set<String>) {
    let pieces = stride(from: 0, to: units.count, by: 512).map { $0..<min($0 + 512, units.count) }
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let parts = DeepStack.map(pieces.count, threads: threads) { piece in
      var part = NameIndex()
      for number in pieces[piece] {
        part.add(units[number], number, callers.contains(number) ? functions : [])
      }
      return part
    }
    for part in parts {
      calls.merge(part.calls) { $0 + $1 }
      self.units.merge(part.units) { $0 + $1 }
    }
  }

  private init() {}

  private mutating func add(_ unit: CodeUnit, _ number: Int, _ functions: Set<String>) {
    unit.root.walk { node, around in
      guard case .expression(let expression) = node else {
        if case .type = node { return false }  // a local type's functions are units of their own
        return true
      }
      switch expression.kind {
      case .name(let name), .implicitMember(let name), .member(_, let name): note(name, number)
      case .keyPath(_, let names): for name in names { note(name, number) }
      case .string(let text?, _): if text.utf8.count < 64 { note(text, number) }
      case .call(let callee, _):
        if let name = callee.lastName, functions.contains(name) {
          calls[name, default: []].append(Site(unit: unit, expression: expression, around: around))
        }
      default: break
      }
      return true
    }
  }

  private mutating func note(_ name: String, _ number: Int) {
    func add(_ numbers: inout [Int]) { if numbers.last != number { numbers.append(number) } }
    add(&units[name, default: []])
  }

  /// Numbers of the units that hold one of the names, in order.
  func numbers(_ names: Set<String>) -> [Int] {
    if names.count == 1, let name = names.first { return units[name] ?? [] }
    return Set(names.flatMap { units[$0] ?? [] }).sorted()
  }
}

extension Program {
  /// The code that rules look into, as far as one of these names stands in it: as a name, a member, a part of a key path or
  /// a whole string.
  public func units(naming names: Set<String>) -> [CodeUnit] {
    nameIndex.numbers(names).prefix { $0 < units.count }.map { units[$0] }
  }

  /// The same with what may belong to a camera's interface.
  public func interfaceUnits(naming names: Set<String>) -> [CodeUnit] {
    nameIndex.numbers(names).map { $0 < units.count ? units[$0] : neighbours[$0 - units.count] }
  }
}

extension Program {
  /// Calls anywhere in the program that may mean this function, by name and by the type of what it is called on.
  public func callers(of function: Function) -> [Site] {
    (nameIndex.calls[function.name] ?? []).filter { site in
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
