import AVFoundation
import DuoTesting
import Testing
import UIKit

/// A scanner as apps wrote it in Swift 5: everything in one view controller, the guide converted by hand when a session's
/// format is known.
class OldScannerViewController: UIViewController, AVCaptureMetadataOutputObjectsDelegate {
  var captureSession: AVCaptureSession!
  var previewLayer: AVCaptureVideoPreviewLayer!
  var metadataOutput: AVCaptureMetadataOutput!
  var qrCodeFrameView: UIView!
  var found: [String] = []
  private var formatObserver: NSObjectProtocol?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor.black
    captureSession = AVCaptureSession()
    guard let videoCaptureDevice = AVCaptureDevice.default(for: .video) else { return failed() }
    let videoInput: AVCaptureDeviceInput
    do { videoInput = try AVCaptureDeviceInput(device: videoCaptureDevice) } catch { return failed() }
    guard captureSession.canAddInput(videoInput) else { return failed() }
    captureSession.addInput(videoInput)
    metadataOutput = AVCaptureMetadataOutput()
    guard captureSession.canAddOutput(metadataOutput) else { return failed() }
    captureSession.addOutput(metadataOutput)
    metadataOutput.setMetadataObjectsDelegate(self, queue: DispatchQueue.main)
    metadataOutput.metadataObjectTypes = [AVMetadataObject.ObjectType.qr, .ean13, .code128]

    previewLayer = AVCaptureVideoPreviewLayer(session: captureSession)
    previewLayer.frame = view.layer.bounds
    previewLayer.videoGravity = .resizeAspectFill
    view.layer.addSublayer(previewLayer)
    if let connection = previewLayer.connection, connection.isVideoOrientationSupported {
      connection.videoOrientation = .portrait
    }
    qrCodeFrameView = UIView()
    qrCodeFrameView.layer.borderColor = UIColor.green.cgColor
    qrCodeFrameView.layer.borderWidth = 2
    view.addSubview(qrCodeFrameView)
    formatObserver = NotificationCenter.default.addObserver(
      forName: .AVCaptureInputPortFormatDescriptionDidChange, object: nil, queue: .main
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.updateRectOfInterest() }
    }
    let session = captureSession!
    DispatchQueue.global(qos: .userInitiated).async { session.startRunning() }
  }

  func updateRectOfInterest() {
    let guide = view.bounds.insetBy(dx: 40, dy: 150)
    metadataOutput.rectOfInterest = previewLayer.metadataOutputRectConverted(fromLayerRect: guide)
  }

  deinit {
    if let formatObserver = formatObserver { NotificationCenter.default.removeObserver(formatObserver) }
  }

  func failed() { captureSession = nil }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    if metadataObjects.count == 0 {
      qrCodeFrameView?.frame = CGRect.zero
      return
    }
    let metadataObj = metadataObjects[0] as! AVMetadataMachineReadableCodeObject
    let barCodeObject = previewLayer?.transformedMetadataObject(for: metadataObj)
    qrCodeFrameView?.frame = barCodeObject!.bounds
    if metadataObj.stringValue != nil, found.last != metadataObj.stringValue {
      found.append(metadataObj.stringValue!)
    }
  }
}

class OldScannerAppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  static var scanner: OldScannerViewController?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let scanner = OldScannerViewController()
    OldScannerAppDelegate.scanner = scanner
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = scanner
    window?.makeKeyAndVisible()
    return true
  }
}

@Suite struct OldScannerTests {
  @Test func anOldScannerFindsACode() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(OldScannerAppDelegate.self) { app in
        let scanner = try #require(OldScannerAppDelegate.scanner)
        let place = app.phone.state.placement.position
        for (text, code) in [("5901234123457", Poster.Code.ean13), ("old", .qr)] {
          try await app.phone.play(
            .posters([
              Poster(text, code: code, centre: [place.x + 0.06, place.y + 0.04, place.z - 0.7], width: 0.2)
            ]))
          try await app.phone.settle()
          #expect(scanner.found.last == text)
          let frame = scanner.qrCodeFrameView.frame
          #expect(scanner.view.bounds.insetBy(dx: 40, dy: 150).intersects(frame) && frame.width > 20)
        }
        try await app.phone.play(.posters([]))
        try await app.phone.settle()
        #expect(scanner.qrCodeFrameView.frame == .zero && scanner.found == ["5901234123457", "old"])
      }
    }
  }
}
