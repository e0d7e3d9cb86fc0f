import UIKit

@available(iOS 27.1, *)
class AccessoryTwoFunctions: UIViewController {
    var countdown: UISceneAccessoryRegistration?
    let countdownScene = UISceneConfiguration(name: "Countdown", sessionRole: .windowApplication)

    func hide() {
        guard let countdown = countdown else { return }
        unregisterSceneAccessory(countdown) // finds: accessory-unregistered-to-hide
    }

    func show() {
        countdown = registerSceneAccessory(.cameraCapture(sceneConfiguration: countdownScene)) // finds: accessory-availability-ignored
    }
}
