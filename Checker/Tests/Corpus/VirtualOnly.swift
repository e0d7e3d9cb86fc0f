import AVKit
import UIKit

@available(iOS 27.1, *)
final class VirtualOnly: UIView {
  private var coordinator: AVCaptureDeviceDirectionCoordinator?
  var onChange: (([String]) -> Void)?

  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil else {
      coordinator = nil
      return
    }
    coordinator = AVCaptureDeviceDirectionCoordinator(
      view: self, deviceTypes: [.builtInWideAngleCamera, .builtInUltraWideCamera]  // finds: virtual-front-in-coordinator
    ) { [weak self] map in
      self?.onChange?(map.forwardFacingDeviceDescriptors.map(\.uniqueID))
    }
  }
}
