import SourceModel

extension SourceFile {
  /// Names of the types that the file declares, with their outer types.
  public var typeNames: [String] { types.flatMap(\.typeNames) }

  /// Does a type of the file hold one of these, in a property or as a parameter, inherit from one, or extend
  /// one? The calls of such a file count, though no word in it is about capture.
  public func holds(_ names: Set<String>) -> Bool { types.contains { $0.holds(names) } }

  /// The types of the file that hold one of these themselves.
  public func types(thatHold names: Set<String>) -> [String] { types.flatMap { $0.types(thatHold: names) } }
}

extension TypeDeclaration {
  fileprivate var typeNames: [String] {
    (form == .extension ? [] : [name])
      + members.flatMap { member in
        if case .type(let type) = member { return type.typeNames }
        return []
      }
  }

  fileprivate func holds(_ names: Set<String>) -> Bool {
    members.contains { member in
      if case .type(let type) = member { return type.holds(names) }
      return false
    } || holdsItself(names)
  }

  /// In a member of its own, above it, or as what it extends.
  func holdsItself(_ names: Set<String>) -> Bool {
    form == .extension && names.contains(name)
      || inherited.contains { names.contains($0.base) }
      || members.contains { $0.holds(names) }
  }

  fileprivate func types(thatHold names: Set<String>) -> [String] {
    (holdsItself(names) ? [name] : [])
      + members.flatMap { member in
        if case .type(let type) = member { return type.types(thatHold: names) }
        return []
      }
  }
}

extension TypeDeclaration.Member {
  /// In a property, or as a parameter.
  fileprivate func holds(_ names: Set<String>) -> Bool {
    switch self {
    case .property(let property):
      property.type.map { names.contains($0.base) } ?? false
        || property.value?.lastName.map(names.contains) ?? false
    case .function(let function):
      function.parameters.contains { $0.type.map { names.contains($0.base) } ?? false }
    case .type: false
    }
  }
}
