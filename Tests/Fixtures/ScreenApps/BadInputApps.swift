import UIKit

/// A view is changed on the queue of a camera's frames.
final class OffMainThread: CameraViewController {
  override func run() {
    super.run()
    let work = { [preview] in preview.alpha = 0.9 }
    if isRight {
      DispatchQueue.main.async(execute: work)
    } else {
      DispatchQueue.global().async(execute: work)
    }
  }
}

/// A promise to be on the main thread that is not kept.
final class BrokenPromise: CameraViewController {
  override func run() {
    super.run()
    let work = { [preview] in MainActor.assumeIsolated { preview.alpha = 0.9 } }
    if isRight {
      DispatchQueue.main.async(execute: work)
    } else {
      DispatchQueue.global().async(execute: work)
    }
  }
}

/// One accessory, registered by each of two helpers.
final class RegisteredTwice: CameraViewController {
  private var registrations: [UISceneAccessoryRegistration] = []

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = FilledAccessory.self
    let accessory = UISceneAccessory.cameraCapture(sceneConfiguration: configuration)
    registrations.append(registerSceneAccessory(accessory))
    if !isRight { registrations.append(registerSceneAccessory(accessory)) }
  }
}

/// A sheet that nobody but UIKit holds: it stays until its button takes it away.
final class ReleasedSheet: CameraViewController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard presentedViewController == nil else { return }
    let sheet = UIViewController()
    sheet.view.backgroundColor = .gray
    let done = UIButton(type: .system)
    done.accessibilityIdentifier = "done"
    done.frame = CGRect(x: 80, y: 300, width: 60, height: 60)
    done.addAction(
      UIAction { [weak self] _ in MainActor.assumeIsolated { self?.dismiss(animated: true) } },
      for: .touchUpInside)
    sheet.view.addSubview(done)
    present(sheet, animated: true)
  }
}

/// A sheet that is presented before there is anything to present it over.
final class DetachedSheet: CameraViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    if !isRight {
      present(UIAlertController(title: "Hello", message: nil, preferredStyle: .alert), animated: false)
    }
  }
}

/// A box that is to be as wide as two things at once.
final class Contradiction: CameraViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let box = UIView()
    box.accessibilityIdentifier = "box"
    box.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      box.topAnchor.constraint(equalTo: view.topAnchor),
      box.heightAnchor.constraint(equalToConstant: 4),
      box.widthAnchor.constraint(equalToConstant: 40),
      box.widthAnchor.constraint(equalToConstant: isRight ? 40 : 80),
    ])
  }
}

/// A title in a font, or in letters, that are not there.
final class Title: CameraViewController {
  enum Mistake { case font, unwrapped, glyphs }
  var mistake = Mistake.font

  convenience init(_ mistake: Mistake) {
    self.init()
    self.mistake = mistake
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let title = UILabel(frame: CGRect(x: 80, y: 100, width: 200, height: 30))
    title.text = !isRight && mistake == .glyphs ? "Made with \u{F8FF}" : "Made with care"
    if !isRight, mistake == .font { title.font = UIFont(name: "No Such Font", size: 17) ?? title.font }
    if !isRight, mistake == .unwrapped { title.font = UIFont(name: "No Such Font", size: 17)! }
    view.addSubview(title)
  }
}
