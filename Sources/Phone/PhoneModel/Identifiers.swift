/// One of the phone's displays. A phone with a single display has only `outer`.
public enum DisplayID: String, Hashable, Codable, Sendable, CaseIterable {
  case outer, inner
}

/// One of the two halves of the body. A phone without a hinge has only `rear`.
public enum PanelID: String, Hashable, Codable, Sendable, CaseIterable {
  case cover, rear
}

/// The name of a camera inside a phone description: `outer-front`, `inner-front`, `virtual-front`,
/// `rear-dual-wide`, `rear-wide`, `rear-ultra-wide`, or `front` on phones with one display.
public struct CameraID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
  public var description: String { rawValue }

  public static let outerFront: CameraID = "outer-front"
  public static let innerFront: CameraID = "inner-front"
  public static let virtualFront: CameraID = "virtual-front"
  public static let rearDualWide: CameraID = "rear-dual-wide"
  public static let rearWide: CameraID = "rear-wide"
  public static let rearUltraWide: CameraID = "rear-ultra-wide"
  public static let front: CameraID = "front"

  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A whole number of clockwise quarter turns, 0...3.
public struct QuarterTurns: Hashable, Codable, Sendable, ExpressibleByIntegerLiteral {
  public let count: Int
  public init(_ count: Int) { self.count = ((count % 4) + 4) % 4 }
  public init(integerLiteral value: Int) { self.init(value) }
  public var degrees: Double { Double(count) * 90 }
  public static func + (a: QuarterTurns, b: QuarterTurns) -> QuarterTurns { QuarterTurns(a.count + b.count) }
  public static func - (a: QuarterTurns, b: QuarterTurns) -> QuarterTurns { QuarterTurns(a.count - b.count) }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}
