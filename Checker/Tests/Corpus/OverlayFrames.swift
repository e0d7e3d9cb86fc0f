import AVFoundation
import UIKit

/// Controls over a preview, by frames; it asks for the camera's region and not for the fold's.
@available(iOS 27.1, *)
final class OverlayFrames: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

  private let record = RecordButton()
  private let gain = UISlider()

  override func layoutSubviews() {
    super.layoutSubviews()
    let size: CGFloat = 64
    record.frame = CGRect(x: (bounds.width - size) / 2, y: bounds.height - 100, width: size, height: size)  // finds: control-in-fold
    gain.center = CGPoint(x: bounds.midX, y: 30)  // finds: control-in-fold
    for region in reservedRegions(kind: .occlusion) where region.frame.intersects(gain.frame) {
      gain.center.y = region.frame.maxY + 30
    }
  }
}

final class RecordButton: UIControl {}
