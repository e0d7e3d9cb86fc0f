import AVFoundation
import UIKit

/// A small app for tests that need a view on a display: one window, one view with a preview layer.
class CameraAppDelegate: UIResponder, UIApplicationDelegate {}

class CameraSceneDelegate: UIResponder, UIWindowSceneDelegate {
  static var current: CameraSceneDelegate?

  var window: UIWindow?
  let view = PreviewView()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    Self.current = self
    let controller = UIViewController()
    view.frame = controller.view.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    controller.view.addSubview(view)
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    self.window = window
  }
}

class PreviewView: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

  var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
}
