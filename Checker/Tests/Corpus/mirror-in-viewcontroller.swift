import AVFoundation
import UIKit

class SelfieViewController: UIViewController {
    private let session = AVCaptureSession() // finds: interruption-unobserved, runtime-error-unobserved
    private let previewLayer = AVCaptureVideoPreviewLayer()
    private let photoOutput = AVCapturePhotoOutput()

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        previewLayer.frame = view.bounds
    }

    private func applyMirroring(_ mirrored: Bool) {
        if let connection = previewLayer.connection {
            connection.isVideoMirrored = mirrored // finds: mirror-before-automatic-off, mirror-unsupported
        }
        guard let photoConnection = photoOutput.connection(with: .video),
              photoConnection.isVideoMirroringSupported else { return }
        photoConnection.automaticallyAdjustsVideoMirroring = false
        photoConnection.isVideoMirrored = mirrored
    }
}
