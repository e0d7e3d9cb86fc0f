import AVFoundation
import Combine
import SwiftUI

final class RightStateObjectModel: ObservableObject {
  let session: AVCaptureSession
  @Published var isInterrupted = false
  private var bag = Set<AnyCancellable>()

  init(session: AVCaptureSession = AVCaptureSession()) {
    self.session = session
    session.publisher(for: \.isInterrupted)
      .receive(on: RunLoop.main)
      .assign(to: &$isInterrupted)
    NotificationCenter.default.publisher(for: AVCaptureSession.runtimeErrorNotification, object: session)
      .receive(on: DispatchQueue.global())
      .sink { [session] _ in session.startRunning() }
      .store(in: &bag)
  }
}

struct RightStateObject: View {
  @StateObject private var model = RightStateObjectModel()

  var body: some View {
    Color.black.opacity(model.isInterrupted ? 0.2 : 1)
  }
}
