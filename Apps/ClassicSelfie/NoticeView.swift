import AVFoundation
import UIKit

/// A crossed-out circle over the preview: there is no live picture, and VoiceOver says why.
final class NoticeView: UIView {
  /// What there is to say; nil hides the view.
  var message: String? {
    didSet {
      accessibilityLabel = message
      isHidden = message == nil
    }
  }

  private let bar = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    isHidden = true
    isUserInteractionEnabled = false
    backgroundColor = .darkGray
    layer.borderColor = UIColor.white.cgColor
    layer.borderWidth = 8
    bar.backgroundColor = .white
    addSubview(bar)
  }

  required init?(coder: NSCoder) { fatalError("made in code only") }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.cornerRadius = bounds.width / 2
    bar.transform = .identity
    bar.frame = CGRect(x: 0, y: bounds.midY - 4, width: bounds.width, height: 8)
    bar.transform = CGAffineTransform(rotationAngle: .pi / 4)
  }

  /// Puts the circle into the middle of its superview's bounds.
  func center(in bounds: CGRect) {
    self.bounds = CGRect(x: 0, y: 0, width: 120, height: 120)
    center = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}

extension AVCaptureSession.InterruptionReason {
  var message: String {
    switch self {
    case .videoDeviceNotAvailableWithMultipleForegroundApps:
      "The camera is off while two apps share the display."
    case .videoDeviceInUseByAnotherClient: "Another app is using the camera."
    case .videoDeviceNotAvailableDueToSystemPressure: "The camera is off until iPhone has cooled down."
    default: "The camera is paused."
    }
  }
}
