import AVFoundation
import UIKit

final class TimerZoom: UIViewController {
    var device: AVCaptureDevice?
    private var timer: Timer?
    private let presets: [CGFloat] = [1, 2, 5]

    @IBAction func farther(_ sender: UIButton) {
        timer?.invalidate()
        timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { [weak self] _ in
            guard let device = self?.device, (try? device.lockForConfiguration()) != nil else { return }
            device.ramp(toVideoZoomFactor: 5.0, withRate: 1) // finds: zoom-assumes-camera
            device.unlockForConfiguration()
        }
    }
}
