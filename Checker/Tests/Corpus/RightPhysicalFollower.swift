import AVKit
import UIKit

/// Both physical front cameras and the rear one, found by discovery, chosen by direction, covered while switching.
@available(iOS 27.1, *)
final class RightPhysicalFollower: UIViewController {
  private let types: [AVCaptureDevice.DeviceType] = [
    .builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInDualWideCamera,
  ]
  private var coordinator: AVCaptureDeviceDirectionCoordinator?
  private let cover = UIVisualEffectView(effect: UIBlurEffect(style: .regular))
  private let queue = DispatchQueue(label: "session")
  private let previewLayer = AVCaptureVideoPreviewLayer()
  var session: AVCaptureSession?

  lazy var cameras: [AVCaptureDevice] = AVCaptureDevice.DiscoverySession(
    deviceTypes: types, mediaType: .video, position: .unspecified
  ).devices

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.addSublayer(previewLayer)
    view.addSubview(cover)
    coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: types) { [weak self] map in
      self?.directionsChanged(map)
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewLayer.frame = view.bounds
    cover.frame = view.bounds
  }

  private func directionsChanged(_ map: AVCaptureDeviceDirectionMap) {
    guard let id = map.forwardFacingDeviceDescriptors.first?.uniqueID else { return }
    cover.isHidden = false
    queue.async { [weak self] in
      self?.useCamera(id)
      DispatchQueue.main.async { self?.cover.isHidden = true }
    }
  }

  private func useCamera(_ id: String) {
    guard let session, let camera = AVCaptureDevice(uniqueID: id),
      let input = try? AVCaptureDeviceInput(device: camera)
    else { return }
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let old = session.inputs
    old.forEach { session.removeInput($0) }
    guard session.canAddInput(input) else {
      old.forEach { session.addInput($0) }
      return
    }
    session.addInput(input)
  }
}
