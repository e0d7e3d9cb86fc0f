import DuoCoreGraphics
import DuoQuartzCore
import Foundation

/// What a view keeps for drawing.
final class ViewDrawing {
  /// As the app stated them: colours that may differ by style.
  var background, tint: UIColor?
  var heldMask: UIView?
}

extension UIView {
  public enum ContentMode: Int, Sendable {
    case scaleToFill = 0
    case scaleAspectFit
    case scaleAspectFill
    case redraw
    case center
    case top
    case bottom
    case left
    case right
    case topLeft
    case topRight
    case bottomLeft
    case bottomRight

    /// The layer's word for it. `redraw` draws anew, so that nothing is left to place.
    var gravity: CALayerContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      case .topLeft: .topLeft
      case .topRight: .topRight
      case .bottomLeft: .bottomLeft
      case .bottomRight: .bottomRight
      }
    }
  }

  /// Brings colours up to date that differ by style, in this view and all in it, and has them drawn anew.
  func styleDidChange() {
    restyle()
    for view in subviews { view.styleDidChange() }
  }

  func restyle() {
    if let background = viewDrawing.background {
      layer.backgroundColor = background.resolvedColor(with: colourTraits).cgColor
    }
    setNeedsDisplay()
  }

  /// The traits that colours are resolved for.
  var colourTraits: UITraitCollection { flowingTraits }

  /// Before and after a move to other surroundings.
  var surroundings: (tint: UIColor?, style: UIUserInterfaceStyle) {
    (viewDrawing.tint == nil ? tintColor : nil, colourTraits.userInterfaceStyle)
  }

  func follow(from old: (tint: UIColor?, style: UIUserInterfaceStyle)) {
    let new = surroundings
    if new.style != old.style { styleDidChange() }
    if new.tint != old.tint { spreadTint() }
  }

  func spreadTint() {
    tintColorDidChange()
    for view in subviews where view.viewDrawing.tint == nil { view.spreadTint() }
  }
}
