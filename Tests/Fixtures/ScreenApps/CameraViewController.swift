@preconcurrency import AVFoundation
import UIKit

final class PreviewView: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
  var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
}

/// The front camera, upright and with a shutter, and nothing wrong: what the others start from.
class CameraViewController: UIViewController {
  let isRight = AppDelegate.isRight
  let session = AVCaptureSession()
  let preview = PreviewView()
  /// What shows the camera.
  var videoLayer: AVCaptureVideoPreviewLayer { preview.previewLayer }
  let shutter = UIButton(type: .system)
  private let queue = DispatchQueue(label: "camera")
  private var rotation: AVCaptureDevice.RotationCoordinator?
  private var observation: NSKeyValueObservation?

  override func viewDidLoad() {
    super.viewDidLoad()
    preview.previewLayer.videoGravity = .resizeAspectFill
    preview.previewLayer.session = session
    view.addSubview(preview)
    add(shutter, "shutter")
    AVCaptureDevice.requestAccess(for: .video) { [weak self] isGranted in
      DispatchQueue.main.async { if isGranted { self?.start() } }
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    preview.frame = view.bounds
    // In the left half of the inner display, and far from its camera.
    shutter.frame = CGRect(x: 80, y: view.bounds.height - 120, width: 60, height: 60)
  }

  func add(_ control: UIControl, _ name: String) {
    control.accessibilityIdentifier = name
    control.backgroundColor = .white
    control.layer.cornerRadius = 12
    view.addSubview(control)
  }

  func start() {
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
      let input = try? AVCaptureDeviceInput(device: camera)
    else { return }
    session.addInput(input)
    let rotation = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: videoLayer)
    self.rotation = rotation
    nonisolated(unsafe) let layer = videoLayer
    observation = rotation.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]) {
      rotation, _ in
      let angle = rotation.videoRotationAngleForHorizonLevelPreview
      DispatchQueue.main.async { layer.connection?.videoRotationAngle = angle }
    }
    run()
  }

  func run() {
    nonisolated(unsafe) let session = session
    queue.async { session.startRunning() }
  }
}
