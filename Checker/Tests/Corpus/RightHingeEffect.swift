import UIKit

@available(iOS 27.1, *)
class RightHingeEffect: UIViewController {
    @IBOutlet weak var dimmer: UIView!
    @IBOutlet weak var grid: UIStackView!

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addInteraction(UIHingeInteraction { [weak self] _, update in
            self?.dimmer.alpha = 1 - (update.hinge?.angle ?? .pi) / .pi
        })
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        grid.axis = view.bounds.width > view.bounds.height ? .horizontal : .vertical
    }
}
