import AVFoundation
import UIKit

/// A preview whose gravity fills the view at any price.
final class StretchedPreview: CameraViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    if !isRight { preview.previewLayer.videoGravity = .resize }
  }
}

/// A panel that was drawn for the outer display, and lies over most of any preview.
final class CoveredPreview: CameraViewController {
  private let panel = UIView()

  override func viewDidLoad() {
    super.viewDidLoad()
    panel.accessibilityIdentifier = "panel"
    panel.backgroundColor = .black
    view.insertSubview(panel, belowSubview: shutter)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let height = isRight ? 160 : view.bounds.height * 0.7
    panel.frame = CGRect(x: 0, y: view.bounds.height - height, width: view.bounds.width, height: height)
  }
}

/// A preview's layer that is framed when the view is loaded, and never again.
final class FramedOnceController: CameraViewController {
  private let layer = AVCaptureVideoPreviewLayer()
  override var videoLayer: AVCaptureVideoPreviewLayer { layer }

  override func viewDidLoad() {
    super.viewDidLoad()
    preview.removeFromSuperview()
    preview.previewLayer.session = nil
    layer.videoGravity = .resizeAspectFill
    layer.session = session
    view.layer.insertSublayer(layer, at: 0)
    layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    if isRight { layer.frame = view.bounds }
  }
}
