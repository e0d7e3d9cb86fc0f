import UIKit

@available(iOS 27.1, *)
final class RightAccessory: UIViewController {
    private let configuration = UISceneConfiguration(name: "Script", sessionRole: .windowApplication)
    private var registration: UISceneAccessoryRegistration?
    private let scriptSwitch = UISwitch()

    override func viewDidLoad() {
        super.viewDidLoad()
        registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
        scriptSwitch.addTarget(self, action: #selector(switched(_:)), for: .valueChanged)
        view.addSubview(scriptSwitch)
    }

    override func updateProperties() {
        super.updateProperties()
        scriptSwitch.isEnabled = registration?.isAvailable ?? false
        scriptSwitch.isOn = registration?.isEnabled ?? false
    }

    @objc private func switched(_ sender: UISwitch) {
        registration?.isEnabled = sender.isOn
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if let registration { unregisterSceneAccessory(registration) }
        registration = nil
    }
}
