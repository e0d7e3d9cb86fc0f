import AVFoundation

enum Torch {
    static func set(_ on: Bool) {
        guard let device = AVCaptureDevice.default(for: .video), device.hasTorch else { return }
        device.torchMode = on ? .on : .off // finds: unlocked-configuration
    }

    static func level(_ level: Float) throws {
        guard let device = AVCaptureDevice.default(for: .video) else { return }
        try device.lockForConfiguration()
        try device.setTorchModeOn(level: level)
        device.unlockForConfiguration()
    }
}
