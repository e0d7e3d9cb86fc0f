import Foundation

/// Something that has a place in constraints: a view or a guide.
@MainActor
protocol LayoutItem: NSObject {
  /// The view in whose space the item's own rectangle lies; nil for the top of a tree.
  var layoutParent: UIView? { get }
  /// The view that stands for the item in the tree: itself, or the guide's owner.
  var layoutView: UIView? { get }
  var itemState: ItemState { get }
}

/// What the solver keeps of an item. Its identity is the item's, also after the item is gone.
@MainActor
final class ItemState {
  /// The rectangle that was solved last, in the parent's space; nil before there is one.
  var solved: CGRect?
  /// Active constraints that name the item, by their identities. The views that hold them keep them alive.
  private var naming: [ObjectIdentifier: NamingConstraint] = [:]

  private struct NamingConstraint {
    weak var constraint: NSLayoutConstraint?
  }

  func isNamed(by constraint: NSLayoutConstraint) {
    naming[ObjectIdentifier(constraint)] = NamingConstraint(constraint: constraint)
  }
  func isNoLongerNamed(by constraint: NSLayoutConstraint) { naming[ObjectIdentifier(constraint)] = nil }

  /// In the order of their activation.
  var constraints: [NSLayoutConstraint] {
    naming.values.compactMap(\.constraint).sorted { $0.activation < $1.activation }
  }
}

/// A place or length of an item, or the distance between two places. Items are held weakly.
@MainActor
struct AnchorValue {
  weak var item: (any LayoutItem)?
  var attribute: NSLayoutConstraint.Attribute
  /// For a distance: from the first place to this one.
  weak var endItem: (any LayoutItem)?
  var endAttribute: NSLayoutConstraint.Attribute = .notAnAttribute

  /// Of nothing.
  init() { attribute = .notAnAttribute }

  init(_ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute) {
    self.item = item
    self.attribute = attribute
  }

  var isDistance: Bool { endAttribute != .notAnAttribute }

  /// Every item is alive.
  var isAlive: Bool { item != nil && (!isDistance || endItem != nil) }

  struct Identity: Hashable {
    var item, endItem: ObjectIdentifier?
    var attribute, endAttribute: NSLayoutConstraint.Attribute
  }

  var identity: Identity {
    Identity(
      item: item.map { ObjectIdentifier($0) }, endItem: endItem.map { ObjectIdentifier($0) },
      attribute: attribute, endAttribute: endAttribute)
  }

  var items: [any LayoutItem] { [item, endItem].compactMap(\.self) }
}

/// `UIView:0x….leading`, as Apple's messages name places.
@MainActor
func described(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> String {
  guard let item else { return "(null)" }
  return attribute == .notAnAttribute ? address(item) : "\(address(item)).\(attribute.name)"
}

/// The class and the address of an object.
@MainActor
func address(_ object: AnyObject) -> String {
  let number = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  return "\(type(of: object)):0x\(String(number, radix: 16))"
}
