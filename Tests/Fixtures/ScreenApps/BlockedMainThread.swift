import UIKit

/// A session that is started where it must not be, after waiting for the interface to calm down.
final class BlockedMainThread: CameraViewController {
  override func run() {
    if isRight { return super.run() }
    Thread.sleep(forTimeInterval: 0.3)
    session.startRunning()
  }
}
