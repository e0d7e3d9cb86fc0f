import Foundation

/// How a scene is made: the name of its entry in the property list and the class of its delegate. [docs]
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  /// Of the entry in the property list's scene manifest; nil for one made in code. [docs]
  public let name: String?
  /// What scenes of this configuration are for. [docs]
  public let role: UISceneSession.Role
  /// Nil for `UIWindowScene`. [docs]
  open var sceneClass: AnyClass?
  /// Made for each scene; it has to be a `UISceneDelegate`. Nil leaves the scene without a delegate. [docs]
  open var delegateClass: AnyClass?

  /// - Parameter name: Of an entry of the property list, or nil. [docs]
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

    /// Of the app's own windows, on whichever display the phone shows them. [docs]
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    /// Of scenes on displays beside the phone's. A phone of Diptych has none, so no session has it. [header]
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  /// The same for all scenes of the session. [docs]
  public let role: Role
  /// Stays the same while the session lives, and differs between sessions. [docs]
  public let persistentIdentifier: String
  /// As the app delegate answered, or the property list says. [docs]
  public internal(set) var configuration: UISceneConfiguration
  /// Nil while no scene is connected. [docs]
  public internal(set) weak var scene: UIScene?
  /// The app's own. Kept as long as the process runs.
  open var userInfo: [String: Any]?

  init(role: Role, persistentIdentifier: String, configuration: UISceneConfiguration) {
    self.role = role
    self.persistentIdentifier = persistentIdentifier
    self.configuration = configuration
    super.init()
  }
}
