import AVKit
import UIKit

@available(iOS 27.1, *)
enum DetachedCoordinator {
  @MainActor
  static func observe(_ view: UIView, _ changed: @escaping (Bool) -> Void) {
    let coordinator = AVCaptureDeviceDirectionCoordinator(  // finds: coordinator-not-kept
      view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { map in
      changed(!map.forwardFacingDeviceDescriptors.isEmpty)
    }
    changed(!coordinator.deviceDirections.forwardFacingDeviceDescriptors.isEmpty)
  }
}
