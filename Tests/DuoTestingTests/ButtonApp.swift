import AVFoundation
import UIKit

/// A delegate whose app has a preview and a button.
class ButtonAppDelegate: UIResponder, UIApplicationDelegate {}

class ButtonSceneDelegate: UIResponder, UIWindowSceneDelegate {
  static var taps = 0
  static let session = AVCaptureSession()

  var window: UIWindow?
  let preview = AVCaptureVideoPreviewLayer()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let controller = UIViewController()
    preview.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    preview.session = Self.session
    controller.view.layer.addSublayer(preview)
    let button = UIButton(frame: CGRect(x: 400, y: 300, width: 120, height: 44))
    button.accessibilityIdentifier = "count"
    button.addAction(UIAction { _ in Self.taps += 1 }, for: .touchUpInside)
    controller.view.addSubview(button)
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    self.window = window
  }
}

/// Not to be found by its name.
private class HiddenSceneDelegate: UIResponder, UIWindowSceneDelegate {}

enum SceneDelegates {
  static var hidden: any UIWindowSceneDelegate.Type { HiddenSceneDelegate.self }
}
