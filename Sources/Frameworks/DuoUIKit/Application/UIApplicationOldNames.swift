import Foundation

// How apps asked for windows and the orientation before scenes. The code of older camera apps still does.

extension UIApplication {
  /// Those of all scenes, the app's first one first, each from back to front. The older spelling of
  /// `UIWindowScene.windows`. [docs]; order of scenes [inferred]
  public var windows: [UIWindow] {
    let accessories = connectedScenes.compactMap { $0 as? UIWindowScene }.filter(\.isAccessory)
    return ([mainScene, sideScene].compactMap(\.self) + accessories).flatMap(\.windows)
  }

  /// The key window of the app's first scene. The older spelling of `UIWindowScene.keyWindow`. [docs]; first [inferred]
  public var keyWindow: UIWindow? { mainScene?.keyWindow }

  /// Of the app's first scene. The older spelling of `UIWindowScene.interfaceOrientation`. [docs]
  public var statusBarOrientation: UIInterfaceOrientation { mainScene?.interfaceOrientation ?? .unknown }

  /// The older spelling of `open(_:options:completionHandler:)`. [docs]
  /// - Returns: whether an app takes the URL.
  @discardableResult
  public func openURL(_ url: URL) -> Bool {
    open(url, options: [:], completionHandler: nil)
    return canOpenURL(url)
  }
}
