import AVFoundation
import AVKit
import UIKit

/// Keeps the person in the picture: follows the camera that faces the same way as the preview, through every fold.
final class CameraViewController: UIViewController {
  private static let deviceTypes: [AVCaptureDevice.DeviceType] = [
    .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInDualWideCamera,
    .builtInWideAngleCamera,
  ]

  private let capture = CaptureService()
  private let previewView = PreviewView()
  /// Hides the old camera's last picture while the new camera starts.
  private let cover = UIView()
  private let notice = NoticeView()

  private var directionCoordinator: AVCaptureDeviceDirectionCoordinator?
  private var rotationCoordinator: AVCaptureDevice.RotationCoordinator?
  private var rotationObservation: NSKeyValueObservation?

  private var camera: AVCaptureDeviceDescriptor?
  private var directions: AVCaptureDeviceDirectionMap?
  private var switching: Task<Void, Never>?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewView.previewLayer.videoGravity = .resizeAspectFill
    previewView.previewLayer.session = capture.session
    view.addSubview(previewView)
    cover.backgroundColor = .black
    view.addSubview(cover)
    view.addSubview(notice)

    watchSession()
    Task {
      guard await AVCaptureDevice.requestAccess(for: .video) else {
        notice.message = "Allow the camera in Settings."
        return
      }
      followDirections()
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewView.frame = view.bounds
    cover.frame = view.bounds
    notice.center(in: view.bounds)
  }

  // MARK: Directions

  private func followDirections() {
    let discovery = AVCaptureDevice.DiscoverySession(
      deviceTypes: Self.deviceTypes, mediaType: .video, position: .unspecified)
    guard !discovery.devices.isEmpty else {
      notice.message = "There is no camera."
      return
    }
    directionCoordinator = AVCaptureDeviceDirectionCoordinator(
      view: previewView, deviceTypes: Self.deviceTypes
    ) { [weak self] map in
      self?.directionsChanged(map)
    }
  }

  /// Reads descriptors only; the session belongs to the capture service.
  private func directionsChanged(_ map: AVCaptureDeviceDirectionMap) {
    directions = map
    let forward = map.forwardFacingDeviceDescriptors
    if let camera, forward.contains(where: { $0.uniqueID == camera.uniqueID }) {
      Task { updateMirroring() }
      return
    }
    cover.isHidden = false
    let fronts = forward.filter { $0.position == .front }
    camera = (fronts + forward).first
    let camera = camera
    let previous = switching
    previous?.cancel()
    switching = Task {
      await previous?.value
      await switchCamera(to: camera)
    }
  }

  private func switchCamera(to descriptor: AVCaptureDeviceDescriptor?) async {
    guard !Task.isCancelled else { return }
    guard let descriptor else {
      notice.message = "No camera faces you."
      return
    }
    do {
      try await capture.useCamera(withID: descriptor.uniqueID)
    } catch {
      if !Task.isCancelled {
        // The next change of directions may offer it again.
        camera = nil
        notice.message = "\(descriptor.localizedName) cannot be used."
      }
      return
    }
    guard !Task.isCancelled else { return }
    updateMirroring()
    followRotation(ofCameraWithID: descriptor.uniqueID)
    notice.message = nil
    cover.isHidden = true
  }

  /// Automatic mirroring goes by position; it is overruled only where the direction says otherwise.
  private func updateMirroring() {
    guard let connection = previewView.previewLayer.connection, connection.isVideoMirroringSupported,
      let camera, let directions
    else { return }
    let facesViewer = directions.forwardFacingDeviceDescriptors.contains { $0.uniqueID == camera.uniqueID }
    if facesViewer == (camera.position == .front) {
      connection.automaticallyAdjustsVideoMirroring = true
    } else {
      connection.automaticallyAdjustsVideoMirroring = false
      connection.isVideoMirrored = facesViewer
    }
  }

  // MARK: Rotation

  private func followRotation(ofCameraWithID uniqueID: String) {
    guard let device = AVCaptureDevice(uniqueID: uniqueID) else { return }
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

  private func watchSession() {
    let center = NotificationCenter.default
    Task { [weak self] in
      for await notification in center.notifications(named: AVCaptureSession.wasInterruptedNotification) {
        let reason = (notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int)
          .flatMap(AVCaptureSession.InterruptionReason.init(rawValue:))
        self?.notice.message = reason?.message ?? "The camera is paused."
      }
    }
    Task { [weak self] in
      for await _ in center.notifications(named: AVCaptureSession.interruptionEndedNotification) {
        self?.notice.message = nil
      }
    }
    Task { [weak self] in
      for await notification in center.notifications(named: AVCaptureSession.runtimeErrorNotification) {
        self?.notice.message = "The camera has stopped."
        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
        if error?.code == .mediaServicesWereReset {
          await self?.capture.start()
          self?.notice.message = nil
        }
      }
    }
  }
}
