import AVKit
import UIKit

@available(iOS 27.1, *)
class DirectionMethod: UIViewController {
    private var directions: AVCaptureDeviceDirectionCoordinator?
    let photoOutput = AVCapturePhotoOutput()
    let banner = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        directions = AVCaptureDeviceDirectionCoordinator(
            view: view,
            deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera],
            changeHandler: directionChanged
        )
    }

    private func directionChanged(_ map: AVCaptureDeviceDirectionMap) {
        banner.text = map.forwardFacingDeviceDescriptors.first?.localizedName
        photoOutput.connection(with: .video)?.isEnabled = !map.forwardFacingDeviceDescriptors.isEmpty // finds: capture-call-in-handler
    }
}
