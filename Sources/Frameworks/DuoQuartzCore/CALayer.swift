import Foundation

/// A rectangle in a tree that a display shows. [docs]
///
/// Units are points, y down, in the superlayer's `bounds` space. Not bound to an actor, as Apple's class is
/// not; a hosted tree belongs to the main thread. Changes take effect at once: there are no implicit
/// animations and no separate presentation tree.
open class CALayer: NSObject {
  /// The visible part of the layer's own space.
  open var bounds = CGRect.zero {
    didSet { if bounds != oldValue { setNeedsLayout() } }
  }

  /// Where `anchorPoint` lies in the superlayer's space.
  open var position = CGPoint.zero

  /// In units of the bounds; (0.5, 0.5) is the middle. `transform` acts about it.
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5)

  open var transform = CATransform3DIdentity

  /// Higher is nearer to the viewer among siblings; equal values keep the order of `sublayers`.
  open var zPosition: CGFloat = 0

  open var isHidden = false
  /// 0 transparent to 1 opaque, for the layer and everything in it.
  open var opacity: Float = 1
  open var backgroundColor: CGColor?
  open var cornerRadius: CGFloat = 0
  open var borderWidth: CGFloat = 0
  open var borderColor: CGColor? = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  /// Sublayers are cut off at the (rounded) bounds.
  open var masksToBounds = false

  /// A picture: the display's composer draws pixel buffers and nothing else.
  open var contents: Any?
  open var contentsGravity = CALayerContentsGravity.resize

  open var name: String?
  open weak var delegate: (any CALayerDelegate)?

  /// Where the layer is shown; readable and observable on any thread.
  package let attachment = LayerAttachment()

  /// Set on the root of a tree by whoever shows it; layers below follow.
  package var hostPlacement: HostPlacement? {
    didSet { spreadPlacement() }
  }

  /// Set on a root: called on every `setNeedsLayout()` in its tree.
  package var layoutRequest: (() -> Void)?

  /// The layer that contains this one.
  public internal(set) weak var superlayer: CALayer?
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

  public func needsLayout() -> Bool { layoutIsNeeded }

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
    for child in children { child.layoutTree() }
  }

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
