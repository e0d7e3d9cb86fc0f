import AVFoundation

final class RightTearDown {
    private weak var owner: AnyObject?
    private let session: AVCaptureSession

    init(owner: AnyObject, session: AVCaptureSession) {
        self.owner = owner
        self.session = session
    }

    /// On the session's queue, when the screen is gone.
    func tearDown(on queue: DispatchQueue) {
        queue.async { [session] in
            session.stopRunning()
            session.beginConfiguration()
            session.outputs.forEach { session.removeOutput($0) }
            session.inputs.forEach { session.removeInput($0) }
            session.commitConfiguration()
        }
    }
}
