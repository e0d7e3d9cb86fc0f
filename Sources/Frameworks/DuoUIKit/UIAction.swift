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

  /// Two actions with one identifier replace each other on a control.
  public let identifier: Identifier
  /// The control that performs the action now.
  public internal(set) var sender: Any?
  let handler: UIActionHandler

  /// - Parameter identifier: A unique one when left out.
  public init(identifier: UIAction.Identifier? = nil, handler: @escaping UIActionHandler) {
    self.identifier = identifier ?? Identifier("action-\(UUID().uuidString)")
    self.handler = handler
    super.init()
  }
}
