import AVFoundation
import UIKit

class FlipButton: UIButton {
    var cameraSession: AVCaptureSession?
    var onFail: ((Error) -> Void)?

    func flip(from old: AVCaptureDeviceInput, to device: AVCaptureDevice) {
        guard let cameraSession = cameraSession else { return }
        do {
            let new = try AVCaptureDeviceInput(device: device)
            cameraSession.removeInput(old) // finds: switch-outside-configuration
            cameraSession.addInput(new)
        } catch {
            onFail?(error)
        }
    }
}
