import UIKit

@available(iOS 27.1, *)
final class BoothScreen: UIViewController {
  private let booth = Booth()
  private let shutter = UIButton()
  private let timer = UIButton()
  private let outer = UIButton()
  private let hint = UILabel()
  private var registration: UISceneAccessoryRegistration?

  override func viewDidLoad() {
    super.viewDidLoad()
    shutter.addAction(UIAction { [booth] _ in booth.takePhoto() }, for: .touchUpInside)
    timer.addAction(UIAction { [booth] _ in booth.startTimer() }, for: .touchUpInside)
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = OuterScene.self
    registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration, userInfo: booth))
  }

  override func updateProperties() {
    super.updateProperties()
    let isAvailable = registration?.isAvailable == true
    outer.isHidden = !isAvailable
    hint.isHidden = isAvailable
    shutter.isHidden = false
    shutter.isEnabled = isAvailable || booth.layer.session != nil
  }
}
