import AVFoundation

struct RightCopySettings {
    let output: AVCapturePhotoOutput
    let delegate: AVCapturePhotoCaptureDelegate

    func make(_ configure: ((AVCapturePhotoSettings) -> Void)? = nil) -> AVCapturePhotoSettings {
        let settings = AVCapturePhotoSettings()
        configure?(settings)
        return settings
    }

    func three() {
        (0..<3).forEach { _ in
            output.capturePhoto(with: make { $0.flashMode = .off }, delegate: delegate)
        }
    }
}
