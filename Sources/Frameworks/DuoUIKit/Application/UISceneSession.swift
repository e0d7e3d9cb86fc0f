import Foundation

/// How a scene is made: the name of its entry in the property list and the class of its delegate. [docs]
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  public let name: String?
  public let role: UISceneSession.Role
  open var sceneClass: AnyClass?
  open var delegateClass: AnyClass?

  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
  }
}

/// What the system remembers of a scene. [docs]
@preconcurrency @MainActor
open class UISceneSession: NSObject {
  /// Raw values are the Objective-C strings.
  public struct Role: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    /// Of scenes on displays beside the phone's. A phone of Diptych has none, so no session has it. [header]
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  public let role: Role
  public let persistentIdentifier: String
  public internal(set) var configuration: UISceneConfiguration
  public internal(set) weak var scene: UIScene?
  open var userInfo: [String: Any]?

  init(role: Role, persistentIdentifier: String, configuration: UISceneConfiguration) {
    self.role = role
    self.persistentIdentifier = persistentIdentifier
    self.configuration = configuration
    super.init()
  }
}
