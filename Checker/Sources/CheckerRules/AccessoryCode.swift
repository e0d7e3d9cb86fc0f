import CaptureFacts
import SourceModel

/// Which code is the accessory's alone, and what its controls do.
struct AccessoryCode {
  private let program: Program
  /// Delegates of accessory scenes, and the views and view controllers that only they make.
  private(set) var types: Set<String> = []

  private static let views: Set<String> = ["UIViewController", "UIView", "View"]

  init(_ program: Program) {
    self.program = program
    let delegates = Self.delegates(program)
    guard !delegates.isEmpty else { return }
    var made: [String: Set<String>] = [:]
    for unit in program.units + program.neighbours {
      guard let type = unit.type else { continue }
      unit.forEachExpression { site in
        if case .call(let callee, _) = site.expression.kind, let name = program.metatype(site.inside(callee)),
          program.types[name] != nil, program.isType(name, among: Self.views)
        {
          made[type, default: []].insert(name)
        }
      }
    }
    var open = Array(delegates)
    while let next = open.popLast() {
      guard types.insert(next).inserted else { continue }
      open += made[next] ?? []
    }
    // What the app's own scene makes, too, is not the accessory's.
    var isSettled = false
    while !isSettled {
      let shared = made.filter { !types.contains($0.key) }.reduce(into: Set<String>()) {
        $0.formUnion($1.value)
      }
      isSettled = types.isDisjoint(with: shared)
      types.subtract(shared)
    }
  }

  /// Classes that a configuration of the accessory's role names as its delegate.
  private static func delegates(_ program: Program) -> Set<String> {
    var found: Set<String> = []
    for unit in program.units(naming: ["delegateClass"]) {
      var isAccessory = false
      var named: [String] = []
      unit.forEachExpression { site in
        if site.expression.lastName == "windowCameraCaptureAccessory" { isAccessory = true }
        guard let assignment = site.assignment, assignment.name == "delegateClass",
          let (base, name) = assignment.value.member, name == "self", let type = program.metatype(base)
        else { return }
        named.append(type)
      }
      if isAccessory { found.formUnion(named) }
    }
    return found
  }

  /// In a type of the accessory's, or in the content of SwiftUI's accessory.
  func contains(_ site: Site) -> Bool {
    if let type = site.unit.type, types.contains(type) { return true }
    return site.around.contains { node in
      guard case .expression(let outer) = node, case .call(let callee, _) = outer.kind else { return false }
      return callee.lastName == "CameraCaptureAccessory"
    }
  }

  /// Something that a control does: the call, and the function of the program that it means.
  struct Action {
    var call: Site
    var function: Function
  }

  /// What controls of the accessory do outside it, in the order of files and places. A tap on its picture, to focus, is no
  /// control.
  func actions() -> [Action] {
    var found: [Action] = []
    guard !types.isEmpty || !program.units(naming: ["CameraCaptureAccessory"]).isEmpty else { return [] }
    for unit in program.interfaceUnits(naming: ["UIAction", "Button"]) {
      unit.forEachExpression { site in
        guard contains(site), let call = site.call, call.base != nil, Self.isInAction(site) else { return }
        for target in program.targets(of: call) {
          guard let type = target.type, !types.contains(type) else { continue }
          found.append(Action(call: site, function: target.function))
        }
      }
    }
    return found
  }

  /// In a closure that a control calls: `UIAction { }`, `Button { }`.
  static func isInAction(_ site: Site) -> Bool {
    site.around.indices.contains { depth in
      guard case .function(let closure) = site.around[depth], closure.form == .closure,
        let call = CallOfClosure(closure, around: Array(site.around[...depth]))
      else { return false }
      guard let name = call.callee.lastName else { return false }
      return name == "UIAction" || name == "Button" && call.label != "label"
    }
  }
}
