import DuoFoundation
import Foundation

/// Arranges two view controllers by the room there is, and by the fold. [docs] On a phone without a fold it is as on a flat
/// display. Do not put it into scroll views, lists or split views; navigation containers go outside. [docs]
@preconcurrency @MainActor
open class UIArrangementViewController: UIViewController {
  private var controllers: [ViewPlacement: UIViewController] = [:]
  private enum Style {
    case split(UISplitArrangement)
    case overlay(UIOverlayArrangement)
  }
  private var style = Style.split(UISplitArrangement())

  // MARK: Controllers

  /// Makes the view controller a child in this place, taking the one away that was there; nil only takes away.
  public final func setViewController(
    _ viewController: UIViewController?, for placement: ViewPlacement, animated: Bool = false
  ) {
    let old = controllers[placement]
    guard old !== viewController else { return }
    if let viewController, let other = self.placement(for: viewController) { controllers[other] = nil }
    if let old, old.parent === self {
      old.willMove(toParent: nil)
      old.viewIfLoaded?.removeFromSuperview()
      old.removeFromParent()
    }
    controllers[placement] = viewController
    if viewController is UINavigationController {
      LaunchRules.note(
        "a navigation controller is the \(placement == .primary ? "primary" : "secondary") view controller of an "
          + "arrangement; Apple wants it round the arrangement",
        rule: "navigation-in-arrangement", call: "UIArrangementViewController.setViewController")
    }
    if let viewController {
      if viewController.parent !== self { addChild(viewController) }
      if isViewLoaded { adopt(viewController.view) }
      viewController.didMove(toParent: self)
    }
    arrange(animated)
  }

  public final func viewController(for placement: ViewPlacement) -> UIViewController? {
    controllers[placement]
  }

  /// Nil for a view controller that has no place here.
  public final func placement(for viewController: UIViewController) -> ViewPlacement? {
    controllers.first { $0.value === viewController }?.key
  }

  // MARK: Arrangement

  /// At first a `UISplitArrangement`. [docs]
  public final func updateArrangement<A: Arrangement>(_ arrangement: A, animated: Bool = false) {
    switch arrangement {
    case let split as UISplitArrangement: style = .split(split)
    case let overlay as UIOverlayArrangement: style = .overlay(overlay)
    default: raise(.invalidArgument, "\(A.self) is not an arrangement of UIKit")
    }
    arrange(animated)
  }

  /// Nil where there is no view controller.
  public final func state(for placement: ViewPlacement) -> ViewState? {
    guard controllers[placement] != nil else { return nil }
    // What stands alone has all the room (assumed).
    guard controllers.count == 2 else { return ViewState(isHidden: false, splitAxis: [], zIndex: 0) }
    return placement == .primary ? layout.primaryState : layout.secondaryState
  }

  private func arrange(_ isAnimated: Bool) {
    guard let view = viewIfLoaded else { return }
    view.setNeedsLayout()
    guard isAnimated, view.window != nil else { return }
    UIView.animate(withDuration: Self.transition) { view.layoutIfNeeded() }
  }

  /// Seconds, as UIKit's other transitions take. [assumed]
  private static let transition = 0.35

  // MARK: Layout

  open override func viewDidLoad() {
    super.viewDidLoad()
    for controller in controllers.values { adopt(controller.view) }
  }

  /// The arrangement alone gives the view its place: one that follows the container's size as well would for a moment be
  /// empty where a half becomes smaller than the container has lost.
  private func adopt(_ view: UIView) {
    view.autoresizingMask = []
    self.view.addSubview(view)
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let layout = layout
    guard controllers.count == 2 else {
      for controller in controllers.values {
        controller.view.isHidden = false
        controller.view.frame = view.bounds
      }
      return
    }
    place(controllers[.primary], layout.primary, layout.primaryState)
    place(controllers[.secondary], layout.secondary, layout.secondaryState)
    let isOver = layout.primaryState.zIndex > layout.secondaryState.zIndex
    let views = view.subviews
    if isOver, let primary = controllers[.primary]?.view, let secondary = controllers[.secondary]?.view,
      let a = views.firstIndex(where: { $0 === primary }),
      let b = views.firstIndex(where: { $0 === secondary }),
      a < b
    {
      view.insertSubview(primary, aboveSubview: secondary)
    }
  }

  private func place(_ controller: UIViewController?, _ frame: CGRect, _ state: ViewState) {
    controller?.view.isHidden = state.isHidden
    controller?.view.frame = mirrored(frame).offsetBy(dx: view.bounds.minX, dy: view.bounds.minY)
  }

  /// Where people read from right to left, leading is at the right.
  private func mirrored(_ frame: CGRect) -> CGRect {
    guard view.effectiveUserInterfaceLayoutDirection == .rightToLeft else { return frame }
    return CGRect(
      x: view.bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
  }

  private var layout: ArrangementLayout {
    let room = room
    switch style {
    case .split(let split):
      return .split(
        room, axes: split.axes, primary: wish(split, .primary, room),
        secondary: wish(split, .secondary, room))
    case .overlay(let overlay):
      return .overlay(
        room, axes: overlay.axes, primary: overlay.properties[.primary]?.edge ?? [],
        secondary: overlay.properties[.secondary]?.edge ?? [])
    }
  }

  private var room: ArrangementLayout.Room {
    let size = view.bounds.size
    let fold = view.reservedRegions(kind: .division).first?.frame
    return ArrangementLayout.Room(
      size: size, fold: fold.map { mirrored($0.offsetBy(dx: -view.bounds.minX, dy: -view.bounds.minY)) },
      isLow: size.width > size.height && traitCollection.verticalSizeClass == .compact)
  }

  private func wish(
    _ split: UISplitArrangement, _ placement: ViewPlacement, _ room: ArrangementLayout.Room
  ) -> ArrangementLayout.Wish {
    let properties = split.properties[placement] ?? split.defaultViewProperties
    let isAcross = room.axis == .horizontal
    let range = isAcross ? properties.width : properties.height
    let whole = isAcross ? room.size.width : room.size.height
    func points(_ dimension: UISplitArrangement.Dimension) -> CGFloat? {
      switch dimension.value {
      case .automatic: return nil
      case .absolute(let points): return points
      case .fractional(let fraction): return fraction * whole
      case .intrinsic:
        guard let size = controllers[placement]?.view.intrinsicContentSize else { return nil }
        let length = isAcross ? size.width : size.height
        return length < 0 ? nil : length
      }
    }
    return ArrangementLayout.Wish(
      minimum: points(range.minimum), preferred: points(range.preferred), maximum: points(range.maximum),
      priority: properties.layoutPriority)
  }
}

extension UIViewController {
  /// The nearest arrangement that this controller is in. [docs]
  public var arrangementViewController: UIArrangementViewController? {
    sequence(first: self, next: \.parent).dropFirst().lazy.compactMap { $0 as? UIArrangementViewController }
      .first
  }
}
