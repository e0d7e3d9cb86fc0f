import Foundation
import PhoneHardware
import PhoneModel

/// A rectangle that is drawn, laid out and touched. Geometry and tree are its layer's. [docs]
@preconcurrency @MainActor
open class UIView: UIResponder, @MainActor CALayerDelegate {
  /// The class of the view's layer.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer that draws the view; made from `layerClass`.
  public private(set) lazy var layer: CALayer = {
    guard let type = Self.layerClass as? CALayer.Type else {
      fatalError("\(Self.self).layerClass is \(Self.layerClass), which is no CALayer.")
    }
    let layer = NSObject.create(type)
    layer.delegate = self
    return layer
  }()

  /// From back to front.
  public internal(set) var subviews: [UIView] = []
  public internal(set) weak var superview: UIView?
  public internal(set) weak var window: UIWindow?

  /// The controller whose `view` this is.
  weak var controller: UIViewController?

  open var autoresizesSubviews = true
  /// How the view follows when its superview's bounds change.
  open var autoresizingMask: AutoresizingMask = []
  open var isUserInteractionEnabled = true
  open var tag = 0
  open var accessibilityIdentifier: String?
  open var accessibilityLabel: String?

  public init(frame: CGRect) {
    super.init()
    layer.frame = frame
  }

  public convenience override init() { self.init(frame: .zero) }

  /// Stops the process: Diptych reads no storyboards and nibs.
  public required init?(coder: NSCoder) {
    fatalError("UIView.init(coder:): Diptych reads no storyboards and nibs; create the view in code.")
  }

  open override var next: UIResponder? { controller ?? superview }

  /// Multiplies into everything the view and its subviews draw.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(min(max(newValue, 0), 1)) }
  }

  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map { UIColor(cgColor: $0) } }
    set { layer.backgroundColor = newValue?.cgColor }
  }

  /// Cuts subviews off at the bounds.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// The window scene's traits; outside a scene those of the main screen.
  open var traitCollection: UITraitCollection {
    if let scene = window?.windowScene { return scene.traitCollection }
    return UITraitCollection(size: UIScreen.main.bounds.size, displayScale: UIScreen.main.scale)
  }

  /// Called after the traits changed.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The display that shows the view; nil without a window on one.
  package var display: DisplayID? { window?.windowScene?.geometry.display }

  // MARK: Layout

  open func setNeedsLayout() { layer.setNeedsLayout() }
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Place the subviews here. Subviews have followed their autoresizing masks already.
  open func layoutSubviews() {}

  open func layoutSublayers(of layer: CALayer) {
    guard layer === self.layer else { return }
    controller?.viewWillLayoutSubviews()
    layoutSubviews()
    controller?.viewDidLayoutSubviews()
  }

  // MARK: Hit testing

  /// Whether `point`, in the view's own space, belongs to it.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  /// The frontmost view under `point`, which is in this view's space. Views that are hidden, nearly
  /// transparent (alpha under 0.01) or closed to interaction are passed over with all they contain. [docs]
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, self.point(inside: point, with: event) else {
      return nil
    }
    for view in subviews.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  // MARK: Notices of a change of place, for subclasses

  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}
  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
}
