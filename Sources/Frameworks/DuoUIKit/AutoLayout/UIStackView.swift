import DuoFoundation
import Foundation

/// Arranges views in a row or a column with constraints. It draws nothing itself. [docs]
@preconcurrency @MainActor
open class UIStackView: UIView {
  /// How the views share the length of the stack. Raw values are Apple's. [header]
  public enum Distribution: Int, Sendable {
    case fill = 0
    case fillEqually = 1
    case fillProportionally = 2
    case equalSpacing = 3
    case equalCentering = 4
  }

  /// Where the views lie across the stack. Raw values are Apple's. [header]
  public enum Alignment: Int, Sendable {
    case fill = 0
    case leading = 1
    case firstBaseline = 2
    case center = 3
    case trailing = 4
    case lastBaseline = 5

    public static let top = Alignment.leading
    public static let bottom = Alignment.trailing
  }

  /// For `setCustomSpacing(_:after:)`: the stack's own spacing. [header]
  public static let spacingUseDefault = CGFloat(Float.greatestFiniteMagnitude)
  /// For `setCustomSpacing(_:after:)`: what the system thinks right. [header]
  public static let spacingUseSystem = CGFloat(Float.leastNormalMagnitude)

  /// In the order of arrangement; each is a subview, too.
  open private(set) var arrangedSubviews: [UIView] = []
  private var customSpacing: [ObjectIdentifier: CGFloat] = [:]
  private var arrangement: [NSLayoutConstraint] = []

  public override init(frame: CGRect) { super.init(frame: frame) }

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: What to arrange

  /// Puts the view at the end of the arrangement, and in front of the subviews if it is none yet. [docs]
  open func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arrangedSubviews.filter { $0 !== view }.count)
  }

  /// Raises for an index that is beyond the end. [docs]
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    var others = arrangedSubviews
    others.removeAll { $0 === view }
    guard (0...others.count).contains(stackIndex) else {
      raise(
        .internalInconsistency,
        "-[UIStackView insertArrangedSubview:atIndex:]: index \(stackIndex) is out of bounds for arrangedSubviews "
          + "array with \(others.count) items")
    }
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview !== self { addSubview(view) }
    others.insert(view, at: stackIndex)
    arrangedSubviews = others
    setNeedsUpdateConstraints()
  }

  /// The view stays a subview. [docs]
  open func removeArrangedSubview(_ view: UIView) {
    guard arrangedSubviews.contains(where: { $0 === view }) else { return }
    arrangedSubviews.removeAll { $0 === view }
    customSpacing[ObjectIdentifier(view)] = nil
    rearrange()
  }

  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  /// A subview was hidden or shown: hidden ones take no room. [docs]
  override func subviewVisibilityChanged(_ view: UIView) {
    if arrangedSubviews.contains(where: { $0 === view }) { setNeedsUpdateConstraints() }
  }

  override func subviewContentChanged(_ view: UIView) {
    if distribution == .fillProportionally { setNeedsUpdateConstraints() }
  }

  // MARK: How

  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { if axis != oldValue { rearrange() } } }
  open var distribution = Distribution.fill { didSet { if distribution != oldValue { rearrange() } } }
  open var alignment = Alignment.fill { didSet { if alignment != oldValue { rearrange() } } }

  /// Points between two views; at least that for `equalSpacing` and `equalCentering`. [docs]
  open var spacing: CGFloat = 0 { didSet { if spacing != oldValue { rearrange() } } }

  /// Whether a column's spacing counts from the last baseline to the first one of the next view. [docs]
  open var isBaselineRelativeArrangement = false {
    didSet { if isBaselineRelativeArrangement != oldValue { rearrange() } }
  }

  /// Whether the views lie inside the margins instead of the bounds. [docs]
  open var isLayoutMarginsRelativeArrangement = false {
    didSet { if isLayoutMarginsRelativeArrangement != oldValue { rearrange() } }
  }

  /// Another spacing between a view and the next one. [docs]
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    let key = ObjectIdentifier(arrangedSubview)
    customSpacing[key] = spacing == UIStackView.spacingUseDefault ? nil : spacing
    rearrange()
  }

  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacing[ObjectIdentifier(arrangedSubview)] ?? UIStackView.spacingUseDefault
  }

  func gap(after view: UIView) -> CGFloat {
    let custom = customSpacing(after: view)
    if custom == UIStackView.spacingUseDefault { return spacing }
    return custom == UIStackView.spacingUseSystem ? systemSpacing : custom
  }

  // MARK: Constraints

  /// The old constraints must not meet the new arrangement: they go at once.
  private func rearrange() {
    NSLayoutConstraint.deactivate(arrangement)
    arrangement = []
    setNeedsUpdateConstraints()
  }

  /// What is as before stays: a view that is hidden concerns its neighbours, not all the others.
  open override func updateConstraints() {
    let before = arrangement
    var old = Dictionary(before.map { (Meaning($0), $0) }) { first, _ in first }
    arrangement = StackArrangement(of: self).constraints.map { new in
      guard let known = old[Meaning(new)], known.isActive else { return new }
      old[Meaning(new)] = nil
      return known
    }
    let kept = Set(arrangement.map { ObjectIdentifier($0) })
    NSLayoutConstraint.deactivate(before.filter { !kept.contains(ObjectIdentifier($0)) })
    NSLayoutConstraint.activate(arrangement.filter { !$0.isActive })
    super.updateConstraints()
  }

  /// What a constraint says, whichever object says it.
  private struct Meaning: Hashable {
    var first: AnchorValue.Identity
    var second: AnchorValue.Identity?
    var relation: NSLayoutConstraint.Relation
    var multiplier, constant: CGFloat
    var priority: Float

    @MainActor
    init(_ constraint: NSLayoutConstraint) {
      first = constraint.first.identity
      second = constraint.second?.identity
      relation = constraint.relation
      multiplier = constraint.multiplier
      constant = constraint.constant
      priority = constraint.priority.rawValue
    }
  }
}
