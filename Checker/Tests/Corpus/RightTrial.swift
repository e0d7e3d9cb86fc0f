import AVFoundation

enum RightTrial {
    /// Asks a session that never runs.
    static func supports(_ preset: AVCaptureSession.Preset, on device: AVCaptureDevice) -> Bool {
        guard let input = try? AVCaptureDeviceInput(device: device) else { return false }
        let probe = AVCaptureSession()
        guard probe.canAddInput(input) else { return false }
        probe.addInput(input)
        return probe.canSetSessionPreset(preset)
    }
}
