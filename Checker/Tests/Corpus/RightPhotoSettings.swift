import AVFoundation

final class RightPhotoSettings: NSObject, AVCapturePhotoCaptureDelegate {
    private let output: AVCapturePhotoOutput
    private let template = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    private var waiting: [Int64: (Data?) -> Void] = [:]

    init(output: AVCapturePhotoOutput) { self.output = output }

    func take(flash: AVCaptureDevice.FlashMode, completion: @escaping (Data?) -> Void) {
        let settings = AVCapturePhotoSettings(from: template)
        settings.flashMode = flash
        waiting[settings.uniqueID] = completion
        output.capturePhoto(with: settings, delegate: self)
    }

    func bracket() {
        for bias in [-1, 0, 1] as [Float] {
            let exposure = AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: bias)
            let settings = AVCapturePhotoBracketSettings(rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: [exposure])
            output.capturePhoto(with: settings, delegate: self)
        }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        waiting.removeValue(forKey: photo.resolvedSettings.uniqueID)?(photo.fileDataRepresentation())
    }
}
