import AVFoundation
import AVKit
import UIKit

/// Keeps the person in the picture: follows the camera that faces the same way as the preview, through every fold.
final class CameraViewController: UIViewController {
  private let capture = CaptureService()
  private let previewView = PreviewView()
  private let cover = UIView()

  private var directionCoordinator: AVCaptureDeviceDirectionCoordinator?
  private var rotationCoordinator: AVCaptureDevice.RotationCoordinator?
  private var rotationObservation: NSKeyValueObservation?

  private var camera: AVCaptureDeviceDescriptor?
  private var directions: AVCaptureDeviceDirectionMap?
  private var switchTask: Task<Void, Never>?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewView.frame = view.bounds
    previewView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    previewView.previewLayer.videoGravity = .resizeAspectFill
    previewView.previewLayer.session = capture.session
    view.addSubview(previewView)

    cover.frame = view.bounds
    cover.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    cover.backgroundColor = .black
    view.addSubview(cover)

    Task {
      guard await AVCaptureDevice.requestAccess(for: .video) else { return }
      followDirections()
    }
  }

  private func followDirections() {
    directionCoordinator = AVCaptureDeviceDirectionCoordinator(
      view: previewView,
      deviceTypes: [
        .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInDualWideCamera,
        .builtInWideAngleCamera,
      ]
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
    guard let next = forward.first(where: { $0.position == .front }) ?? forward.first else { return }
    camera = next
    cover.isHidden = false
    let previous = switchTask
    switchTask = Task {
      await previous?.value
      await switchCamera(to: next)
    }
  }

  private func switchCamera(to descriptor: AVCaptureDeviceDescriptor) async {
    guard camera?.uniqueID == descriptor.uniqueID else { return }
    let device = await capture.useCamera(withID: descriptor.uniqueID)
    guard let device, camera?.uniqueID == descriptor.uniqueID else { return }
    updateMirroring()
    followRotation(of: device)
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
