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
  open class Configuration: NSObject, @unchecked Sendable {
    // Unchecked because the class is open, as Apple's is; nothing of it changes.
  }

  /// Size and weight of a symbol.
  open class SymbolConfiguration: Configuration, @unchecked Sendable {
    fileprivate let pointSize: CGFloat?
    fileprivate let weight: UIFont.Weight?
    fileprivate let scale: SymbolScale?

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

    open override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? SymbolConfiguration else { return false }
      return pointSize == other.pointSize && weight == other.weight && scale == other.scale
    }

    open override var hash: Int {
      var hasher = Hasher()
      hasher.combine(pointSize)
      hasher.combine(weight)
      hasher.combine(scale)
      return hasher.finalize()
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
    let stated = configuration as? SymbolConfiguration
    stated?.apply(to: &symbol)
    self.init(Values(symbol: symbol, symbolConfiguration: stated, scale: GraphicsStack.mainScale))
  }

  /// A symbol in another size or weight; other images stay as they are. [docs]
  public func withConfiguration(_ configuration: Configuration) -> UIImage {
    with { values in
      guard var symbol = values.symbol else { return }
      guard let stated = configuration as? SymbolConfiguration else { return }
      stated.apply(to: &symbol)
      values.symbol = symbol
      values.symbolConfiguration = values.symbolConfiguration?.applying(stated) ?? stated
    }
  }

  /// A symbol as a view wants it: what the symbol itself states comes first. [inferred]
  func preferring(_ configuration: SymbolConfiguration?) -> UIImage {
    guard let configuration, symbol != nil else { return self }
    return withConfiguration(configuration.applying(symbolConfiguration))
  }

  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    symbol == nil ? nil : withConfiguration(configuration)
  }
}
