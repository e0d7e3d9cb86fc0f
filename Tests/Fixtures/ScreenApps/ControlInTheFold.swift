import UIKit

/// A shutter in the middle of the display, where the fold is.
final class ControlInTheFold: CameraViewController {
  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    if !isRight { shutter.center.x = view.bounds.midX }
  }
}
