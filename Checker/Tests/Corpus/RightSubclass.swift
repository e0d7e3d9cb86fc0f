import AVFoundation
import UIKit

class BaseCameraScreen: UIViewController {
    let previewLayer = AVCaptureVideoPreviewLayer()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.layer.addSublayer(previewLayer)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        layoutPreview()
    }

    func layoutPreview() { previewLayer.frame = view.bounds }
}

final class RightSubclass: BaseCameraScreen {
    override func layoutPreview() {
        previewLayer.frame = view.bounds.inset(by: view.safeAreaInsets)
    }
}
