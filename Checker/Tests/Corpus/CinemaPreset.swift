import AVFoundation

/// A recorder for 4K.
actor CinemaPreset {
    private let session: AVCaptureSession

    init(session: AVCaptureSession) { self.session = session }

    func best() {
        session.beginConfiguration()
        session.sessionPreset = .hd4K3840x2160 // finds: hard-coded-format
        session.commitConfiguration()
    }
}
