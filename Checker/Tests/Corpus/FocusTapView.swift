import UIKit
import AVFoundation

class FocusTapView: UIView {

    weak var device: AVCaptureDevice?
    private let ring = CAShapeLayer()

    override init(frame: CGRect) {
        super.init(frame: frame)
        let tap = UITapGestureRecognizer(target: self, action: #selector(tapped(_:)))
        addGestureRecognizer(tap)
        layer.addSublayer(ring)
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    @objc private func tapped(_ recognizer: UITapGestureRecognizer) {
        let location = recognizer.location(in: self)
        let x = location.y / bounds.size.height
        let y = 1.0 - location.x / bounds.size.width
        guard let device = device else { return }
        do {
            try device.lockForConfiguration()
            if device.isFocusPointOfInterestSupported {
                device.focusPointOfInterest = CGPoint(x: x, y: y) // finds: region-of-interest-unconverted
                device.focusMode = .autoFocus
            }
            device.unlockForConfiguration()
        } catch let error as NSError {
            NSLog("focus: %@", error)
        }
    }
}
