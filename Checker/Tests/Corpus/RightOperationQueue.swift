import AVFoundation

class RightOperationQueue: NSObject {
    private lazy var sessionQueue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .userInitiated
        return queue
    }()
    private let captureSession: AVCaptureSession
    weak var delegate: RightOperationQueueDelegate?

    init(captureSession: AVCaptureSession) {
        self.captureSession = captureSession
        super.init()
    }

    func start() {
        sessionQueue.addOperation { [weak self] in
            guard let strongSelf = self else { return }
            strongSelf.captureSession.startRunning()
            OperationQueue.main.addOperation { strongSelf.delegate?.didStart(strongSelf) }
        }
    }
}

protocol RightOperationQueueDelegate: AnyObject {
    func didStart(_ camera: RightOperationQueue)
}
