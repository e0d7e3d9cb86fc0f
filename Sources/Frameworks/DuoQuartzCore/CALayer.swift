import Foundation

/// A rectangle in a tree that a display shows. [docs]
///
/// Units are points, y down, in the superlayer's `bounds` space. Not bound to an actor, as Apple's class is
/// not; a hosted tree belongs to the main thread. Values change at once; animations say what is shown meanwhile.
open class CALayer: NSObject {
  /// The visible part of the layer's own space.
  open var bounds = CGRect.zero {
    willSet {
      refuseNaN(newValue)
      if bounds != newValue { willChange("bounds") }
    }
    didSet {
      guard bounds != oldValue else { return }
      setNeedsLayout()
      if bounds.size != oldValue.size { sizeDidChange() }
      placeObserver?.layerPlaceDidChange(isResized: true)
      didChange("bounds")
    }
  }

  /// Where `anchorPoint` lies in the superlayer's space.
  open var position = CGPoint.zero {
    willSet {
      refuseNaN(newValue)
      if position != newValue { willChange("position") }
    }
    didSet {
      guard position != oldValue else { return }
      placeObserver?.layerPlaceDidChange(isResized: false)
      didChange("position")
    }
  }

  /// In units of the bounds; (0.5, 0.5) is the middle. `transform` acts about it.
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5) {
    willSet { if anchorPoint != newValue { willChange("anchorPoint") } }
    didSet {
      guard anchorPoint != oldValue else { return }
      placeObserver?.layerPlaceDidChange(isResized: false)
      didChange("anchorPoint")
    }
  }

  /// Acts about the anchor point, after the layer's place; what leaves the plane is drawn without perspective.
  /// [docs]
  open var transform = CATransform3DIdentity {
    willSet { if transform != newValue { willChange("transform") } }
    didSet {
      guard transform != oldValue else { return }
      placeObserver?.layerPlaceDidChange(isResized: false)
      didChange("transform")
    }
  }

  /// Higher is nearer to the viewer among siblings; equal values keep the order of `sublayers`.
  open var zPosition: CGFloat = 0 {
    willSet { if zPosition != newValue { willChange("zPosition") } }
    didSet { if zPosition != oldValue { didChange("zPosition") } }
  }

  /// Takes the layer and everything in it off the picture. [docs]
  open var isHidden = false
  /// 0 transparent to 1 opaque, for the layer and everything in it.
  open var opacity: Float = 1 {
    willSet { if opacity != newValue { willChange("opacity") } }
    didSet { if opacity != oldValue { didChange("opacity") } }
  }
  /// Behind contents and sublayers, within the rounded bounds; nil for none. [docs]
  open var backgroundColor: CGColor? {
    willSet { if backgroundColor != newValue { willChange("backgroundColor") } }
    didSet { if backgroundColor != oldValue { didChange("backgroundColor") } }
  }
  /// Points; rounds background and border, and with `masksToBounds` what lies in the layer. [docs]
  open var cornerRadius: CGFloat = 0 {
    willSet { if cornerRadius != newValue { willChange("cornerRadius") } }
    didSet { if cornerRadius != oldValue { didChange("cornerRadius") } }
  }
  /// Points, inwards from the bounds, over contents and sublayers; 0 for none. [docs]
  open var borderWidth: CGFloat = 0 {
    willSet { if borderWidth != newValue { willChange("borderWidth") } }
    didSet { if borderWidth != oldValue { didChange("borderWidth") } }
  }
  /// Opaque black until it is set. [docs]
  open var borderColor: CGColor? = CGColor(red: 0, green: 0, blue: 0, alpha: 1) {
    willSet { if borderColor != newValue { willChange("borderColor") } }
    didSet { if borderColor != oldValue { didChange("borderColor") } }
  }
  /// Sublayers are cut off at the (rounded) bounds.
  open var masksToBounds = false

  /// A picture: a `CGImage` or a `CVPixelBuffer`; after `display()` what the layer drew. Nothing else is shown.
  open var contents: Any? { didSet { animations.shown = nil } }
  /// Where contents of another size than the bounds go; stretched until it is set. [docs]
  open var contentsGravity = CALayerContentsGravity.resize { didSet { animations.shown = nil } }

  /// How the layer looks beside that.
  var looks = LayerLooks() { didSet { animations.shown = nil } }

  /// The app's own, for finding the layer. [docs]
  open var name: String?
  /// Asked for content, layout and actions; a view is its layer's. [docs]
  open weak var delegate: (any CALayerDelegate)?

  /// Where the layer is shown; readable and observable on any thread.
  package let attachment = LayerAttachment()

  /// Set on the root of a tree by whoever shows it; layers below follow.
  package var hostPlacement: HostPlacement? {
    didSet { spreadPlacement() }
  }

  /// Told of another place or size; a view is its layer's.
  package weak var placeObserver: (any LayerPlaceObserver)?

  /// Set on a root: called on every `setNeedsLayout()` in its tree.
  package var layoutRequest: (() -> Void)?

  // MARK: Animation

  /// Actions by the keys of values; the delegate is asked first. [docs]
  open var actions: [String: any CAAction]?

  /// What is done when the value of a key changes; nil for nothing. [docs]
  open func action(forKey event: String) -> (any CAAction)? { findAction(forKey: event) }

  /// What the class does when nobody else says; `NSNull` for nothing. [docs]
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Set on a root: called when animations in its tree begin, end or change their times.
  package var layerAnimationsChanged: (() -> Void)?

  var animations = LayerAnimations()
  /// Found before a value changes and run after it.
  var dueAction: (any CAAction)?
  /// Of a presentation layer: what fades away over it.
  package var cover: LayerCover?
  /// The layer was in a hosted tree at the end of a layout.
  var isCommitted = false

  /// How animations read and write a value; nil for one that does not animate. Subclasses add their own.
  func animatable(_ key: String) -> LayerProperty? { Self.animatableProperties[key] }

  private static let animatableProperties: [String: LayerProperty] = [
    "bounds": .bounds, "position": .point(\.position), "anchorPoint": .point(\.anchorPoint),
    "transform": .transform, "zPosition": .number(\.zPosition), "opacity": .float(\.opacity),
    "backgroundColor": .colour(\.backgroundColor), "cornerRadius": .number(\.cornerRadius),
    "borderWidth": .number(\.borderWidth), "borderColor": .colour(\.borderColor),
    "shadowColor": .colour(\.shadowColor), "shadowOpacity": .float(\.shadowOpacity),
    "shadowOffset": .size(\.shadowOffset), "shadowRadius": .number(\.shadowRadius),
    "shadowPath": .path(\.shadowPath), "contentsRect": .contentsRect,
  ]

  // MARK: Place

  /// The layer's box in the superlayer's space: computed from `bounds`, `position`, `anchorPoint` and
  /// `transform`; with a turning transform the upright rectangle round it. Setting it keeps the anchor point
  /// and the transform.
  open var frame: CGRect {
    get { toSuperlayer.apply(bounds) }
    set { changeFrame(newValue) }
  }
  /// The flat part of `transform`.
  open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }
  /// Sets `transform` to one in the plane.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  // MARK: Tree

  /// From back to front; nil when there are none.
  open var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set { replaceChildren(newValue ?? []) }
  }
  /// Puts `layer` in front of the other sublayers, taking it from its old superlayer.
  open func addSublayer(_ layer: CALayer) { adopt(layer) { $0.count } }
  /// Puts `layer` at `index` of `sublayers`.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) { adopt(layer) { min(Int(index), $0.count) } }
  /// Puts `layer` directly behind `sibling`; at the back when `sibling` is nil or not a sublayer. [docs]
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    adopt(layer) { list in list.firstIndex { $0 === sibling } ?? 0 }
  }
  /// Puts `layer` directly in front of `sibling`; at the front when `sibling` is nil or not a sublayer. [docs]
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    adopt(layer) { list in list.firstIndex { $0 === sibling }.map { $0 + 1 } ?? list.count }
  }
  /// Puts `new` in the place of `old`. Nothing happens when `old` is not a sublayer. [docs]
  open func replaceSublayer(_ old: CALayer, with new: CALayer) { exchange(old, for: new) }
  /// Takes the layer out of its superlayer; a mask ends to be one.
  open func removeFromSuperlayer() { leaveSuperlayer() }

  /// A layer whose alpha says what of this layer is seen; it lies in this layer's space. [docs]
  open var mask: CALayer? {
    get { looks.mask }
    set { changeMask(newValue) }
  }

  // MARK: Animations

  /// Adds a copy of the animation; one under the same key is taken away first. Without a duration of its own it takes the
  /// transaction's, and without a time to begin it begins now. [docs]
  open func add(_ anim: CAAnimation, forKey key: String?) { begin(anim, forKey: key) }
  /// The layer's own copy. It is not to be changed. [docs]
  open func animation(forKey key: String) -> CAAnimation? { heldAnimation(key) }
  /// In the order in which the animations were added; nil without any.
  open func animationKeys() -> [String]? { heldKeys }
  /// Its delegate hears that it has not finished. [docs]
  open func removeAnimation(forKey key: String) { remove(finished: false) { $0.key == key } }
  /// Their delegates hear that they have not finished. [docs]
  open func removeAllAnimations() { remove(finished: false) { _ in true } }

  /// The layer that contains this one.
  open internal(set) weak var superlayer: CALayer?
  var children: [CALayer] = []
  var layoutIsNeeded = false

  public override init() { super.init() }

  /// A copy of another layer's values, without its sublayers and delegate.
  public init(layer: Any) {
    super.init()
    guard let other = layer as? CALayer else { return }
    bounds = other.bounds
    position = other.position
    anchorPoint = other.anchorPoint
    transform = other.transform
    zPosition = other.zPosition
    isHidden = other.isHidden
    opacity = other.opacity
    backgroundColor = other.backgroundColor
    cornerRadius = other.cornerRadius
    borderWidth = other.borderWidth
    borderColor = other.borderColor
    masksToBounds = other.masksToBounds
    contents = other.contents
    contentsGravity = other.contentsGravity
    name = other.name
    looks = other.looks
  }

  /// Stops the process: Diptych has no archives of layers.
  public required init?(coder: NSCoder) {
    fatalError("CALayer.init(coder:): Diptych reads no archived layers; create the layer in code.")
  }

  // MARK: Layout

  /// Asks for `layoutSublayers()` before the display's next picture.
  open func setNeedsLayout() {
    layoutIsNeeded = true
    root.layoutRequest?()
  }

  /// Whether `layoutSublayers()` is due. [docs]
  open func needsLayout() -> Bool { layoutIsNeeded }

  /// Lays out the tree from the highest ancestor that an unbroken chain of pending layouts reaches. [docs]
  open func layoutIfNeeded() {
    var top = self
    while let parent = top.superlayer, parent.layoutIsNeeded { top = parent }
    top.layoutTree()
  }

  /// Places the sublayers; asks the delegate. Override it to place them yourself.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  func layoutTree() {
    if layoutIsNeeded {
      layoutIsNeeded = false
      layoutSublayers()
    }
    looks.mask?.layoutTree()
    for child in children { child.layoutTree() }
    if attachment.placement != nil { isCommitted = true }
  }

  // MARK: Drawing

  /// Asks for `display()` before the display's next picture.
  open func setNeedsDisplay() {
    looks.needsDisplay = true
    root.layoutRequest?()
  }

  /// Whether a change of the key's value asks for `display()`; false unless overridden. [docs] Asked for the layer's own
  /// animatable values, when they are set.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// Asks for it too: a layer is always drawn as a whole.
  open func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }

  /// Whether `display()` was asked for and has not run.
  open func needsDisplay() -> Bool { looks.needsDisplay }

  /// Draws the layer at once if that was asked for. A layer without a size waits until it has one. [inferred]
  open func displayIfNeeded() { displayNow() }

  /// Pixels for each point of `contents`.
  open var contentsScale: CGFloat {
    get { looks.contentsScale }
    set { looks.contentsScale = newValue }
  }

  /// The part of `contents` that is shown, in parts of its size.
  open var contentsRect: CGRect {
    get { looks.contentsRect }
    set { looks.contentsRect = newValue }
  }

  /// Gives the layer its `contents`: lets the delegate do that, or draws with `draw(in:)`. [docs]
  open func display() {
    if let delegate { delegate.display(self) } else { record() }
  }

  /// Draws the layer, in points, y down. Asks the delegate; override it to draw yourself.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  /// What subclasses show that have no `contents`.
  var ownContents: LayerContents? { nil }

  // MARK: Hit testing

  /// Whether `point`, in the layer's own space, lies in its bounds.
  open func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }

  /// The frontmost layer of this tree under `point`, which is in the superlayer's space. Hidden layers and
  /// what a mask cuts off are passed over. [docs] [inferred]
  open func hitTest(_ point: CGPoint) -> CALayer? {
    guard !isHidden, opacity > 0, let inverse = toSuperlayer.inverse else { return nil }
    let inside = inverse.apply(point)
    let contained = contains(inside)
    if masksToBounds && !contained { return nil }
    for child in drawingOrder.reversed() {
      if let hit = child.hitTest(inside) { return hit }
    }
    return contained ? self : nil
  }

  /// Sublayers from back to front.
  package var drawingOrder: [CALayer] {
    children.enumerated().sorted { ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset) }
      .map(\.element)
  }
}
