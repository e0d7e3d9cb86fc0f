import DuoFoundation
import Foundation

/// What is common to the items of bars. [docs]
@preconcurrency @MainActor
open class UIBarItem: NSObject {
  open var title: String? { didSet { changed() } }
  /// In the place of the title. [docs]
  open var image: UIImage? { didSet { changed() } }
  open var isEnabled = true { didSet { changed() } }
  open var tag = 0
  open var accessibilityIdentifier: String? { didSet { changed() } }
  open var accessibilityLabel: String? { didSet { changed() } }

  /// Has the bar that shows the item arranged again.
  func changed() {}
}

/// A button in a navigation bar. [docs]
@preconcurrency @MainActor
open class UIBarButtonItem: UIBarItem {
  /// Raw values are Apple's. [header]
  public enum Style: Int, Sendable {
    case plain = 0
    case done = 2
    /// The name that `done` has since iOS 26, with the same raw value as a static member cannot have.
    public static var prominent: Style { .done }
  }

  /// Raw values are Apple's. [header] Those whose button has a word have it here.
  public enum SystemItem: Int, Sendable {
    case done = 0
    case cancel = 1
    case edit = 2
    case save = 3
    case add = 4
    case flexibleSpace = 5
    case fixedSpace = 6
    case compose = 7
    case reply = 8
    case action = 9
    case organize = 10
    case bookmarks = 11
    case search = 12
    case refresh = 13
    case stop = 14
    case camera = 15
    case trash = 16
    case play = 17
    case pause = 18
    case rewind = 19
    case fastForward = 20
    case undo = 21
    case redo = 22
    case close = 24

    /// What the button says; Diptych has no pictures for the others, so they say their name.
    var word: String {
      let name = "\(self)"
      return name.prefix(1).uppercased() + name.dropFirst()
    }

    var isSpace: Bool { self == .flexibleSpace || self == .fixedSpace }
  }

  open var style = Style.plain { didSet { changed() } }
  /// Performed by a tap. Its title is the item's unless that has its own. [docs]
  open var primaryAction: UIAction? { didSet { changed() } }
  open var action: Selector?
  open weak var target: AnyObject?
  /// In place of a button.
  open var customView: UIView? { didSet { changed() } }
  /// Points; 0 for as wide as the content.
  open var width: CGFloat = 0 { didSet { changed() } }
  /// Takes no room in the bar then. [docs]
  open var isHidden = false { didSet { changed() } }
  open var tintColor: UIColor? { didSet { changed() } }
  private var systemItem: SystemItem?
  weak var bar: UINavigationBar?

  public override init() { super.init() }

  public init(title: String?, style: Style, target: Any?, action: Selector?) {
    super.init()
    self.title = title
    self.style = style
    self.target = target as AnyObject?
    self.action = action
  }

  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init(title: nil, style: style, target: target, action: action)
    self.image = image
  }

  public init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
    super.init()
    self.systemItem = systemItem
    self.target = target as AnyObject?
    self.action = action
    if systemItem == .done { style = .done }
  }

  public init(customView: UIView) {
    super.init()
    self.customView = customView
  }

  public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil) {
    self.init()
    self.title = title
    self.image = image
    self.primaryAction = primaryAction
  }

  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
    self.init(barButtonSystemItem: systemItem, target: nil, action: nil)
    self.primaryAction = primaryAction
  }

  public static func flexibleSpace() -> Self { space(.flexibleSpace) }
  public static func fixedSpace(_ width: CGFloat) -> Self {
    let item = space(.fixedSpace)
    item.width = width
    return item
  }

  private static func space(_ kind: SystemItem) -> Self {
    let item = NSObject.create(self)
    item.systemItem = kind
    return item
  }

  /// What the button shows in the place of what it says. What the action has counts where the item has neither. [docs]
  var picture: UIImage? { image ?? (title == nil && systemItem == nil ? primaryAction?.image : nil) }

  /// What the button says.
  var text: String { title ?? systemItem?.word ?? primaryAction?.title ?? "" }
  var isSpace: Bool { systemItem?.isSpace == true }

  override func changed() { bar?.itemsChanged() }

  /// What a tap does: the action, or the selector at the target; without one at the first view controller up the responder
  /// chain, as a control's. [docs]
  func perform(from view: UIView) {
    if let primaryAction {
      primaryAction.perform(for: self)
      return
    }
    let chain = sequence(first: view as UIResponder, next: \.next)
    guard let action, let receiver = target ?? chain.first(where: { $0 is UIViewController }) ?? view.next
    else { return }
    action.perform(on: receiver, self)
  }
}
