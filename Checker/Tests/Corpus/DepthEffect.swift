import AVFoundation

class DepthEffect: NSObject, AVCaptureDepthDataOutputDelegate {
    let depthOutput = AVCaptureDepthDataOutput()
    let queue = DispatchQueue(label: "depth")

    func attach(to session: AVCaptureSession) {
        session.beginConfiguration()
        depthOutput.setDelegate(self, callbackQueue: queue)
        depthOutput.isFilteringEnabled = true
        session.addOutput(depthOutput) // finds: depth-unchecked
        session.commitConfiguration()
    }

    func depthDataOutput(_ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime, connection: AVCaptureConnection) {
        print(depthData.depthDataType)
    }
}
