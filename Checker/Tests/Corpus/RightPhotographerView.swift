import AVFoundation
import UIKit

/// A grid over the preview, laid out with constraints; no size of a screen anywhere.
final class RightPhotographerView: UIView {
  private let preview = RightPhotographerPreview()
  private let shutter = UIButton(type: .custom)

  init(session: AVCaptureSession) {
    super.init(frame: .zero)
    preview.session = session
    for one in [preview, shutter] as [UIView] {
      one.translatesAutoresizingMaskIntoConstraints = false
      addSubview(one)
    }
    NSLayoutConstraint.activate([
      preview.topAnchor.constraint(equalTo: topAnchor),
      preview.bottomAnchor.constraint(equalTo: bottomAnchor),
      preview.leadingAnchor.constraint(equalTo: leadingAnchor),
      preview.trailingAnchor.constraint(equalTo: trailingAnchor),
      shutter.trailingAnchor.constraint(equalTo: safeAreaLayoutGuide.trailingAnchor, constant: -24),
      shutter.bottomAnchor.constraint(equalTo: safeAreaLayoutGuide.bottomAnchor, constant: -24),
    ])
  }

  required init?(coder: NSCoder) { nil }
}

final class RightPhotographerPreview: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

  var session: AVCaptureSession? {
    get { (layer as? AVCaptureVideoPreviewLayer)?.session }
    set { (layer as? AVCaptureVideoPreviewLayer)?.session = newValue }
  }
}
