import AVFoundation
import CoreMedia

extension AVCaptureDevice {
    func setUpSlowMotion() {
        do {
            try lockForConfiguration()
            defer { unlockForConfiguration() }
            print("240 frames")
        } catch { print(error) }
    }
}

class SlowMotion {
    let device: AVCaptureDevice
    init(device: AVCaptureDevice) { self.device = device }

    func start() throws {
        try device.lockForConfiguration()
        device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 240) // finds: hard-coded-format
        device.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: 240) // finds: hard-coded-format
        device.unlockForConfiguration()
    }
}
