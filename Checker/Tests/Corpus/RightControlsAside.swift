import AVFoundation
import UIKit

/// Controls along the edges; what lies in the middle is no control, or in the middle of something small.
final class RightControlsAside: UIViewController {
  private let preview = AVCaptureVideoPreviewLayer()
  private let shutter = UIButton()
  private let torch = UIButton()
  private let spinner = UIActivityIndicatorView()
  private let panel = UIView()

  override func viewDidLoad() {
    super.viewDidLoad()
    NSLayoutConstraint.activate([
      shutter.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor, constant: -24),
      shutter.centerYAnchor.constraint(equalTo: panel.centerYAnchor),
      torch.centerXAnchor.constraint(equalTo: panel.centerXAnchor),
      spinner.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      spinner.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    preview.frame = view.bounds
    preview.position = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
  }
}

/// A button draws its own picture in its own middle.
final class RingButton: UIButton {
  private let ring = UIControl()

  override func layoutSubviews() {
    super.layoutSubviews()
    ring.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}
