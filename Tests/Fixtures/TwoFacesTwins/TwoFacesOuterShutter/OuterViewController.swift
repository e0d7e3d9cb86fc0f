import AVFoundation
import UIKit

/// What the people in front of the phone see: themselves, and the countdown. There is nothing here that the app's own
/// display has not, since the system may take it away at any moment.
final class OuterViewController: UIViewController {
  private let model: CameraModel
  private let previewView = PreviewView()
  private let cover = UIView()
  private let countdown = UILabel()
  private let shutter = UIButton(type: .system)
  private var follower: PreviewFollower?
  private var followed: String?

  init(model: CameraModel) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("made in code only") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    cover.backgroundColor = .black
    countdown.font = .monospacedDigitSystemFont(ofSize: 160, weight: .semibold)
    countdown.textColor = .white
    for filling in [previewView, cover] {
      filling.frame = view.bounds
      filling.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(filling)
    }
    countdown.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(countdown)
    NSLayoutConstraint.activate([
      countdown.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      countdown.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
    shutter.setTitle("Shutter", for: .normal)
    shutter.accessibilityIdentifier = "shutter"
    shutter.frame = CGRect(x: 20, y: view.bounds.maxY - 120, width: 120, height: 60)
    shutter.addAction(
      UIAction { [model] _ in model.pressShutter { 90 } }, for: .touchUpInside)
    view.addSubview(shutter)
    previewView.onTap = { [weak self] point in self?.model.focus(at: point) }
    previewView.previewLayer.session = model.capture.session
    follower = PreviewFollower(previewView)
  }

  override func updateProperties() {
    super.updateProperties()
    cover.isHidden = !model.isSwitching
    countdown.text = model.countdown.map(String.init)
    countdown.isHidden = model.countdown == nil
    if let camera = model.camera, !model.isSwitching, camera.uniqueID != followed {
      followed = camera.uniqueID
      follower?.follow(camera)
    } else if model.isSwitching {
      followed = nil
    }
  }
}
