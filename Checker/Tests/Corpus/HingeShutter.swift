import UIKit

@available(iOS 27.1, *)
final class HingeShutter: UIViewController {
  @IBOutlet var shutter: UIButton!
  @IBOutlet var distance: NSLayoutConstraint!

  override func viewDidLoad() {
    super.viewDidLoad()
    let hinge = UIHingeInteraction { [unowned self] _, update in
      distance.constant = (update.hinge?.angle ?? 0) > 2 ? 24 : 180  // finds: layout-from-hinge
      shutter.alpha = 1
    }
    view.addInteraction(hinge)
  }
}
