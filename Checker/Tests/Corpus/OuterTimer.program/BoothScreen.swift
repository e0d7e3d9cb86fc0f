import UIKit

@available(iOS 27.1, *)
final class BoothScreen: UIViewController {
  private let booth = Booth()
  private let shutter = UIButton()
  private var registration: UISceneAccessoryRegistration?
  private var isShownOutside: Bool { registration?.isAvailable ?? false }

  override func viewDidLoad() {
    super.viewDidLoad()
    shutter.addAction(UIAction { [booth] _ in booth.takePhoto() }, for: .touchUpInside)
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = OuterScene.self
    registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration, userInfo: booth))
  }

  override func updateProperties() {
    super.updateProperties()
    shutter.isHidden = isShownOutside  // finds: control-only-in-accessory
  }
}
