import AVFoundation

@available(iOS 27.1, *)
actor BothFrontsAtOnce {
    lazy var session: AVCaptureSession = AVCaptureMultiCamSession() // finds: multicam-for-fold, interruption-unobserved, runtime-error-unobserved
    private let wanted: Set<AVCaptureDevice.DeviceType> = [.builtInInnerUltraWideCamera, .builtInOuterUltraWideCamera]

    func isWanted(_ device: AVCaptureDevice) -> Bool { wanted.contains(device.deviceType) }
}
