import AVFoundation
import UIKit

class CameraController: UIViewController {
    let session = AVCaptureSession() // finds: runtime-error-unobserved
    let previewLayer = AVCaptureVideoPreviewLayer()
    var videoInput: AVCaptureDeviceInput?

    override func viewDidLoad() {
        super.viewDidLoad()
        previewLayer.session = session
        view.layer.addSublayer(previewLayer)
        observeInterruptions()
        mirrorAtStart()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        previewLayer.frame = view.bounds
    }
}
