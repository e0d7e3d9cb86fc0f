import DuoFoundation
import DuoLayout
import Foundation
import PhoneHardware

extension UIView {
  // MARK: Constraints

  /// The constraints that this view holds. [docs]
  public var constraints: [NSLayoutConstraint] { layoutState.constraints }

  /// Raises if an item of the constraint is outside this view's tree. [docs]
  public func addConstraint(_ constraint: NSLayoutConstraint) {
    guard constraint.owner !== self else { return }
    let isInside = constraint.items.allSatisfy { $0.layoutView?.isDescendant(of: self) ?? false }
    guard isInside, constraint.isAlive else {
      raise(
        .generic,
        "Unable to install constraint on view.  Does the constraint reference something from outside the subtree of "
          + "the view?  That's illegal. constraint:\(constraint) view:\(self)")
    }
    constraint.uninstall()
    constraint.install(on: self)
  }

  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }

  public func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.owner === self { constraint.uninstall() }
  }

  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  /// Whether the constraints leave the view's frame open, in their strengths. [docs]
  public var hasAmbiguousLayout: Bool {
    guard !translatesAutoresizingMaskIntoConstraints, let engine = rootView.layoutState.engine else {
      return false
    }
    engine.solveIfNeeded()
    return engine.isAmbiguous(self)
  }

  // MARK: Fitting

  /// As small as the constraints allow, for `systemLayoutSizeFitting(_:)`. [docs]
  public static let layoutFittingCompressedSize = CGSize.zero
  /// As large as the constraints allow, for `systemLayoutSizeFitting(_:)`. [docs]
  public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

  /// The size that the constraints of this tree give the view, with these wishes for its size.
  func fittingSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize {
    updateConstraintsIfNeeded()
    let engine = LayoutEngine(
      of: self, size: .fitting(target, horizontal: horizontal, vertical: vertical))
    engine.solveIfNeeded()
    guard let rect = engine.rect(of: self) else { return target }
    return rounded(rect, scale: displayScale).size
  }

  // MARK: The solver

  /// Something that constraints are solved from is not what it was; anything, unless `note` says what.
  func layoutNeedsSolution(
    creating: Bool = false, _ note: (LayoutEngine) -> Void = { $0.isDirty = true }
  ) {
    let root = rootView
    if root.layoutState.engine == nil {
      guard creating || !translatesAutoresizingMaskIntoConstraints else { return }
      root.layoutState.engine = LayoutEngine(of: root)
    }
    if let engine = root.layoutState.engine { note(engine) }
    (root as? UIWindow)?.requestUpdate()
  }

  /// Before a constraint of this view comes, goes or changes: raises off the main thread once the main thread has solved
  /// the tree's constraints, in Apple's words. [forum]
  func constraintsWillChange() {
    guard !Thread.isMainThread, rootView.layoutState.engine?.hasSolved == true else { return }
    raise(
      .internalInconsistency,
      "Modifications to the layout engine must not be performed from a background thread after it has been accessed "
        + "from the main thread.")
  }

  func solveLayout() { rootView.layoutState.engine?.solveIfNeeded() }

  /// Gives the subviews the places that were solved for them.
  func placeSubviews() {
    guard let engine = rootView.layoutState.engine else { return }
    engine.solveIfNeeded()
    engine.isPlacing = true
    defer { engine.isPlacing = false }
    let scale = displayScale
    for view in engine.takeUnplaced(in: self) where !view.translatesAutoresizingMaskIntoConstraints {
      guard let rect = engine.rect(of: view) else { continue }
      view.place(at: view.rounded(rect, scale: scale))
    }
  }

  /// A frame from a solved alignment rectangle, its edges on pixels.
  func rounded(_ rect: CGRect, scale: CGFloat) -> CGRect {
    let frame = frame(forAlignmentRect: rect)
    // In the middle between two pixels, what rounding left in the solver must not decide: always the same one.
    func edge(_ value: CGFloat) -> CGFloat { (value * scale + 1e-6).rounded() / scale }
    let (x, y) = (edge(frame.minX), edge(frame.minY))
    return CGRect(
      x: x, y: y, width: max(edge(frame.maxX) - x, 0), height: max(edge(frame.maxY) - y, 0))
  }

  /// Pixels to a point of the display that the view is on; of the first display for a view that is on none.
  var displayScale: CGFloat {
    if let scene = window?.windowScene { return scene.screen.scale }
    return CurrentPhone.isRunning ? UIScreen.main.scale : 1
  }

  /// The frame without the transform.
  var placedFrame: CGRect {
    let (size, anchor) = (bounds.size, layer.anchorPoint)
    return CGRect(
      x: center.x - anchor.x * size.width, y: center.y - anchor.y * size.height, width: size.width,
      height: size.height)
  }

  func isPlaced(at frame: CGRect) -> Bool {
    let now = placedFrame
    func same(_ a: CGFloat, _ b: CGFloat) -> Bool { abs(a - b) < 1e-6 }
    return same(now.minX, frame.minX) && same(now.minY, frame.minY) && same(now.width, frame.width)
      && same(now.height, frame.height)
  }

  private func place(at frame: CGRect) {
    guard !isPlaced(at: frame) else { return }
    let anchor = layer.anchorPoint
    if bounds.size != frame.size { bounds.size = frame.size }
    center = CGPoint(x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
  }

  /// The frame was set by hand, or followed the superview's by its mask.
  func frameChanged() {
    guard let engine = rootView.layoutState.engine, !engine.isPlacing else { return }
    guard translatesAutoresizingMaskIntoConstraints || superview == nil else { return }
    engine.frameChanged(self)
    window?.requestUpdate()
  }

  /// Brings the solvers of the old and the new tree up to date after the view came into another tree.
  func solverFollowsTree(from old: UIView?) {
    insetsMayDiffer(.own)
    if let old { old.rootView.layoutState.engine?.isDirty = true }
    let root = rootView
    if root !== self { layoutState.engine = nil }
    let takesPart = tree.contains {
      !$0.translatesAutoresizingMaskIntoConstraints || !$0.layoutState.constraints.isEmpty
    }
    if root.layoutState.engine == nil, takesPart { root.layoutState.engine = LayoutEngine(of: root) }
    root.layoutState.engine?.isDirty = true
  }

  /// Takes away what views above hold of constraints between this tree and the rest.
  func dropConstraintsToOutside() {
    for state in tree.flatMap(\.layoutState.items) {
      for constraint in state.constraints where constraint.owner.map({ !$0.isDescendant(of: self) }) ?? false
      {
        constraint.uninstall()
      }
    }
  }
}
