import AVFoundation

final class Feed: NSObject {
    let session = AVCaptureSession()
    let output = AVCaptureVideoDataOutput()
    let queue = DispatchQueue(label: "feed")
    var input: AVCaptureDeviceInput?
    var mirrors = false

    override init() {
        super.init()
        observe()
    }

    func open(_ device: AVCaptureDevice) {
        queue.async { self.switchTo(device) }
    }
}
