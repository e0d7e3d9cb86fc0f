import AVFoundation
import SwiftUI
import UIKit

extension UIDeviceOrientation {
    var rotation: CGFloat {
        switch self {
        case .landscapeLeft: 0
        case .landscapeRight: 180
        case .portraitUpsideDown: 270
        default: 90
        }
    }
}

@Observable
final class NewerModel {
    var session: AVCaptureSession = .init() // finds: interruption-unobserved, runtime-error-unobserved
    private let photo: AVCapturePhotoOutput = .init()
    private let settings: AVCapturePhotoSettings = .init()
    private var rotation: AVCaptureDevice.RotationCoordinator?

    func follow(_ device: AVCaptureDevice) {
        rotation = .init(device: device, previewLayer: nil) // finds: rotation-coordinator-stale
        let angle = rotation?.videoRotationAngleForHorizonLevelPreview ?? 0
        photo.connection(with: .video)?.videoRotationAngle = angle // finds: one-angle-for-both
    }

    func turn() {
        photo.connection(with: .video)?.videoRotationAngle = UIDevice.current.orientation.rotation // finds: legacy-orientation
    }

    nonisolated func angle(for orientation: UIInterfaceOrientation) -> CGFloat {
        if orientation == .portrait { return 90 }
        return orientation == .landscapeLeft ? 180 : 0
    }

    func turn(in scene: UIWindowScene) {
        guard let connection = photo.connection(with: .video) else { return }
        let angle = angle(for: scene.effectiveGeometry.interfaceOrientation)
        guard connection.isVideoRotationAngleSupported(angle) else { return }
        connection.videoRotationAngle = angle // finds: legacy-orientation
    }

    func shoot(_ delegate: any AVCapturePhotoCaptureDelegate) {
        photo.capturePhoto(with: settings, delegate: delegate) // finds: photo-settings-reused
    }

    func mirror(_ outputs: [AVCaptureOutput]) {
        let isFront = session.inputs.contains {
            ($0 as? AVCaptureDeviceInput)?.device.position == .front // finds: facing-from-position
        }
        outputs.compactMap { $0.connection(with: .video) }.forEach {
            if $0.isVideoMirroringSupported {
                $0.isVideoMirrored = isFront // finds: mirror-before-automatic-off
            }
        }
    }

    func connect(_ port: AVCaptureInput.Port, _ layer: AVCaptureVideoPreviewLayer) {
        let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
        connection.automaticallyAdjustsVideoMirroring = false
        guard connection.isVideoMirroringSupported else { return }
        connection.isVideoMirrored = port.sourceDevicePosition == .front // finds: facing-from-position
    }

    func stop() {
        RunLoop.main.perform {
            self.session.stopRunning() // finds: start-on-main
        }
    }
}

final class OlderModel: ObservableObject {
    let session: AVCaptureSession = .init() // finds: interruption-unobserved, runtime-error-unobserved
}

struct NewerScreen: View {
    @ObservedObject var model = OlderModel() // finds: session-work-per-view
    @State private var newer: NewerModel = .init()

    var body: some View {
        Button("Far") { zoom(true) }
    }

    private func zoom(_ isFar: Bool) {
        guard let device = AVCaptureDevice.default(for: .video), (try? device.lockForConfiguration()) != nil else { return }
        device.videoZoomFactor = isFar ? 2 : 1 // finds: zoom-assumes-camera
        device.unlockForConfiguration()
    }
}
