import AVFoundation
import Combine

final class NotificationBag {
  private var tokens: [any NSObjectProtocol] = []

  func on(_ names: [Notification.Name], from object: AnyObject?, _ body: @escaping @Sendable (Notification) -> Void) {
    tokens += names.map { NotificationCenter.default.addObserver(forName: $0, object: object, queue: nil, using: body) }
  }

  deinit { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
}

final class RightGenericObserver {
  let session: AVCaptureSession = .init()
  private let bag = NotificationBag()

  func observe() {
    bag.on([.AVCaptureSessionWasInterrupted, .AVCaptureSessionInterruptionEnded, .AVCaptureSessionRuntimeError], from: session) {
      print($0.name.rawValue)
    }
  }
}
