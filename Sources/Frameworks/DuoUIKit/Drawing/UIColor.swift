import DuoCoreGraphics
import Foundation

/// A colour, perhaps another one in another interface style. Pattern colours and asset catalogues do not exist
/// here.
open class UIColor: NSObject, ColorBearer, @unchecked Sendable {
  // Unchecked because the class is open, as Apple's is, and keeps the app's provider; nothing of it changes.

  private enum Kind {
    case fixed(CGColor)
    case dynamic((UITraitCollection) -> UIColor)
  }

  private let kind: Kind

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    kind = .fixed(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  public init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let space = CGColorSpace(name: CGColorSpace.displayP3)!
    kind = .fixed(CGColor(colorSpace: space, components: [red, green, blue, alpha])!)
  }

  public init(white: CGFloat, alpha: CGFloat) { kind = .fixed(CGColor(gray: white, alpha: alpha)) }

  public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    // The usual hexcone: each component falls from the brightness by its distance in hue.
    func component(_ offset: CGFloat) -> CGFloat {
      var place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      if place < 0 { place += 6 }
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    kind = .fixed(
      CGColor(srgbRed: component(5), green: component(3), blue: component(1), alpha: alpha))
  }

  public init(cgColor: CGColor) { kind = .fixed(cgColor) }

  /// A colour that `dynamicProvider` gives anew for the traits it is used with. [docs]
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) { kind = .dynamic(dynamicProvider) }

  /// For the current traits of the thread.
  open var cgColor: CGColor { color(.current) }

  private func color(_ traits: UITraitCollection) -> CGColor {
    switch kind {
    case .fixed(let color): color
    case .dynamic(let provider): provider(traits).color(traits)
    }
  }

  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    if case .fixed = kind { return self }
    return UIColor(cgColor: color(traitCollection))
  }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch kind {
    case .fixed(let color): UIColor(cgColor: color.copy(alpha: alpha) ?? color)
    case .dynamic(let provider): UIColor { provider($0).resolvedColor(with: $0).withAlphaComponent(alpha) }
    }
  }

  /// Writes the components and returns true: every colour here can be read as red, green and blue.
  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let rgba = cgColor.rgba
    red?.pointee = rgba.red
    green?.pointee = rgba.green
    blue?.pointee = rgba.blue
    alpha?.pointee = rgba.alpha
    return true
  }

  /// Writes the components and returns true for a colour without saturation.
  @discardableResult
  open func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let rgba = cgColor.rgba
    guard rgba.red == rgba.green, rgba.green == rgba.blue else { return false }
    white?.pointee = rgba.red
    alpha?.pointee = rgba.alpha
    return true
  }

  @discardableResult
  open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let c = cgColor.rgba
    let most = max(c.red, c.green, c.blue), range = most - min(c.red, c.green, c.blue)
    var turn = 0.0
    if range > 0 {
      if most == c.red {
        turn = (c.green - c.blue) / range
      } else if most == c.green {
        turn = 2 + (c.blue - c.red) / range
      } else {
        turn = 4 + (c.red - c.green) / range
      }
    }
    hue?.pointee = (turn < 0 ? turn + 6 : turn) / 6
    saturation?.pointee = most > 0 ? range / most : 0
    brightness?.pointee = most
    alpha?.pointee = c.alpha
    return true
  }

  // MARK: Drawing

  /// Makes it the colour of the current context's fills and strokes.
  open func set() {
    setFill()
    setStroke()
  }
  open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  // MARK: Equality

  /// Dynamic colours are equal when they are the same in light and in dark style.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if self === other { return true }
    switch (kind, other.kind) {
    case (.fixed(let a), .fixed(let b)): return a == b
    case (.dynamic, .dynamic): return inBothStyles == other.inBothStyles
    default: return false
    }
  }

  open override var hash: Int { inBothStyles.hashValue }

  private var inBothStyles: [CGColor] {
    [UIUserInterfaceStyle.light, .dark].map { color(UITraitCollection(userInterfaceStyle: $0)) }
  }
}
