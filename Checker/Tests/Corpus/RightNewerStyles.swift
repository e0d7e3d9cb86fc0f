import AVFoundation
import AVKit
import UIKit

// Written as apps of Swift 6 and iOS 17 are: key paths, `.init`, `else if let`, sequences of notifications.

actor NewerCamera {
    private let session: AVCaptureSession = .init()
    private let photo: AVCapturePhotoOutput = .init()
    private var input: AVCaptureDeviceInput?
    private var watches: [Task<Void, Never>] = []

    func watch() {
        let center = NotificationCenter.default
        watches = [
            Task { for await _ in center.notifications(named: AVCaptureSession.wasInterruptedNotification) {} },
            Task { for await _ in center.notifications(named: AVCaptureSession.interruptionEndedNotification) {} },
            Task { for await _ in center.notifications(named: AVCaptureSession.runtimeErrorNotification) {} },
        ]
    }

    func use(_ device: AVCaptureDevice) throws {
        let next: AVCaptureDeviceInput = try .init(device: device)
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        let old = input
        if let old { session.removeInput(old) }
        if session.canAddInput(next) {
            session.addInput(next)
            input = next
        } else if let old, session.canAddInput(old) {
            session.addInput(old)
        }
    }

    func mirror(_ outputs: [AVCaptureOutput], _ isMirrored: Bool) {
        outputs.compactMap { $0.connection(with: .video) }
            .filter(\.isVideoMirroringSupported)
            .forEach { connection in
                connection.automaticallyAdjustsVideoMirroring = false
                connection.isVideoMirrored = isMirrored
            }
        for connection in outputs.flatMap(\.connections).filter(\.isVideoMirroringSupported) {
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
        }
    }

    func shoot(_ delegate: any AVCapturePhotoCaptureDelegate) {
        let settings: AVCapturePhotoSettings = .init(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        photo.capturePhoto(with: settings, delegate: delegate)
    }

    func start() { session.startRunning() }

    func microphone() -> AVCaptureDevice { AVCaptureDevice.default(for: .audio)! }
}

@MainActor
final class NewerPreview: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
    var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
    private let photo: AVCapturePhotoOutput = .init()
    private var rotation: AVCaptureDevice.RotationCoordinator?
    private var angle: CGFloat {
        guard let rotation else { return 90 }
        return rotation.videoRotationAngleForHorizonLevelPreview
    }

    func show(_ device: AVCaptureDevice) {
        photo.isCameraSensorOrientationCompensationEnabled = false
        rotation = .init(device: device, previewLayer: previewLayer)
        previewLayer.connection?.videoRotationAngle = angle
    }
}
