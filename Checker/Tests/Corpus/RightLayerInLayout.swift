import AVFoundation
import UIKit

class RightLayerInLayout: UIView {
    private var videoLayer: AVCaptureVideoPreviewLayer?

    func show(_ session: AVCaptureSession) {
        videoLayer?.removeFromSuperlayer()
        let newLayer = AVCaptureVideoPreviewLayer(session: session)
        newLayer.frame = bounds
        layer.insertSublayer(newLayer, at: 0)
        videoLayer = newLayer
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        videoLayer?.frame = bounds
        CATransaction.commit()
    }
}
