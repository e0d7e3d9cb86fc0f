import DuoFoundation
import Foundation

/// A button of an alert. [docs]
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
  /// Raw values are Apple's. [header]
  public enum Style: Int, Sendable {
    case `default` = 0
    case cancel = 1
    case destructive = 2
  }

  public let title: String?
  public let style: Style
  /// A disabled button takes touches and does nothing.
  open var isEnabled = true { didSet { changed() } }
  let handler: ((UIAlertAction) -> Void)?
  var changed: () -> Void = {}

  /// - Parameter handler: Called when the alert is gone after the button was tapped.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
    super.init()
  }
}

/// Tells people something, and asks. [docs]
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
  /// Raw values are Apple's. [header]
  public enum Style: Int, Sendable {
    case actionSheet = 0
    case alert = 1
  }

  open private(set) var preferredStyle = Style.alert
  open private(set) var actions: [UIAlertAction] = []
  open var message: String? { didSet { box?.rebuild() } }
  /// Drawn bold, in place of the cancel button. Must be one of the actions. [docs]
  open var preferredAction: UIAlertAction? {
    didSet {
      if let preferredAction, !actions.contains(preferredAction) {
        raise(
          .internalInconsistency,
          "The preferredAction must be an action that has been added to the alert controller.")
      }
      box?.rebuild()
    }
  }
  private var box: AlertBox? { viewIfLoaded as? AlertBox }

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    MainThread.check("+[UIAlertController alertControllerWithTitle:message:preferredStyle:]")
    self.init(nibName: nil, bundle: nil)
    self.preferredStyle = preferredStyle
    self.title = title
    self.message = message
    modalPresentationStyle = .overFullScreen
    modalTransitionStyle = .crossDissolve
  }

  open override var title: String? {
    get { super.title }
    set {
      super.title = newValue
      box?.rebuild()
    }
  }

  /// Raises for a second cancel button. [docs]
  open func addAction(_ action: UIAlertAction) {
    if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
      raise(
        .internalInconsistency,
        "UIAlertController can only have one action with a style of UIAlertActionStyleCancel")
    }
    actions.append(action)
    action.changed = { [weak self] in self?.box?.rebuild() }
    box?.rebuild()
  }

  open override func loadView() { view = AlertBox(self) }

  override func makePresentation() -> UIPresentationController {
    AlertPresentation(presentedViewController: self, presenting: links.presenting)
  }

  /// In the order in which they are shown: the cancel button first of two side by side, else last. [docs]
  var shownActions: [UIAlertAction] {
    let others = actions.filter { $0.style != .cancel }
    let cancel = actions.filter { $0.style == .cancel }
    return preferredStyle == .alert && actions.count == 2 ? cancel + others : others + cancel
  }

  /// Bold: the preferred action, else the cancel button. [docs]
  func isBold(_ action: UIAlertAction) -> Bool {
    preferredAction.map { $0 === action } ?? (action.style == .cancel)
  }

  /// The alert goes first, then the handler is called. [forum]
  func choose(_ action: UIAlertAction) {
    guard action.isEnabled, !links.isBeingDismissed, let presenter = links.presenting else { return }
    presenter.dismiss(animated: true) { action.handler?(action) }
  }
}

/// An alert in the middle, or an action sheet at the bottom; beside active divisions and occlusions, never over them.
/// [docs]
@MainActor
final class AlertPresentation: UIPresentationController {
  private var alert: UIAlertController? { presentedViewController as? UIAlertController }

  override var shouldRemovePresentersView: Bool { false }
  override var shouldPresentInFullscreen: Bool { true }
  override var dimming: UIColor? { UIColor(white: 0, alpha: 0.2) }

  override var frameOfPresentedViewInContainerView: CGRect {
    guard let containerView, let alert, let box = alert.viewIfLoaded as? AlertBox else { return .zero }
    let room = containerView.bounds.inset(by: containerView.safeAreaInsets)
      .intersection(containerView.dividedRoom.roomiest)
    let isSheet = alert.preferredStyle == .actionSheet
    func frame(in room: CGRect) -> CGRect {
      let height = box.height(width: AlertPlace.width(in: room, isSheet: isSheet))
      return AlertPlace(room: room, isSheet: isSheet, height: height).frame
    }
    let covered = containerView.coveredParts
    let usual = frame(in: room)
    return usual.keeping(outOf: covered) == usual ? usual : frame(in: room.keeping(outOf: covered))
  }

  override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize { presentedView?.bounds.size ?? parentSize }

  override func place(_ view: UIView, isShown: Bool) {
    view.frame = frameOfPresentedViewInContainerView
    view.alpha = isShown ? 1 : 0
  }

  /// Beside an action sheet: as the cancel button. [docs] Beside an alert nothing happens.
  override func touchedBeside() {
    guard let alert, alert.preferredStyle == .actionSheet,
      let cancel = alert.actions.first(where: { $0.style == .cancel })
    else { return }
    alert.choose(cancel)
  }
}

/// Where an alert lies. A value.
struct AlertPlace: Hashable, Sendable {
  var room: CGRect
  var isSheet: Bool
  var height: CGFloat

  /// The width of an alert on a phone; an action sheet leaves a margin, and is no wider than a phone is. [forum]
  static let alertWidth: CGFloat = 270
  static let sheetMargin: CGFloat = 8
  static let sheetWidth: CGFloat = 450

  static func width(in room: CGRect, isSheet: Bool) -> CGFloat {
    isSheet ? min(room.width - 2 * sheetMargin, sheetWidth) : min(alertWidth, room.width)
  }

  var frame: CGRect {
    let width = Self.width(in: room, isSheet: isSheet)
    let height = min(height.rounded(.up), isSheet ? room.height - 2 * Self.sheetMargin : room.height)
    return CGRect(
      x: (room.midX - width / 2).rounded(),
      y: isSheet ? room.maxY - height - Self.sheetMargin : (room.midY - height / 2).rounded(), width: width,
      height: height)
  }
}
