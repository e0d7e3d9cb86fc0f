import AVFoundation
import SwiftUI

struct RightSwiftUI: View {
    @State private var model = RightSwiftUIModel()
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        RightPreview(session: model.session)
            .overlay(alignment: .bottom) { shutter }
            .overlay { if model.isInterrupted { Text("The camera is in use elsewhere") } }
            .task { await model.run() }
            .onChange(of: scenePhase) { _, phase in
                if phase == .background { model.note = "paused" }
            }
    }

    private var shutter: some View {
        Button { model.note = "shot" } label: { Image(systemName: "circle.fill").font(.largeTitle) }
    }
}

@MainActor @Observable
final class RightSwiftUIModel {
    var isInterrupted = false
    var note = ""
    @ObservationIgnored nonisolated let session = AVCaptureSession()

    func run() async {
        let session = session
        Task.detached { session.startRunning() }
        async let begin: Void = watch(AVCaptureSession.wasInterruptedNotification, true)
        async let end: Void = watch(AVCaptureSession.interruptionEndedNotification, false)
        async let errors: Void = restart()
        _ = await (begin, end, errors)
    }

    private func watch(_ name: Notification.Name, _ value: Bool) async {
        for await _ in NotificationCenter.default.notifications(named: name) { isInterrupted = value }
    }

    private func restart() async {
        for await _ in NotificationCenter.default.notifications(named: AVCaptureSession.runtimeErrorNotification) {
            let session = session
            Task.detached { session.startRunning() }
        }
    }
}

struct RightPreview: UIViewRepresentable {
    let session: AVCaptureSession

    final class Surface: UIView {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
    }

    func makeUIView(context: Context) -> Surface {
        let surface = Surface()
        (surface.layer as? AVCaptureVideoPreviewLayer)?.session = session
        return surface
    }

    func updateUIView(_ uiView: Surface, context: Context) {}
}
