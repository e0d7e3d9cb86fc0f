import AVFoundation
import UIKit

/// Shows the front camera, upright in every orientation.
final class CameraViewController: UIViewController {
  private let camera = Camera()
  private let previewView = PreviewView()
  private let notice = NoticeView()
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
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewView.frame = view.bounds
    notice.center(in: view.bounds)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    observeSession()
    AVCaptureDevice.requestAccess(for: .video) { [weak self] granted in
      DispatchQueue.main.async { self?.accessDecided(granted) }
    }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    camera.stop()
    observers.forEach(NotificationCenter.default.removeObserver)
    observers = []
  }

  private func accessDecided(_ granted: Bool) {
    guard granted else {
      notice.message = "Allow the camera in Settings."
      return
    }
    camera.start { [weak self] isConfigured in self?.configured(isConfigured) }
  }

  private func configured(_ isConfigured: Bool) {
    guard isConfigured, let device = camera.device else {
      notice.message = "There is no front camera."
      return
    }
    notice.message = nil
    followRotation(of: device)
  }

  // MARK: Rotation

  private func followRotation(of device: AVCaptureDevice) {
    let coordinator = AVCaptureDevice.RotationCoordinator(
      device: device, previewLayer: previewView.previewLayer)
    rotationCoordinator = coordinator
    rotationObservation = coordinator.observe(
      \.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]
    ) { [weak self] _, change in
      guard let angle = change.newValue else { return }
      MainActor.assumeIsolated { self?.turnPreview(to: angle) }
    }
  }

  private func turnPreview(to angle: CGFloat) {
    guard let connection = previewView.previewLayer.connection,
      connection.isVideoRotationAngleSupported(angle)
    else { return }
    connection.videoRotationAngle = angle
  }

  // MARK: Interruptions

  private func observeSession() {
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
      center.addObserver(
        forName: AVCaptureSession.runtimeErrorNotification, object: camera.session, queue: nil
      ) { [weak self] notification in
        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
        DispatchQueue.main.async { self?.sessionFailed(error) }
      },
    ]
  }

  private func sessionFailed(_ error: AVError?) {
    notice.message = "The camera has stopped."
    if error?.code == .mediaServicesWereReset {
      camera.start { [weak self] isConfigured in self?.configured(isConfigured) }
    }
  }
}
