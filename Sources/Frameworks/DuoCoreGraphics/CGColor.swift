import Foundation

/// A colour for layers, in sRGB. Only the parts of Apple's `CGColor` that layers need: no colour spaces, no
/// patterns.
public final class CGColor: Hashable, Sendable {
  /// Red, green, blue and alpha, or grey and alpha, each 0...1; as Apple, `components` is optional.
  public let components: [CGFloat]?
  private let values: [CGFloat]

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    values = [red, green, blue, alpha]
    components = values
  }

  public init(gray: CGFloat, alpha: CGFloat) {
    values = [gray, alpha]
    components = values
  }

  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  public var numberOfComponents: Int { values.count }
  public var alpha: CGFloat { values[values.count - 1] }

  public func copy(alpha: CGFloat) -> CGColor? {
    values.count == 2
      ? CGColor(gray: values[0], alpha: alpha)
      : CGColor(red: values[0], green: values[1], blue: values[2], alpha: alpha)
  }

  /// Red, green, blue, alpha, whatever the colour was made from.
  package var rgba: (red: Double, green: Double, blue: Double, alpha: Double) {
    values.count == 2
      ? (values[0], values[0], values[0], values[1]) : (values[0], values[1], values[2], values[3])
  }

  public static func == (a: CGColor, b: CGColor) -> Bool { a.values == b.values }
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
