import Foundation

/// What an animation can lead from one value to another.
enum AnimatedValue: Hashable {
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case colour(CGColor)
  case transform(CATransform3D)
  case path(PathOutline)
  case list([AnimatedValue])

  /// Nil for what cannot be animated.
  init?(_ value: Any?) {
    switch value {
    case let value as AnimatedValue: self = value
    case let value as Double: self = .number(value)
    case let value as CGFloat: self = .number(Double(value))
    case let value as Float: self = .number(Double(value))
    case let value as Int: self = .number(Double(value))
    case let value as CGPoint: self = .point(value)
    case let value as CGSize: self = .size(value)
    case let value as CGRect: self = .rect(value)
    case let value as CATransform3D: self = .transform(value)
    case let value as CGAffineTransform: self = .transform(CATransform3DMakeAffineTransform(value))
    case let value as CGColor: self = .colour(value)
    case let value as CGPath: self = .path(value.outline)
    case let value as [Any]:
      var items: [AnimatedValue] = []
      for item in value {
        guard let item = AnimatedValue(item) else { return nil }
        items.append(item)
      }
      self = .list(items)
    case let value as NSNumber: self = .number(value.doubleValue)
    case let value as NSValue: self.init(boxed: value)
    default: return nil
    }
  }

  private init?(boxed value: NSValue) {
    for type in [NSValue(cgPoint: .zero), NSValue(cgSize: .zero), NSValue(cgRect: .zero)].enumerated()
    where String(cString: type.element.objCType) == String(cString: value.objCType) {
      switch type.offset {
      case 0: self = .point(value.cgPointValue)
      case 1: self = .size(value.cgSizeValue)
      default: self = .rect(value.cgRectValue)
      }
      return
    }
    return nil
  }

  /// As an app would write it.
  var any: Any {
    switch self {
    case .number(let value): value
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .colour(let value): value
    case .transform(let value): value
    case .path(let value): CGPath(value)
    case .list(let values): values.map(\.any)
    }
  }

  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var point: CGPoint? { if case .point(let value) = self { value } else { nil } }
  var size: CGSize? { if case .size(let value) = self { value } else { nil } }
  var rect: CGRect? { if case .rect(let value) = self { value } else { nil } }
  var colour: CGColor? { if case .colour(let value) = self { value } else { nil } }
  var transform: CATransform3D? { if case .transform(let value) = self { value } else { nil } }
  var path: PathOutline? { if case .path(let value) = self { value } else { nil } }

  /// The value a `share` of the way to `other`; beyond 1 it goes on. Transforms go by their parts, colours by their
  /// components. Two values of different kinds have no way between them: the first holds until the end.
  func interpolated(to other: AnimatedValue, _ share: Double) -> AnimatedValue {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(mix(a, b))
    case (.point(let a), .point(let b)): return .point(CGPoint(x: mix(a.x, b.x), y: mix(a.y, b.y)))
    case (.size(let a), .size(let b)):
      return .size(CGSize(width: mix(a.width, b.width), height: mix(a.height, b.height)))
    case (.rect(let a), .rect(let b)):
      return .rect(
        CGRect(
          x: mix(a.origin.x, b.origin.x), y: mix(a.origin.y, b.origin.y),
          width: mix(a.size.width, b.size.width), height: mix(a.size.height, b.size.height)))
    case (.colour(let a), .colour(let b)):
      let (p, q) = (a.rgba, b.rgba)
      func unit(_ a: Double, _ b: Double) -> Double { min(max(mix(a, b), 0), 1) }
      return .colour(
        CGColor(
          red: unit(p.red, q.red), green: unit(p.green, q.green), blue: unit(p.blue, q.blue),
          alpha: unit(p.alpha, q.alpha)))
    case (.transform(let a), .transform(let b)):
      return .transform(TransformParts.interpolated(a, b, share))
    case (.path(let a), .path(let b)):
      return PathBlend.between(a, b, share).map { .path($0) } ?? (share < 1 ? self : other)
    case (.list(let a), .list(let b)) where a.count == b.count:
      return .list(zip(a, b).map { $0.interpolated(to: $1, share) })
    default: return share < 1 ? self : other
    }
  }

  /// The sum, for additive animations and `byValue`; of transforms this one first, then `other`. Colours and values of
  /// different kinds have no sum: nil.
  func adding(_ other: AnimatedValue, sign: Double = 1) -> AnimatedValue? {
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(a + sign * b)
    case (.point(let a), .point(let b)): return .point(CGPoint(x: a.x + sign * b.x, y: a.y + sign * b.y))
    case (.size(let a), .size(let b)):
      return .size(CGSize(width: a.width + sign * b.width, height: a.height + sign * b.height))
    case (.rect(let a), .rect(let b)):
      return .rect(
        CGRect(
          x: a.origin.x + sign * b.origin.x, y: a.origin.y + sign * b.origin.y,
          width: a.size.width + sign * b.size.width, height: a.size.height + sign * b.size.height))
    case (.transform(let a), .transform(let b)):
      guard sign > 0 else { return TransformParts.inverse(b).map { .transform(CATransform3DConcat(a, $0)) } }
      return .transform(CATransform3DConcat(a, b))
    case (.list(let a), .list(let b)) where a.count == b.count:
      let sums = zip(a, b).compactMap { $0.adding($1, sign: sign) }
      return sums.count == a.count ? .list(sums) : nil
    default: return nil
    }
  }

  /// How far it is to `other`, for paced keyframes.
  func distance(to other: AnimatedValue) -> Double {
    guard case .some(let difference) = other.adding(self, sign: -1) else { return 0 }
    func length(_ value: AnimatedValue) -> Double {
      switch value {
      case .number(let a): abs(a)
      case .point(let a): hypot(a.x, a.y)
      case .size(let a): hypot(a.width, a.height)
      case .rect(let a): hypot(hypot(a.origin.x, a.origin.y), hypot(a.size.width, a.size.height))
      case .list(let a): a.map(length).reduce(0, hypot)
      case .transform, .colour, .path: 0
      }
    }
    return length(difference)
  }
}
