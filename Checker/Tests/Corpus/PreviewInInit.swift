import AVFoundation
import UIKit

final class PreviewInInit: UIView {
    private let videoLayer: AVCaptureVideoPreviewLayer

    init(session: AVCaptureSession, frame: CGRect) {
        videoLayer = AVCaptureVideoPreviewLayer(session: session)
        super.init(frame: frame)
        videoLayer.frame = bounds // finds: preview-layer-not-resized
        videoLayer.videoGravity = .resizeAspectFill
        layer.insertSublayer(videoLayer, at: 0)
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }
}
