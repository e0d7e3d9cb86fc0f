import Foundation

extension UIView {
  /// The box in the superview's space. With a turning transform: the upright rectangle round it.
  public var frame: CGRect {
    get { layer.frame }
    set { resizing { layer.frame = newValue } }
  }

  /// The visible part of the view's own space.
  public var bounds: CGRect {
    get { layer.bounds }
    set { resizing { layer.bounds = newValue } }
  }

  /// The place of the layer's anchor point in the superview's space.
  public var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  /// Acts about the layer's anchor point.
  public var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  public var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// From this view's space to `view`'s; nil stands for the window. [docs]
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? window ?? rootView).layer)
  }

  /// From `view`'s space to this view's; nil stands for the window. [docs]
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? window ?? rootView).layer)
  }

  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    layer.convert(rect, to: (view ?? window ?? rootView).layer)
  }

  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? window ?? rootView).layer)
  }

  /// The view at the top of this tree.
  var rootView: UIView {
    var view = self
    while let parent = view.superview { view = parent }
    return view
  }

  private func resizing(_ change: () -> Void) {
    let old = bounds.size
    change()
    guard bounds.size != old else { return }
    if autoresizesSubviews {
      for view in subviews where view.autoresizingMask != [] {
        view.frame = view.autoresizingMask.frame(view.frame, in: bounds.size, before: old)
      }
    }
  }
}

extension UIView {
  /// Which parts of a view's placement stretch when its superview changes size. Raw values are Apple's. [header]
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleLeftMargin = Self(rawValue: 1 << 0)
    public static let flexibleWidth = Self(rawValue: 1 << 1)
    public static let flexibleRightMargin = Self(rawValue: 1 << 2)
    public static let flexibleTopMargin = Self(rawValue: 1 << 3)
    public static let flexibleHeight = Self(rawValue: 1 << 4)
    public static let flexibleBottomMargin = Self(rawValue: 1 << 5)

    /// The frame after the superview's size changed from `before` to `size`. On each axis the flexible parts
    /// share the change in proportion to their sizes, evenly when all of them are zero. [docs] [inferred]
    func frame(_ frame: CGRect, in size: CGSize, before: CGSize) -> CGRect {
      let (x, width) = stretch(
        start: frame.minX, length: frame.width, from: before.width, to: size.width,
        flexible: [
          contains(.flexibleLeftMargin), contains(.flexibleWidth), contains(.flexibleRightMargin),
        ])
      let (y, height) = stretch(
        start: frame.minY, length: frame.height, from: before.height, to: size.height,
        flexible: [
          contains(.flexibleTopMargin), contains(.flexibleHeight), contains(.flexibleBottomMargin),
        ])
      return CGRect(x: x, y: y, width: width, height: height)
    }

    private func stretch(
      start: CGFloat, length: CGFloat, from old: CGFloat, to new: CGFloat, flexible: [Bool]
    ) -> (start: CGFloat, length: CGFloat) {
      let parts = [start, length, old - start - length]
      let shares = zip(parts, flexible).map { $1 ? $0 : 0 }
      let sum = shares.reduce(0, +)
      let count = CGFloat(flexible.filter { $0 }.count)
      guard count > 0 else { return (start, length) }
      func grown(_ index: Int) -> CGFloat {
        guard flexible[index] else { return parts[index] }
        return parts[index] + (new - old) * (sum == 0 ? 1 / count : shares[index] / sum)
      }
      return (grown(0), max(grown(1), 0))
    }
  }
}
