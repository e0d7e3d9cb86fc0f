import Foundation

/// What a view's content means for the direction in which it is laid out. Raw values are Apple's. [header]
public enum UISemanticContentAttribute: Int, Sendable {
  /// Follows the direction of reading.
  case unspecified = 0
  /// Playback controls: never turned.
  case playback = 1
  /// Controls of places and directions: never turned.
  case spatial = 2
  case forceLeftToRight = 3
  case forceRightToLeft = 4
}

/// Raw values are Apple's. [header]
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  case leftToRight = 0
  case rightToLeft = 1
}

extension UIView {
  /// The direction in which the view's content is laid out. [docs]
  public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    guard semanticContentAttribute == .unspecified else {
      return UIView.userInterfaceLayoutDirection(for: semanticContentAttribute)
    }
    return flowingTraits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  /// What lies at `rect` for people who read from left to right lies here: in the view's bounds, turned round for those who
  /// read from right to left. [docs]
  func inReadingDirection(_ rect: CGRect) -> CGRect {
    guard isRightToLeft else { return rect }
    return CGRect(
      x: bounds.minX + bounds.maxX - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
  }

  /// The direction of content of that meaning for people who read in `layoutDirection`. [docs]
  public static func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute, relativeTo layoutDirection: UIUserInterfaceLayoutDirection
  ) -> UIUserInterfaceLayoutDirection {
    switch attribute {
    case .unspecified: layoutDirection
    case .playback, .spatial, .forceLeftToRight: .leftToRight
    case .forceRightToLeft: .rightToLeft
    }
  }

  /// The direction of content of that meaning, for the app's language.
  public static func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    userInterfaceLayoutDirection(for: attribute, relativeTo: .leftToRight)
  }
}
