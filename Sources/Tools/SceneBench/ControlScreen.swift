import DuoAVFoundation
import DuoCoreGraphics
import DuoQuartzCore
import DuoUIKit
import Foundation

/// The app that is measured: a live preview under a full screen of controls, all under Auto Layout.
final class BenchAppDelegate: UIResponder, UIApplicationDelegate {}

final class BenchSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = ControlScreen()
    window.makeKeyAndVisible()
    self.window = window
  }
}

final class ControlScreen: UIViewController {
  private let session = AVCaptureSession()
  private let preview = PreviewView()
  /// The one that is dragged.
  let slider = UISlider()
  private let value = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    preview.layer.addSublayer(preview.video)
    preview.video.session = session
    preview.video.videoGravity = .resizeAspectFill
    start()

    let rows = UIStackView(arrangedSubviews: [header(), sliders(), buttons(), choices(), badges()])
    rows.axis = .vertical
    rows.spacing = 10
    rows.distribution = .equalSpacing
    for part in [preview, rows] {
      part.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(part)
    }
    let safe = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      preview.topAnchor.constraint(equalTo: view.topAnchor),
      preview.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      preview.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      preview.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      rows.topAnchor.constraint(equalTo: safe.topAnchor, constant: 12),
      rows.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -12),
      rows.leadingAnchor.constraint(equalTo: safe.leadingAnchor, constant: 16),
      rows.trailingAnchor.constraint(equalTo: safe.trailingAnchor, constant: -16),
    ])
  }

  private func start() {
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front) else {
      fatalError("no front camera")
    }
    do { session.addInput(try AVCaptureDeviceInput(device: camera)) } catch { fatalError("\(error)") }
    // Starting takes a while; the measurement begins later.
    session.startRunning()
  }

  // MARK: Controls

  private func header() -> UIView {
    value.text = "50 %"
    let title = label("Portrait, 4:3, 12 megapixels", size: 20)
    return row([title, label("1:07:32", size: 17), value])
  }

  private func sliders() -> UIView {
    let names = ["Exposure", "Focus", "Temperature"]
    let rows = names.enumerated().map { index, name in
      let control = index == 0 ? slider : UISlider()
      control.value = 0.5
      control.addAction(
        UIAction { [value] action in
          guard let slider = action.sender as? UISlider else { return }
          value.text = "\(Int((slider.value * 100).rounded())) %"
        }, for: .valueChanged)
      let title = label(name, size: 15)
      title.widthAnchor.constraint(equalToConstant: 100).isActive = true
      return row([title, control])
    }
    return column(rows)
  }

  private func buttons() -> UIView {
    row(
      ["Flash", "Timer", "Grid", "Live"].map { title in
        var look = UIButton.Configuration.filled()
        look.title = title
        let button = UIButton(configuration: look)
        return button
      }, distribution: .fillEqually)
  }

  private func choices() -> UIView {
    let modes = UISegmentedControl(items: ["Photo", "Video", "Slow", "Pano"])
    modes.selectedSegmentIndex = 0
    let grid = UISwitch()
    grid.isOn = true
    return column([modes, row([label("Keep the settings", size: 15), grid])])
  }

  private func badges() -> UIView {
    row(
      ["bolt.fill", "timer", "camera", "gear", "photo"].map { name in
        let image = UIImageView(image: UIImage(systemName: name))
        image.contentMode = .scaleAspectFit
        image.tintColor = .white
        image.backgroundColor = UIColor(white: 0, alpha: 0.4)
        image.layer.cornerRadius = 10
        image.heightAnchor.constraint(equalToConstant: 48).isActive = true
        return image
      }, distribution: .fillEqually)
  }

  private func label(_ text: String, size: CGFloat) -> UILabel {
    let label = UILabel()
    label.text = text
    label.textColor = .white
    label.font = .systemFont(ofSize: size)
    return label
  }

  private func row(_ views: [UIView], distribution: UIStackView.Distribution = .fill) -> UIStackView {
    let row = UIStackView(arrangedSubviews: views)
    row.spacing = 12
    row.alignment = .center
    row.distribution = distribution
    return row
  }

  private func column(_ views: [UIView]) -> UIStackView {
    let column = UIStackView(arrangedSubviews: views)
    column.axis = .vertical
    column.spacing = 8
    return column
  }
}

/// Keeps its preview layer as large as itself.
final class PreviewView: UIView {
  let video = AVCaptureVideoPreviewLayer()

  override func layoutSubviews() {
    super.layoutSubviews()
    video.frame = bounds
  }
}
