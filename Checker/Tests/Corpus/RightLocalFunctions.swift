import AVFoundation
import UIKit

final class RightLocalFunctions {
    let session: AVCaptureSession
    init(session: AVCaptureSession) { self.session = session }

    func prepare(completion: @escaping () -> Void) {
        func open() {
            session.startRunning()
        }

        DispatchQueue(label: "prepare").async {
            open()
            DispatchQueue.main.async(execute: completion)
        }
    }
}

class RightLocalFunctionsScreen: UIViewController {
    var camera: RightLocalFunctions?

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        camera?.prepare { self.view.alpha = 1 }
    }
}
