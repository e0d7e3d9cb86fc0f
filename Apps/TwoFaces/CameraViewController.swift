import AVFoundation
import AVKit
import UIKit

/// The capture interface: a preview and the controls, arranged round the fold, and the second preview that the people in
/// front of the phone may see on the outer display.
final class CameraViewController: UIViewController {
  private let model = CameraModel()
  private let arrangement = UIArrangementViewController()
  private lazy var previewController = PreviewViewController(model: model)
  private lazy var controlsController = ControlsViewController(model: model) { [weak self] in
    self?.previewController.captureAngle ?? 0
  }
  /// Kept as long as there is anything to show: without it the system forgets the accessory.
  private var registration: UISceneAccessoryRegistration?

  /// Upside down as well: on a table the cover half may lie flat.
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    addChild(arrangement)
    arrangement.view.frame = view.bounds
    arrangement.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(arrangement.view)
    arrangement.didMove(toParent: self)
    // What people tap is the primary, what they watch the secondary.
    arrangement.setViewController(controlsController, for: .primary)
    arrangement.setViewController(previewController, for: .secondary)
    arrangement.updateArrangement(UIOverlayArrangement(), animated: false)

    registerOuterPreview()
    watchSession()
    Task {
      guard await AVCaptureDevice.requestAccess(for: .video) else {
        model.message = "Allow the camera in Settings."
        return
      }
      previewController.start()
    }
  }

  private func registerOuterPreview() {
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = OuterSceneDelegate.self
    registration = registerSceneAccessory(
      .cameraCapture(sceneConfiguration: configuration, userInfo: model))
  }

  override func updateProperties() {
    super.updateProperties()
    // People in front of the phone have nothing to see while the camera looks the other way.
    registration?.isEnabled = model.aim == .scene && model.showsOuterPreview
    controlsController.offersOuterPreview = registration?.isAvailable == true
  }

  // MARK: Interruptions

  private func watchSession() {
    let center = NotificationCenter.default
    Task { [weak self] in
      for await notification in center.notifications(named: AVCaptureSession.wasInterruptedNotification) {
        let reason = (notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int)
          .flatMap(AVCaptureSession.InterruptionReason.init(rawValue:))
        self?.model.callOffCountdown()
        self?.model.message = reason?.message ?? "The camera is paused."
      }
    }
    Task { [weak self] in
      for await _ in center.notifications(named: AVCaptureSession.interruptionEndedNotification) {
        self?.model.message = nil
      }
    }
    Task { [weak self] in
      for await _ in center.notifications(named: AVCaptureSession.runtimeErrorNotification) {
        self?.model.message = "The camera has stopped."
      }
    }
  }
}

extension AVCaptureSession.InterruptionReason {
  var message: String {
    switch self {
    case .videoDeviceNotAvailableWithMultipleForegroundApps:
      "The camera is off while two apps share the display."
    case .videoDeviceInUseByAnotherClient: "Another app is using the camera."
    case .videoDeviceNotAvailableDueToSystemPressure: "The camera is off until iPhone has cooled down."
    default: "The camera is paused."
    }
  }
}
