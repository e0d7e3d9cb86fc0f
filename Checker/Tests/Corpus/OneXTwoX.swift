import AVFoundation
import SwiftUI

struct OneXTwoX: View {
    let device: AVCaptureDevice
    @State private var isTele = false

    var body: some View {
        Button(isTele ? "2×" : "1×") {
            isTele.toggle()
            apply()
        }
        .buttonStyle(.borderedProminent)
    }

    private func apply() {
        guard (try? device.lockForConfiguration()) != nil else { return }
        if isTele {
            device.videoZoomFactor = 2.0 // finds: zoom-assumes-camera
        } else {
            device.videoZoomFactor = 1.0
        }
        device.unlockForConfiguration()
    }
}
