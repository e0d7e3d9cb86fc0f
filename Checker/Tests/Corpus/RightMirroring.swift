import AVFoundation

extension AVCaptureConnection {
    /// The one place of the app that mirrors.
    func setMirrored(_ mirrored: Bool) {
        guard isVideoMirroringSupported else { return }
        automaticallyAdjustsVideoMirroring = false
        isVideoMirrored = mirrored
    }
}

final class RightMirroring {
    private let layer: AVCaptureVideoPreviewLayer
    private let outputs: [AVCaptureOutput]

    init(layer: AVCaptureVideoPreviewLayer, outputs: [AVCaptureOutput]) {
        self.layer = layer
        self.outputs = outputs
    }

    func apply(_ facesViewer: Bool) {
        layer.connection?.setMirrored(facesViewer)
        for output in outputs {
            output.connection(with: .video)?.setMirrored(false)
        }
    }
}
