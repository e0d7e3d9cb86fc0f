import AVKit
import UIKit

@available(iOS 27.1, *)
@MainActor
final class DirectionInHandler {
  private let session: AVCaptureSession
  private var coordinator: AVCaptureDeviceDirectionCoordinator?
  private let veil = UIVisualEffectView(effect: UIBlurEffect(style: .dark))

  init(session: AVCaptureSession) { self.session = session }

  func observe(in view: UIView) {
    view.addSubview(veil)
    coordinator = AVCaptureDeviceDirectionCoordinator(
      view: view,
      deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { [weak self] map in
      guard let self, let wanted = map.forwardFacingDeviceDescriptors.first else { return }
      veil.isHidden = false
      session.beginConfiguration()  // finds: capture-call-in-handler
      defer {
        session.commitConfiguration()  // finds: capture-call-in-handler
      }
      guard let camera = AVCaptureDevice(uniqueID: wanted.uniqueID) else { return }  // finds: capture-call-in-handler
      print(camera.localizedName)
    }
  }
}
