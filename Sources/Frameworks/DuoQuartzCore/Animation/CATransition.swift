import Foundation

/// The kinds of transitions. Raw values are Apple's.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fade = Self(rawValue: "fade")
}

/// From what a layer showed when the transition was added to what it shows now: it fades. [docs]
///
/// Add it before the changes. Another type than `.fade` stops the process: Diptych has no other.
open class CATransition: CAAnimation {
  open var type = CATransitionType.fade {
    didSet {
      if type != .fade {
        fatalError("CATransition: Diptych has no transition '\(type.rawValue)', only fade.")
      }
    }
  }
  /// Where in the transition it starts and ends, 0 to 1. [docs]
  open var startProgress: Float = 0
  open var endProgress: Float = 1
  /// What the layer showed, its sublayers included.
  private var old: CALayer?

  /// The axis about which the layer turns over in the place of fading, right-handed with y down.
  package var flipAxis: (x: CGFloat, y: CGFloat)?

  public required init() { super.init() }

  override func take(_ other: CAAnimation) {
    super.take(other)
    guard let other = other as? CATransition else { return }
    startProgress = other.startProgress
    endProgress = other.endProgress
    old = other.old
    flipAxis = other.flipAxis
  }

  override func prepare(for layer: CALayer, key: String?) { old = LayerCopy.tree(of: layer) }

  override func change(_ presentation: CALayer, progress: Double, cycle: Int) {
    guard let old else { return }
    let share = Double(startProgress) + Double(endProgress - startProgress) * pace(progress)
    guard let flipAxis else {
      presentation.cover = LayerCover(layer: old, opacity: Float(min(max(1 - share, 0), 1)))
      return
    }
    // On edge in the middle, where one face takes the other's place.
    let isOld = share < 0.5
    if isOld { presentation.cover = LayerCover(layer: old, opacity: 1) }
    let turn = CATransform3DMakeRotation((isOld ? share : share - 1) * .pi, flipAxis.x, flipAxis.y, 0)
    presentation.transform = CATransform3DConcat(turn, presentation.transform)
  }
}

/// What a layer showed before, over what it shows now.
package struct LayerCover {
  /// A copy of the tree. Its bounds lie on those of the layer that it covers.
  package var layer: CALayer
  package var opacity: Float
}

/// The key under which a layer's transition is kept by Apple's layers. [header]
public let kCATransition = "transition"
