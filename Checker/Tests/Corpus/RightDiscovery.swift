import AVFoundation

struct RightDiscovery {
    enum Lens: String, CaseIterable { case wide, tele }

    func cameras(at position: AVCaptureDevice.Position) -> [AVCaptureDevice] {
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .builtInTelephotoCamera],
            mediaType: .video,
            position: position
        )
        return discovery.devices
    }

    func camera(at index: Int) -> AVCaptureDevice? {
        let all = cameras(at: .back)
        guard all.indices.contains(index) else { return nil }
        return all[index]
    }

    func input(for camera: AVCaptureDevice) -> Result<AVCaptureDeviceInput, Error> {
        Result { try AVCaptureDeviceInput(device: camera) }
    }
}
