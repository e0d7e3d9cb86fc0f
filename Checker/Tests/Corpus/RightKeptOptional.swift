import AVFoundation

enum RightKeptOptionalError: Error { case noCamera }

final class RightKeptOptional {
    private var frontCamera: AVCaptureDevice?
    private var rearCamera: AVCaptureDevice?

    func find() throws {
        frontCamera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
        rearCamera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
        if frontCamera == nil, rearCamera == nil { throw RightKeptOptionalError.noCamera }
    }

    func names() -> [String] {
        [frontCamera, rearCamera].compactMap { $0?.localizedName }
    }
}
