import AVFoundation
import Combine
import DuoTesting
import Testing
import UIKit

/// A scanner as apps have it: preview, a guide in the middle, a frame round the code that was found. Codes outside the guide
/// are none of its business.
@MainActor
final class ScannerViewController: UIViewController, @preconcurrency AVCaptureMetadataOutputObjectsDelegate {
  @Published private(set) var code: String?
  let previewLayer = AVCaptureVideoPreviewLayer()
  let overlay = CAShapeLayer()
  private let metadataOutput = AVCaptureMetadataOutput()
  nonisolated(unsafe) private let session = AVCaptureSession()
  private let sessionQueue = DispatchQueue(label: "com.example.scanner.session")
  private var observers: Set<AnyCancellable> = []
  private var isAngleKept: NSKeyValueObservation?
  private var rotation: AVCaptureDevice.RotationCoordinator?

  /// The guide, in the view.
  var guide: CGRect {
    let side = min(view.bounds.width, view.bounds.height) * 0.6
    return CGRect(x: view.bounds.midX - side / 2, y: view.bounds.midY - side / 2, width: side, height: side)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    previewLayer.session = session
    previewLayer.videoGravity = .resizeAspectFill
    view.layer.addSublayer(previewLayer)
    overlay.strokeColor = UIColor.yellow.cgColor
    overlay.fillColor = UIColor.clear.cgColor
    overlay.lineWidth = 3
    overlay.isHidden = true
    view.layer.addSublayer(overlay)
    NotificationCenter.default.publisher(for: AVCaptureSession.didStartRunningNotification, object: session)
      .receive(on: DispatchQueue.main)
      .sink { [weak self] _ in self?.updateGuide() }
      .store(in: &observers)
    configure()
  }

  private func configure() {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    session.sessionPreset = .hd1920x1080
    guard
      let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
      let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input),
      session.canAddOutput(metadataOutput)
    else { return }
    session.addInput(input)
    session.addOutput(metadataOutput)
    metadataOutput.setMetadataObjectsDelegate(self, queue: .main)
    if metadataOutput.availableMetadataObjectTypes.contains(.qr) {
      metadataOutput.metadataObjectTypes = [.qr]
    }
    let rotation = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: previewLayer)
    self.rotation = rotation
    isAngleKept = rotation.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]) {
      [weak self] coordinator, _ in
      let angle = coordinator.videoRotationAngleForHorizonLevelPreview
      MainActor.assumeIsolated { self?.turn(to: angle) }
    }
  }

  private func turn(to angle: CGFloat) {
    guard let connection = previewLayer.connection, connection.isVideoRotationAngleSupported(angle) else {
      return
    }
    connection.videoRotationAngle = angle
    updateGuide()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    sessionQueue.async { [self] in if !session.isRunning { session.startRunning() } }
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    sessionQueue.async { [self] in session.stopRunning() }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    previewLayer.frame = view.bounds
    overlay.frame = view.bounds
    updateGuide()
  }

  private func updateGuide() {
    // On the session's queue: setting it can take a moment.
    let rect = previewLayer.metadataOutputRectConverted(fromLayerRect: guide)
    guard previewLayer.connection?.isActive == true, !rect.isEmpty else { return }
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    nonisolated(unsafe) let output = metadataOutput
    sessionQueue.async { output.rectOfInterest = rect.intersection(whole) }
  }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    guard let object = metadataObjects.first as? AVMetadataMachineReadableCodeObject,
      let shown = previewLayer.transformedMetadataObject(for: object) as? AVMetadataMachineReadableCodeObject
    else {
      overlay.isHidden = true
      return
    }
    let path = UIBezierPath()
    for (index, corner) in shown.corners.enumerated() {
      if index == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
    }
    path.close()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    overlay.path = path.cgPath
    overlay.isHidden = false
    CATransaction.commit()
    code = object.stringValue
  }
}

final class ScannerAppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  static var scanner: ScannerViewController?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let scanner = ScannerViewController()
    Self.scanner = scanner
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = scanner
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}

@Suite struct ScannerTests {
  private static func board(_ text: String, from phone: SimulatedPhone, right: Double = 0) -> Poster {
    let place = phone.state.placement.position
    return Poster(text, centre: [place.x + 0.06 + right, place.y + 0.04, place.z - 0.8], width: 0.16)
  }

  /// What is in the guide is found and framed; the overlay lies where the code is shown, on both displays.
  @Test func theCodeInTheGuideIsFramed() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(ScannerAppDelegate.self) { app in
        let scanner = try #require(ScannerAppDelegate.scanner)
        var codes: [String] = []
        let subscription = scanner.$code.compactMap { $0 }.removeDuplicates().sink { codes.append($0) }
        defer { subscription.cancel() }
        for pose in [PhonePose.closed, .openLandscape] {
          try await app.phone.move(to: pose)
          let text = "https://example.com/\(pose.rawValue)"
          try await app.phone.play(.posters([Self.board(text, from: app.phone)]))
          try await app.phone.settle()
          #expect(codes.last == text && !scanner.overlay.isHidden, "\(pose)")
          let box = try #require(scanner.overlay.path).boundingBox
          let guide = scanner.guide
          #expect(box.minX >= guide.minX && box.maxX <= guide.maxX, "\(pose): \(box) in \(guide)")
          #expect(box.minY >= guide.minY && box.maxY <= guide.maxY, "\(pose): \(box) in \(guide)")
          // A square, seen from the front.
          #expect(abs(box.width / box.height - 1) < 0.1 && box.width > 20, "\(pose): \(box)")
        }
      }
    }
  }

  @Test func aCodeBesideTheGuideIsNone() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(ScannerAppDelegate.self) { app in
        let scanner = try #require(ScannerAppDelegate.scanner)
        try await app.phone.play(.posters([Self.board("in", from: app.phone)]))
        try await app.phone.settle()
        #expect(scanner.code == "in" && !scanner.overlay.isHidden)
        try await app.phone.play(.posters([Self.board("out", from: app.phone, right: 0.33)]))
        try await app.phone.settle()
        #expect(scanner.code == "in" && scanner.overlay.isHidden)
      }
    }
  }
}
