import AVFoundation

@available(iOS 27.1, *)
enum PhysicalDefaults {
    /// Nil on every phone: physical front cameras are only found by discovery.
    static var outer: AVCaptureDevice? {
        AVCaptureDevice.default(.builtInOuterUltraWideCamera, for: .video, position: .front) // finds: physical-front-by-default
    }

    static func camera(isOpen: Bool) -> AVCaptureDevice? {
        if isOpen, let inner = AVCaptureDevice.default(.builtInInnerUltraWideCamera, for: .video, position: .front) { // finds: physical-front-by-default
            return inner
        }
        return outer
    }
}
