import AVFoundation

final class MirroredOnce {
    let session: AVCaptureSession
    let dataOutput = AVCaptureVideoDataOutput()
    private var current: AVCaptureDeviceInput

    init(session: AVCaptureSession, input: AVCaptureDeviceInput) {
        self.session = session
        current = input
        setupOutput()
    }

    private func setupOutput() {
        session.addOutput(dataOutput)
        if let connection = dataOutput.connection(with: .video), connection.isVideoMirroringSupported {
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = true // finds: mirror-not-reapplied
        }
    }

    func swap(for input: AVCaptureDeviceInput) {
        session.beginConfiguration()
        session.removeInput(current)
        if session.canAddInput(input) {
            session.addInput(input)
            current = input
        } else {
            session.addInput(current)
        }
        session.commitConfiguration()
    }
}
