import AVFoundation

final class OnlyInterruptions {
  let session = AVCaptureSession()  // finds: runtime-error-unobserved
  private var tokens: [NSObjectProtocol] = []

  func observe(_ changed: @escaping @Sendable (Bool) -> Void) {
    let center = NotificationCenter.default
    tokens.append(
      center.addObserver(forName: AVCaptureSession.wasInterruptedNotification, object: session, queue: .main) { _ in
        changed(true)
      })
    tokens.append(
      center.addObserver(forName: AVCaptureSession.interruptionEndedNotification, object: session, queue: .main) { _ in
        changed(false)
      })
  }

  deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}
