import UIKit

/// The scene that the system shows on the outer display while the app captures on the inner one. It can end at any moment.
class OuterSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard session.role == .windowCameraCaptureAccessory, let windowScene = scene as? UIWindowScene,
      let model = connectionOptions.sceneAccessoryUserInfo as? CameraModel
    else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = OuterViewController(model: model)
    window.makeKeyAndVisible()
    self.window = window
  }
}
