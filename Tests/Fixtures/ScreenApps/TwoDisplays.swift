import AVFoundation
import UIKit

/// Registers an accessory, whose window is filled by `Accessory.fill`.
class AccessoryController: CameraViewController {
  private var registration: UISceneAccessoryRegistration?

  override func viewDidLoad() {
    super.viewDidLoad()
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = FilledAccessory.self
    registration = registerSceneAccessory(.cameraCapture(sceneConfiguration: configuration))
    FilledAccessory.owner = self
  }

  func fill(_ root: UIView) {}
}

final class FilledAccessory: UIResponder, UIWindowSceneDelegate {
  static weak var owner: AccessoryController?
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    let root = UIViewController()
    window.rootViewController = root
    root.view.backgroundColor = .black
    window.makeKeyAndVisible()
    self.window = window
    Self.owner?.fill(root.view)
  }
}

/// A countdown for the person before the camera, and in the right version for whoever holds the phone, too.
final class CountdownForOthers: AccessoryController {
  private var labels: [UILabel] = []
  private var left = 9

  override func fill(_ root: UIView) {
    labels = (isRight ? [root, view!] : [root]).map { view in
      let label = UILabel(frame: CGRect(x: 80, y: 100, width: 200, height: 40))
      label.textColor = .white
      view.addSubview(label)
      return label
    }
    show()
    _ = Timer.scheduledTimer(withTimeInterval: 0.2, repeats: true) { [weak self] timer in
      MainActor.assumeIsolated {
        guard let self, self.left > 0 else { return timer.invalidate() }
        self.left -= 1
        self.show()
      }
    }
  }

  private func show() { for label in labels { label.text = "Photo in \(left)" } }
}

/// A copy of the shutter in the accessory, in the broken version where the outer camera looks through the glass.
final class AccessoryUnderTheCamera: AccessoryController {
  override func fill(_ root: UIView) {
    let copy = UIButton(type: .system)
    copy.accessibilityIdentifier = "shutter"
    copy.backgroundColor = .white
    copy.frame = CGRect(x: 80, y: 300, width: 60, height: 60)
    root.addSubview(copy)
    guard !isRight, let camera = root.reservedRegions(kind: .occlusion).first else { return }
    copy.center = CGPoint(x: camera.frame.midX, y: camera.frame.midY)
  }
}

/// A second preview in the accessory. The broken one switches its connection off to save power, and the picture stays.
final class SecondPreview: AccessoryController {
  private var rotation: AVCaptureDevice.RotationCoordinator?
  private var observation: NSKeyValueObservation?

  override func fill(_ root: UIView) {
    let second = PreviewView(frame: root.bounds)
    second.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    root.addSubview(second)
    let layer = second.previewLayer
    layer.videoGravity = .resizeAspectFill
    layer.session = session
    // The camera beside the inner display looks away from the people who see this.
    layer.connection?.automaticallyAdjustsVideoMirroring = false
    layer.connection?.isVideoMirrored = false
    if let device = (session.inputs.first as? AVCaptureDeviceInput)?.device {
      let rotation = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
      observation = rotation.observe(
        \.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]
      ) { rotation, _ in
        let angle = rotation.videoRotationAngleForHorizonLevelPreview
        DispatchQueue.main.async { layer.connection?.videoRotationAngle = angle }
      }
      self.rotation = rotation
    }
    guard !isRight else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(600)) {
      layer.connection?.isEnabled = false
    }
  }
}
