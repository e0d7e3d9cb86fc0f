import Foundation
import PhoneHardware
import PhoneModel

/// A scene with windows on one of the phone's displays. [docs] On a fold the same scene and its windows move to the other
/// display. [seed]
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
  /// What can be asked of a scene's place. [docs]
  @preconcurrency @MainActor
  public final class Geometry: NSObject {
    /// How the interface stood on its display. [docs]
    public let interfaceOrientation: UIInterfaceOrientation
    /// The scene's space, points, origin at its top left corner. [docs]
    public let coordinateSpace: any UICoordinateSpace

    init(_ geometry: SceneGeometry) {
      interfaceOrientation = geometry.orientation
      coordinateSpace = SceneCoordinateSpace(geometry)
      super.init()
    }
  }

  /// Where the scene is; changed by `update(_:)` only.
  package private(set) var geometry: SceneGeometry { didSet { heldPlace = nil } }
  private var heldPlace: SceneCoordinateSpace?
  /// Where the scene lies on its display now. Kept: every conversion of a point needs it.
  var place: SceneCoordinateSpace {
    if let heldPlace { return heldPlace }
    let place = SceneCoordinateSpace(geometry)
    heldPlace = place
    return place
  }
  /// What the app asked for since the phone was last turned.
  var orientationWish: OrientationWish?
  /// From back to front. The app keeps its windows alive, its scene does not: one that nobody keeps is gone, and the
  /// screen is black. [forum]
  open internal(set) var windows: [UIWindow] {
    get { knownWindows.compactMap(\.window) }
    set { knownWindows = newValue.map { WeakWindow(window: $0) } }
  }
  private struct WeakWindow {
    weak var window: UIWindow?
  }
  private var knownWindows: [WeakWindow] = []

  init(session: UISceneSession, geometry: SceneGeometry) {
    self.geometry = geometry
    super.init(session: session)
    UIScreen.screen(geometry.display).turn = geometry.interfaceTurn
    traitObservers.begin(with: traitCollection)
  }

  /// The display that the scene is on now.
  open var screen: UIScreen { UIScreen.screen(geometry.display) }
  /// How the interface stands on the scene's display: portrait is the display's native top up. [docs]
  open var interfaceOrientation: UIInterfaceOrientation { geometry.orientation }
  /// A copy of the present place; it does not follow. [docs]
  open var effectiveGeometry: Geometry { Geometry(geometry) }
  /// Of the present place: points, origin at the scene's top left corner, converted to displays and views. [docs]
  open var coordinateSpace: any UICoordinateSpace { effectiveGeometry.coordinateSpace }
  /// The window that was made key last. [docs]
  open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

  /// What the system's bars and the phone's hardware take of the scene, at each of its edges.
  package var systemSafeArea: UIEdgeInsets {
    let description = CurrentPhone.phone.description
    guard let display = description.display(geometry.display) else { return .zero }
    let taken = SafeArea.distances(on: display, interfaceTurn: geometry.interfaceTurn, in: description)
    let whole = CGRect(origin: .zero, size: display.pointSize(geometry.interfaceTurn))
    let safe = whole.inset(
      by: UIEdgeInsets(top: taken.top, left: taken.left, bottom: taken.bottom, right: taken.right))
    let box = geometry.frame
    return UIEdgeInsets(
      top: max(safe.minY - box.minY, 0), left: max(safe.minX - box.minX, 0),
      bottom: max(box.maxY - safe.maxY, 0), right: max(box.maxX - safe.maxX, 0))
  }

  let traitObservers = TraitObservers()
  /// The system's traits where the scene is.
  private lazy var systemTraits = Self.traits(in: geometry)

  /// The system's, with the app's overrides.
  open var traitCollection: UITraitCollection { systemTraits.overridden(by: traitOverrides) }
  /// Called after the scene's traits changed. [docs]
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The root view controller of the frontmost window that has one.
  var rootController: UIViewController? {
    windows.last { !$0.isHidden && $0.rootViewController != nil }?.rootViewController
  }

  /// Moves, turns or resizes the scene, with UIKit's callbacks. [docs] for each of them, their order [inferred]:
  /// 1. root view controllers: `willTransition(to:with:)` if the traits change, `viewWillTransition(to:with:)` if the
  ///    size does, so not after half a turn [forum]; the scene still tells the old values,
  /// 2. the scene, the windows and the root views take the new values; `traitCollectionDidChange`,
  /// 3. what the app animates alongside; layout,
  /// 4. the scene delegate,
  /// 5. completions, when the transition's duration has passed.
  package func update(_ new: SceneGeometry) {
    guard new != geometry else { return }
    let old = geometry
    let oldTraits = traitCollection
    let oldGeometry = effectiveGeometry
    let newSystemTraits = Self.traits(in: new)
    let newTraits = newSystemTraits.overridden(by: traitOverrides)
    let transition = ViewTransition(
      seconds: CurrentPhone.phone.description.timing.sizeTransition.value.seconds,
      in: windows.last { !$0.isHidden && $0.rootViewController != nil } ?? windows.last ?? UIView(),
      turn: new.display == old.display ? new.interfaceTurn - old.interfaceTurn : 0)
    let resizes = old.frame.size != new.frame.size
    let controllers = windows.flatMap { $0.isHidden ? [] : $0.toldOfTransitions }

    if newTraits != oldTraits {
      for controller in controllers { controller.willTransition(to: newTraits, with: transition) }
    }
    if resizes {
      for controller in controllers { controller.viewWillTransition(to: new.frame.size, with: transition) }
    }

    geometry = new
    if newSystemTraits != systemTraits { systemTraits = newSystemTraits }
    UIScreen.screen(new.display).turn = new.interfaceTurn
    for window in windows { window.follow(new, resizes: resizes) }
    tellTraits()
    transition.animating {
      transition.runAlongside()
      for window in windows where !window.isHidden { window.layoutIfNeeded() }
    }

    let delegate = delegate as? any UIWindowSceneDelegate
    delegate?.windowScene(
      self, didUpdate: oldGeometry.coordinateSpace, interfaceOrientation: oldGeometry.interfaceOrientation,
      traitCollection: oldTraits)
    delegate?.windowScene(self, didUpdateEffectiveGeometry: oldGeometry)
    transition.finish()
  }

  private static func traits(in geometry: SceneGeometry) -> UITraitCollection {
    UITraitCollection(size: geometry.frame.size, displayScale: UIScreen.screen(geometry.display).scale)
  }
}
