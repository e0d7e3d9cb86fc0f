public import DuoCoreGraphics
import DuoFoundation
import Foundation

/// A colour of an image.
public final class CIColor: NSObject, Sendable {
  public let red, green, blue, alpha: CGFloat

  public init(red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat) {
    (red, green, blue, alpha) = (r, g, b, a)
  }

  public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat) {
    self.init(red: r, green: g, blue: b, alpha: 1)
  }

  public convenience init(cgColor color: CGColor) {
    let rgba = color.rgba
    self.init(red: rgba.red, green: rgba.green, blue: rgba.blue, alpha: rgba.alpha)
  }

  public static let black = CIColor(red: 0, green: 0, blue: 0)
  public static let white = CIColor(red: 1, green: 1, blue: 1)
  public static let gray = CIColor(red: 0.5, green: 0.5, blue: 0.5)
  public static let red = CIColor(red: 1, green: 0, blue: 0)
  public static let green = CIColor(red: 0, green: 1, blue: 0)
  public static let blue = CIColor(red: 0, green: 0, blue: 1)
  public static let cyan = CIColor(red: 0, green: 1, blue: 1)
  public static let magenta = CIColor(red: 1, green: 0, blue: 1)
  public static let yellow = CIColor(red: 1, green: 1, blue: 0)
  public static let clear = CIColor(red: 0, green: 0, blue: 0, alpha: 0)

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CIColor else { return false }
    return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
  }

  public override var hash: Int { [red, green, blue, alpha].hashValue }

  var pixel: Pixel {
    func light(_ value: CGFloat) -> Float { Float(Light.linear(min(max(value, 0), 1))) * Float(alpha) }
    return Pixel(light(red), light(green), light(blue), Float(alpha))
  }
}
