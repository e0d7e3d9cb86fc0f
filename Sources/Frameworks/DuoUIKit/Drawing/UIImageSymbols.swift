import DuoCoreGraphics
import Foundation

extension UIImage {
  public enum SymbolScale: Int, Sendable {
    case `default` = -1
    case unspecified = 0
    case small = 1
    case medium = 2
    case large = 3
  }

  public enum SymbolWeight: Int, Sendable {
    case unspecified = 0
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

    var fontWeight: UIFont.Weight? {
      let weights: [UIFont.Weight] = [
        .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
      ]
      return self == .unspecified ? nil : weights[rawValue - 1]
    }
  }

  /// What an image is asked to look like.
  open class Configuration: NSObject {}

  /// Size and weight of a symbol.
  open class SymbolConfiguration: Configuration {
    fileprivate var pointSize: CGFloat?
    fileprivate var weight: UIFont.Weight?
    fileprivate var scale: SymbolScale?

    private init(pointSize: CGFloat?, weight: UIFont.Weight?, scale: SymbolScale?) {
      self.pointSize = pointSize
      self.weight = weight
      self.scale = scale
    }

    public convenience init(pointSize: CGFloat) {
      self.init(pointSize: pointSize, weight: nil, scale: nil)
    }
    public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
      self.init(pointSize: pointSize, weight: weight.fontWeight, scale: nil)
    }
    public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
      self.init(pointSize: pointSize, weight: weight.fontWeight, scale: scale)
    }
    public convenience init(scale: SymbolScale) { self.init(pointSize: nil, weight: nil, scale: scale) }
    public convenience init(weight: SymbolWeight) {
      self.init(pointSize: nil, weight: weight.fontWeight, scale: nil)
    }
    public convenience init(textStyle: UIFont.TextStyle) {
      self.init(font: .preferredFont(forTextStyle: textStyle))
    }
    public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
      self.init(font: .preferredFont(forTextStyle: textStyle), scale: scale)
    }
    public convenience init(font: UIFont) {
      self.init(
        pointSize: font.pointSize, weight: UIFont.Weight(font.fontDescription.weight), scale: nil)
    }
    public convenience init(font: UIFont, scale: SymbolScale) {
      self.init(
        pointSize: font.pointSize, weight: UIFont.Weight(font.fontDescription.weight), scale: scale)
    }

    /// This configuration, with what the other states in its place. [docs]
    open func applying(_ otherConfiguration: UIImage.Configuration?) -> SymbolConfiguration {
      guard let other = otherConfiguration as? SymbolConfiguration else { return self }
      return SymbolConfiguration(
        pointSize: other.pointSize ?? pointSize, weight: other.weight ?? weight, scale: other.scale ?? scale)
    }

    fileprivate func apply(to symbol: inout SymbolPicture) {
      if let pointSize { symbol.pointSize = pointSize }
      if let weight { symbol.weight = weight }
      switch scale {
      case .small: symbol.scale = 0.8
      case .large: symbol.scale = 1.28
      case .medium, .default: symbol.scale = 1
      case .unspecified, nil: break
      }
    }
  }

  /// A system symbol as a template: a simple picture of Diptych's own, since Apple's may not be shipped. Nil
  /// for a name without a picture; the trace has `symbol-without-picture` then. `Interfaces/UIKit.md` has the names.
  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

  public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
    guard var symbol = SymbolPicture(name) else { return nil }
    (configuration as? SymbolConfiguration)?.apply(to: &symbol)
    self.init(Values(symbol: symbol, scale: GraphicsStack.mainScale))
  }

  /// A symbol in another size or weight; other images stay as they are. [docs]
  public func withConfiguration(_ configuration: Configuration) -> UIImage {
    with { values in
      guard var symbol = values.symbol else { return }
      (configuration as? SymbolConfiguration)?.apply(to: &symbol)
      values.symbol = symbol
    }
  }

  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    symbol == nil ? nil : withConfiguration(configuration)
  }
}
