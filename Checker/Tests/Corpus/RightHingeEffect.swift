import UIKit

@available(iOS 27.1, *)
class RightHingeEffect: UIViewController {
    @IBOutlet weak var dimmer: UIView!
    @IBOutlet weak var grid: UIStackView!

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addInteraction(UIHingeInteraction { [weak self] state in
            self?.dimmer.alpha = 1 - state.angle.value / .pi
        })
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        grid.axis = view.bounds.width > view.bounds.height ? .horizontal : .vertical
    }
}
