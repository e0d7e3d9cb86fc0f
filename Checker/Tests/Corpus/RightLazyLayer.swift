import AVFoundation
import UIKit

open class RightLazyLayer: UIView {
    public private(set) lazy var previewLayer: AVCaptureVideoPreviewLayer = {
        let layer = AVCaptureVideoPreviewLayer()
        layer.videoGravity = .resizeAspectFill
        layer.frame = self.bounds
        self.layer.addSublayer(layer)
        return layer
    }()

    open override var bounds: CGRect {
        didSet { previewLayer.frame = bounds }
    }
}
