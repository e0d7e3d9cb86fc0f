import Foundation

public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified = 0
  case light = 1
  case dark = 2
}

extension UITraitCollection {
  /// Only the style is stated.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init(horizontal: .unspecified, vertical: .unspecified, displayScale: 0, style: userInterfaceStyle)
  }

  /// The traits that colours are resolved for on this thread: a view's while it draws or lays out, else light. [docs]
  public class var current: UITraitCollection {
    get {
      Thread.current.threadDictionary[key] as? UITraitCollection
        ?? UITraitCollection(userInterfaceStyle: .light)
    }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  private static let key = "UITraitCollection.current"

  /// Runs `actions` with these traits as the current ones.
  public func performAsCurrent(_ actions: () -> Void) {
    let before = Thread.current.threadDictionary[Self.key]
    Self.current = self
    actions()
    Thread.current.threadDictionary[Self.key] = before
  }

  /// The same traits with another style.
  func with(style: UIUserInterfaceStyle) -> UITraitCollection {
    style == userInterfaceStyle
      ? self
      : UITraitCollection(
        horizontal: horizontalSizeClass, vertical: verticalSizeClass, displayScale: displayScale, style: style
      )
  }
}
