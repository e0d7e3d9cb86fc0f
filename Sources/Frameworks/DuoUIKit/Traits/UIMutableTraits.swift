import Foundation

/// Traits that can be changed: those of a collection in the making, or overrides. [docs]
public protocol UIMutableTraits {
  subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { get set }
}

extension UIMutableTraits {
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    get { self[UITraitUserInterfaceIdiom.self] }
    set { self[UITraitUserInterfaceIdiom.self] = newValue }
  }
  public var userInterfaceStyle: UIUserInterfaceStyle {
    get { self[UITraitUserInterfaceStyle.self] }
    set { self[UITraitUserInterfaceStyle.self] = newValue }
  }
  public var layoutDirection: UITraitEnvironmentLayoutDirection {
    get { self[UITraitLayoutDirection.self] }
    set { self[UITraitLayoutDirection.self] = newValue }
  }
  public var displayScale: CGFloat {
    get { self[UITraitDisplayScale.self] }
    set { self[UITraitDisplayScale.self] = newValue }
  }
  public var horizontalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitHorizontalSizeClass.self] }
    set { self[UITraitHorizontalSizeClass.self] = newValue }
  }
  public var verticalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitVerticalSizeClass.self] }
    set { self[UITraitVerticalSizeClass.self] = newValue }
  }
  public var preferredContentSizeCategory: UIContentSizeCategory {
    get { self[UITraitPreferredContentSizeCategory.self] }
    set { self[UITraitPreferredContentSizeCategory.self] = newValue }
  }
  public var displayGamut: UIDisplayGamut {
    get { self[UITraitDisplayGamut.self] }
    set { self[UITraitDisplayGamut.self] = newValue }
  }
  public var accessibilityContrast: UIAccessibilityContrast {
    get { self[UITraitAccessibilityContrast.self] }
    set { self[UITraitAccessibilityContrast.self] = newValue }
  }
  public var userInterfaceLevel: UIUserInterfaceLevel {
    get { self[UITraitUserInterfaceLevel.self] }
    set { self[UITraitUserInterfaceLevel.self] = newValue }
  }
  public var legibilityWeight: UILegibilityWeight {
    get { self[UITraitLegibilityWeight.self] }
    set { self[UITraitLegibilityWeight.self] = newValue }
  }
  public var activeAppearance: UIUserInterfaceActiveAppearance {
    get { self[UITraitActiveAppearance.self] }
    set { self[UITraitActiveAppearance.self] = newValue }
  }
}

/// Values of traits, each under its definition.
struct TraitValues: UIMutableTraits, @unchecked Sendable {
  // Unchecked because a definition's value may be of any type; Apple's collections are as sendable with the same values.
  private(set) var values: [ObjectIdentifier: (trait: UITrait, value: Any)] = [:]

  subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value {
    get { values[ObjectIdentifier(trait)]?.value as? T.Value ?? T.defaultValue }
    set { values[ObjectIdentifier(trait)] = (trait, newValue) }
  }

  func contains(_ trait: UITrait) -> Bool { values[ObjectIdentifier(trait)] != nil }
  mutating func remove(_ trait: UITrait) { values[ObjectIdentifier(trait)] = nil }
  var isEmpty: Bool { values.isEmpty }

  /// The other's values in the place of these.
  func overridden(by other: TraitValues) -> TraitValues {
    var all = self
    all.values.merge(other.values) { $1 }
    return all
  }

  /// Traits whose values differ.
  func differences(from other: TraitValues) -> [UITrait] {
    let keys = Set(values.keys).union(other.values.keys)
    return keys.compactMap { key in
      guard let trait = (values[key] ?? other.values[key])?.trait else { return nil }
      return differs(trait, from: other) ? trait : nil
    }
  }

  func differs(_ trait: UITrait, from other: TraitValues) -> Bool {
    func open<T: UITraitDefinition>(_ trait: T.Type) -> Bool {
      let (a, b): (Any, Any) = (self[trait], other[trait])
      if let a = a as? any Equatable { return !isSame(a, b) }
      // Reference types without equality are compared by identity; other values cannot be.
      return Swift.type(of: a) is AnyClass ? (a as AnyObject) !== (b as AnyObject) : true
    }
    return open(trait)
  }

  private func isSame<E: Equatable>(_ a: E, _ b: Any) -> Bool { (b as? E) == a }
}

/// What a view, a controller, a window or a scene puts in the place of the traits that flow to it. [docs]
@preconcurrency @MainActor
public struct UITraitOverrides: @MainActor UIMutableTraits {
  var values = TraitValues()

  public subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value {
    get { values[trait] }
    set { values[trait] = newValue }
  }

  /// Whether the trait is overridden.
  public func contains(_ trait: UITrait) -> Bool { values.contains(trait) }

  /// Lets the trait flow again.
  public mutating func remove(_ trait: UITrait) { values.remove(trait) }
}
