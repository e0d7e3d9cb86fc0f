import AVFoundation

final class RightSoundComesBack {
    private let session: AVCaptureSession
    init(_ session: AVCaptureSession) { self.session = session }

    func change(to camera: AVCaptureDeviceInput) {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        let old = session.inputs
        let micInput = old.compactMap { $0 as? AVCaptureDeviceInput }.first { $0.device.hasMediaType(.audio) }
        old.forEach { session.removeInput($0) }
        guard session.canAddInput(camera) else {
            old.forEach { session.addInput($0) }
            return
        }
        session.addInput(camera)
        if let micInput = micInput, session.canAddInput(micInput) { session.addInput(micInput) }
    }
}
