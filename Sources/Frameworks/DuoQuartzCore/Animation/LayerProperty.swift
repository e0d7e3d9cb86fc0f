import Foundation

/// A value of layers that animations know: how to read and write it.
struct LayerProperty: Sendable {
  var get: @Sendable (CALayer) -> AnimatedValue?
  var set: @Sendable (CALayer, AnimatedValue) -> Void

  init(
    get: @escaping @Sendable (CALayer) -> AnimatedValue?,
    set: @escaping @Sendable (CALayer, AnimatedValue) -> Void
  ) {
    self.get = get
    self.set = set
  }

  static func number<Layer: CALayer>(_ path: ReferenceWritableKeyPath<Layer, CGFloat> & Sendable)
    -> LayerProperty
  {
    LayerProperty {
      ($0 as? Layer).map { .number(Double($0[keyPath: path])) }
    } set: { layer, value in
      if let layer = layer as? Layer, let value = value.number { layer[keyPath: path] = CGFloat(value) }
    }
  }

  static func float<Layer: CALayer>(_ path: ReferenceWritableKeyPath<Layer, Float> & Sendable)
    -> LayerProperty
  {
    LayerProperty {
      ($0 as? Layer).map { .number(Double($0[keyPath: path])) }
    } set: { layer, value in
      if let layer = layer as? Layer, let value = value.number { layer[keyPath: path] = Float(value) }
    }
  }

  /// No colour is a clear one.
  static func colour<Layer: CALayer>(_ path: ReferenceWritableKeyPath<Layer, CGColor?> & Sendable)
    -> LayerProperty
  {
    LayerProperty {
      ($0 as? Layer).map { .colour($0[keyPath: path] ?? CGColor(red: 0, green: 0, blue: 0, alpha: 0)) }
    } set: { layer, value in
      if let layer = layer as? Layer, let value = value.colour { layer[keyPath: path] = value }
    }
  }

  static func point<Layer: CALayer>(_ path: ReferenceWritableKeyPath<Layer, CGPoint> & Sendable)
    -> LayerProperty
  {
    LayerProperty {
      ($0 as? Layer).map { .point($0[keyPath: path]) }
    } set: { layer, value in
      if let layer = layer as? Layer, let value = value.point { layer[keyPath: path] = value }
    }
  }

  static func size<Layer: CALayer>(_ path: ReferenceWritableKeyPath<Layer, CGSize> & Sendable)
    -> LayerProperty
  {
    LayerProperty {
      ($0 as? Layer).map { .size($0[keyPath: path]) }
    } set: { layer, value in
      if let layer = layer as? Layer, let value = value.size { layer[keyPath: path] = value }
    }
  }

  /// No path has nothing to go from or to.
  static func path<Layer: CALayer>(_ path: ReferenceWritableKeyPath<Layer, CGPath?> & Sendable)
    -> LayerProperty
  {
    LayerProperty {
      ($0 as? Layer).map { .path($0[keyPath: path]?.outline ?? PathOutline()) }
    } set: { layer, value in
      if let layer = layer as? Layer, let value = value.path { layer[keyPath: path] = CGPath(value) }
    }
  }

  static let contentsRect = LayerProperty {
    .rect($0.contentsRect)
  } set: {
    if let value = $1.rect { $0.contentsRect = value }
  }
  static let bounds = LayerProperty {
    .rect($0.bounds)
  } set: {
    if let value = $1.rect { $0.bounds = value }
  }
  static let transform = LayerProperty {
    .transform($0.transform)
  } set: {
    if let value = $1.transform { $0.transform = value }
  }
}

/// `position`, `bounds.size.width`, `transform.rotation.z`: a value of a layer, or a part of one. [docs]
struct LayerKeyPath {
  private let property: LayerProperty
  private let parts: [Substring]

  /// Nil where the layer has no such value.
  init?(_ path: String, of layer: CALayer) {
    var parts = path.split(separator: ".")
    guard let key = parts.first, let property = layer.animatable(String(key)) else { return nil }
    parts.removeFirst()
    self.property = property
    self.parts = parts
    guard let value = property.get(layer), ValuePart.get(parts[...], of: value) != nil else { return nil }
  }

  func value(of layer: CALayer) -> AnimatedValue? {
    property.get(layer).flatMap { ValuePart.get(parts[...], of: $0) }
  }

  func set(_ value: AnimatedValue, of layer: CALayer) {
    guard let whole = property.get(layer), let changed = ValuePart.set(parts[...], of: whole, to: value)
    else { return }
    property.set(layer, changed)
  }
}

/// The parts of values that key paths name. [docs]
enum ValuePart {
  /// Nil where the value has no such part.
  static func get(_ path: ArraySlice<Substring>, of value: AnimatedValue) -> AnimatedValue? {
    guard let name = path.first else { return value }
    let rest = path.dropFirst()
    switch (value, name) {
    case (.point(let a), "x"): return get(rest, of: .number(a.x))
    case (.point(let a), "y"): return get(rest, of: .number(a.y))
    case (.size(let a), "width"): return get(rest, of: .number(a.width))
    case (.size(let a), "height"): return get(rest, of: .number(a.height))
    case (.rect(let a), "origin"): return get(rest, of: .point(a.origin))
    case (.rect(let a), "size"): return get(rest, of: .size(a.size))
    case (.transform(let a), _): return TransformPart(path)?.get(a)
    default: return nil
    }
  }

  /// The value with the part replaced.
  static func set(
    _ path: ArraySlice<Substring>, of value: AnimatedValue, to new: AnimatedValue
  ) -> AnimatedValue? {
    guard let name = path.first else { return new }
    let rest = path.dropFirst()
    func number(_ old: Double) -> Double? { set(rest, of: .number(old), to: new)?.number }
    switch (value, name) {
    case (.point(let a), "x"): return number(a.x).map { .point(CGPoint(x: $0, y: a.y)) }
    case (.point(let a), "y"): return number(a.y).map { .point(CGPoint(x: a.x, y: $0)) }
    case (.size(let a), "width"): return number(a.width).map { .size(CGSize(width: $0, height: a.height)) }
    case (.size(let a), "height"): return number(a.height).map { .size(CGSize(width: a.width, height: $0)) }
    case (.rect(let a), "origin"):
      return set(rest, of: .point(a.origin), to: new)?.point.map { .rect(CGRect(origin: $0, size: a.size)) }
    case (.rect(let a), "size"):
      return set(rest, of: .size(a.size), to: new)?.size.map { .rect(CGRect(origin: a.origin, size: $0)) }
    case (.transform(let a), _): return TransformPart(path)?.set(a, new).map { .transform($0) }
    default: return nil
    }
  }
}

/// `rotation`, `scale` and `translation` of a transform, whole or for one axis. [docs]
struct TransformPart {
  private enum Kind { case rotation, scale, translation }
  private let kind: Kind
  private let axis: Int?

  init?(_ path: ArraySlice<Substring>) {
    switch path.first {
    case "rotation": kind = .rotation
    case "scale": kind = .scale
    case "translation": kind = .translation
    default: return nil
    }
    let axes: [Substring?: Int] = ["x": 0, "y": 1, "z": 2]
    let name = path.dropFirst().first
    axis = axes[name]
    if path.count > 2 || (name != nil && axis == nil) { return nil }
  }

  func get(_ transform: CATransform3D) -> AnimatedValue? {
    let parts = TransformParts(transform) ?? .identity
    switch (kind, axis) {
    case (.rotation, let axis): return .number(parts.angles[axis ?? 2])
    case (.scale, let axis?): return .number(parts.scale[axis])
    case (.scale, nil): return .number(parts.scale.reduce(0, +) / 3)
    case (.translation, let axis?): return .number(parts.translation[axis])
    case (.translation, nil):
      return .size(CGSize(width: parts.translation[0], height: parts.translation[1]))
    }
  }

  func set(_ transform: CATransform3D, _ value: AnimatedValue) -> CATransform3D? {
    var parts = TransformParts(transform) ?? .identity
    switch (kind, axis, value) {
    case (.rotation, let axis, .number(let angle)): parts.angles[axis ?? 2] = angle
    case (.scale, let axis?, .number(let scale)): parts.scale[axis] = scale
    case (.scale, nil, .number(let scale)): parts.scale = [scale, scale, scale]
    case (.translation, let axis?, .number(let shift)): parts.translation[axis] = shift
    case (.translation, nil, .size(let shift)):
      parts.translation[0] = shift.width
      parts.translation[1] = shift.height
    case (.translation, nil, .point(let shift)):
      parts.translation[0] = shift.x
      parts.translation[1] = shift.y
    default: return nil
    }
    return parts.transform
  }
}
