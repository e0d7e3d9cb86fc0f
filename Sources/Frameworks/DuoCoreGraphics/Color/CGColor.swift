import Foundation

/// A colour. Patterns do not exist here.
public final class CGColor: Hashable, Sendable {
  public let colorSpace: CGColorSpace?
  private let values: [CGFloat]
  /// Red, green, blue, alpha in sRGB, whatever the colour was made from.
  package let rgba: (red: Double, green: Double, blue: Double, alpha: Double)

  /// The space's components, then alpha; as Apple, optional.
  public var components: [CGFloat]? { values }

  /// Reads the components of `space`, then alpha.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    values = Array(UnsafeBufferPointer(start: components, count: count))
    colorSpace = space
    rgba = Self.rgba(values, space)
  }

  private init(_ values: [CGFloat], _ space: CGColorSpace) {
    self.values = values
    colorSpace = space
    rgba = Self.rgba(values, space)
  }

  private static func rgba(
    _ values: [CGFloat], _ space: CGColorSpace
  ) -> (red: Double, green: Double, blue: Double, alpha: Double) {
    let color = space.toSRGB(Array(values.dropLast()))
    return (color[0], color[color.count / 2], color[color.count - 1], values[values.count - 1])
  }

  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init([red, green, blue, alpha], .deviceRGB)
  }

  public convenience init(gray: CGFloat, alpha: CGFloat) { self.init([gray, alpha], .deviceGray) }

  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init([red, green, blue, alpha], .named)
  }

  public static let black = CGColor(gray: 0, alpha: 1)
  public static let white = CGColor(gray: 1, alpha: 1)
  public static let clear = CGColor(gray: 0, alpha: 0)

  public var numberOfComponents: Int { values.count }
  public var alpha: CGFloat { values[values.count - 1] }

  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(values.dropLast() + [alpha], colorSpace ?? .deviceRGB)
  }

  public static func == (a: CGColor, b: CGColor) -> Bool {
    a.values == b.values && a.colorSpace?.kind == b.colorSpace?.kind
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
