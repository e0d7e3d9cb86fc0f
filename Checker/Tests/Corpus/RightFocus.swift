import UIKit
import AVFoundation

class RightFocus: UIViewController {
    @IBOutlet weak var cameraView: UIView!
    var previewLayer: AVCaptureVideoPreviewLayer?
    var device: AVCaptureDevice?

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        previewLayer?.frame = cameraView.bounds
    }

    @IBAction func focusTap(_ sender: UITapGestureRecognizer) {
        guard let device = device, let layer = previewLayer else { return }
        let point = layer.captureDevicePointConverted(fromLayerPoint: sender.location(in: cameraView))
        do {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            if device.isFocusPointOfInterestSupported {
                device.focusPointOfInterest = point
                device.focusMode = .autoFocus
            }
            if device.isExposurePointOfInterestSupported {
                device.exposurePointOfInterest = point
                device.exposureMode = .autoExpose
            }
        } catch {
            print("focus failed:", error)
        }
    }

    @objc func subjectAreaDidChange(_ notification: Notification) {
        guard (try? device?.lockForConfiguration()) != nil else { return }
        device?.focusPointOfInterest = CGPoint(x: 0.5, y: 0.5)
        device?.unlockForConfiguration()
    }
}
