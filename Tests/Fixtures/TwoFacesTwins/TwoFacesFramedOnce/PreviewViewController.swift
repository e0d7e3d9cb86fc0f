import AVFoundation
import UIKit

/// What the camera sees, for the person who uses the app.
final class PreviewViewController: UIViewController {
  private let model: CameraModel
  private let previewView = PreviewView()
  /// Hides the old camera's last picture while the new camera starts.
  private let cover = UIView()
  private let notice = UILabel()
  private let countdown = UILabel()
  private var follower: PreviewFollower?
  private var followed: String?

  init(model: CameraModel) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("made in code only") }

  /// Degrees by which a photo is to be turned now to be level.
  var captureAngle: CGFloat { follower?.captureAngle ?? 0 }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    cover.backgroundColor = .black
    notice.font = .preferredFont(forTextStyle: .headline)
    notice.textColor = .white
    notice.backgroundColor = UIColor.black.withAlphaComponent(0.7)
    notice.numberOfLines = 0
    notice.textAlignment = .center
    countdown.font = .monospacedDigitSystemFont(ofSize: 96, weight: .semibold)
    countdown.textColor = .white
    for subview in [previewView, cover, notice, countdown] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(subview)
    }
    for filling in [cover] {
      NSLayoutConstraint.activate([
        filling.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        filling.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        filling.topAnchor.constraint(equalTo: view.topAnchor),
        filling.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      ])
    }
    for label in [notice, countdown] {
      NSLayoutConstraint.activate([
        label.centerXAnchor.constraint(equalTo: view.centerXAnchor),
        label.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        label.widthAnchor.constraint(lessThanOrEqualTo: view.widthAnchor, constant: -32),
      ])
    }
    previewView.onTap = { [weak self] point in self?.model.focus(at: point) }
  }

  /// Call once, when the camera may be used.
  func start() {
    previewView.previewLayer.session = model.capture.session
    follower = PreviewFollower(previewView) { [weak self] map in self?.model.directionsChanged(map) }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    guard previewView.frame.isEmpty else { return }
    previewView.translatesAutoresizingMaskIntoConstraints = true
    previewView.frame = view.bounds
  }

  override func updateProperties() {
    super.updateProperties()
    cover.isHidden = !model.isSwitching
    notice.text = model.message
    notice.isHidden = model.message == nil
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
