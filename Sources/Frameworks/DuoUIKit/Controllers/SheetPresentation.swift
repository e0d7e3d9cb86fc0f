import DuoFoundation
import Foundation

/// A card over the presenter: where the width is compact from near the top to the bottom, where the height is compact
/// the whole window, else in the middle; beside an active division in one part of the window. An edge that is not the
/// window's keeps clear of active occlusions; from the window's own edges the safe area does. [docs]; sizes [assumed]
@MainActor
class SheetPresentation: UIPresentationController {
  override func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle
  {
    traitCollection.verticalSizeClass == .compact ? .overFullScreen : .none
  }

  override var frameOfPresentedViewInContainerView: CGRect {
    guard let containerView else { return .zero }
    let whole = containerView.bounds
    return place(in: whole.size, containerView.traitCollection).frame
      .moved(clearOf: containerView.coveredParts, in: whole)
  }

  override func containerViewDidLayoutSubviews() {
    super.containerViewDidLayoutSubviews()
    keepContentClear()
  }

  /// What occlusions cover of the sheet, though its frame keeps clear of the others, is no part of its safe area.
  private func keepContentClear() {
    guard let containerView, let view = presentedView else { return }
    let frame = view.frame
    let free = frame.keeping(outOf: containerView.coveredParts)
    let safe = containerView.bounds.inset(by: containerView.safeAreaInsets)
    func more(_ covered: CGFloat, than known: CGFloat) -> CGFloat { max(covered - max(known, 0), 0) }
    presentedViewController.setOcclusionInsets(
      UIEdgeInsets(
        top: more(free.minY - frame.minY, than: safe.minY - frame.minY),
        left: more(free.minX - frame.minX, than: safe.minX - frame.minX),
        bottom: more(frame.maxY - free.maxY, than: frame.maxY - safe.maxY),
        right: more(frame.maxX - free.maxX, than: frame.maxX - safe.maxX)))
  }

  private func place(in window: CGSize, _ traits: UITraitCollection) -> SheetPlace {
    SheetPlace(
      window: window, part: part(of: window), safeTop: containerView?.safeAreaInsets.top ?? 0,
      isWidthCompact: traits.horizontalSizeClass == .compact,
      isHeightCompact: traits.verticalSizeClass == .compact, isForm: presentationStyle == .formSheet,
      wanted: presentedViewController.preferredContentSize)
  }

  /// Where a division leaves room now; nil for the whole window, and for a window of another size.
  private func part(of window: CGSize) -> CGRect? {
    guard let containerView, containerView.bounds.size == window else { return nil }
    let room = containerView.dividedRoom
    return room.divisions.isEmpty
      ? nil : room.roomiest.intersection(containerView.bounds.inset(by: containerView.safeAreaInsets))
  }

  override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    let scale = containerView?.traitCollection.displayScale ?? 1
    return place(in: parentSize, UITraitCollection(size: parentSize, displayScale: scale)).frame.size
  }

  override var dimming: UIColor? { UIColor(white: 0, alpha: 0.2) }

  override func touchedBeside() {
    let controller = presentedViewController
    guard !controller.isBeingPresented, !controller.isBeingDismissed else { return }
    let may = delegate?.presentationControllerShouldDismiss(self) ?? !controller.isModalInPresentation
    guard may, !controller.isModalInPresentation else {
      delegate?.presentationControllerDidAttemptToDismiss(self)
      return
    }
    delegate?.presentationControllerWillDismiss(self)
    controller.presentingViewController?.dismiss(animated: true) { [self] in
      delegate?.presentationControllerDidDismiss(self)
    }
  }
}

extension CGRect {
  /// Edges that do not lie at the window's are moved until nothing that is taken lies inside them.
  func moved(clearOf taken: [CGRect], in window: CGRect) -> CGRect {
    let free = keeping(outOf: taken)
    let left = minX <= window.minX ? minX : free.minX
    let top = minY <= window.minY ? minY : free.minY
    let right = maxX >= window.maxX ? maxX : free.maxX
    let bottom = maxY >= window.maxY ? maxY : free.maxY
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// Where a sheet lies. A value.
struct SheetPlace: Hashable, Sendable {
  var window: CGSize
  /// The part of a divided window that the sheet may take.
  var part: CGRect?
  var safeTop: CGFloat
  var isWidthCompact, isHeightCompact, isForm: Bool
  /// What the controller prefers; zero for nothing.
  var wanted: CGSize

  /// The strip that a card leaves free under the status bar, and beside a sheet in the middle. [assumed]
  static let strip: CGFloat = 10
  static let margin: CGFloat = 44
  /// The widest page sheet, and the size of a form sheet. [assumed]
  static let page: CGFloat = 712
  static let form = CGSize(width: 540, height: 620)

  var frame: CGRect {
    if let part { return middle(of: part, margin: Self.strip) }
    if isHeightCompact { return CGRect(origin: .zero, size: window) }
    if isWidthCompact {
      let top = safeTop + Self.strip
      return CGRect(x: 0, y: top, width: window.width, height: max(window.height - top, 0))
    }
    return middle(of: CGRect(origin: .zero, size: window), margin: Self.margin)
  }

  private func middle(of area: CGRect, margin: CGFloat) -> CGRect {
    let room = CGSize(width: area.width - 2 * margin, height: area.height - 2 * margin)
    let usual = isForm ? Self.form : CGSize(width: Self.page, height: room.height)
    let size = CGSize(
      width: min(wanted.width > 0 ? wanted.width : usual.width, room.width).rounded(),
      height: min(wanted.height > 0 ? wanted.height : usual.height, room.height).rounded())
    return CGRect(
      origin: CGPoint(x: area.midX - size.width / 2, y: area.midY - size.height / 2), size: size)
  }
}

/// A box beside what it belongs to; a sheet where the width is compact, unless the delegate says `.none`. [docs]
@preconcurrency @MainActor
open class UIPopoverPresentationController: UIPresentationController {
  /// The view beside which the popover lies, and a part of it in its own space.
  open var sourceView: UIView?
  open var sourceRect = CGRect.null
  open var permittedArrowDirections = UIPopoverArrowDirection.any
  public internal(set) var arrowDirection = UIPopoverArrowDirection.unknown
  private lazy var sheet = SheetPresentation(
    presentedViewController: presentedViewController, presenting: presenter)

  open override func adaptivePresentationStyle(
    for traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { traitCollection.horizontalSizeClass == .compact ? .pageSheet : .none }

  private var isSheet: Bool {
    guard let containerView else { return false }
    let traits = containerView.traitCollection
    let style =
      delegate?.adaptivePresentationStyle(for: self, traitCollection: traits)
      ?? adaptivePresentationStyle(for: traits)
    return style != .none && traits.horizontalSizeClass == .compact
  }

  open override var frameOfPresentedViewInContainerView: CGRect {
    guard let containerView else { return .zero }
    sheet.containerView = containerView
    if isSheet { return sheet.frameOfPresentedViewInContainerView }
    guard let sourceView else {
      // What Apple raises for a popover that belongs to nothing.
      raise(
        .generic,
        "UIPopoverPresentationController (\(self)) should have a non-nil sourceView or barButtonItem set before the "
          + "presentation occurs.")
    }
    let wanted = presentedViewController.preferredContentSize
    var size = wanted == .zero ? CGSize(width: 320, height: 480) : wanted
    let source = sourceView.convert(sourceRect.isNull ? sourceView.bounds : sourceRect, to: containerView)
    var room = containerView.bounds.inset(by: containerView.safeAreaInsets)
    let divided = containerView.dividedRoom
    if !divided.divisions.isEmpty {
      // On the side of what it belongs to, and no larger than that is.
      room = room.intersection(divided.part(around: source))
      size = CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
    }
    func place(in room: CGRect) -> (frame: CGRect, arrow: UIPopoverArrowDirection) {
      PopoverPlace(room: room, source: source, size: size, allowed: permittedArrowDirections).place
    }
    let covered = containerView.coveredParts
    var found = place(in: room)
    if found.frame.keeping(outOf: covered) != found.frame {
      room = room.keeping(outOf: covered)
      size = CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
      found = place(in: room)
    }
    arrowDirection = found.arrow
    return found.frame
  }

  open override func containerViewDidLayoutSubviews() {
    super.containerViewDidLayoutSubviews()
    if isSheet {
      sheet.containerView = containerView
      sheet.containerViewDidLayoutSubviews()
    } else {
      presentedViewController.setOcclusionInsets(.zero)
    }
  }

  override func place(_ view: UIView, isShown: Bool) {
    if isSheet {
      super.place(view, isShown: isShown)
    } else {
      view.frame = frameOfPresentedViewInContainerView
      view.alpha = isShown ? 1 : 0
    }
  }

  override func touchedBeside() {
    sheet.delegate = delegate
    sheet.touchedBeside()
  }
}

/// Which way a popover's arrow points. Raw values are Apple's. [header]
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let up = Self(rawValue: 1 << 0)
  public static let down = Self(rawValue: 1 << 1)
  public static let left = Self(rawValue: 1 << 2)
  public static let right = Self(rawValue: 1 << 3)
  public static let any: Self = [.up, .down, .left, .right]
  public static let unknown = Self(rawValue: UInt(Int.max))
}

/// Where a popover lies. A value.
struct PopoverPlace {
  var room, source: CGRect
  var size: CGSize
  var allowed: UIPopoverArrowDirection

  /// The length of the arrow. [assumed]
  static let arrow: CGFloat = 13

  /// Below, above, right or left of the source: the first allowed side where it fits, else the one with most room. [assumed]
  var place: (frame: CGRect, arrow: UIPopoverArrowDirection) {
    let sides: [(UIPopoverArrowDirection, CGFloat, CGFloat)] = [
      (.up, room.maxY - source.maxY, size.height), (.down, source.minY - room.minY, size.height),
      (.left, room.maxX - source.maxX, size.width), (.right, source.minX - room.minX, size.width),
    ]
    let open = sides.filter { allowed.contains($0.0) }
    let fitting = open.first { $0.1 >= $0.2 + Self.arrow }
    let side = (fitting ?? open.max { $0.1 - $0.2 < $1.1 - $1.2 })?.0 ?? .up
    var origin = CGPoint(x: source.midX - size.width / 2, y: source.midY - size.height / 2)
    switch side {
    case .up: origin.y = source.maxY + Self.arrow
    case .down: origin.y = source.minY - Self.arrow - size.height
    case .left: origin.x = source.maxX + Self.arrow
    default: origin.x = source.minX - Self.arrow - size.width
    }
    origin.x = max(room.minX, min(origin.x, room.maxX - size.width))
    origin.y = max(room.minY, min(origin.y, room.maxY - size.height))
    return (CGRect(origin: origin, size: size), side)
  }
}
