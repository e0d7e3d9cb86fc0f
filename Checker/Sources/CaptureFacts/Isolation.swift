import SourceModel

/// Where code runs, as far as the sources say.
public enum Isolation: Hashable, Sendable {
  /// The main actor, or the main queue.
  case main
  /// An actor of the program, by its name.
  case actor(String)
  /// A queue or executor that is not the main one.
  case background
  /// Nobody says: an ordinary function of an ordinary type.
  case unknown
}

extension Program {
  static let mainTypes: Set<String> = [
    "UIViewController", "UIView", "UIWindow", "UIApplicationDelegate", "UIWindowSceneDelegate",
    "UISceneDelegate",
    "UIResponder", "UIControl", "UIButton", "UIImageView", "UINavigationController", "UITableViewController",
    "UICollectionViewController", "UITabBarController", "UICollectionViewCell", "UITableViewCell", "View",
    "App",
    "Scene", "UIViewRepresentable", "UIViewControllerRepresentable", "ViewModifier",
  ]

  /// Apple's frameworks call these on the queue that the app gives them, whatever type they are in.
  static let delegateFunctions: Set<String> = [
    "captureOutput", "metadataOutput", "depthDataOutput", "dataOutputSynchronizer",
  ]

  /// Where a site's code runs.
  public func isolation(of site: Site) -> Isolation {
    for depth in site.around.indices.reversed() {
      guard case .function(let function) = site.around[depth] else { continue }
      if function.form == .closure {
        switch isolation(ofClosure: function, Array(site.around[...depth]), site.unit) {
        case .some(let found): return found
        case nil: continue  // runs where it is made
        }
      }
      return isolation(of: function, in: site.unit)
    }
    if site.unit.property != nil { return typeIsolation(site.unit.type) }
    if case .block = site.unit.root { return .main }
    return .unknown
  }

  /// Where a function of the program runs.
  public func isolation(of function: Function, in unit: CodeUnit) -> Isolation {
    if function.attributes.contains(where: { $0.name == "MainActor" }) { return .main }
    if function.has("nonisolated") || function.has("nonisolated(unsafe)") { return .unknown }
    if function.attributes.contains(where: { $0.name == "concurrent" }) { return .background }
    if let name = globalActor(function.attributes) { return .actor(name) }
    if function.form == .deinitializer, !function.has("isolated") {
      // The last owner may be anywhere; views and their controllers go where they live.
      return unit.type.map { type($0, isA: Self.mainTypes) } == true ? .main : .unknown
    }
    if Self.delegateFunctions.contains(function.name) { return .background }
    return typeIsolation(unit.type)
  }

  /// Where a type's members run if they do not say otherwise.
  public func typeIsolation(_ name: String?) -> Isolation {
    let unsaid: Isolation = isMainByDefault ? .main : .unknown
    guard let name, let facts = types[name] else { return unsaid }
    if facts.attributes.contains(where: { $0.name == "MainActor" }) { return .main }
    if let actor = globalActor(facts.attributes) { return .actor(actor) }
    if facts.form == .actor { return .actor(name) }
    if facts.declarations.contains(where: { $0.has("nonisolated") }) { return .unknown }
    for ancestor in ancestry(name) {
      if Self.mainTypes.contains(ancestor) { return .main }
      if ancestor != name, let parent = types[ancestor],
        parent.attributes.contains(where: { $0.name == "MainActor" })
      {
        return .main
      }
      if ancestor != name, let parent = types[ancestor], let actor = globalActor(parent.attributes) {
        return .actor(actor)
      }
    }
    return unsaid
  }

  private func globalActor(_ attributes: [Attribute]) -> String? {
    attributes.first { attribute in
      attribute.name.hasSuffix("Actor") && attribute.name != "MainActor"
        || types[attribute.name]?.attributes.contains { $0.name == "globalActor" } == true
    }?.name
  }

  /// Nil for a closure that runs where it is made. `around` ends with the closure.
  private func isolation(ofClosure function: Function, _ around: [Node], _ unit: CodeUnit) -> Isolation? {
    if function.attributes.contains(where: { $0.name == "MainActor" }) { return .main }
    if let name = globalActor(function.attributes) { return .actor(name) }
    guard let call = CallOfClosure(function, around: around) else {
      // `{ … }()` is called where it stands; a closure that is stored may be called anywhere.
      if case .expression(let outer)? = around.dropLast(2).last, case .call(let callee, _) = outer.kind,
        case .closure = callee.core.kind
      {
        return nil
      }
      return .unknown
    }
    let site = Site(unit: unit, expression: call.call, around: call.around)
    return isolation(ofClosureIn: call, site)
  }

  private func isolation(ofClosureIn call: CallOfClosure, _ site: Site) -> Isolation? {
    let name = call.callee.lastName ?? ""
    if case .member(let base, _) = call.callee.core.kind {
      let owner = site.inside(call.callee).inside(base)
      if [
        "async", "sync", "asyncAfter", "asyncAndWait", "addOperation", "addBarrierBlock", "schedule",
        "perform",
      ]
      .contains(name) {
        if let names = base.names, names.last == "main" { return .main }
        if let found = reference(owner), found.description.hasSuffix(".main") { return .main }
        if name == "sync", type(of: owner)?.base != "DispatchQueue",
          !(base.lastName?.lowercased().contains("queue") ?? false)
        {
          return .unknown
        }
        return .background
      }
      if base.names == ["MainActor"] { return .main }
      if base.names == ["Task"], name == "detached" { return .background }
      if base.names == ["Timer"] { return nil }
      if base.names == ["UIView"] { return .main }
    }
    if ["Task", "withTaskGroup", "withCheckedContinuation", "withCheckedThrowingContinuation"].contains(name)
    {
      return nil
    }
    if name == "addObserver" {
      let queue = call.arguments.first { $0.label == "queue" }?.value
      return queue?.lastName == "main" ? .main : .unknown
    }
    if ["requestAccess", "requestAuthorization"].contains(name) { return .background }
    if ["AVCaptureDeviceDirectionCoordinator", "UIAction"].contains(name) { return .main }
    if Self.runsInPlace.contains(name) { return nil }
    // SwiftUI's builders and modifiers run their closures on the main actor, like everything of a view.
    if case .main = typeIsolation(site.unit.type), program(isView: site.unit.type) { return .main }
    return .unknown
  }

  private func program(isView type: String?) -> Bool {
    guard let type else { return false }
    return self.type(type, isA: ["View", "App", "Scene", "ViewModifier"])
  }

  public static let runsInPlace: Set<String> = [
    "forEach", "map", "compactMap", "flatMap", "filter", "first", "last", "contains", "allSatisfy", "min",
    "max", "sorted",
    "sort", "reduce", "firstIndex", "removeAll", "withLock", "autoreleasepool", "withUnsafeBytes",
    "performWithoutAnimation", "withExtendedLifetime",
  ]
}

extension TypeDeclaration {
  func has(_ modifier: String) -> Bool { modifiers.contains(modifier) }
}
