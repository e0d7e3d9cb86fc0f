import AVFoundation
import UIKit

final class RightFallbackSize: UIViewController {
  weak var container: UIView?
  let layer: AVCaptureVideoPreviewLayer

  init(layer: AVCaptureVideoPreviewLayer) {
    self.layer = layer
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let size = container?.bounds.size ?? UIScreen.main.bounds.size
    layer.frame = CGRect(origin: .zero, size: size)
    print("the screen has \(UIScreen.main.bounds)")
  }
}
