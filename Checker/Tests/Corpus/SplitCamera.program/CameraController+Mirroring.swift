import AVFoundation

extension CameraController {
    func mirrorAtStart() {
        guard let connection = previewLayer.connection, connection.isVideoMirroringSupported else { return }
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = true // finds: mirror-not-reapplied
    }
}
