import AVFoundation
import AVKit
import UIKit

final class UnguardedNames {
    var coordinator: AnyObject?

    @MainActor func follow(_ view: UIView, _ types: [AVCaptureDevice.DeviceType]) {
        coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: types) // finds: availability-missing
    }

    func style() -> String {
        if #available(iOS 17.0, *) {
            return "new"
        }
        return "old"
    }
}
