/// What a layer asks of its delegate.
public protocol CALayerDelegate: AnyObject {
  /// Called when the layer needs layout, in place of anything the layer would do itself. [docs]
  func layoutSublayers(of layer: CALayer)

  /// What the layer does when the value of a key changes. `NSNull` for nothing; nil leaves it to the layer. [docs]
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?

  /// Gives the layer its contents. Left as it is, the layer is drawn with `draw(_:in:)`. [docs]
  func display(_ layer: CALayer)

  /// Draws the layer, in points, y down. [docs]
  func draw(_ layer: CALayer, in ctx: CGContext)
}

extension CALayerDelegate {
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
  public func display(_ layer: CALayer) { layer.record() }
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  public func layoutSublayers(of layer: CALayer) {}
}

/// How `contents` fill a layer. The raw values are Apple's.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let center = Self(rawValue: "center")
  public static let top = Self(rawValue: "top")
  public static let bottom = Self(rawValue: "bottom")
  public static let left = Self(rawValue: "left")
  public static let right = Self(rawValue: "right")
  public static let topLeft = Self(rawValue: "topLeft")
  public static let topRight = Self(rawValue: "topRight")
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  public static let bottomRight = Self(rawValue: "bottomRight")
  public static let resize = Self(rawValue: "resize")
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")
}

/// Whoever has to know where a layer lies.
package protocol LayerPlaceObserver: AnyObject {
  /// The layer lies elsewhere in its superlayer, or its bounds are others; on the thread that changed it.
  func layerPlaceDidChange(isResized: Bool)
}
