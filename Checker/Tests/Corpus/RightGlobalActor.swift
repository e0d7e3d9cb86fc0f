import AVFoundation

@globalActor
actor CameraActor {
    static let shared = CameraActor()
}

@CameraActor
final class RightGlobalActor {
    private let session: AVCaptureSession
    private var isOn = false

    init(session: AVCaptureSession) { self.session = session }

    func toggle() {
        if isOn { session.stopRunning() } else { session.startRunning() }
        isOn.toggle()
    }
}
