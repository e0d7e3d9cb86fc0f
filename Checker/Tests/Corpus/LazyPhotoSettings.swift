import AVFoundation

class LazyPhotoSettings: NSObject {
    fileprivate lazy var photoSettings: AVCapturePhotoSettings = {
        let s = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
        s.flashMode = .off
        return s
    }()

    var photoOutput: AVCapturePhotoOutput?

    @objc func capture() {
        photoOutput?.capturePhoto(with: photoSettings, delegate: self) // finds: photo-settings-reused
    }
}

extension LazyPhotoSettings: AVCapturePhotoCaptureDelegate {}
