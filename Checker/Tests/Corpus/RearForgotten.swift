import AVKit
import UIKit

@available(iOS 27.1, *)
class RearForgotten {
    var coordinator: AVCaptureDeviceDirectionCoordinator?

    lazy var rear: AVCaptureDevice? = AVCaptureDevice.default(.builtInTripleCamera, for: .video, position: .back)

    @MainActor func start(on preview: UIView) {
        coordinator = AVCaptureDeviceDirectionCoordinator(view: preview, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]) // finds: virtual-front-in-coordinator
    }
}
