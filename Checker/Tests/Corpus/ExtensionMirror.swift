import AVFoundation

extension AVCaptureVideoPreviewLayer {
    var mirrors: Bool {
        get { connection?.isVideoMirrored ?? false }
        set {
            guard let connection = connection else { return }
            connection.isVideoMirrored = newValue // finds: mirror-before-automatic-off, mirror-unsupported
        }
    }
}
