import UIKit

/// Another screen of the app: nothing of it is a camera's.
final class LoginScreen: UIViewController {
  private let button = UIButton()

  override func viewDidLoad() {
    super.viewDidLoad()
    button.center = view.center
    button.centerXAnchor.constraint(equalTo: view.centerXAnchor).isActive = true
  }
}
