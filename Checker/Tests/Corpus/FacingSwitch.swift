import AVFoundation
import CoreImage

struct FacingSwitch {
    var camera: AVCaptureDevice

    func oriented(_ image: CIImage) -> CIImage {
        switch camera.position { // finds: facing-from-position
        case .front:
            return image.transformed(by: CGAffineTransform(scaleX: -1, y: 1))
        case .back, .unspecified:
            return image
        @unknown default:
            return image
        }
    }
}
