import AVFoundation
import UIKit

/// A photo output of one object, the rotation of another: compensation is never turned off.
final class PhotoServiceRotation {
    let output: AVCapturePhotoOutput

    init() {
        output = AVCapturePhotoOutput() // finds: compensation-left-on
        output.maxPhotoQualityPrioritization = .quality
    }
}

@available(iOS 17.0, *)
final class TurnService {
    private(set) var coordinator: AVCaptureDevice.RotationCoordinator?

    func follow(_ input: AVCaptureDeviceInput, layer: AVCaptureVideoPreviewLayer?) {
        coordinator = AVCaptureDevice.RotationCoordinator(device: input.device, previewLayer: layer)
    }
}
