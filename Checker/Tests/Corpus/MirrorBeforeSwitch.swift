import AVFoundation

@MainActor
final class MirrorBeforeSwitch {
    private let session: AVCaptureSession
    private let photoOutput = AVCapturePhotoOutput()

    init(session: AVCaptureSession) { self.session = session }

    func flip(to input: AVCaptureDeviceInput) {
        if let connection = photoOutput.connection(with: .video), connection.isVideoMirroringSupported {
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = true // finds: mirror-not-reapplied
        }
        session.beginConfiguration()
        session.inputs.forEach { session.removeInput($0) }
        session.addInput(input)
        session.commitConfiguration()
    }
}
