import AVFoundation

/// A session behind a protocol, as teams write it for their tests.
protocol CaptureSessionType: AnyObject {
    var isRunning: Bool { get }
    var inputs: [AVCaptureInput] { get }
    func canAddInput(_ input: AVCaptureInput) -> Bool
    func addInput(_ input: AVCaptureInput)
    func removeInput(_ input: AVCaptureInput)
    func beginConfiguration()
    func commitConfiguration()
    func startRunning()
    func stopRunning()
}

extension AVCaptureSession: CaptureSessionType {}

final class FakeSession: CaptureSessionType {
    var isRunning = false
    var inputs: [AVCaptureInput] = []
    func canAddInput(_ input: AVCaptureInput) -> Bool { true }
    func addInput(_ input: AVCaptureInput) { inputs.append(input) }
    func removeInput(_ input: AVCaptureInput) { inputs.removeAll { $0 === input } }
    func beginConfiguration() {}
    func commitConfiguration() {}
    func startRunning() { isRunning = true }
    func stopRunning() { isRunning = false }
}

@MainActor
final class RightProtocolSession {
    private let session: any CaptureSessionType
    private let queue = DispatchQueue(label: "capture")

    init(session: any CaptureSessionType) { self.session = session }

    func start() {
        let session = session
        queue.async { if !session.isRunning { session.startRunning() } }
    }
}
