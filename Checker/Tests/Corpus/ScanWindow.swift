import AVFoundation
import UIKit

/// A scanner that only reads inside a window in the middle.
final class ScanWindow: UIView {
  private let output: AVCaptureMetadataOutput
  private let hole = UIView()

  init(output: AVCaptureMetadataOutput) {
    self.output = output
    super.init(frame: .zero)
    addSubview(hole)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    hole.frame = bounds.insetBy(dx: 40, dy: 160)
    let window = hole.frame
    output.rectOfInterest = CGRect(  // finds: region-of-interest-unconverted
      x: window.origin.y / bounds.height,
      y: window.origin.x / bounds.width,
      width: window.height / bounds.height,
      height: window.width / bounds.width)
  }
}
