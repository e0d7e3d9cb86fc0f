import AVFoundation

/// A layer that the screen's layout resizes, in a file without a word of AVFoundation.
final class Finder {
    let layer: AVCaptureVideoPreviewLayer

    init(session: AVCaptureSession) { layer = AVCaptureVideoPreviewLayer(session: session) }

    func fit() {
        guard let host = layer.superlayer else { return }
        layer.frame = host.bounds
    }
}
