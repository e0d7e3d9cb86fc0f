import Foundation

public typealias UIActionHandler = (UIAction) -> Void

/// Something to do, as a closure. [docs]
@preconcurrency @MainActor
open class UIAction: NSObject {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Raw values are Apple's. [header]
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let disabled = Attributes(rawValue: 1 << 0)
    public static let destructive = Attributes(rawValue: 1 << 1)
    public static let hidden = Attributes(rawValue: 1 << 2)
    public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
  }

  /// Raw values are Apple's. [header]
  public enum State: Int, Sendable {
    case off = 0
    case on = 1
    case mixed = 2
  }

  /// Two actions with one identifier replace each other on a control.
  public let identifier: Identifier
  open var title: String
  open var subtitle: String?
  open var image: UIImage?
  open var discoverabilityTitle: String?
  open var attributes: Attributes
  open var state: State
  /// The control that performs the action now.
  public internal(set) var sender: Any?
  let handler: UIActionHandler

  /// - Parameter identifier: A unique one when left out.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil,
    identifier: UIAction.Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: Attributes = [], state: State = .off,
    handler: @escaping UIActionHandler
  ) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    self.identifier = identifier ?? Identifier("action-\(UUID().uuidString)")
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    self.handler = handler
    super.init()
  }

  /// Calls the handler for `sender`.
  func perform(for sender: Any?) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}
