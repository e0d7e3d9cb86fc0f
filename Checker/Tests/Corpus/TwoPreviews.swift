import AVKit
import UIKit

@available(iOS 27.1, *)
final class TwoPreviews: UIViewController {
  private let photographer = AVCaptureVideoPreviewLayer()
  private let subject = AVCaptureVideoPreviewLayer()
  private var coordinator: AVCaptureDeviceDirectionCoordinator?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.addSublayer(photographer)
    coordinator = AVCaptureDeviceDirectionCoordinator(  // finds: coordinator-shared
      view: view,
      deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { [weak self] map in
      self?.mirror(!map.forwardFacingDeviceDescriptors.isEmpty)
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    photographer.frame = view.bounds
    subject.frame = CGRect(x: 16, y: 16, width: 120, height: 160)
  }

  private func mirror(_ mirrored: Bool) {
    photographer.opacity = mirrored ? 1 : 0.8
    subject.opacity = 1
  }
}
