import Foundation
import PhoneHardware
import PhoneModel

/// A rectangle that is drawn, laid out and touched. Geometry and tree are its layer's. [docs]
@preconcurrency @MainActor
open class UIView: UIResponder, @MainActor CALayerDelegate {
  /// The class of the view's layer.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer that draws the view; made from `layerClass`.
  open var layer: CALayer { madeLayer }
  private lazy var madeLayer: CALayer = {
    guard let type = Self.layerClass as? CALayer.Type else {
      fatalError("\(Self.self).layerClass is \(Self.layerClass), which is no CALayer.")
    }
    let layer = NSObject.create(type)
    layer.delegate = self
    layer.placeObserver = self
    return layer
  }()

  /// From back to front.
  open internal(set) var subviews: [UIView] = []
  /// The view that this one lies in; nil at the root of a tree. Set by adding and removing. [docs]
  open internal(set) weak var superview: UIView?
  /// The window at the root of the tree; nil outside one, and the window itself for a window. [docs]
  open internal(set) weak var window: UIWindow?

  /// The controller whose `view` this is.
  weak var controller: UIViewController? { didSet { insetsMayDiffer(.own) } }

  /// What drawing keeps for the view.
  let viewDrawing = ViewDrawing()

  /// What layout keeps for the view.
  let layoutState = ViewLayoutState()

  /// Whether subviews follow their autoresizing masks when the bounds change; true unless set. [docs]
  open var autoresizesSubviews = true
  /// How the view follows when its superview's bounds change.
  open var autoresizingMask: AutoresizingMask = [] { didSet { frameChanged() } }
  /// False: touches pass over the view and everything in it. True unless set. [docs]
  open var isUserInteractionEnabled = true
  /// A number of the app's own for finding the view; 0 unless set. [docs]
  open var tag = 0
  var heldInteractions: [any UIInteraction] = []
  /// Names the view for tests; not spoken. A control's name in the report, before its label.
  open var accessibilityIdentifier: String?
  /// What the view is, in a short word for people who cannot see it. Names a control in the report.
  open var accessibilityLabel: String?
  /// What the view is set to, in words. The report has it as the control's value.
  open var accessibilityValue: String?
  /// What happens when the view is used, in words. Kept only: nobody speaks on a simulated phone.
  open var accessibilityHint: String?
  /// How the view behaves for people who cannot see it; none unless set. Kept only.
  open var accessibilityTraits = UIAccessibilityTraits.none
  /// Whether assistive software stops at the view; false unless set. Kept only. [docs]
  open var isAccessibilityElement = false

  /// - Parameter frame: In the space of the superview that the view will have, points. [docs]
  public init(frame: CGRect) {
    MainThread.check("-[UIView initWithFrame:]")
    super.init()
    layer.frame = frame
    layer.contentsScale = GraphicsStack.mainScale
    layer.setNeedsDisplay()
  }

  public convenience override init() { self.init(frame: .zero) }

  /// Stops the process: Diptych reads no storyboards and nibs.
  public required init?(coder: NSCoder) {
    fatalError("UIView.init(coder:): Diptych reads no storyboards and nibs; create the view in code.")
  }

  open override var next: UIResponder? { controller ?? superview }

  // MARK: Place

  /// The box in the superview's space. With a turning transform: the upright rectangle round it. Setting it does not go
  /// through `bounds` and `center`; constraints set those two and not this. [docs]
  open var frame: CGRect {
    get { layer.frame }
    set { changeFrame(newValue) }
  }
  /// The visible part of the view's own space.
  open var bounds: CGRect {
    get { layer.bounds }
    set { changeBounds(newValue) }
  }
  /// The place of the layer's anchor point in the superview's space.
  open var center: CGPoint {
    get { layer.position }
    set { changeCenter(newValue) }
  }
  /// Acts about the layer's anchor point.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { changeTransform(newValue) }
  }
  /// As `transform`, in space; drawn without perspective.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// From this view's space to `view`'s; nil stands for the window. [docs]
  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { placed(point, in: view) }
  /// From `view`'s space to this view's; nil stands for the window. [docs]
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { placed(point, of: view) }
  /// The upright rectangle round the converted corners.
  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { placed(rect, in: view) }
  /// The upright rectangle round the converted corners.
  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { placed(rect, of: view) }

  // MARK: Tree

  /// Puts `view` in front of the other subviews, taking it from its old superview.
  open func addSubview(_ view: UIView) { insert(view, at: .max) }
  /// Puts `view` at `index` of `subviews`.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
  /// Puts `view` directly behind `sibling`.
  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) { move(view, nextTo: sibling, 0) }
  /// Puts `view` directly in front of `sibling`.
  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) { move(view, nextTo: sibling, 1) }
  /// Nothing happens for a view that is no subview. [docs]
  open func bringSubviewToFront(_ view: UIView) { if view.superview === self { insert(view, at: .max) } }
  /// Nothing happens for a view that is no subview. [docs]
  open func sendSubviewToBack(_ view: UIView) { if view.superview === self { insert(view, at: 0) } }
  /// Two subviews take each other's place. Nothing happens for an index that no subview has. [docs] [assumed]
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }
  /// Takes the view out of its superview, with the constraints between it and the rest. [docs]
  open func removeFromSuperview() { leaveSuperview() }

  /// Multiplies into everything the view and its subviews draw.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set {
      MainThread.check("-[UIView setAlpha:]")
      layer.opacity = Float(min(max(newValue, 0), 1))
    }
  }

  /// Takes the view and everything in it off the picture and out of reach of touches. Constraints keep its place; a
  /// stack view closes the gap. False unless set. [docs]
  open var isHidden: Bool {
    get { layer.isHidden }
    set {
      MainThread.check("-[UIView setHidden:]")
      guard newValue != layer.isHidden else { return }
      layer.isHidden = newValue
      superview?.subviewVisibilityChanged(self)
    }
  }

  /// The colour behind everything the view draws. One that differs by style follows the view's. [docs]
  open var backgroundColor: UIColor? {
    get {
      if let stated = viewDrawing.background,
        stated.resolvedColor(with: colourTraits).cgColor == layer.backgroundColor
      {
        return stated
      }
      return layer.backgroundColor.map { UIColor(cgColor: $0) }
    }
    set {
      MainThread.check("-[UIView setBackgroundColor:]")
      viewDrawing.background = newValue
      layer.backgroundColor = newValue?.resolvedColor(with: colourTraits).cgColor
    }
  }

  /// Cuts subviews off at the bounds.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// What flows from the scene through the views above, with their overrides; outside a scene the traits of the main
  /// screen. [docs]
  open var traitCollection: UITraitCollection {
    noteTraitRead()
    return flowingTraits
  }

  /// Called after the traits changed.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The style for this tree, whatever the scene's is; unspecified to follow. [docs]
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { traitOverrides.userInterfaceStyle }
    set { traitOverrides.override(with: newValue) }
  }

  /// The display that shows the view; nil without a window on one.
  package var display: DisplayID? { window?.windowScene?.geometry.display }

  // MARK: Drawing

  /// Draws the view, in points, y down, into `UIGraphicsGetCurrentContext()`. Override it to draw yourself. [docs]
  open func draw(_ rect: CGRect) {}

  /// The layer's call for its content: makes `ctx` the current context and calls `draw(_:)`. For other layers than
  /// the view's own nothing happens. [docs]
  open func draw(_ layer: CALayer, in ctx: CGContext) {
    guard layer === self.layer else { return }
    run(.display) {
      GraphicsStack.with(ctx) { draw(bounds) }
    }
  }

  /// The layer's call to provide its content; records what is drawn. Override it to set `contents` yourself. [docs]
  open func display(_ layer: CALayer) { layer.record() }

  /// Asks for `draw(_:)` before the display's next picture.
  open func setNeedsDisplay() {
    MainThread.check("-[UIView setNeedsDisplay]")
    layer.setNeedsDisplay()
  }
  /// As `setNeedsDisplay()`: what is drawn is recorded as a whole, and `draw(_:)` is called with all of the bounds.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  /// What becomes of what was drawn when the size changes. [docs]
  open var contentMode: ContentMode = .scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }
  }

  /// Says that the view covers all of its bounds. Nothing is drawn differently for that.
  open var isOpaque = true

  /// Pixels a point of what the view draws; drawings are sharp at any scale all the same.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  /// The accent colour: the view's own, or that of the nearest view around it that has one, or system blue. Nil takes
  /// the own one away. [docs]
  open var tintColor: UIColor! {
    get {
      sequence(first: self, next: \.superview).lazy.compactMap(\.viewDrawing.tint).first ?? .tintColor
    }
    set {
      viewDrawing.tint = newValue
      spreadTint()
    }
  }

  /// Called when `tintColor` has another value, also one from around.
  open func tintColorDidChange() {}

  /// A view whose alpha says what of this view is seen. [docs]
  open var mask: UIView? {
    get { viewDrawing.heldMask }
    set {
      viewDrawing.heldMask = newValue
      layer.mask = newValue?.layer
    }
  }

  // MARK: Layout

  /// Asks for `layoutSubviews()` in the next update, once however often it is asked for. [docs]
  open func setNeedsLayout() {
    MainThread.check("-[UIView setNeedsLayout]")
    layer.setNeedsLayout()
  }

  /// Lays out this tree, and what above waits for layout too: constraints are updated and solved, then views are laid
  /// out from the top down, until nothing asks for more. [docs]
  open func layoutIfNeeded() {
    MainThread.check("-[UIView layoutIfNeeded]")
    layoutTree()
  }

  /// Places the subviews that constraints place. Override it to place others, calling super; those have followed their
  /// autoresizing masks already. [docs]
  open func layoutSubviews() { placeSubviews() }

  /// A view's own layer animates only inside an animation of views. [docs]
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard layer === self.layer, let animation = ViewAnimation.current else { return NSNull() }
    return animation.action(for: self, key: event)
  }

  /// Animations under way that do not allow touches.
  var animationsThatBarTouches = 0

  /// The layer's call for layout: properties, then `layoutSubviews()` between the controller's
  /// `viewWillLayoutSubviews()` and `viewDidLayoutSubviews()`. [docs]
  open func layoutSublayers(of layer: CALayer) {
    guard layer === self.layer else { return }
    controller?.updatePropertiesIfNeeded()
    updatePropertiesIfNeeded()
    run(.layout) {
      controller?.viewWillLayoutSubviews()
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
    }
  }

  // MARK: Properties

  /// Set here what the view shows, not where; called before layout, with what it reads of `@Observable` objects
  /// tracked. [docs]
  open func updateProperties() {}

  /// Asks for `updateProperties()` in the next update.
  open func setNeedsUpdateProperties() {
    layoutState.propertiesNeedUpdate = true
    window?.requestUpdate()
  }

  /// Updates the properties of this view at once if that was asked for.
  open func updatePropertiesIfNeeded() {
    guard layoutState.propertiesNeedUpdate else { return }
    layoutState.propertiesNeedUpdate = false
    run(.properties) { updateProperties() }
  }

  // MARK: Sizes

  /// In place of a width or height that the content does not have. [header]
  public static let noIntrinsicMetric: CGFloat = -1

  /// The size that the content wants, for constraint-based layout. [docs]
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  /// Call it when `intrinsicContentSize` has another value than before. [docs]
  open func invalidateIntrinsicContentSize() {
    layoutState.contentSize = nil
    superview?.subviewContentChanged(self)
    layoutNeedsSolution { $0.contentChanged(self) }
  }

  /// For containers that arrange their subviews: one was hidden or shown.
  func subviewVisibilityChanged(_ view: UIView) {}
  /// For containers that arrange their subviews: the intrinsic size of one is another.
  func subviewContentChanged(_ view: UIView) {}

  /// The size that fits best into `size`: the present size, unless a subclass knows better. [docs]
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes the size that fits best, keeping the origin. [docs]
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    frame = CGRect(origin: frame.origin, size: size)
  }

  /// The content's size at a width that layout gives it; nil for content whose height does not depend on its
  /// width.
  package func contentSize(forWidth width: CGFloat) -> CGSize? { nil }

  /// From the top of the alignment rectangle down to the first baseline, and from its bottom up to the last one, points;
  /// nil for a view without text, whose baselines are its bottom edge. [docs]
  package var baselineInsets: (first: CGFloat, last: CGFloat)? { nil }

  /// The view whose first baseline stands for this one's. [docs]
  open var forFirstBaselineLayout: UIView { self }
  /// The view whose last baseline stands for this one's. [docs]
  open var forLastBaselineLayout: UIView { self }

  /// What of the frame is ornament, such as shadows, and not aligned. [docs]
  open var alignmentRectInsets: UIEdgeInsets { .zero }

  /// What constraints align for a frame, both in the superview's space: the frame without `alignmentRectInsets`.
  /// [docs]
  open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

  /// The reverse of `alignmentRect(forFrame:)`. [docs]
  open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
    let insets = alignmentRectInsets
    return alignmentRect.inset(
      by: UIEdgeInsets(
        top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right))
  }

  // MARK: Constraints

  /// Whether the frame and the autoresizing mask say where the view is, and constraints follow them. True until it is
  /// set, as for every view made in code. [docs]
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet {
      if translatesAutoresizingMaskIntoConstraints != oldValue { layoutNeedsSolution(creating: true) }
    }
  }

  /// Whether views of the class work with constraints only. [docs]
  open class var requiresConstraintBasedLayout: Bool { false }

  /// How strongly the view refuses to be larger than its content; 250 unless set. [header]
  open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    layoutState.hugging[axis]
  }

  /// How strongly the view is to refuse to be larger than its content along an axis. [docs]
  open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    layoutState.hugging[axis] = priority
    layoutNeedsSolution { $0.contentChanged(self) }
  }

  /// How strongly the view refuses to be smaller than its content; 750 unless set. [header]
  open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    layoutState.resistance[axis]
  }

  /// How strongly the view is to refuse to be smaller than its content along an axis. [docs]
  open func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    layoutState.resistance[axis] = priority
    layoutNeedsSolution { $0.contentChanged(self) }
  }

  /// The size that the constraints inside give the view, as near to `targetSize` as they allow. [docs]
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: .fittingSizeLevel,
      verticalFittingPriority: .fittingSizeLevel)
  }

  /// The size that the constraints inside give the view, with wishes of these priorities for the target. [docs]
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize { fittingSize(targetSize, horizontalFittingPriority, verticalFittingPriority) }

  /// Asks for `updateConstraints()` before the next layout. [docs]
  open func setNeedsUpdateConstraints() {
    layoutState.constraintsNeedUpdate = true
    window?.requestUpdate()
  }

  /// Whether `updateConstraints()` is due before the next layout. [docs]
  open func needsUpdateConstraints() -> Bool { layoutState.constraintsNeedUpdate }

  /// Updates the constraints of this tree where that was asked for, subviews first. [docs]
  open func updateConstraintsIfNeeded() {
    for view in subviews { view.updateConstraintsIfNeeded() }
    guard layoutState.constraintsNeedUpdate else { return }
    run(.constraints) {
      if let controller { controller.updateViewConstraints() } else { updateConstraints() }
    }
    layoutState.constraintsNeedUpdate = false
  }

  /// Change constraints here if there are too many to change them one by one; call super last. [docs]
  open func updateConstraints() { layoutState.constraintsNeedUpdate = false }

  // MARK: Touches

  /// Whether the view gets every finger that goes down on it, or one at a time. [docs]
  open var isMultipleTouchEnabled = false
  /// While the view has a touch, no other view of the window gets any. [docs]
  open var isExclusiveTouch = false
  /// In the order of their adding.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    didSet { GestureEnvironment.attach(gestureRecognizers ?? [], to: self, before: oldValue ?? []) }
  }

  /// Takes the recogniser from the view that it was on. [docs]
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    MainThread.check("-[UIView addGestureRecognizer:]")
    guard gestureRecognizer.view !== self else { return }
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
  }

  /// Nothing happens for a recogniser of another view.
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    guard gestureRecognizer.view === self else { return }
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
  }

  /// False makes a gesture fail whose touches are on this view or in it. [docs]
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: Margins and safe area

  /// How far bars, the phone's hardware, and what the controllers add, reach into the view; zero outside a
  /// window. [docs]
  open var safeAreaInsets: UIEdgeInsets { presentSafeArea }
  /// Called when `safeAreaInsets` are others than before. [docs]
  open func safeAreaInsetsDidChange() {}

  /// Called when `layoutMargins` are others than before. [docs]
  open func layoutMarginsDidChange() {}

  /// The margins with their left and right sides. Includes what the safe area takes, unless
  /// `insetsLayoutMarginsFromSafeArea` is off. [docs]
  open var layoutMargins: UIEdgeInsets {
    get { effectiveMargins }
    set { setMargins(newValue) }
  }

  /// The margins by the direction of reading. [docs]
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get { directed(effectiveMargins) }
    set {
      layoutState.margins = newValue
      marginsChanged()
    }
  }

  /// Whether the margins are at least as wide as the superview's where both meet. [docs]
  open var preservesSuperviewLayoutMargins: Bool {
    get { layoutState.preservesSuperviewMargins }
    set {
      layoutState.preservesSuperviewMargins = newValue
      marginsChanged()
    }
  }

  /// Whether the safe area's insets are added to the margins; true unless set. [docs]
  open var insetsLayoutMarginsFromSafeArea: Bool {
    get { layoutState.insetsMarginsFromSafeArea }
    set {
      layoutState.insetsMarginsFromSafeArea = newValue
      marginsChanged()
    }
  }

  /// What the content means, and so whether it is turned for people who read from right to left. [docs]
  open var semanticContentAttribute: UISemanticContentAttribute {
    get { layoutState.semanticContent }
    set {
      guard newValue != layoutState.semanticContent else { return }
      layoutState.semanticContent = newValue
      layoutNeedsSolution()
      readingDirectionChanged()
    }
  }

  /// For views that place or draw their content by the direction of reading, which may be another one.
  func readingDirectionChanged() {}

  // MARK: Hit testing

  /// Whether `point`, in the view's own space, belongs to it.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  /// The frontmost view under `point`, which is in this view's space. Views that are hidden, nearly
  /// transparent (alpha under 0.01) or closed to interaction are passed over with all they contain. [docs]
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard isUserInteractionEnabled, animationsThatBarTouches == 0, !isHidden, alpha >= 0.01,
      self.point(inside: point, with: event)
    else {
      return nil
    }
    for view in subviews.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  // MARK: Notices of a change of place, for subclasses

  /// Before the view is added to another superview; nil: before it is taken out. [docs]
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// After `superview` has changed, also to nil. [docs]
  open func didMoveToSuperview() {}
  /// Before the tree that the view is in comes into a window; nil: before it leaves one. [docs]
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// After `window` has changed, also to nil. [docs]
  open func didMoveToWindow() {}
  /// After `subview` was added. [docs]
  open func didAddSubview(_ subview: UIView) {}
  /// Before `subview` is taken out. [docs]
  open func willRemoveSubview(_ subview: UIView) {}
}
