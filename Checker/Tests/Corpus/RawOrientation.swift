import AVFoundation
import UIKit

func videoOrientation() -> AVCaptureVideoOrientation? {
    return AVCaptureVideoOrientation(rawValue: UIDevice.current.orientation.rawValue) // finds: legacy-orientation
}

final class FixedAngle {
    @available(iOS 17.0, *)
    func upright(_ output: AVCaptureVideoDataOutput) {
        guard let connection = output.connection(with: .video), connection.isVideoRotationAngleSupported(90) else { return }
        connection.videoRotationAngle = 90 // finds: legacy-orientation
    }
}
