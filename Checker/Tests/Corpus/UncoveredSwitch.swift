import AVKit
import Observation
import UIKit

actor UncoveredEngine {
  private(set) var name = ""
  func switchCamera(to id: String) { name = id }
}

@available(iOS 27.1, *)
@MainActor @Observable
final class UncoveredSwitch {
  var title = ""
  @ObservationIgnored private let engine = UncoveredEngine()
  @ObservationIgnored private var coordinator: AVCaptureDeviceDirectionCoordinator?

  func attach(_ view: UIView) {
    coordinator = AVCaptureDeviceDirectionCoordinator(
      view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { [weak self] map in  // finds: preview-uncovered
      guard let self, let next = map.forwardFacingDeviceDescriptors.first else { return }
      title = next.localizedName
      Task { await self.engine.switchCamera(to: next.uniqueID) }
    }
  }
}
