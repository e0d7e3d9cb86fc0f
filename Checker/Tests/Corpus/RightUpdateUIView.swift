import AVFoundation
import SwiftUI

struct RightUpdateUIView: UIViewRepresentable {
    var session: AVCaptureSession
    var gravity: AVLayerVideoGravity = .resizeAspectFill

    func makeCoordinator() -> Coordinator { Coordinator() }

    func makeUIView(context: Context) -> UIView {
        let view = UIView()
        context.coordinator.layer.session = session
        view.layer.addSublayer(context.coordinator.layer)
        return view
    }

    func updateUIView(_ uiView: UIView, context: Context) {
        context.coordinator.layer.videoGravity = gravity
        context.coordinator.layer.frame = uiView.bounds
    }

    final class Coordinator {
        let layer = AVCaptureVideoPreviewLayer()
    }
}
