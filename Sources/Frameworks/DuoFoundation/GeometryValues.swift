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

// Foundation on Linux lets numbers be doubles, not `CGFloat`; zoom factors of Apple's come as `NSNumber`. [docs]
extension CGFloat {
  /// The nearest there is.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }

  /// nil for a number that none is equal to.
  public init?(exactly number: NSNumber) {
    guard let value = Double(exactly: number) else { return nil }
    self.init(value)
  }
}

/// `number as? CGFloat` and `numbers as? [CGFloat]`, as on Apple's systems.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  public static func _forceBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) {
    guard _conditionallyBridgeFromObjectiveC(number, result: &result) else {
      fatalError("Unable to bridge \(NSNumber.self) to \(self)")
    }
  }

  public static func _conditionallyBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(exactly: number)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> CGFloat {
    var result: CGFloat?
    if let number { _forceBridgeFromObjectiveC(number, result: &result) }
    return result ?? 0
  }
}
