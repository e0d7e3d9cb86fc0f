import AVFoundation
import DuoTesting
import Synchronization
import Testing
import UIKit

/// A camera screen whose orientations a test chooses before the launch, and that writes down what it is told.
final class FieldReportSceneDelegate: CameraSceneDelegate {
  static var orientations: UIInterfaceOrientationMask = .all

  let controller = FieldReportController()

  override func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    Self.current = self
    view.frame = controller.view.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    controller.view.addSubview(view)
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    self.window = window
  }
}

final class FieldReportController: UIViewController {
  private(set) var sizes: [CGSize] = []

  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    FieldReportSceneDelegate.orientations
  }

  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    sizes.append(size)
  }

  func takeSizes() -> [CGSize] {
    defer { sizes = [] }
    return sizes
  }
}

/// What a test of the camera screen has at hand.
@MainActor
struct FieldReportScreen {
  let phone: SimulatedPhone
  let scene: UIWindowScene
  let view: PreviewView
  let controller: FieldReportController

  var layer: AVCaptureVideoPreviewLayer { view.previewLayer }
  var orientation: UIInterfaceOrientation { scene.effectiveGeometry.interfaceOrientation }

  /// A preview that follows its coordinator, as apps are told to write it.
  func follow(_ device: AVCaptureDevice, outputs: [AVCaptureOutput] = []) throws -> FollowingPreview {
    try FollowingPreview(device, on: layer, outputs: outputs)
  }
}

/// The screen on a phone. Every orientation that the app may have is in its property list.
func onScreen(
  _ orientations: UIInterfaceOrientationMask = .all, on phone: PhoneDescription = .duo,
  pose: PhonePose = .openLandscape, _ body: @MainActor (FieldReportScreen) async throws -> Void
) async {
  let names = ["Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"]
  await AppTest.run(
    CameraAppDelegate.self, scene: FieldReportSceneDelegate.self,
    info: [
      "NSCameraUsageDescription": "Takes pictures.",
      "UISupportedInterfaceOrientations": names.map { "UIInterfaceOrientation\($0)" },
    ], on: phone, pose: pose
  ) { app in
    FieldReportSceneDelegate.orientations = orientations
    let delegate = try #require(CameraSceneDelegate.current as? FieldReportSceneDelegate)
    delegate.controller.setNeedsUpdateOfSupportedInterfaceOrientations()
    try await app.phone.settle()
    try await body(
      FieldReportScreen(
        phone: app.phone, scene: try #require(app.scene), view: delegate.view,
        controller: delegate.controller))
  }
}

/// Session, preview and coordinator; the preview's angle is the coordinator's at once and at every change.
@MainActor
final class FollowingPreview {
  let session: AVCaptureSession
  let layer: AVCaptureVideoPreviewLayer
  let coordinator: AVCaptureDevice.RotationCoordinator
  private(set) var changes: [CGFloat] = []
  private var observation: NSKeyValueObservation?

  init(_ device: AVCaptureDevice, on layer: AVCaptureVideoPreviewLayer, outputs: [AVCaptureOutput]) throws {
    session = try CompatibilityTests.session(device)
    for output in outputs { session.addOutput(output) }
    self.layer = layer
    layer.videoGravity = .resizeAspectFill
    layer.session = session
    coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
    layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
    observation = coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.new]) {
      [weak self] _, _ in MainActor.assumeIsolated { self?.turn() }
    }
    session.startRunning()
  }

  private func turn() {
    changes.append(previewAngle)
    layer.connection?.videoRotationAngle = previewAngle
  }

  func takeChanges() -> [CGFloat] {
    defer { changes = [] }
    return changes
  }

  var previewAngle: CGFloat { coordinator.videoRotationAngleForHorizonLevelPreview }
  var captureAngle: CGFloat { coordinator.videoRotationAngleForHorizonLevelCapture }
  var angles: [CGFloat] { [previewAngle, captureAngle] }

  func end() {
    observation?.invalidate()
    session.stopRunning()
    layer.session = nil
  }
}

/// The sizes of the frames that a delegate gets.
final class FrameSizes: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
  private let all = Mutex<[String]>([])
  private let queue = DispatchQueue(label: "sizes")

  func output() -> AVCaptureVideoDataOutput {
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(self, queue: queue)
    return output
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    let size = "\(CVPixelBufferGetWidth(buffer))x\(CVPixelBufferGetHeight(buffer))"
    all.withLock { $0.append(size) }
  }

  /// Since the last call.
  func take() -> [String] {
    all.withLock { sizes in
      defer { sizes = [] }
      return sizes
    }
  }
}
