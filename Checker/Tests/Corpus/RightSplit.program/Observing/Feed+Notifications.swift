import AVFoundation

extension Feed {
    func observe() {
        let center = NotificationCenter.default
        center.addObserver(self, selector: #selector(failed), name: .AVCaptureSessionRuntimeError, object: session)
        center.addObserver(self, selector: #selector(began), name: .AVCaptureSessionWasInterrupted, object: session)
        center.addObserver(self, selector: #selector(ended), name: .AVCaptureSessionInterruptionEnded, object: session)
    }

    @objc func failed(_ note: Notification) { queue.async { self.session.startRunning() } }
    @objc func began(_ note: Notification) { print("no picture") }
    @objc func ended(_ note: Notification) { print("picture") }
}
