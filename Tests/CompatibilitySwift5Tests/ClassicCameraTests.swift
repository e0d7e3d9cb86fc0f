import AVFoundation
import AVKit
import DuoTesting
import UIKit
import XCTest

// Swift 5 mode and XCTest, as in an app that has been there for years.

class ClassicAppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    return true
  }
}

class ClassicSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = ClassicCameraController()
    window.makeKeyAndVisible()
    self.window = window
  }
}

class ClassicCameraController: UIViewController, AVCaptureVideoDataOutputSampleBufferDelegate {
  static weak var current: ClassicCameraController?

  let session = AVCaptureSession()
  private let sessionQueue = DispatchQueue(label: "session queue")
  private let output = AVCaptureVideoDataOutput()
  private var previewLayer: AVCaptureVideoPreviewLayer!
  private var directionCoordinator: AVCaptureDeviceDirectionCoordinator?
  private var runningObservation: NSKeyValueObservation?
  private var observers: [NSObjectProtocol] = []
  private(set) var forwardNames: [String] = []
  private(set) var frameCount = 0
  private(set) var interruptions = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    ClassicCameraController.current = self
    previewLayer = AVCaptureVideoPreviewLayer(session: session)
    previewLayer.videoGravity = .resizeAspectFill
    view.layer.addSublayer(previewLayer)
    runningObservation = session.observe(\.isRunning, options: .new) { _, change in
      guard let isRunning = change.newValue else { return }
      print("running: \(isRunning)")
    }
    observers.append(
      NotificationCenter.default.addObserver(
        forName: .AVCaptureSessionWasInterrupted, object: session, queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.interruptions += 1 }
      })
    directionCoordinator = AVCaptureDeviceDirectionCoordinator(
      view: view, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { [weak self] map in
      self?.directionsChanged(map)
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewLayer.frame = view.bounds
    guard let orientation = view.window?.windowScene?.interfaceOrientation,
      let videoOrientation = AVCaptureVideoOrientation(rawValue: orientation.rawValue)
    else { return }
    previewLayer.connection?.videoOrientation = videoOrientation
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    AVCaptureDevice.requestAccess(for: .video) { granted in
      guard granted else { return }
      self.sessionQueue.async { self.configure() }
    }
  }

  private func directionsChanged(_ map: AVCaptureDeviceDirectionMap) {
    forwardNames = map.forwardFacingDeviceDescriptors.map { $0.localizedName }
  }

  private func configure() {
    session.beginConfiguration()
    session.sessionPreset = .high
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
      let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input),
      session.canAddOutput(output)
    else {
      session.commitConfiguration()
      return
    }
    session.addInput(input)
    output.setSampleBufferDelegate(self, queue: .main)
    session.addOutput(output)
    session.commitConfiguration()
    session.startRunning()
    DispatchQueue.main.async { self.view.setNeedsLayout() }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    frameCount += 1
  }
}

final class ClassicCameraTests: XCTestCase {
  func testTheClassicCameraFollowsTheFold() async throws {
    try await inOwnProcess(of: self) {
      let phone = try SimulatedPhone(.duo)
      let app = try await phone.launch(ClassicAppDelegate.self, scene: ClassicSceneDelegate.self)
      try await phone.settle()
      try await app.preview().expect(camera: .outerFront, faces: .person, mirrored: true, stale: false)
      try await phone.move(to: .openLandscape, over: .seconds(1))
      try await phone.settle()
      try await app.preview(on: .inner).expect(
        camera: .innerFront, faces: .person, mirrored: true, stale: false)
      await MainActor.run {
        XCTAssertEqual(ClassicCameraController.current?.forwardNames.count, 1)
        XCTAssertGreaterThan(ClassicCameraController.current?.frameCount ?? 0, 30)
      }
      try await phone.play(.splitView(true))
      try await phone.settle()
      await MainActor.run { XCTAssertEqual(ClassicCameraController.current?.interruptions, 1) }
    }
  }

  func testAPhoneWithoutAnApp() async throws {
    try await inOwnProcess(of: self) {
      let phone = try SimulatedPhone(.duo, pose: .openLandscape)
      let rear = try XCTUnwrap(AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back))
      let session = AVCaptureSession()
      session.addInput(try AVCaptureDeviceInput(device: rear))
      let layer = AVCaptureVideoPreviewLayer(session: session)
      layer.frame = CGRect(x: 0, y: 0, width: 951, height: 669)
      session.startRunning()
      try await phone.settle()
      try await phone.reading(of: layer).expect(camera: .rear, faces: .away, upright: true, mirrored: false)
      try phone.expectTrace(.record("camera-start", ["device": "rear-dual-wide"]))
    }
  }
}
