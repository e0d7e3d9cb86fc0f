import AVFoundation

extension Feed {
    func switchTo(_ device: AVCaptureDevice) {
        guard let next = try? AVCaptureDeviceInput(device: device) else { return }
        session.beginConfiguration()
        replace(with: next)
        applyMirroring()
        session.commitConfiguration()
    }

    private func replace(with next: AVCaptureDeviceInput) {
        if let input { session.removeInput(input) }
        if session.canAddInput(next) {
            session.addInput(next)
            input = next
        } else {
            restore()
        }
    }

    private func restore() {
        if let input { session.addInput(input) }
    }
}
