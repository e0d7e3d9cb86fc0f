import UIKit

final class OuterBooth: UIViewController {
  private let booth: Booth
  private let timer = UIButton()
  private let shutter = UIButton()

  init(booth: Booth) {
    self.booth = booth
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    timer.addAction(UIAction { [booth] _ in booth.startTimer() }, for: .touchUpInside)  // finds: control-only-in-accessory
    shutter.addAction(UIAction { [booth] _ in booth.takePhoto() }, for: .touchUpInside)
  }
}
