import Foundation

// What the members of the same names do.
extension UIView {
  func changeFrame(_ frame: CGRect) {
    MainThread.check("-[UIView setFrame:]")
    resizing { layer.frame = frame }
  }

  func changeBounds(_ bounds: CGRect) {
    MainThread.check("-[UIView setBounds:]")
    resizing { layer.bounds = bounds }
  }

  func changeCenter(_ center: CGPoint) {
    MainThread.check("-[UIView setCenter:]")
    guard center != layer.position else { return }
    layer.position = center
    frameChanged()
  }

  func changeTransform(_ transform: CGAffineTransform) {
    MainThread.check("-[UIView setTransform:]")
    layer.setAffineTransform(transform)
  }

  func placed(_ point: CGPoint, in view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? window ?? rootView).layer)
  }

  func placed(_ point: CGPoint, of view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? window ?? rootView).layer)
  }

  func placed(_ rect: CGRect, in view: UIView?) -> CGRect {
    layer.convert(rect, to: (view ?? window ?? rootView).layer)
  }

  func placed(_ rect: CGRect, of view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? window ?? rootView).layer)
  }

  /// The view at the top of this tree.
  var rootView: UIView {
    var view = self
    while let parent = view.superview { view = parent }
    return view
  }

  private func resizing(_ change: () -> Void) {
    let (old, place) = (layer.bounds.size, layer.position)
    change()
    let size = layer.bounds.size
    if size != old || layer.position != place { frameChanged() }
    guard size != old else { return }
    if autoresizesSubviews {
      for view in subviews where view.autoresizingMask != [] && view.translatesAutoresizingMaskIntoConstraints
      {
        view.frame = view.autoresizingMask.frame(view.frame, in: size, before: old)
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

    /// Whether the parts before the view, of the view and behind it stretch.
    var horizontalFlexibility: [Bool] {
      [contains(.flexibleLeftMargin), contains(.flexibleWidth), contains(.flexibleRightMargin)]
    }

    var verticalFlexibility: [Bool] {
      [contains(.flexibleTopMargin), contains(.flexibleHeight), contains(.flexibleBottomMargin)]
    }

    /// The frame after the superview's size changed from `before` to `size`. On each axis the flexible parts
    /// share the change in proportion to their sizes, evenly when all of them are zero. [docs] [inferred]
    func frame(_ frame: CGRect, in size: CGSize, before: CGSize) -> CGRect {
      let across = Self.shares(frame.minX, frame.width, of: before.width, horizontalFlexibility)
      let down = Self.shares(frame.minY, frame.height, of: before.height, verticalFlexibility)
      let (dx, dy) = (size.width - before.width, size.height - before.height)
      return CGRect(
        x: frame.minX + dx * across.start, y: frame.minY + dy * down.start,
        width: max(frame.width + dx * across.length, 0), height: max(frame.height + dy * down.length, 0))
    }

    /// How much of the superview's change of length goes into the part before a view, and into the view.
    static func shares(
      _ start: CGFloat, _ length: CGFloat, of whole: CGFloat, _ flexible: [Bool]
    ) -> (start: CGFloat, length: CGFloat) {
      let count = CGFloat(flexible.filter { $0 }.count)
      guard count > 0 else { return (0, 0) }
      let parts = zip([start, length, whole - start - length], flexible).map { $1 ? $0 : 0 }
      let sum = parts.reduce(0, +)
      func share(_ index: Int) -> CGFloat {
        guard flexible[index] else { return 0 }
        return sum == 0 ? 1 / count : parts[index] / sum
      }
      return (share(0), share(1))
    }
  }
}
