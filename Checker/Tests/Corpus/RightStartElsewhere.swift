import AVFoundation
import UIKit

class RightStartElsewhere: UIViewController {
    let session: AVCaptureSession
    init(session: AVCaptureSession) {
        self.session = session
        super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { fatalError() }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        Task { await begin() }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        DispatchQueue.global(qos: .utility).async { [weak session] in
            session?.stopRunning()
        }
    }

    nonisolated private func begin() async {
        session.startRunning()
    }
}
