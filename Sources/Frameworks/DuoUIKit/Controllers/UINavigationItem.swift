import Foundation

/// What a navigation bar shows while a controller is on top. [docs]
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
  /// The bar that shows the item.
  weak var bar: UINavigationBar?

  public convenience override init() { self.init(title: "") }

  public init(title: String) {
    self.title = title
    super.init()
  }

  open var title: String? { didSet { bar?.itemsChanged() } }
  open var prompt: String? { didSet { bar?.itemsChanged() } }
  /// In place of the title.
  open var titleView: UIView? { didSet { bar?.itemsChanged() } }
  /// What the back button says while this item is the one below the top.
  open var backButtonTitle: String? { didSet { bar?.itemsChanged() } }
  /// Says by its title what the back button says while this item is the one below the top, unless `backButtonTitle`
  /// does. [docs]
  open var backBarButtonItem: UIBarButtonItem? { didSet { bar?.itemsChanged() } }
  open var hidesBackButton = false { didSet { bar?.itemsChanged() } }
  /// Left bar items come beside the back button, not in its place.
  open var leftItemsSupplementBackButton = false { didSet { bar?.itemsChanged() } }
  /// From the left edge inwards.
  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { bar?.itemsChanged() } }
  /// From the right edge inwards.
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { bar?.itemsChanged() } }

  /// The first of the left items.
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }
  /// The first of the right items.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
    self.hidesBackButton = hidesBackButton
  }
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    rightBarButtonItems = items
  }
}
