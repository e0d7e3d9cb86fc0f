import DuoAVFoundation
import DuoAVKit
import DuoUIKit
import Foundation
import Scenarios
import Testing

@testable import DuoHost

/// An app that shows its rear camera's preview to whoever holds the phone and, by an accessory, to whoever stands before
/// it. One for a process.
@MainActor
final class AccessoryApp: UIResponder, UIApplicationDelegate {
  enum Kind: String, Codable, Sendable {
    /// A live preview with a button on each display.
    case live
    /// The accessory's preview uses the main preview's coordinators.
    case shared
    /// The second preview stands beside the first one, on one display.
    case twoPanes
  }

  static var kind = Kind.live

  static func run(_ kind: Kind, _ path: String) async throws {
    Self.kind = kind
    try Host.start(AccessoryApp.self, try RunRequest(path: path))
    try await Task.sleep(for: .seconds(100_000))
    Issue.record("the scenario never ended")
    exit(EXIT_FAILURE)
  }

  let camera = AccessoryCamera()
  var window: UIWindow?
  private var registration: UISceneAccessoryRegistration?
  private var pane: PreviewPane!
  private var second: PreviewPane?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CaptureSystem.current.authorization.set(.authorized, for: .video)
    let window = UIWindow(frame: UIScreen.main.bounds)
    let root = UIViewController()
    window.rootViewController = root
    pane = PreviewPane(camera)
    pane.frame = root.view.bounds
    pane.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    root.view.addSubview(pane)
    root.view.addSubview(Self.button("shutter") {})
    camera.mainPane = pane
    if Self.kind == .twoPanes {
      let second = PreviewPane(camera)
      second.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
      root.view.addSubview(second)
      self.second = second
    } else {
      registration = root.registerSceneAccessory(Self.accessory(camera))
    }
    root.view.addSubview(Self.button("toggle", x: 100) { [unowned self] in registration?.isEnabled.toggle() })
    window.makeKeyAndVisible()
    self.window = window
    camera.start()
    return true
  }

  private static func accessory(_ camera: AccessoryCamera) -> UISceneAccessory {
    let configuration = UISceneConfiguration(name: nil, sessionRole: .windowCameraCaptureAccessory)
    configuration.delegateClass = AccessorySceneDelegate.self
    return .cameraCapture(sceneConfiguration: configuration, userInfo: camera)
  }

  static func button(
    _ name: String, x: Double = 20, _ action: @escaping @MainActor () -> Void
  ) -> UIButton {
    let button = UIButton(type: .system)
    button.frame = CGRect(x: x, y: 300, width: 60, height: 60)
    button.accessibilityIdentifier = name
    button.addAction(UIAction { _ in MainActor.assumeIsolated { action() } }, for: .touchUpInside)
    return button
  }
}

/// The rear camera and its session, shared by both displays.
@MainActor
final class AccessoryCamera {
  let session = AVCaptureSession()
  let device = AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back)!
  weak var mainPane: PreviewPane?
  var focusTaps = 0

  private let queue = DispatchQueue(label: "test.session")

  func start() {
    session.addInput(try! AVCaptureDeviceInput(device: device))
    let parcel = Parcel(value: session)
    queue.async { parcel.value.startRunning() }
  }

  private struct Parcel: @unchecked Sendable {
    // Unchecked: sessions guard their own state.
    let value: AVCaptureSession
  }
}

/// One preview with its own coordinators.
@MainActor
final class PreviewPane: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
  var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }

  private let device: AVCaptureDevice
  private var direction: AVCaptureDeviceDirectionCoordinator?
  private var rotation: AVCaptureDevice.RotationCoordinator?
  private var turns: NSKeyValueObservation?

  /// - Parameter reference: whose directions and angles count; nil for this view's own.
  init(_ camera: AccessoryCamera, following reference: PreviewPane? = nil) {
    device = camera.device
    super.init(frame: .zero)
    previewLayer.session = camera.session
    previewLayer.videoGravity = .resizeAspectFill
    direction = AVCaptureDeviceDirectionCoordinator(
      view: reference ?? self, deviceTypes: [.builtInDualWideCamera]
    ) { [unowned self] map in
      MainActor.assumeIsolated { mirror(map) }
    }
    rotation = AVCaptureDevice.RotationCoordinator(
      device: device, previewLayer: (reference ?? self).previewLayer)
    turns = rotation?.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]) {
      [unowned self] coordinator, _ in
      let angle = coordinator.videoRotationAngleForHorizonLevelPreview
      MainActor.assumeIsolated { turn(angle) }
    }
  }

  required init?(coder: NSCoder) { nil }

  private func mirror(_ map: AVCaptureDeviceDirectionMap) {
    let isForward = map.forwardFacingDeviceDescriptors.contains { $0.uniqueID == device.uniqueID }
    // Not in the handler itself, which must not call AVFoundation.
    DispatchQueue.main.async { [previewLayer] in
      MainActor.assumeIsolated {
        guard let connection = previewLayer.connection else { return }
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isForward
      }
    }
  }

  private func turn(_ angle: CGFloat) { previewLayer.connection?.videoRotationAngle = angle }
}

/// What the person before the camera sees.
final class AccessorySceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene,
      let camera = connectionOptions.sceneAccessoryUserInfo as? AccessoryCamera
    else { return }
    let window = UIWindow(windowScene: scene)
    let root = UIViewController()
    window.rootViewController = root
    let pane = PreviewPane(camera, following: AccessoryApp.kind == .shared ? camera.mainPane : nil)
    pane.frame = root.view.bounds
    pane.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    root.view.addSubview(pane)
    root.view.addSubview(AccessoryApp.button("focus") { camera.focusTaps += 1 })
    window.makeKeyAndVisible()
    self.window = window
  }
}
