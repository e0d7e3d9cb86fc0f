import Foundation

/// A colour in sRGB with components 0...1. Dynamic and pattern colours do not exist here.
open class UIColor: NSObject, @unchecked Sendable {
  // Unchecked because the class is open, as Apple's is; its one property never changes.
  private let color: CGColor

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  public init(white: CGFloat, alpha: CGFloat) { color = CGColor(gray: white, alpha: alpha) }

  public init(cgColor: CGColor) { color = cgColor }

  open var cgColor: CGColor { color }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(cgColor: color.copy(alpha: alpha) ?? color)
  }

  /// Writes the components and returns true: every colour here can be read as red, green and blue.
  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let rgba = color.rgba
    red?.pointee = rgba.red
    green?.pointee = rgba.green
    blue?.pointee = rgba.blue
    alpha?.pointee = rgba.alpha
    return true
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.color == color }
  open override var hash: Int { color.hashValue }

  private static func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: 1)
  }

  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  public class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
  public class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
  public class var red: UIColor { rgb(1, 0, 0) }
  public class var green: UIColor { rgb(0, 1, 0) }
  public class var blue: UIColor { rgb(0, 0, 1) }
  public class var cyan: UIColor { rgb(0, 1, 1) }
  public class var yellow: UIColor { rgb(1, 1, 0) }
  public class var magenta: UIColor { rgb(1, 0, 1) }
  public class var orange: UIColor { rgb(1, 0.5, 0) }
  public class var purple: UIColor { rgb(0.5, 0, 0.5) }
  public class var brown: UIColor { rgb(0.6, 0.4, 0.2) }
}
