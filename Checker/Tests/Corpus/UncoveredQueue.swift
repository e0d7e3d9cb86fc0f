import AVKit
import UIKit

@available(iOS 27.1, *)
class UncoveredQueue: UIViewController {
    let sessionQueue = DispatchQueue(label: "camera.session")
    var watcher: AVCaptureDeviceDirectionCoordinator?
    var session: AVCaptureSession!

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        watcher = AVCaptureDeviceDirectionCoordinator(
            view: view,
            deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
        ) { [weak self] map in // finds: preview-uncovered
            guard let id = map.forwardFacingDeviceDescriptors.first?.uniqueID else { return }
            self?.sessionQueue.async { self?.useCamera(id) }
        }
    }

    private func useCamera(_ id: String) {
        guard let device = AVCaptureDevice(uniqueID: id), let input = try? AVCaptureDeviceInput(device: device) else { return }
        session.beginConfiguration()
        let old = session.inputs
        old.forEach { session.removeInput($0) }
        if session.canAddInput(input) {
            session.addInput(input)
        } else {
            old.forEach { session.addInput($0) }
        }
        session.commitConfiguration()
    }
}
