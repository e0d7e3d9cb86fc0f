import UIKit

/// A shutter where the display's camera looks through the glass.
final class ControlUnderTheCamera: CameraViewController {
  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    guard !isRight, let camera = view.reservedRegions(kind: .occlusion, options: .includeInactive).first
    else { return }
    shutter.center = CGPoint(x: camera.frame.midX, y: camera.frame.midY)
  }
}
