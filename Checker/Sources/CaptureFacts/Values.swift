import SourceModel

extension Program {
  /// The expression that a name stands for, where it is a constant with a value in sight; else the site itself.
  public func value(_ site: Site) -> Site {
    var found = site
    for _ in 0..<8 {
      let core = found.expression.core
      let name: String
      var lookup = found
      switch core.kind {
      case .name(let written): name = written
      case .member(let base, let written):
        // `Self.types`, `self.types`
        guard case .name(let holder) = base.kind,
          holder == "self" || holder == "Self" || holder == site.unit.type
        else {
          return found
        }
        name = written
        guard let type = site.unit.type, let property = types[type]?.properties[written], property.isConstant,
          let value = property.value
        else { return found }
        return Site(
          unit: CodeUnit(file: found.file, type: type, root: .property(property)), expression: value,
          around: [.property(property)])
      default: return found
      }
      lookup = Site(unit: found.unit, expression: core, around: found.around)
      switch definition(of: name, at: lookup) {
      case .local(let binding, let value?, _) where binding.isConstant && binding.isWhole: found = value
      case .captured(let value): found = value
      case .property(let property, let owner):
        guard property.isConstant, let value = property.value else { return found }
        found = Site(
          unit: CodeUnit(file: found.file, type: owner, root: .property(property)), expression: value,
          around: [.property(property)])
      default: return found
      }
    }
    return found
  }
}
