import UIKit

/// A flash that is switched on by a touch. The broken one builds its controls anew for every size.
final class LostStateController: CameraViewController {
  private var flash = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    addFlash()
  }

  private func addFlash() {
    flash.removeFromSuperview()
    flash = UIButton(type: .system)
    flash.addAction(
      UIAction { action in
        MainActor.assumeIsolated { (action.sender as? UIButton)?.isSelected.toggle() }
      }, for: .touchUpInside)
    add(flash, "flash")
  }

  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    if !isRight { addFlash() }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    flash.frame = shutter.frame.offsetBy(dx: 80, dy: 0)
  }
}
