import SourceModel

extension SourceFile {
  /// Names of the types that the file declares, with their outer types.
  public var typeNames: [String] { types.flatMap(\.typeNames) }

  /// Does a type of the file hold one of these: in a property, or as a parameter? The calls of such a file count, though no
  /// word in it is about capture.
  public func holds(_ names: Set<String>) -> Bool { types.contains { $0.holds(names) } }
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
      switch member {
      case .property(let property):
        property.type.map { names.contains($0.base) } ?? false
          || property.value?.lastName.map(names.contains) ?? false
      case .function(let function):
        function.parameters.contains { $0.type.map { names.contains($0.base) } ?? false }
      case .type(let type): type.holds(names)
      }
    }
  }
}
