import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel

extension AVCaptureDevice {
  /// Says by which angles a camera's pictures have to be turned to stand upright: for a preview as the interface lies
  /// on its display, for captured pictures as gravity says. Bound to one device and one layer for life. [docs]
  ///
  /// Both angles are observable and change on the main queue only. [header] They also change when the app moves to
  /// another display. [talk] While the camera looks straight up or down they keep their last value. [forum]
  open class RotationCoordinator: NSObject {
    private let deviceReference: WeakReference<AVCaptureDevice>
    private let layerReference: WeakReference<CALayer>
    private let watcher: RotationWatcher

    /// - Parameters:
    ///   - device: A camera.
    ///   - previewLayer: Any layer. With nil there is never an angle for a preview, only for captures.
    public init(device: AVCaptureDevice, previewLayer: CALayer?) {
      deviceReference = WeakReference(device)
      layerReference = WeakReference(previewLayer)
      watcher = RotationWatcher(device: device, layer: previewLayer)
      super.init()
      CaptureCall.note("AVCaptureDevice.RotationCoordinator.init(device:previewLayer:)")
      watcher.start(for: self)
    }

    deinit { watcher.end() }

    /// The coordinator does not keep it alive.
    public weak var device: AVCaptureDevice? { deviceReference.object }
    /// The coordinator does not keep it alive.
    public weak var previewLayer: CALayer? { layerReference.object }

    /// Degrees clockwise: 0, 90, 180 or 270. 0 when there was no layer at creation, when it is on no display, or when it
    /// is gone. [header] Observable, on the main queue.
    public var videoRotationAngleForHorizonLevelPreview: CGFloat { CGFloat(watcher.told.preview.degrees) }

    /// Degrees clockwise: 0, 90, 180 or 270. Works without a layer. [header] Observable, on the main queue.
    public var videoRotationAngleForHorizonLevelCapture: CGFloat { CGFloat(watcher.told.capture.degrees) }

    /// The angle that makes pictures upright when the phone is held as you say, whatever it does now: a constant of
    /// camera and mounting. 0 when the device is gone. [docs]
    public func videoRotationAngleRelative(toDeviceOrientation orientation: AVCaptureVideoOrientation)
      -> CGFloat
    {
      guard let device else { return 0 }
      return CGFloat(SensorOrientation(of: device).angle(for: orientation).degrees)
    }
  }
}

extension AVCaptureDevice.RotationCoordinator: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureDevice.RotationCoordinator
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureDevice.RotationCoordinator>] {
    [\.videoRotationAngleForHorizonLevelPreview, \.videoRotationAngleForHorizonLevelCapture]
  }
}

/// Follows the phone and the layer for a rotation coordinator.
final class RotationWatcher: Sendable {
  struct Angles: Equatable, Sendable {
    var preview: QuarterTurns = 0
    var capture: QuarterTurns = 0
  }

  private struct State: Sendable {
    var told = Angles()
    var isScheduled = false
    var phoneObservation: (any PhoneObservation)?
    var layerObservation: LayerObservation?
  }

  private let phone: any PhoneHardware
  private let camera: CameraID
  private let layer: WeakReference<CALayer>
  private let state = Guarded(State())
  private let owner = Guarded(WeakReference<AVCaptureDevice.RotationCoordinator>(nil))

  init(device: AVCaptureDevice, layer: CALayer?) {
    phone = device.phone
    camera = device.camera.id
    self.layer = WeakReference(layer)
    let angles = angles()
    state.withLock { $0.told = angles }
  }

  func start(for coordinator: AVCaptureDevice.RotationCoordinator) {
    owner.withLock { $0 = WeakReference(coordinator) }
    let phoneObservation = phone.observe { [weak self] _ in self?.changed() }
    let layerObservation = layer.object?.attachment.observe { [weak self] _ in self?.changed() }
    state.withLock {
      $0.phoneObservation = phoneObservation
      $0.layerObservation = layerObservation
    }
  }

  func end() {
    let (phoneObservation, layerObservation) = state.withLock { ($0.phoneObservation, $0.layerObservation) }
    phoneObservation?.cancel()
    layerObservation?.cancel()
  }

  /// What the coordinator says.
  var told: Angles {
    var angles = state.withLock { $0.told }
    if layer.object == nil { angles.preview = 0 }
    return angles
  }

  /// What the phone and the layer say now.
  private func angles() -> Angles {
    let phoneState = phone.state
    let description = phone.description
    var angles = Angles()
    angles.capture = RotationAngles.capture(camera, phoneState, at: phone.clock.now, in: description)
    if let placement = layer.object?.attachment.placement,
      let display = DisplayID(rawValue: placement.display)
    {
      angles.preview = RotationAngles.preview(
        camera, on: display, interfaceTurn: QuarterTurns(placement.interfaceTurn), phoneState, in: description
      )
    }
    return angles
  }

  /// One look for each turn of the main queue, however many things changed.
  private func changed() {
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { DispatchQueue.main.async { [weak self] in self?.look() } }
  }

  private func look() {
    state.withLock { $0.isScheduled = false }
    guard let coordinator = owner.withLock({ $0.object }) else { return }
    let old = state.withLock { $0.told }
    let new = angles()
    state.withLock { $0.told = new }
    if old.preview != new.preview {
      coordinator.announce(
        \.videoRotationAngleForHorizonLevelPreview, old: CGFloat(old.preview.degrees),
        new: CGFloat(new.preview.degrees))
    }
    if old.capture != new.capture {
      coordinator.announce(
        \.videoRotationAngleForHorizonLevelCapture, old: CGFloat(old.capture.degrees),
        new: CGFloat(new.capture.degrees))
    }
  }
}
