import AVFoundation
import UIKit

final class ViewModelQueues: NSObject {
    private let session: AVCaptureSession

    init(session: AVCaptureSession) {
        self.session = session
        super.init()
    }

    // Called by the screen below, on the main thread.
    func resume() {
        guard !session.isRunning else { return }
        session.startRunning() // finds: start-on-main
    }

    func pause() {
        OperationQueue.main.addOperation { [session] in
            session.stopRunning() // finds: start-on-main
        }
    }
}

class ViewModelQueuesScreen: UIViewController {
    var model: ViewModelQueues!

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        model.resume()
    }
}
