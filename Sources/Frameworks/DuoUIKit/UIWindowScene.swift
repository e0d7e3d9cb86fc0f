import Foundation
import PhoneHardware
import PhoneModel

/// A scene with windows on one of the phone's displays. [docs] On a fold the same scene and its windows move to the other
/// display. [seed]
@MainActor
open class UIWindowScene: UIScene {
  /// What can be asked of a scene's place. [docs]
  @MainActor
  public final class Geometry: NSObject {
    public let interfaceOrientation: UIInterfaceOrientation
    public let coordinateSpace: any UICoordinateSpace

    init(_ geometry: SceneGeometry) {
      interfaceOrientation = geometry.orientation
      coordinateSpace = SceneCoordinateSpace(bounds: CGRect(origin: .zero, size: geometry.frame.size))
      super.init()
    }
  }

  /// Where the scene is; changed by `update(_:)` only.
  package private(set) var geometry: SceneGeometry
  /// From back to front.
  public internal(set) var windows: [UIWindow] = []

  init(session: UISceneSession, geometry: SceneGeometry) {
    self.geometry = geometry
    super.init(session: session)
    UIScreen.screen(geometry.display).turn = geometry.interfaceTurn
  }

  /// The display that the scene is on now.
  public var screen: UIScreen { UIScreen.screen(geometry.display) }
  public var interfaceOrientation: UIInterfaceOrientation { geometry.orientation }
  public var effectiveGeometry: Geometry { Geometry(geometry) }
  public var coordinateSpace: any UICoordinateSpace { effectiveGeometry.coordinateSpace }
  public var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

  public var traitCollection: UITraitCollection {
    UITraitCollection(size: geometry.frame.size, displayScale: screen.scale)
  }

  /// The orientations that the frontmost root view controller allows; nil without one.
  package var rootMask: UIInterfaceOrientationMask? {
    windows.last { !$0.isHidden && $0.rootViewController != nil }?.rootViewController?
      .supportedInterfaceOrientations
  }

  /// Moves, turns or resizes the scene, with UIKit's callbacks: `viewWillTransition(to:with:)` and the new traits,
  /// then new bounds and layout with what the app animates alongside, then the scene delegate, then completions. [docs] for
  /// each callback; their order between view controller and scene delegate [inferred].
  package func update(_ new: SceneGeometry) {
    guard new != geometry else { return }
    let old = geometry
    let oldTraits = traitCollection
    let oldGeometry = effectiveGeometry
    let transition = SizeTransition()
    let resizes = old.frame.size != new.frame.size || old.orientation != new.orientation
    let controllers = windows.compactMap { $0.isHidden ? nil : $0.rootViewController }

    geometry = new
    UIScreen.screen(new.display).turn = new.interfaceTurn
    let newTraits = traitCollection
    if newTraits != oldTraits {
      for controller in controllers { controller.willTransition(to: newTraits, with: transition) }
    }
    if resizes {
      for controller in controllers { controller.viewWillTransition(to: new.frame.size, with: transition) }
    }

    for window in windows { window.follow(new, resizes: resizes) }
    if newTraits != oldTraits {
      for window in windows { for view in window.tree { view.traitsChanged(from: oldTraits) } }
    }
    transition.runAlongside()
    for window in windows where !window.isHidden { window.layoutIfNeeded() }

    let delegate = delegate as? any UIWindowSceneDelegate
    delegate?.windowScene(
      self, didUpdate: oldGeometry.coordinateSpace, interfaceOrientation: oldGeometry.interfaceOrientation,
      traitCollection: oldTraits)
    delegate?.windowScene(self, didUpdateEffectiveGeometry: oldGeometry)
    transition.finish()
  }
}

extension UIView {
  fileprivate func traitsChanged(from old: UITraitCollection) {
    traitCollectionDidChange(old)
    controller?.traitCollectionDidChange(old)
  }
}
