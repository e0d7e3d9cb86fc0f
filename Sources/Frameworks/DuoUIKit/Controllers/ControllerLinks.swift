import Foundation

/// Who presents whom, and what runs just now, as one controller sees it.
struct ControllerLinks {
  /// Kept alive for as long as it is presented.
  var presented: UIViewController?
  weak var presenting: UIViewController?
  /// As it was set.
  var style = UIModalPresentationStyle.automatic
  /// Arranges this controller's own presentation; made when it is first asked for.
  var presentation: UIPresentationController?
  weak var transition: ViewTransition?
  var isBeingPresented = false
  var isBeingDismissed = false
  var isMovingToParent = false
  var isEditing = false
  var isMovingFromParent = false
  /// What the bars of a container take from the safe area.
  var barInsets = UIEdgeInsets.zero
  /// What active occlusions take of a sheet, beyond the system's bars.
  var occlusionInsets = UIEdgeInsets.zero
}

extension UIViewController {
  /// What is taken from the safe area beside the system's bars.
  var safeAreaAdditions: UIEdgeInsets {
    [links.barInsets, links.occlusionInsets].reduce(additionalSafeAreaInsets) { sum, part in
      UIEdgeInsets(
        top: sum.top + part.top, left: sum.left + part.left, bottom: sum.bottom + part.bottom,
        right: sum.right + part.right)
    }
  }

  func setOcclusionInsets(_ insets: UIEdgeInsets) {
    guard insets != links.occlusionInsets else { return }
    links.occlusionInsets = insets
    viewIfLoaded?.safeAreaNeedsUpdate()
  }

  func systemBarsChanged() { viewIfLoaded?.window?.requestUpdate() }

  /// The topmost ancestor.
  var rootAncestor: UIViewController {
    var top = self
    while let parent = top.parent { top = parent }
    return top
  }

  /// This controller and what is presented over it, from back to front.
  var presentationChain: [UIViewController] {
    Array(sequence(first: self) { $0.links.presented })
  }
}
