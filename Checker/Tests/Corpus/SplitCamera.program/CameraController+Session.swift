import AVFoundation

extension CameraController {
    func observeInterruptions() {
        NotificationCenter.default.addObserver(self, selector: #selector(sessionInterrupted), name: .AVCaptureSessionWasInterrupted, object: session)
        NotificationCenter.default.addObserver(self, selector: #selector(sessionResumed), name: .AVCaptureSessionInterruptionEnded, object: session)
    }

    @objc func sessionInterrupted(_ note: Notification) { view.alpha = 0.5 }
    @objc func sessionResumed(_ note: Notification) { view.alpha = 1 }

    func change(to input: AVCaptureDeviceInput) {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        if let old = videoInput {
            session.removeInput(old)
        }
        guard session.canAddInput(input) else { return } // finds: input-not-restored
        session.addInput(input)
        videoInput = input
    }
}
