import AVFoundation
import UIKit

@objcMembers
final class RotatedPhoto: NSObject, AVCapturePhotoCaptureDelegate {
    dynamic var lastImage: UIImage?
    private let output: AVCapturePhotoOutput

    init(output: AVCapturePhotoOutput) {
        self.output = output
    }

    func shoot() {
        guard let connection = output.connection(with: .video) else { return }
        if connection.isVideoOrientationSupported {
            switch UIDevice.current.orientation {
            case .landscapeLeft: connection.videoOrientation = .landscapeRight // finds: legacy-orientation
            case .landscapeRight: connection.videoOrientation = .landscapeLeft // finds: legacy-orientation
            default: connection.videoOrientation = .portrait // finds: legacy-orientation
            }
        }
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: self)
    }
}
