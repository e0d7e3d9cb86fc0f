import UIKit

final class RecorderScreen: UIViewController {
  private let recorder = Recorder()
  private let bar = RecorderBar()
  private let notice = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(bar)
    notice.centerXAnchor.constraint(equalTo: view.centerXAnchor).isActive = true
  }
}
