import Foundation

public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome = 0
  case rgb = 1
}

/// How components become colours. Everything is drawn in sRGB: colours of other spaces are converted when
/// they are made.
public final class CGColorSpace: Hashable, Sendable {
  enum Kind: Sendable {
    case gray
    case srgb
    case linearSRGB
    case displayP3
  }

  let kind: Kind
  private let text: String
  public var name: CFString? { NSString(string: text) }

  private init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// Nil for a name that is not one of the constants of this type.
  public convenience init?(name: CFString) {
    let text = "\(name)"
    guard let kind = Self.kinds[text] else { return nil }
    self.init(kind, text)
  }

  private static let kinds: [String: Kind] = [
    "kCGColorSpaceSRGB": .srgb, "kCGColorSpaceExtendedSRGB": .srgb, "kCGColorSpaceLinearSRGB": .linearSRGB,
    "kCGColorSpaceDisplayP3": .displayP3, "kCGColorSpaceGenericGrayGamma2_2": .gray,
    "kCGColorSpaceGenericRGB": .srgb,
  ]

  public static var sRGB: CFString { NSString(string: "kCGColorSpaceSRGB") }
  public static var extendedSRGB: CFString { NSString(string: "kCGColorSpaceExtendedSRGB") }
  public static var linearSRGB: CFString { NSString(string: "kCGColorSpaceLinearSRGB") }
  public static var displayP3: CFString { NSString(string: "kCGColorSpaceDisplayP3") }
  public static var genericGrayGamma2_2: CFString { NSString(string: "kCGColorSpaceGenericGrayGamma2_2") }

  static let deviceRGB = CGColorSpace(.srgb, "kCGColorSpaceDeviceRGB")
  static let deviceGray = CGColorSpace(.gray, "kCGColorSpaceDeviceGray")
  static let named = CGColorSpace(.srgb, "kCGColorSpaceSRGB")

  public var model: CGColorSpaceModel { kind == .gray ? .monochrome : .rgb }
  /// Without alpha.
  public var numberOfComponents: Int { kind == .gray ? 1 : 3 }

  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.text == b.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// sRGB components of a colour in this space; what sRGB cannot show is cut off at 0 and 1.
  func toSRGB(_ values: [CGFloat]) -> [CGFloat] {
    func linear(_ v: CGFloat) -> CGFloat { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
    func encoded(_ v: CGFloat) -> CGFloat {
      let v = min(max(v, 0), 1)
      return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
    }
    switch kind {
    case .gray, .srgb: return values
    case .linearSRGB: return values.map(encoded)
    case .displayP3:
      // Display P3 to sRGB in linear light, both with the white point D65 (SMPTE EG 432-1, IEC 61966-2-1).
      let v = values.map(linear)
      return [
        1.2249401763 * v[0] - 0.2249401763 * v[1], -0.0420569547 * v[0] + 1.0420569547 * v[1],
        -0.0196375546 * v[0] - 0.0786360456 * v[1] + 1.0982736001 * v[2],
      ].map(encoded)
    }
  }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }
