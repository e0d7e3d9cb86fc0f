import DuoAVFoundation
import DuoAVKit
import DuoUIKit
import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// A small app that a test process runs. One for a process.
@MainActor
final class TestApp: UIResponder, UIApplicationDelegate {
  enum Kind: String, Codable, Sendable {
    /// Controls and coloured views; no camera.
    case controls
    /// The virtual front camera fills the display.
    case virtualFront
    /// The same with views over it: opaque over its left half, a thin veil over the rest.
    case halfCovered
    /// The front camera that the direction coordinator names, without and with something over its switch.
    case follower, coveringFollower
    /// The outer camera; a button exchanges it for the rear one.
    case button
    /// A preview whose session nobody starts, and one that the person forbids to start.
    case neverStarted, denied
    /// As `follower`, with a capture call in the direction coordinator's handler.
    case careless
    /// As `virtualFront`, the preview's view turned, flipped or scaled.
    case turned90, turned180, turned20, tilted, flipped, turnedOver, halved, enlarged, turnedAndFlipped
    case sheared, squeezed
    /// The preview's superview flipped, without and with the preview itself flipped.
    case inFlipped, flippedTwice
    /// Asks for the camera and starts it 0.4 s after the answer; asks, and starts nothing.
    case asking, onlyAsking
    /// A surface with recognisers; what they heard becomes the name of a control.
    case gestures
    /// Controls that do not get what they should: under another view, under an alert's button, disabled, deaf; and some
    /// that do.
    case obstructed
    /// Starts its session on the main thread, and sleeps there.
    case blocking
  }

  static var kind = Kind.controls

  /// Runs the app in this process until the request's scenario ends, which ends the process.
  static func run(_ kind: Kind, _ path: String) async throws {
    Self.kind = kind
    var bundle = try AppBundle.main()
    bundle.info["UIApplicationSceneManifest"] = [
      "UISceneConfigurations": [
        "UIWindowSceneSessionRoleApplication": [["UISceneDelegateClassName": "DuoHostTests.TestAppScene"]]
      ]
    ]
    try Host.start(TestApp.self, try RunRequest(path: path), bundle: bundle)
    try await Task.sleep(for: .seconds(100_000))
    Issue.record("the scenario never ended")
    exit(EXIT_FAILURE)
  }

  private let session = AVCaptureSession()
  private let queue = DispatchQueue(label: "test.session")
  private let preview = TestPreview()
  private let cover = UIView()
  var window: UIWindow?
  private var coordinator: AVCaptureDeviceDirectionCoordinator?
  private var rotation: AVCaptureDevice.RotationCoordinator?
  private var turns: NSKeyValueObservation?
  private var taps = 0

  private var root: UIView { window!.rootViewController!.view }

  /// The app's scene is there.
  fileprivate func begin(in scene: UIWindowScene) {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    decide()
    switch Self.kind {
    case .controls: addControls()
    case .obstructed: addObstructions()
    case .virtualFront, .halfCovered, .turned90, .turned180, .turned20, .tilted, .flipped, .turnedOver,
      .halved, .enlarged, .turnedAndFlipped, .sheared, .squeezed, .inFlipped, .flippedTwice:
      addPreview()
      if Self.kind == .halfCovered { addVeils() }
      transform()
      use(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)!)
    case .follower, .coveringFollower, .careless:
      addPreview()
      follow()
    case .button:
      addPreview()
      addButton("camera", CGRect(x: 0, y: 0, width: 60, height: 60)) { [self] in use(.builtInWideAngleCamera)
      }
      use(.builtInOuterUltraWideCamera)
    case .blocking:
      addPreview()
      session.startRunning()
      Thread.sleep(forTimeInterval: 0.5)
    case .neverStarted, .denied: addPreview()
    case .gestures: GestureSurface.add(to: root)
    case .asking, .onlyAsking:
      addPreview()
      ask()
    }
  }

  private func decide() {
    let authorization = CaptureSystem.current.authorization
    switch Self.kind {
    case .asking, .onlyAsking: authorization.setUsageTexts([.video: "a test"])
    case .denied: authorization.set(.denied, for: .video)
    default: authorization.set(.authorized, for: .video)
    }
  }

  private func ask() {
    AVCaptureDevice.requestAccess(for: .video) { _ in
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.4) {
        if Self.kind == .asking { self.use(.builtInOuterUltraWideCamera) }
      }
    }
  }

  // MARK: Views

  private func addControls() {
    root.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    let red = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    red.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSubview(red)
    addButton("shutter", CGRect(x: 100, y: 200, width: 50, height: 60)) { [self] in
      taps += 1
      addButton("tapped \(taps)", CGRect(x: 0, y: 290 + taps * 10, width: 10, height: 10)) {}
    }
  }

  private func addObstructions() {
    func button(_ name: String, _ y: Int) -> UIButton {
      addButton(name, CGRect(x: 50, y: y, width: 100, height: 40)) {}
      return root.subviews.last as! UIButton
    }
    _ = button("covered", 100)
    let dim = UIView(frame: CGRect(x: 40, y: 90, width: 120, height: 60))
    dim.accessibilityIdentifier = "dim"
    root.addSubview(dim)
    button("off", 200).isEnabled = false
    button("deaf", 250).isUserInteractionEnabled = false
    let box = UIView(frame: CGRect(x: 50, y: 300, width: 100, height: 40))
    let label = UILabel(frame: box.bounds)
    label.accessibilityIdentifier = "label"
    box.addSubview(label)
    root.addSubview(box)
    let leaving = button("leaving", 350)
    leaving.addAction(UIAction { _ in leaving.removeFromSuperview() }, for: .touchDown)
    let alerting = button("alert", 400)
    alerting.addAction(
      UIAction { [self] _ in
        let alert = UIAlertController(title: "Wait", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        window!.rootViewController!.present(alert, animated: false)
      }, for: .touchUpInside)
  }

  private func addButton(_ name: String, _ frame: CGRect, _ action: @escaping @MainActor () -> Void) {
    let button = UIButton(type: .system)
    button.frame = frame
    button.accessibilityIdentifier = name
    button.addAction(UIAction { _ in MainActor.assumeIsolated { action() } }, for: .touchUpInside)
    root.addSubview(button)
  }

  private func addPreview() {
    fill(preview)
    preview.layer.backgroundColor = nil
    preview.previewLayer.videoGravity = .resizeAspectFill
    preview.previewLayer.session = session
    root.addSubview(preview)
  }

  private func transform() {
    func turned(_ degrees: Double) -> CGAffineTransform {
      CGAffineTransform(rotationAngle: degrees * .pi / 180)
    }
    let flip = CGAffineTransform(scaleX: -1, y: 1)
    switch Self.kind {
    case .turned90: preview.transform = turned(90)
    case .turned180: preview.transform = turned(180)
    case .turned20: preview.transform = turned(20)
    case .tilted: preview.transform = turned(-5)
    case .flipped: preview.transform = flip
    case .turnedOver: preview.transform3D = CATransform3DMakeRotation(.pi, 0, 1, 0)
    case .halved: preview.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
    case .enlarged: preview.transform = CGAffineTransform(scaleX: 1.2, y: 1.2)
    case .turnedAndFlipped: preview.transform = flip.concatenating(turned(90))
    case .sheared: preview.transform = CGAffineTransform(a: 1, b: 0.4, c: 0, d: 1, tx: 0, ty: 0)
    case .squeezed: preview.transform = CGAffineTransform(scaleX: 0.6, y: 1)
    case .inFlipped: root.transform = flip
    case .flippedTwice:
      root.transform = flip
      preview.transform = flip
    default: break
    }
  }

  private func fill(_ view: UIView) {
    view.frame = root.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  private func addVeils() {
    let size = root.bounds.size
    cover.frame = CGRect(x: 0, y: 0, width: size.width / 2, height: size.height)
    cover.backgroundColor = UIColor(red: 0, green: 0.5, blue: 0, alpha: 1)
    root.addSubview(cover)
    let veil = UIView(frame: CGRect(origin: .zero, size: size))
    veil.backgroundColor = UIColor(red: 1, green: 1, blue: 1, alpha: 0.3)
    root.addSubview(veil)
  }

  // MARK: Cameras

  private func use(_ type: AVCaptureDevice.DeviceType) {
    let cameras = AVCaptureDevice.DiscoverySession(
      deviceTypes: [type], mediaType: .video,
      position: type == .builtInWideAngleCamera ? .back : .front)
    use(cameras.devices[0])
  }

  private func use(_ device: AVCaptureDevice) {
    let work = Parcel(value: (session, device))
    queue.async {
      let (session, device) = work.value
      session.beginConfiguration()
      if let old = session.inputs.first { session.removeInput(old) }
      session.addInput(try! AVCaptureDeviceInput(device: device))
      session.commitConfiguration()
      session.startRunning()
      DispatchQueue.main.async { MainActor.assumeIsolated { self.followRotation(work) } }
    }
  }

  /// After the switch, since it made a new connection.
  private func followRotation(_ work: Parcel<(AVCaptureSession, AVCaptureDevice)>) {
    rotation = AVCaptureDevice.RotationCoordinator(
      device: work.value.1, previewLayer: preview.previewLayer)
    turns = rotation?.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]) {
      [preview] coordinator, _ in
      let angle = coordinator.videoRotationAngleForHorizonLevelPreview
      DispatchQueue.main.async {
        MainActor.assumeIsolated { preview.previewLayer.connection?.videoRotationAngle = angle }
      }
    }
  }

  private func follow() {
    coordinator = AVCaptureDeviceDirectionCoordinator(
      view: preview, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { [unowned self] map in
      MainActor.assumeIsolated { turned(map) }
    }
  }

  private func turned(_ map: AVCaptureDeviceDirectionMap) {
    if Self.kind == .careless { session.beginConfiguration() }
    if Self.kind == .careless { session.commitConfiguration() }
    if Self.kind == .coveringFollower {
      fill(cover)
      cover.backgroundColor = UIColor(red: 0, green: 0, blue: 0, alpha: 1)
      root.addSubview(cover)
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.6) { self.cover.removeFromSuperview() }
    }
    let next = map.forwardFacingDeviceDescriptors[0]
    DispatchQueue.main.async { self.use(AVCaptureDevice(uniqueID: next.uniqueID)!) }
  }
}

final class TestPreview: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
  var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
}

/// Carries capture objects to the one queue that uses them.
private struct Parcel<Value>: @unchecked Sendable {
  // Unchecked: sessions and devices guard their own state.
  let value: Value
}

/// Hands the scene to the app.
final class TestAppScene: UIResponder, UIWindowSceneDelegate {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) { (UIApplication.shared.delegate as? TestApp)?.begin(in: scene as! UIWindowScene) }
}
