import AVFoundation
import UIKit

final class RightBoundsObserved: UIViewController {
  private var boundsObservation: NSKeyValueObservation?
  private let previewLayer: AVCaptureVideoPreviewLayer

  init(previewLayer: AVCaptureVideoPreviewLayer) {
    self.previewLayer = previewLayer
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.addSublayer(previewLayer)
    boundsObservation = view.observe(\.bounds, options: [.initial, .new]) { [weak self] view, _ in
      self?.previewLayer.frame = view.bounds
    }
  }
}
