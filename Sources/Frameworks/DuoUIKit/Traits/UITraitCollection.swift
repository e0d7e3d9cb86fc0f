import Foundation
import PhoneHardware
import PhoneModel

/// What a view knows of its surroundings: the kind of phone, size classes, scale, style, and traits of the app's
/// own. [docs]
public final class UITraitCollection: NSObject, Sendable {
  let values: TraitValues

  init(_ values: TraitValues) {
    self.values = values
    super.init()
  }

  /// Nothing is specified.
  public override convenience init() { self.init(TraitValues()) }

  public convenience init(mutations: (inout any UIMutableTraits) -> Void) {
    self.init(TraitValues().changed(by: mutations))
  }

  /// The later collections win. [docs]
  public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
    self.init(traitCollections.reduce(TraitValues()) { $0.overridden(by: $1.values) })
  }

  public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) {
    self.init { $0.userInterfaceIdiom = idiom }
  }
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init { $0.userInterfaceStyle = userInterfaceStyle }
  }
  public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
    self.init { $0.layoutDirection = layoutDirection }
  }
  public convenience init(displayScale scale: CGFloat) { self.init { $0.displayScale = scale } }
  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.horizontalSizeClass = horizontalSizeClass }
  }
  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.verticalSizeClass = verticalSizeClass }
  }
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init { $0.preferredContentSizeCategory = preferredContentSizeCategory }
  }
  public convenience init(displayGamut: UIDisplayGamut) { self.init { $0.displayGamut = displayGamut } }
  public convenience init(accessibilityContrast: UIAccessibilityContrast) {
    self.init { $0.accessibilityContrast = accessibilityContrast }
  }
  public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
    self.init { $0.userInterfaceLevel = userInterfaceLevel }
  }
  public convenience init(legibilityWeight: UILegibilityWeight) {
    self.init { $0.legibilityWeight = legibilityWeight }
  }
  public convenience init(activeAppearance: UIUserInterfaceActiveAppearance) {
    self.init { $0.activeAppearance = activeAppearance }
  }

  /// What the system says of a scene of that size: size classes by points, as on Apple's phones: an axis is regular from
  /// 600 points on, and the height of an upright scene always is. Where the Duo's own limits are is not
  /// published. [assumed]
  package convenience init(size: CGSize, displayScale: CGFloat) {
    self.init { traits in
      traits.userInterfaceIdiom = .phone
      traits.userInterfaceStyle = .light
      traits.layoutDirection = .leftToRight
      traits.displayScale = displayScale
      traits.displayGamut = .P3
      traits.preferredContentSizeCategory = .large
      traits.accessibilityContrast = .normal
      traits.userInterfaceLevel = .base
      traits.legibilityWeight = .regular
      traits.activeAppearance = .active
      let isUpright = size.height >= size.width
      traits.horizontalSizeClass = size.width >= 600 ? .regular : .compact
      traits.verticalSizeClass = isUpright || size.height >= 600 ? .regular : .compact
    }
  }

  /// Of what is in no scene: those of the phone's first display; only light without a phone.
  @MainActor
  static var outsideScenes: UITraitCollection {
    guard CurrentPhone.isRunning else { return UITraitCollection(userInterfaceStyle: .light) }
    let screen = UIScreen.main
    return UITraitCollection(size: screen.bounds.size, displayScale: screen.scale)
  }

  // MARK: Values

  /// A trait of the app's own, or of Apple's by its type; its default where nobody sets it. [docs]
  public subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { values[trait] }

  /// Always a phone's.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { values.userInterfaceIdiom }
  /// Light until the app overrides it. [assumed]
  public var userInterfaceStyle: UIUserInterfaceStyle { values.userInterfaceStyle }
  public var layoutDirection: UITraitEnvironmentLayoutDirection { values.layoutDirection }
  /// Pixels to a point of the display. [docs]
  public var displayScale: CGFloat { values.displayScale }
  /// How wide the scene is, coarsely; it follows the display, Split View and the app's overrides. [docs]
  public var horizontalSizeClass: UIUserInterfaceSizeClass { values.horizontalSizeClass }
  /// How high the scene is, coarsely. [docs]
  public var verticalSizeClass: UIUserInterfaceSizeClass { values.verticalSizeClass }
  public var preferredContentSizeCategory: UIContentSizeCategory { values.preferredContentSizeCategory }
  public var displayGamut: UIDisplayGamut { values.displayGamut }
  public var accessibilityContrast: UIAccessibilityContrast { values.accessibilityContrast }
  public var userInterfaceLevel: UIUserInterfaceLevel { values.userInterfaceLevel }
  public var legibilityWeight: UILegibilityWeight { values.legibilityWeight }
  public var activeAppearance: UIUserInterfaceActiveAppearance { values.activeAppearance }

  /// A copy with other values.
  public func modifyingTraits(_ mutations: (inout any UIMutableTraits) -> Void) -> UITraitCollection {
    UITraitCollection(values.changed(by: mutations))
  }

  /// A copy with one other value.
  public func replacing<T: UITraitDefinition>(_ trait: T.Type, value: T.Value) -> UITraitCollection {
    var values = values
    values[trait] = value
    return UITraitCollection(values)
  }

  /// Whether everything that `trait` specifies has the same value here. [docs]
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return !trait.values.values.values.contains { values.differs($0.trait, from: trait.values) }
  }

  /// Whether a trait differs that colours depend on. [docs]
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    guard let traitCollection else { return true }
    return values.differences(from: traitCollection.values).contains { $0.affectsColorAppearance }
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return self === other || values.differences(from: other.values).isEmpty
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(horizontalSizeClass)
    hasher.combine(verticalSizeClass)
    hasher.combine(displayScale)
    hasher.combine(userInterfaceStyle)
    return hasher.finalize()
  }

  // MARK: The present collection

  private static let key = "UITraitCollection.current"

  /// The traits of what updates, lays out or draws itself just now, on this thread; else what was set here, or
  /// light. [docs]
  public static var current: UITraitCollection {
    get {
      Thread.current.threadDictionary[key] as? UITraitCollection
        ?? UITraitCollection(userInterfaceStyle: .light)
    }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  /// Runs `actions` with this collection as `current`. [docs]
  public func performAsCurrent(_ actions: () -> Void) {
    let before = Thread.current.threadDictionary[Self.key]
    Thread.current.threadDictionary[Self.key] = self
    actions()
    Thread.current.threadDictionary[Self.key] = before
  }
}

extension TraitValues {
  func changed(by mutations: (inout any UIMutableTraits) -> Void) -> TraitValues {
    var traits: any UIMutableTraits = self
    mutations(&traits)
    return traits as? TraitValues ?? self
  }
}
