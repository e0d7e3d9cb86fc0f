import UIKit

/// A flash button for which there is room only where the interface is wide.
final class ControlOfOnePose: CameraViewController {
  private let flash = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    add(flash, "flash")
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    flash.frame = shutter.frame.offsetBy(dx: 80, dy: 0)
    if !isRight { flash.isHidden = view.bounds.width < view.bounds.height }
  }
}
