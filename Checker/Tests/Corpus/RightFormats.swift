import AVFoundation

final class RightFormats {
    let session: AVCaptureSession
    init(session: AVCaptureSession) { self.session = session }

    func best() {
        session.beginConfiguration()
        for preset in [AVCaptureSession.Preset.hd4K3840x2160, .hd1920x1080, .high] where session.canSetSessionPreset(preset) {
            session.sessionPreset = preset
            break
        }
        session.commitConfiguration()
    }

    func smooth(_ device: AVCaptureDevice, rate: Double) throws {
        guard
            let format = device.formats.first(where: { format in
                format.videoSupportedFrameRateRanges.contains { $0.maxFrameRate >= rate }
            })
        else { return }
        try device.lockForConfiguration()
        device.activeFormat = format
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: CMTimeScale(rate))
        device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: CMTimeScale(rate))
        device.unlockForConfiguration()
    }
}
