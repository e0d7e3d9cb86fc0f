import AVFoundation
import UIKit

/// A selfie camera that trusts `position`: it takes the first camera that calls itself `.front`, keeps it, and offers
/// `.back` behind a button. On a phone that folds, neither word says who is in the picture.
final class CameraViewController: UIViewController {
  private let camera = Camera()
  private let previewView = PreviewView()
  private let notice = NoticeView()
  private let cameraButton = UIButton(type: .system)
  private var position = AVCaptureDevice.Position.front
  private var rotationCoordinator: AVCaptureDevice.RotationCoordinator?
  private var rotationObservation: NSKeyValueObservation?
  private var observers: [any NSObjectProtocol] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewView.previewLayer.videoGravity = .resizeAspectFill
    previewView.previewLayer.session = camera.session
    view.addSubview(previewView)
    view.addSubview(notice)

    cameraButton.accessibilityIdentifier = "camera"
    cameraButton.accessibilityLabel = "Switch camera"
    cameraButton.backgroundColor = .white
    cameraButton.layer.cornerRadius = 28
    cameraButton.addAction(UIAction { [weak self] _ in self?.switchCamera() }, for: .touchUpInside)
    view.addSubview(cameraButton)

    observeInterruptions()
    AVCaptureDevice.requestAccess(for: .video) { granted in
      DispatchQueue.main.async {
        if granted {
          self.useCamera(at: .front)
        } else {
          self.notice.message = "Allow the camera in Settings."
        }
      }
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewView.frame = view.bounds
    notice.center(in: view.bounds)
    cameraButton.frame = CGRect(x: view.bounds.maxX - 88, y: view.bounds.maxY - 88, width: 56, height: 56)
  }

  private func switchCamera() {
    useCamera(at: position == .front ? .back : .front)
  }

  private func useCamera(at position: AVCaptureDevice.Position) {
    self.position = position
    camera.use(position) { [weak self] device in
      if let device {
        self?.notice.message = nil
        self?.followRotation(of: device)
      } else {
        self?.notice.message = "There is no such camera."
      }
    }
  }

  private func followRotation(of device: AVCaptureDevice) {
    let coordinator = AVCaptureDevice.RotationCoordinator(
      device: device, previewLayer: previewView.previewLayer)
    rotationCoordinator = coordinator
    rotationObservation = coordinator.observe(
      \.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]
    ) { [weak self] _, change in
      guard let angle = change.newValue else { return }
      MainActor.assumeIsolated { self?.previewView.previewLayer.connection?.videoRotationAngle = angle }
    }
  }

  private func observeInterruptions() {
    let center = NotificationCenter.default
    observers = [
      center.addObserver(
        forName: AVCaptureSession.wasInterruptedNotification, object: camera.session, queue: nil
      ) { [weak self] notification in
        let reason = (notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int)
          .flatMap(AVCaptureSession.InterruptionReason.init(rawValue:))
        DispatchQueue.main.async { self?.notice.message = reason?.message ?? "The camera is paused." }
      },
      center.addObserver(
        forName: AVCaptureSession.interruptionEndedNotification, object: camera.session, queue: nil
      ) { [weak self] _ in
        DispatchQueue.main.async { self?.notice.message = nil }
      },
    ]
  }
}
