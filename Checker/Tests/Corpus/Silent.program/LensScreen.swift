import UIKit

final class LensScreen: UIViewController {
    private var lens: LensModel!

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard let lens = lens else { return }
        lens.open()
    }
}
