import AVKit
import UIKit

final class RightAvailability {
  private var coordinator: AnyObject?

  @MainActor func follow(_ view: UIView) {
    #if !targetEnvironment(macCatalyst)
      if #available(iOS 27.1, *) {
        coordinator = AVCaptureDeviceDirectionCoordinator(
          view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera])
      }
    #endif
  }

  func frontTypes() -> [AVCaptureDevice.DeviceType] {
    guard #available(iOS 27.1, *) else { return [.builtInWideAngleCamera] }
    return [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
  }
}
