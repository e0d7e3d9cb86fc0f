import Foundation

/// What a layer does when one of its values changes. [header]
public protocol CAAction {
  /// - Parameters:
  ///   - event: the value's key, or `onOrderIn`, `onOrderOut`, `sublayers` and the like.
  ///   - anObject: the layer.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// Says that nothing is to be done, and that nobody else is to be asked. [docs]
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
