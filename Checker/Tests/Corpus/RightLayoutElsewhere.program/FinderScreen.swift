import UIKit

final class FinderScreen: UIViewController {
    var finder: Finder?

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        finder?.fit()
    }
}
