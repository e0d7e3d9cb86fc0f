import Foundation

/// A rectangle that takes part in constraints and draws nothing. [docs]
@preconcurrency @MainActor
open class UILayoutGuide: NSObject, LayoutItem {
  /// What the system's own guides follow.
  enum Rule { case none, safeArea, margins, readable }

  let itemState = ItemState()
  let rule: Rule

  public override init() {
    rule = .none
    super.init()
  }

  init(_ rule: Rule, of view: UIView) {
    self.rule = rule
    super.init()
    owningView = view
    identifier =
      switch rule {
      case .none: ""
      case .safeArea: "UIViewSafeAreaLayoutGuide"
      case .margins: "UIViewLayoutMarginsGuide"
      case .readable: "UIViewReadableContentGuide"
      }
  }

  /// The view that the guide was added to; its space is the guide's.
  open internal(set) weak var owningView: UIView?
  /// Names the guide in descriptions. [docs]
  open var identifier = ""

  /// Where layout put the guide, in the owning view's space.
  open var layoutFrame: CGRect {
    guard let view = owningView else { return .zero }
    switch rule {
    case .safeArea: return CGRect(origin: .zero, size: view.bounds.size).inset(by: view.safeAreaInsets)
    case .margins: return CGRect(origin: .zero, size: view.bounds.size).inset(by: view.layoutMargins)
    case .none, .readable:
      view.solveLayout()
      return itemState.solved ?? .zero
    }
  }

  var layoutParent: UIView? { owningView }
  var layoutView: UIView? { owningView }

  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .leading)) }
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .trailing)) }
  public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .left)) }
  public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .right)) }
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(AnchorValue(self, .top)) }
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(AnchorValue(self, .bottom)) }
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(AnchorValue(self, .width)) }
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(AnchorValue(self, .height)) }
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .centerX)) }
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(AnchorValue(self, .centerY)) }
}

extension UIView: LayoutItem {
  var layoutParent: UIView? { superview }
  var layoutView: UIView? { self }
  var itemState: ItemState { layoutState.item }

  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .leading)) }
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .trailing)) }
  public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .left)) }
  public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .right)) }
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(AnchorValue(self, .top)) }
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(AnchorValue(self, .bottom)) }
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(AnchorValue(self, .width)) }
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(AnchorValue(self, .height)) }
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(AnchorValue(self, .centerX)) }
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(AnchorValue(self, .centerY)) }
  public var firstBaselineAnchor: NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(AnchorValue(self, .firstBaseline))
  }
  public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(AnchorValue(self, .lastBaseline)) }

  // MARK: Guides

  /// Guides that were added, in that order.
  public var layoutGuides: [UILayoutGuide] { layoutState.guides }

  public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
    layoutState.guides.append(layoutGuide)
    layoutGuide.owningView = self
  }

  /// Takes the guide's constraints away, too. [docs]
  public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    guard layoutGuide.owningView === self else { return }
    for view in sequence(first: self, next: \.superview) {
      for constraint in view.layoutState.constraints
      where constraint.items.contains(where: { $0 === layoutGuide }) {
        constraint.uninstall()
      }
    }
    layoutState.guides.removeAll { $0 === layoutGuide }
    layoutGuide.owningView = nil
  }

  /// What bars and the phone's hardware leave of the view. [docs]
  public var safeAreaLayoutGuide: UILayoutGuide { layoutState.systemGuide(.safeArea, of: self) }
  /// The view without its margins. [docs]
  public var layoutMarginsGuide: UILayoutGuide { layoutState.systemGuide(.margins, of: self) }
  /// Inside the margins, in the middle, no wider than text is read easily. [docs]
  public var readableContentGuide: UILayoutGuide { layoutState.systemGuide(.readable, of: self) }
}
