import UIKit

final class OuterBooth: UIViewController {
  private let booth: Booth
  private let shutter = UIButton()

  init(booth: Booth) {
    self.booth = booth
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    shutter.addAction(UIAction { [booth] _ in booth.takePhoto() }, for: .touchUpInside)
  }
}
