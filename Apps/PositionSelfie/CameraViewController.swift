import AVFoundation
import UIKit

/// A selfie camera that trusts `position`: it takes the first camera that calls itself `.front`, keeps it, and offers
/// `.back` behind a button. On a phone that folds, neither word says who is in the picture.
final class CameraViewController: UIViewController {
  nonisolated(unsafe) private let session = AVCaptureSession()
  private let sessionQueue = DispatchQueue(label: "camera.session")
  private let previewView = PreviewView()
  private let cameraButton = UIButton(type: .system)
  private var position = AVCaptureDevice.Position.front
  private var rotationCoordinator: AVCaptureDevice.RotationCoordinator?
  private var rotationObservation: NSKeyValueObservation?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewView.previewLayer.videoGravity = .resizeAspectFill
    previewView.previewLayer.session = session
    view.addSubview(previewView)

    cameraButton.accessibilityIdentifier = "camera"
    cameraButton.backgroundColor = .white
    cameraButton.layer.cornerRadius = 28
    cameraButton.addAction(UIAction { [weak self] _ in self?.switchCamera() }, for: .touchUpInside)
    view.addSubview(cameraButton)

    AVCaptureDevice.requestAccess(for: .video) { granted in
      guard granted else { return }
      DispatchQueue.main.async { self.useCamera(at: .front) }
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewView.frame = view.bounds
    cameraButton.frame = CGRect(x: view.bounds.maxX - 88, y: view.bounds.maxY - 88, width: 56, height: 56)
  }

  private func switchCamera() {
    useCamera(at: position == .front ? .back : .front)
  }

  private func useCamera(at position: AVCaptureDevice.Position) {
    self.position = position
    let types: [AVCaptureDevice.DeviceType] =
      position == .front
      ? [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInWideAngleCamera]
      : [.builtInDualWideCamera, .builtInWideAngleCamera]
    let discovery = AVCaptureDevice.DiscoverySession(
      deviceTypes: types, mediaType: .video, position: position)
    guard let device = discovery.devices.first else { return }
    sessionQueue.async {
      self.replaceInput(with: device)
      if !self.session.isRunning {
        self.session.startRunning()
      }
      DispatchQueue.main.async { self.followRotation(of: device) }
    }
  }

  nonisolated private func replaceInput(with device: AVCaptureDevice) {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let oldInput = session.inputs.first
    if let oldInput {
      session.removeInput(oldInput)
    }
    if let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input) {
      session.addInput(input)
    } else if let oldInput {
      session.addInput(oldInput)
    }
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
        self?.previewView.previewLayer.connection?.videoRotationAngle =
          coordinator.videoRotationAngleForHorizonLevelPreview
      }
    }
  }
}
