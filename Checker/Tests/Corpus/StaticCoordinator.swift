import AVKit
import UIKit

@available(iOS 27.1, *)
@MainActor
enum StaticCoordinatorStore {
  static let names = ["outer", "inner"]
}

@available(iOS 27.1, *)
@MainActor
final class FollowerOfAnyView {
  static var shared: AVCaptureDeviceDirectionCoordinator?

  func attach(to view: UIView) {
    guard Self.shared == nil else { return }
    Self.shared = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: [.builtInDualWideCamera])  // finds: coordinator-shared
  }
}
