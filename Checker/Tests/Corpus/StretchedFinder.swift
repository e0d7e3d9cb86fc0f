import AVFoundation
import UIKit

final class StretchedFinder: UIView {
  private let preview: AVCaptureVideoPreviewLayer

  init(session: AVCaptureSession) {
    preview = AVCaptureVideoPreviewLayer(session: session)
    super.init(frame: .zero)
    let gravity = AVLayerVideoGravity.resize
    preview.videoGravity = gravity  // finds: preview-stretched
    layer.addSublayer(preview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    preview.frame = bounds
  }
}
