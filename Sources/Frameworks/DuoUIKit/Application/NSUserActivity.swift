import Foundation

/// What a person was doing, in the app's own words: handed to a window that is made for it. Of Apple's class what that
/// needs; handing over to other devices and searching are absent. [docs]
open class NSUserActivity: NSObject {
  public let activityType: String
  open var title: String?
  open var userInfo: [AnyHashable: Any]?
  /// Tells a scene which activities it is for.
  open var targetContentIdentifier: String?

  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }

  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }
}

/// Asks for a window. [docs]
@preconcurrency @MainActor
open class UISceneSessionActivationRequest: NSObject {
  /// Nil asks for a new session.
  public let session: UISceneSession?
  public let role: UISceneSession.Role
  open var userActivity: NSUserActivity?
  open var options: UIScene.ActivationRequestOptions?

  public init(
    role: UISceneSession.Role = .windowApplication, userActivity: NSUserActivity? = nil,
    options: UIScene.ActivationRequestOptions? = nil
  ) {
    session = nil
    self.role = role
    self.userActivity = userActivity
    self.options = options
    super.init()
  }

  public init(
    session: UISceneSession, userActivity: NSUserActivity? = nil,
    options: UIScene.ActivationRequestOptions? = nil
  ) {
    self.session = session
    role = session.role
    self.userActivity = userActivity
    self.options = options
    super.init()
  }
}

/// How a window is taken away. [docs]
@preconcurrency @MainActor
open class UISceneDestructionRequestOptions: NSObject {
  public override init() { super.init() }
}
