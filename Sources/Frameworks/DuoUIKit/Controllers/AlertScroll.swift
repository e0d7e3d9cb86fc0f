import Foundation

/// A part of an alert whose content may be higher than itself: a finger scrolls it. It stops where the finger leaves it,
/// and at the ends of the content. [docs] [assumed]
@MainActor
final class AlertScroll: UIView {
  private let pan = UIPanGestureRecognizer()
  private var start: CGFloat = 0

  /// Points from the top of the content to its end.
  var contentHeight: CGFloat = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    pan.addTarget(self, action: Selector("scroll:") { [weak self] _ in self?.follow() })
    addGestureRecognizer(pan)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  private var isHigher: Bool { contentHeight > bounds.height + 1e-6 }

  /// Content that fits is not scrolled, and nothing is scrolled sideways.
  override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    let way = pan.translation(in: self)
    return isHigher && abs(way.y) > abs(way.x)
  }

  private func follow() {
    if pan.state == .began { start = bounds.minY }
    // What is scrolled moves the view's own space, not that of the superview.
    scroll(to: start - pan.translation(in: superview).y)
  }

  private func scroll(to y: CGFloat) {
    bounds.origin.y = min(max(y, 0), max(contentHeight - bounds.height, 0))
  }

  /// Takes a place in the superview; what of the content is shown stays, as far as it can.
  func place(_ frame: CGRect, contentHeight: CGFloat) {
    self.contentHeight = contentHeight
    self.frame = frame
    scroll(to: bounds.minY)
  }
}

/// How the height of an alert is shared by its words, its list of buttons and the cancel button below. A value.
struct AlertShares: Hashable, Sendable {
  var height: CGFloat
  /// Wanted.
  var words, list, cancel: CGFloat

  /// Where not all has room the cancel button stays whole, and words and list have half of the rest at least, if they
  /// want it. [assumed]
  var shares: (words: CGFloat, list: CGFloat) {
    let room = max(height - cancel, 0)
    let list = min(self.list, max(room - words, room / 2))
    return (min(words, room - list), list)
  }
}
