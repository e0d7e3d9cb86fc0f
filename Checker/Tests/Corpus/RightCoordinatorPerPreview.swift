import AVKit
import UIKit

@available(iOS 27.1, *)
final class RightCoordinatorPerPreview {
    private var coordinators: [ObjectIdentifier: AVCaptureDeviceDirectionCoordinator] = [:]

    @MainActor func attach(_ view: UIView, changed: @escaping (AVCaptureDeviceDirectionMap) -> Void) {
        let coordinator = AVCaptureDeviceDirectionCoordinator(
            view: view,
            deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera],
            changeHandler: changed
        )
        coordinators[ObjectIdentifier(view)] = coordinator
    }

    @MainActor func detach(_ view: UIView) {
        coordinators[ObjectIdentifier(view)] = nil
    }
}
