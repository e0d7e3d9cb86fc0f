import AVFoundation

final class StartInsideConfiguration {
    let session: AVCaptureSession
    let queue = DispatchQueue(label: "session")

    init(session: AVCaptureSession) { self.session = session }

    func run(with input: AVCaptureDeviceInput, output: AVCaptureOutput) {
        queue.async { [session] in
            session.beginConfiguration()
            if session.canAddInput(input) { session.addInput(input) }
            if session.canAddOutput(output) { session.addOutput(output) }
            session.startRunning() // finds: switch-outside-configuration
            session.commitConfiguration()
        }
    }
}
