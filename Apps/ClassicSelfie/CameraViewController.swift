import AVFoundation
import UIKit

/// Shows the front camera, upright in every orientation.
final class CameraViewController: UIViewController {
  private let camera = Camera()
  private let previewView = PreviewView()
  private var rotationCoordinator: AVCaptureDevice.RotationCoordinator?
  private var rotationObservation: NSKeyValueObservation?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewView.frame = view.bounds
    previewView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    previewView.previewLayer.videoGravity = .resizeAspectFill
    previewView.previewLayer.session = camera.session
    view.addSubview(previewView)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    AVCaptureDevice.requestAccess(for: .video) { [weak self] granted in
      guard granted else { return }
      DispatchQueue.main.async { self?.startCamera() }
    }
  }

  private func startCamera() {
    camera.configure { [weak self] device in
      self?.followRotation(of: device)
    }
    camera.start()
  }

  private func followRotation(of device: AVCaptureDevice) {
    let coordinator = AVCaptureDevice.RotationCoordinator(
      device: device, previewLayer: previewView.previewLayer)
    rotationCoordinator = coordinator
    rotationObservation = coordinator.observe(
      \.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]
    ) {
      [weak self] coordinator, _ in
      MainActor.assumeIsolated {
        self?.turnPreview(to: coordinator.videoRotationAngleForHorizonLevelPreview)
      }
    }
  }

  private func turnPreview(to angle: CGFloat) {
    guard let connection = previewView.previewLayer.connection,
      connection.isVideoRotationAngleSupported(angle)
    else { return }
    connection.videoRotationAngle = angle
  }
}
