import Foundation

/// A control that performs an action when tapped. It draws its background and nothing else: Diptych's UIKit
/// draws no text and no images, so titles and images are absent.
@preconcurrency @MainActor
open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
  }

  /// The look of a button: the colour of its background.
  public struct Configuration: Hashable, Sendable {
    /// Nil draws no background.
    public var baseBackgroundColor: UIColor?

    /// Without a background.
    public static func plain() -> Configuration { Configuration(baseBackgroundColor: nil) }
    /// With a blue background until another colour is set.
    public static func filled() -> Configuration { Configuration(baseBackgroundColor: .blue) }
  }

  public private(set) var buttonType = ButtonType.custom

  /// Setting one gives the button the configuration's background.
  open var configuration: Configuration? {
    didSet { backgroundColor = configuration?.baseBackgroundColor }
  }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public override init(frame: CGRect, primaryAction: UIAction?) {
    super.init(frame: frame, primaryAction: primaryAction)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(type: ButtonType, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    buttonType = type
  }

  public convenience init(primaryAction: UIAction?) { self.init(frame: .zero, primaryAction: primaryAction) }

  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    self.configuration = configuration
    backgroundColor = configuration.baseBackgroundColor
  }

  override var takesTaps: Bool { true }
}
