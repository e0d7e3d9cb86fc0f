import UIKit

@available(iOS 27.1, *)
final class AccessoryToggle: UIViewController {
  private let script = UISceneConfiguration(name: "Teleprompter", sessionRole: .windowApplication)
  private var registration: UISceneAccessoryRegistration?

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Script", style: .plain, target: self, action: #selector(toggleScript))
  }

  @objc private func toggleScript() {
    if let registration {
      unregisterSceneAccessory(registration)  // finds: accessory-unregistered-to-hide
      self.registration = nil
    } else {
      registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: script))  // finds: accessory-availability-ignored
    }
  }
}
