import AVFoundation
import SwiftUI

@main
struct RightHandedInApp: App {
    private let camera = RightHandedInCamera()

    var body: some Scene {
        WindowGroup {
            RightHandedIn(camera: camera)
        }
    }
}

@MainActor @Observable
final class RightHandedInCamera {
    var title = "Camera"
    @ObservationIgnored private let engine = RightHandedInEngine()
    func start() async { await engine.start() }
}

actor RightHandedInEngine {
    private let session = AVCaptureSession()
    private var observers: [Task<Void, Never>] = []

    func start() {
        guard observers.isEmpty else { return }
        for name in [
            AVCaptureSession.wasInterruptedNotification,
            AVCaptureSession.interruptionEndedNotification,
            AVCaptureSession.runtimeErrorNotification,
        ] {
            observers.append(Task {
                for await note in NotificationCenter.default.notifications(named: name) { print(note.name.rawValue) }
            })
        }
        session.startRunning()
    }
}

struct RightHandedIn: View {
    let camera: RightHandedInCamera
    var body: some View {
        Text(camera.title).task { await camera.start() }
    }
}
