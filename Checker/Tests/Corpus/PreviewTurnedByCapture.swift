import AVFoundation
import UIKit

@available(iOS 17.0, *)
class PreviewTurnedByCapture: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
    var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }

    func turn(_ rotation: AVCaptureDevice.RotationCoordinator) {
        guard let connection = previewLayer.connection else { return }
        connection.videoRotationAngle = rotation.videoRotationAngleForHorizonLevelCapture // finds: one-angle-for-both
    }
}
