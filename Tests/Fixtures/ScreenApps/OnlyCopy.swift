import UIKit

/// A button for the person before the camera, in the accessory.
final class OnlyCopy: CameraViewController {
  private let timer = UIButton(type: .system)
  private var registration: UISceneAccessoryRegistration?

  override func viewDidLoad() {
    super.viewDidLoad()
    if isRight { add(timer, "timer") }
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = AccessoryDelegate.self
    registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    timer.frame = shutter.frame.offsetBy(dx: 80, dy: 0)
  }
}

final class AccessoryDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    let root = UIViewController()
    window.rootViewController = root
    root.view.backgroundColor = .blue
    let timer = UIButton(type: .system)
    timer.accessibilityIdentifier = "timer"
    timer.backgroundColor = .white
    timer.frame = CGRect(x: 80, y: 300, width: 60, height: 60)
    root.view.addSubview(timer)
    window.makeKeyAndVisible()
    self.window = window
  }
}
