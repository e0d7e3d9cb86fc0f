import AVFoundation
import Combine
import SwiftUI

@MainActor
final class SwiftUICameraModel: NSObject, ObservableObject {
    @Published var isReady = false
    @Published var zoom: CGFloat = 1

    let session = AVCaptureSession() // finds: interruption-unobserved, runtime-error-unobserved
    private var device: AVCaptureDevice?

    func begin() async {
        guard await AVCaptureDevice.requestAccess(for: .video) else { return }
        device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
        session.startRunning() // finds: start-on-main
        isReady = true
    }

    func end() {
        Task {
            session.stopRunning() // finds: start-on-main
            isReady = false
        }
    }

    func tele() {
        guard let device else { return }
        do {
            try device.lockForConfiguration()
            device.ramp(toVideoZoomFactor: 3.0, withRate: 2) // finds: zoom-assumes-camera
            device.unlockForConfiguration()
        } catch {
            print(error.localizedDescription)
        }
    }

    func pinched(_ scale: CGFloat) {
        zoom = scale
        device?.videoZoomFactor = scale // finds: unlocked-configuration
    }
}
