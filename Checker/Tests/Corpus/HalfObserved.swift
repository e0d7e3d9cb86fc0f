import AVFoundation

class HalfObserved: NSObject {
    @objc let session = AVCaptureSession()

    override init() {
        super.init()
        let center = NotificationCenter.default
        center.addObserver(self, selector: #selector(interrupted(_:)), name: .AVCaptureSessionWasInterrupted, object: session) // finds: interruption-unobserved
        center.addObserver(self, selector: #selector(failed(_:)), name: .AVCaptureSessionRuntimeError, object: session)
    }

    deinit { NotificationCenter.default.removeObserver(self) }

    @objc func interrupted(_ notification: Notification) {
        let reason = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
        print("interrupted", reason ?? 0)
    }

    @objc func failed(_ notification: Notification) {
        guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
        print(error.code)
    }
}
