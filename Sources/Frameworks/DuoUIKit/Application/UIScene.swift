import Foundation

/// One instance of the app's user interface. [docs]
@preconcurrency @MainActor
open class UIScene: UIResponder {
  /// Raw values are Apple's. [docs]
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  /// What a scene is connected with. The simulated system connects scenes without any of Apple's reasons.
  @preconcurrency @MainActor
  open class ConnectionOptions: NSObject {
    /// What the app passed with the scene accessory that the scene belongs to: the same object. [docs]
    public internal(set) var sceneAccessoryUserInfo: Any?
    /// What the app passed when it asked for the window. [docs]
    public internal(set) var userActivities: Set<NSUserActivity> = []
  }

  /// How a window is asked for. [docs]
  @preconcurrency @MainActor
  open class ActivationRequestOptions: NSObject {
    /// The scene whose user asks.
    open var requestingScene: UIScene?
    public override init() { super.init() }
  }

  /// Before the delegate's `scene(_:willConnectTo:options:)`; the object of each of these notifications is the
  /// scene. [docs]
  public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
  /// The scene is in front and takes touches. [docs]
  public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
  /// The scene is about to lose touches: to a call, an overlay, or on its way to the background. [docs]
  public nonisolated static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification")
  /// The scene is about to be seen, at launch too. [docs]
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification")
  /// The scene is not seen any more. [docs]
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification")
  /// The scene is gone; its session may come back with another. [docs]
  public nonisolated static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification")

  /// What outlives the scene. [docs]
  public let session: UISceneSession
  /// Made from the configuration's class and kept by the scene. [docs]
  open var delegate: (any UISceneDelegate)?
  /// Unattached until the scene is connected. [docs]
  open internal(set) var activationState = ActivationState.unattached
  /// Kept only: there is no app switcher that would show it.
  open var title: String?

  init(session: UISceneSession) {
    self.session = session
    super.init()
    session.scene = self
  }

  open override var next: UIResponder? { UIApplication.shared }

  func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// The life of a scene. Every method may be left out. [docs]
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {
  /// The scene is there: make its window. For an application's scene once after launch, for an accessory's each
  /// time it comes. [docs]
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  /// The system has let go of the scene, as it does of an accessory's whenever that is withdrawn. [docs]
  func sceneDidDisconnect(_ scene: UIScene)
  /// The scene takes touches from now on. [docs]
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The scene is about to lose touches, to a call, an overlay or the background. [docs]
  func sceneWillResignActive(_ scene: UIScene)
  /// The scene is about to be seen; comes before `sceneDidBecomeActive(_:)`, at launch too. [docs]
  func sceneWillEnterForeground(_ scene: UIScene)
  /// The scene is not seen any more. [docs]
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// The life of a scene with windows. [docs]
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// A place to keep the scene's window: scenes hold their windows weakly. [docs]
  var window: UIWindow? { get set }
  /// The scene was moved, turned, resized or has other traits; it has the new ones already. [docs]
  func windowScene(
    _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection)
  /// As the other, since iOS 16: ask the scene for its present `effectiveGeometry`. [docs]
  func windowScene(
    _ windowScene: UIWindowScene, didUpdateEffectiveGeometry previousEffectiveGeometry: UIWindowScene.Geometry
  )
}

extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  public func windowScene(
    _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection
  ) {}
  public func windowScene(
    _ windowScene: UIWindowScene, didUpdateEffectiveGeometry previousEffectiveGeometry: UIWindowScene.Geometry
  ) {}
}
