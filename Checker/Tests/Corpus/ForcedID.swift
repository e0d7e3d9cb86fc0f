import AVFoundation

@MainActor @Observable
final class ForcedID {
    var selectedID: String = ""

    func selectedCamera() -> AVCaptureDevice {
        return AVCaptureDevice(uniqueID: selectedID)! // finds: device-forced
    }
}
