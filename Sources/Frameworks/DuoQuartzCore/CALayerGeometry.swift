import Foundation

extension CALayer {
  func changeFrame(_ frame: CGRect) {
    let rect = frame.standardized
    if CATransform3DIsIdentity(transform) {
      bounds.size = rect.size
      position = CGPoint(
        x: rect.minX + anchorPoint.x * rect.width, y: rect.minY + anchorPoint.y * rect.height)
      return
    }
    let flat = CATransform3DGetAffineTransform(transform)
    bounds.size = CGRect(origin: .zero, size: rect.size).applying(flat.inverted()).size
    let now = toSuperlayer.apply(bounds)
    position.x += rect.minX - now.minX
    position.y += rect.minY - now.minY
  }

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

  /// From the layer's own space to that of a layer around it; nil stands for the space that the root lies in.
  private func map(upTo end: CALayer?) -> PlaneMap {
    var map = PlaneMap.identity
    var step: CALayer? = self
    while let layer = step, layer !== end {
      map = map.then(layer.toSuperlayer)
      step = layer.superlayer
    }
    return map
  }

  /// Layers around this one, itself included.
  private var depth: Int {
    var count = 0
    var step: CALayer? = self
    while let layer = step {
      count += 1
      step = layer.superlayer
    }
    return count
  }

  /// The nearest layer that both are in; nil for layers of two trees.
  private static func around(_ a: CALayer, _ b: CALayer) -> CALayer? {
    if b.superlayer === a { return a }
    if a.superlayer === b { return b }
    var (one, other): (CALayer?, CALayer?) = (a, b)
    var (above, below) = (a.depth, b.depth)
    while one !== other {
      if above >= below {
        one = one?.superlayer
        above -= 1
      } else {
        other = other?.superlayer
        below -= 1
      }
    }
    return one
  }

  /// Over the nearest layer around both: what lies above it concerns neither.
  private func map(from: CALayer?, to: CALayer?) -> PlaneMap {
    if from === to { return .identity }
    guard let to else { return from?.map(upTo: nil) ?? .identity }
    let shared = from.flatMap { Self.around($0, to) }
    let start = from?.map(upTo: shared) ?? .identity
    // A layer seen edge on has no inverse: every point of it is as good as another.
    return start.then(to.map(upTo: shared).inverse ?? .identity)
  }
}
