import SwiftUI
import AVFoundation

struct CameraRepresentable: UIViewRepresentable {
    let session: AVCaptureSession

    func makeUIView(context: Context) -> UIView {
        let container = UIView(frame: UIScreen.main.bounds) // finds: screen-sized-preview
        let preview = AVCaptureVideoPreviewLayer(session: session)
        preview.frame = container.frame // finds: preview-layer-not-resized
        preview.videoGravity = .resizeAspectFill
        container.layer.addSublayer(preview)
        return container
    }

    func updateUIView(_ uiView: UIView, context: Context) {}
}

struct SelfieScreen: View {
    let model = SelfieModel() // finds: session-work-per-view

    var body: some View {
        ZStack(alignment: .bottom) {
            CameraRepresentable(session: model.session)
                .ignoresSafeArea()
            Button("Snap") { model.snap() }
                .padding()
        }
    }
}

final class SelfieModel: NSObject, AVCapturePhotoCaptureDelegate {
    let session = AVCaptureSession() // finds: interruption-unobserved, runtime-error-unobserved
    let output = AVCapturePhotoOutput()
    let settings = AVCapturePhotoSettings()

    func snap() {
        output.capturePhoto(with: settings, delegate: self) // finds: photo-settings-reused
    }
}
