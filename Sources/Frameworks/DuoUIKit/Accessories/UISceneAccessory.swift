import Foundation

/// Declares content that the system may show on another display while something of the system's is at work, such as a
/// camera. The app says what, the system says when and where; the app must work fully without. [docs]
@preconcurrency @MainActor
public class UISceneAccessory: NSObject {
  let kind: SceneAccessoryRules.Kind
  let configuration: UISceneConfiguration
  private let context: Context

  /// Objects are the app's to keep alive [docs]; a value has no owner elsewhere and stays (assumed).
  private enum Context {
    case none
    case object(WeakObject)
    case value(Any)
  }

  private final class WeakObject {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  required init(kind: SceneAccessoryRules.Kind, _ configuration: UISceneConfiguration, userInfo: Any?) {
    self.kind = kind
    self.configuration = configuration
    context =
      userInfo.map { info in
        type(of: info) is AnyClass ? .object(WeakObject(info as AnyObject)) : .value(info)
      } ?? .none
    super.init()
  }

  /// What the app passed, if it is still there.
  var userInfo: Any? {
    switch context {
    case .none: nil
    case .object(let box): box.object
    case .value(let value): value
    }
  }

  /// Content for the display that faces the person in front of the camera. The system may show it while a capture session
  /// of the app runs in the foreground; it may be touched. [docs]
  /// - Parameter sceneConfiguration: Must name a delegate class, which gets the life of the accessory's scene. Its role
  ///   has no effect: the system assigns `windowCameraCaptureAccessory`. [docs]
  public class func cameraCapture(sceneConfiguration: UISceneConfiguration) -> Self {
    Self(kind: .cameraCapture, sceneConfiguration, userInfo: nil)
  }

  /// - Parameter userInfo: Comes to the scene as `UIScene.ConnectionOptions.sceneAccessoryUserInfo`, the same object. Keep
  ///   it alive yourself. [docs]
  public class func cameraCapture(sceneConfiguration: UISceneConfiguration, userInfo: Any) -> Self {
    Self(kind: .cameraCapture, sceneConfiguration, userInfo: userInfo)
  }

  /// Content for an external display that takes no touches. The simulated phones have no such display: it is never
  /// available.
  public class func externalNonInteractive(sceneConfiguration: UISceneConfiguration) -> Self {
    Self(kind: .externalNonInteractive, sceneConfiguration, userInfo: nil)
  }

  /// As above, with something to pass to the scene.
  public class func externalNonInteractive(sceneConfiguration: UISceneConfiguration, userInfo: Any) -> Self {
    Self(kind: .externalNonInteractive, sceneConfiguration, userInfo: userInfo)
  }
}

extension UISceneSession.Role {
  /// A scene that shows a camera app's accessory. The system assigns it; it is there to recognise the scene by. [docs]
  public static let windowCameraCaptureAccessory = Self(
    rawValue: "UIWindowSceneSessionRoleCameraCaptureAccessory")
}

extension UIViewController {
  /// Offers content that belongs to this view controller. Of several registrations of one kind that of the top-most view
  /// controller counts. [docs] A view controller counts while its view is in a window of the app's (assumed).
  ///
  /// Raises `NSInvalidArgumentException` when the accessory's scene configuration names no scene delegate class, or while
  /// the accessory is registered already (assumed).
  /// - Returns: What to observe and to switch it with. Keep it: an accessory without its registration is gone. [docs]
  public func registerSceneAccessory(_ accessory: UISceneAccessory) -> UISceneAccessoryRegistration {
    SceneAccessories.shared.register(accessory, of: self)
  }

  /// Takes an accessory back; shown, it is dismissed. [docs] Nothing happens to one that was taken back before. Raises
  /// `NSInvalidArgumentException` for a registration of another view controller (assumed).
  public func unregisterSceneAccessory(_ registration: UISceneAccessoryRegistration) {
    SceneAccessories.shared.unregister(registration, of: self)
  }
}
