import UIKit

final class RecorderScreen: UIViewController {
  private let recorder: Recorder
  private let bar = RecorderBar()

  init(recorder: Recorder) {
    self.recorder = recorder
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func loadView() { view = bar }
}
