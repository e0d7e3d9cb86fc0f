import AVFoundation

extension Feed {
    func applyMirroring() {
        for connection in output.connections where connection.isVideoMirroringSupported {
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = mirrors
        }
    }
}
