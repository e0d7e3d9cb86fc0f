import AVFoundation
import UIKit

/// A view whose layer shows what the camera sees. A tap tells the place in the camera's own space.
final class PreviewView: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

  var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
  var onTap: ((_ devicePoint: CGPoint) -> Void)?

  private let ring = CAShapeLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    previewLayer.videoGravity = .resizeAspectFill
    ring.path = UIBezierPath(ovalIn: CGRect(x: -36, y: -36, width: 72, height: 72)).cgPath
    ring.fillColor = nil
    ring.strokeColor = UIColor.systemYellow.cgColor
    ring.lineWidth = 2
    ring.opacity = 0
    layer.addSublayer(ring)
  }

  required init?(coder: NSCoder) { fatalError("made in code only") }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let onTap, let point = touches.first?.location(in: self), bounds.contains(point) else { return }
    onTap(previewLayer.captureDevicePointConverted(fromLayerPoint: point))
    showRing(at: point)
  }

  private func showRing(at point: CGPoint) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    ring.position = point
    CATransaction.commit()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0
    fade.duration = 0.6
    ring.add(fade, forKey: "focus")
  }
}
