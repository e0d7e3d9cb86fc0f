import Foundation

extension CALayer {
  /// The layer's box in the superlayer's space: computed from `bounds`, `position`, `anchorPoint` and
  /// `transform`; with a turning transform the upright rectangle round it. Setting it keeps the anchor point
  /// and the transform.
  public var frame: CGRect {
    get { toSuperlayer.apply(bounds) }
    set {
      let rect = newValue.standardized
      if CATransform3DIsIdentity(transform) {
        bounds.size = rect.size
        position = CGPoint(
          x: rect.minX + anchorPoint.x * rect.width, y: rect.minY + anchorPoint.y * rect.height)
        return
      }
      let flat = CATransform3DGetAffineTransform(transform)
      bounds.size = CGRect(origin: .zero, size: rect.size).applying(flat.inverted()).size
      let now = frame
      position.x += rect.minX - now.minX
      position.y += rect.minY - now.minY
    }
  }

  /// The flat part of `transform`.
  public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// From `layer`'s space to this layer's; nil stands for the space that the root of the tree lies in.
  public func convert(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
    map(from: layer, to: self).apply(point)
  }

  /// From this layer's space to `layer`'s; nil stands for the space that the root of the tree lies in.
  public func convert(_ point: CGPoint, to layer: CALayer?) -> CGPoint {
    map(from: self, to: layer).apply(point)
  }

  /// The upright rectangle round the converted corners.
  public func convert(_ rect: CGRect, from layer: CALayer?) -> CGRect {
    map(from: layer, to: self).apply(rect)
  }

  /// The upright rectangle round the converted corners.
  public func convert(_ rect: CGRect, to layer: CALayer?) -> CGRect {
    map(from: self, to: layer).apply(rect)
  }

  /// From the layer's own space to the superlayer's.
  var toSuperlayer: PlaneMap {
    let anchor = CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
    if CATransform3DIsIdentity(transform) {
      return PlaneMap(shiftX: position.x - anchor.x, y: position.y - anchor.y)
    }
    return PlaneMap(shiftX: -anchor.x, y: -anchor.y).then(PlaneMap(transform))
      .then(PlaneMap(shiftX: position.x, y: position.y))
  }

  /// From the layer's own space to the one its root lies in.
  private var toOutside: PlaneMap {
    sequence(first: self, next: \.superlayer).reduce(.identity) { $0.then($1.toSuperlayer) }
  }

  private func map(from: CALayer?, to: CALayer?) -> PlaneMap {
    if from === to { return .identity }
    let start = from?.toOutside ?? .identity
    guard let to else { return start }
    // A layer seen edge on has no inverse: every point of it is as good as another.
    return start.then(to.toOutside.inverse ?? .identity)
  }
}
