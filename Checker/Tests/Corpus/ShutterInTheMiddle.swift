import AVFoundation
import UIKit

// A camera screen from before the Duo: its shutter in the middle of the bottom edge.
final class ShutterInTheMiddleController: UIViewController {
  private let preview = AVCaptureVideoPreviewLayer()
  private lazy var shutterButton: UIButton = {
    let button = UIButton(type: .custom)
    button.translatesAutoresizingMaskIntoConstraints = false
    button.layer.cornerRadius = 36
    return button
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.addSublayer(preview)
    view.addSubview(shutterButton)
    NSLayoutConstraint.activate([
      shutterButton.centerXAnchor.constraint(equalTo: view.safeAreaLayoutGuide.centerXAnchor),  // finds: control-in-fold
      shutterButton.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -24),
      shutterButton.widthAnchor.constraint(equalToConstant: 72),
      shutterButton.heightAnchor.constraint(equalToConstant: 72),
    ])
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    preview.frame = view.bounds
  }
}
