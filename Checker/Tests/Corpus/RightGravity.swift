import AVFoundation
import UIKit

final class RightGravity: UIView {
  private let preview = AVCaptureVideoPreviewLayer()
  private let player = AVPlayerLayer()

  func show(isFitted: Bool) {
    preview.videoGravity = isFitted ? .resizeAspect : .resizeAspectFill
    player.videoGravity = .resize
    player.contentsGravity = .resize
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    preview.frame = bounds
  }
}
