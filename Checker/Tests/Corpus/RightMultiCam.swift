import AVFoundation

/// Front and rear at once is what a multi-camera session is for.
final class RightMultiCam {
    private let session: AVCaptureMultiCamSession
    private var tokens: [NSObjectProtocol] = []

    init?() {
        guard AVCaptureMultiCamSession.isMultiCamSupported else { return nil }
        session = AVCaptureMultiCamSession()
        let center = NotificationCenter.default
        for name in [
            AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
            AVCaptureSession.runtimeErrorNotification,
        ] {
            tokens.append(center.addObserver(forName: name, object: session, queue: nil) { print($0.name) })
        }
    }

    func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        for position in [AVCaptureDevice.Position.front, .back] {
            guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position) else { continue }
            let input = try AVCaptureDeviceInput(device: camera)
            if session.canAddInput(input) { session.addInputWithNoConnections(input) }
        }
    }
}
