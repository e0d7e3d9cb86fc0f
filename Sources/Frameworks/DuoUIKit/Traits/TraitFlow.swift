import DuoFoundation
import Foundation

// Traits flow from the scene to its windows and on to their views; a controller's overrides come before its view's. [docs]

extension UIView: UITraitEnvironment, TraitObserving {
  var traitObservers: TraitObservers { layoutState.traits }

  /// What this view puts in the place of the traits that flow to it; the views in it follow in the next update. [docs]
  public var traitOverrides: UITraitOverrides {
    get { traitObservers.overrides }
    set {
      let old = flowingTraits
      traitObservers.overrides = newValue
      if flowingTraits.hasDifferentColorAppearance(comparedTo: old) { styleDidChange() }
      window?.requestUpdate()
    }
  }

  /// Tells this tree at once of changes of traits that the next update would tell. [docs]
  public func updateTraitsIfNeeded() { tellTraits(inherited: inheritedTraits) }

  /// The traits that flow to this view.
  private var inheritedTraits: UITraitCollection {
    if let superview { return superview.flowingTraits }
    return (self as? UIWindow)?.windowScene?.traitCollection ?? .outsideScenes
  }

  /// The traits here, with all overrides.
  var flowingTraits: UITraitCollection { traits(inherited: inheritedTraits) }

  private func traits(inherited: UITraitCollection) -> UITraitCollection {
    let outer = controller?.traits(inherited: inherited) ?? inherited
    return outer.overridden(by: traitObservers.overrides)
  }

  /// The traits that flow to the controller of this view.
  var controllersTraits: UITraitCollection {
    controller?.traits(inherited: inheritedTraits) ?? inheritedTraits
  }

  /// Tells the tree, from the top down, of traits that are others than before: each view, then its controller.
  func tellTraits(inherited: UITraitCollection) {
    let traits = traits(inherited: inherited)
    traitObservers.update(to: traits) { old in
      for pass in layoutState.traitReads { invalidate(pass) }
      if traits.hasDifferentColorAppearance(comparedTo: old) { restyle() }
      if traits.layoutDirection != old.layoutDirection {
        layoutNeedsSolution()
        readingDirectionChanged()
      }
      if controller != nil { insetsMayDiffer(.own) }
      traitCollectionDidChange(old)
    }
    if let controller {
      controller.traitObservers.update(to: controller.traits(inherited: inherited)) { old in
        controller.traitsChanged(from: old)
      }
    }
    for view in subviews { view.tellTraits(inherited: traits) }
  }

  /// The tree came into a window: its traits so far are what later ones are compared with.
  func beginTraits() {
    for view in tree {
      view.traitObservers.begin(with: view.flowingTraits)
      if let controller = view.controller {
        controller.traitObservers.begin(with: view.controllersTraits)
      }
    }
  }
}

extension UIViewController: UITraitEnvironment, TraitObserving {
  /// What this controller puts in the place of the traits that flow to it. [docs]
  public var traitOverrides: UITraitOverrides {
    get { traitObservers.overrides }
    set {
      traitObservers.overrides = newValue
      viewIfLoaded?.window?.requestUpdate()
    }
  }

  /// Tells this controller's tree at once of changes of traits that the next update would tell. [docs]
  public func updateTraitsIfNeeded() { viewIfLoaded?.updateTraitsIfNeeded() }

  func traits(inherited: UITraitCollection) -> UITraitCollection {
    inherited.overridden(by: traitObservers.overrides)
  }

  /// The view's surroundings; before there is a view those of the parent. [docs]
  var flowingTraits: UITraitCollection {
    if let view = viewIfLoaded, view.superview != nil { return view.controllersTraits }
    return traits(inherited: parent?.flowingTraits ?? .outsideScenes)
  }
}

extension UIWindowScene: UITraitEnvironment, TraitObserving {
  /// What the app puts in the place of the system's traits, for the whole scene. [docs]
  public var traitOverrides: UITraitOverrides {
    get { traitObservers.overrides }
    set {
      traitObservers.overrides = newValue
      for window in windows { window.requestUpdate() }
    }
  }

  /// Tells the scene, then its windows, of traits that are others than before.
  func tellTraits() {
    traitObservers.update(to: traitCollection) { traitCollectionDidChange($0) }
    for window in windows { window.tellTraits(inherited: traitCollection) }
  }
}

extension UITraitOverrides {
  mutating func override(with style: UIUserInterfaceStyle) {
    if style == .unspecified { remove(UITraitUserInterfaceStyle.self) } else { userInterfaceStyle = style }
  }
}

extension UITraitCollection {
  @MainActor
  func overridden(by overrides: UITraitOverrides) -> UITraitCollection {
    overrides.values.isEmpty ? self : UITraitCollection(values.overridden(by: overrides.values))
  }
}
