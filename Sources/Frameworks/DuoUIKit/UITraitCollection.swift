import Foundation
import PhoneModel

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone = 0
  case pad = 1
  case tv = 2
  case carPlay = 3
  case mac = 5
  case vision = 6
}

public enum UIUserInterfaceSizeClass: Int, Sendable {
  case unspecified = 0
  case compact = 1
  case regular = 2
}

/// What a view knows of its surroundings: the kind of phone, size classes, scale. [docs]
public final class UITraitCollection: NSObject, Sendable {
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  public let verticalSizeClass: UIUserInterfaceSizeClass
  public let displayScale: CGFloat
  /// Light, unless something overrides it.
  public let userInterfaceStyle: UIUserInterfaceStyle

  package init(
    horizontal: UIUserInterfaceSizeClass, vertical: UIUserInterfaceSizeClass, displayScale: CGFloat,
    style: UIUserInterfaceStyle = .light
  ) {
    userInterfaceIdiom = .phone
    horizontalSizeClass = horizontal
    verticalSizeClass = vertical
    self.displayScale = displayScale
    userInterfaceStyle = style
  }

  /// Size classes by points, as on Apple's phones: an axis is regular from 600 points on, and the height of
  /// an upright scene always is. Where the Duo's own limits are is not published. [assumed]
  package convenience init(size: CGSize, displayScale: CGFloat) {
    let isUpright = size.height >= size.width
    self.init(
      horizontal: size.width >= 600 ? .regular : .compact,
      vertical: isUpright || size.height >= 600 ? .regular : .compact, displayScale: displayScale)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return userInterfaceIdiom == other.userInterfaceIdiom && horizontalSizeClass == other.horizontalSizeClass
      && verticalSizeClass == other.verticalSizeClass && displayScale == other.displayScale
      && userInterfaceStyle == other.userInterfaceStyle
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(horizontalSizeClass)
    hasher.combine(verticalSizeClass)
    hasher.combine(displayScale)
    hasher.combine(userInterfaceStyle)
    return hasher.finalize()
  }
}
