import Foundation

extension NSValue {
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
  public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

  public var cgPointValue: CGPoint { pointValue }
  public var cgSizeValue: CGSize { sizeValue }
  public var cgRectValue: CGRect { rectValue }
}

extension CGPoint {
  /// The older spelling of `==`.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// The older spelling of `==`.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
  /// The older spelling of `==`.
  public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }
}
