import AVFoundation

/// Asked by one function, done by another of the same class.
final class RightGuardedHelpers {
    private let session: AVCaptureSession
    private var videoInput: AVCaptureDeviceInput?

    init(session: AVCaptureSession) { self.session = session }

    func reconfigure(_ work: () throws -> Void) {
        session.beginConfiguration()
        do { try work() } catch { print("reconfiguring failed:", error) }
        session.commitConfiguration()
    }

    func use(_ device: AVCaptureDevice) {
        reconfigure {
            let next = try AVCaptureDeviceInput(device: device)
            let previous = videoInput
            if let previous { session.removeInput(previous) }
            guard session.canAddInput(next) else {
                previous.map { session.addInput($0) }
                return
            }
            session.addInput(next)
            videoInput = next
        }
    }
}
