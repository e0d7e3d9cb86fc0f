import AVFoundation

final class LensModel {
    private let session: AVCaptureSession

    init(session: AVCaptureSession) { self.session = session }

    func open() {
        session.startRunning() // finds: start-on-main
    }
}
