import AVFoundation
import DuoTesting
import UIKit
import XCTest

// Swift 5 mode: the layer itself takes samples, on the capture queue, and everything goes through `self`.

class OldDisplayAppDelegate: UIResponder, UIApplicationDelegate {}

class OldDisplaySceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = OldDisplayController()
    window.makeKeyAndVisible()
    self.window = window
  }
}

class OldDisplayController: UIViewController, AVCaptureVideoDataOutputSampleBufferDelegate {
  static weak var current: OldDisplayController?

  let displayLayer = AVSampleBufferDisplayLayer()
  private let session = AVCaptureSession()
  private let output = AVCaptureVideoDataOutput()
  private let captureQueue = DispatchQueue(label: "capture")
  private var statusObservation: NSKeyValueObservation?
  private(set) var statuses: [AVQueuedSampleBufferRenderingStatus] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    OldDisplayController.current = self
    var timebase: CMTimebase?
    CMTimebaseCreateWithSourceClock(
      allocator: kCFAllocatorDefault, sourceClock: CMClockGetHostTimeClock(), timebaseOut: &timebase)
    if let timebase = timebase {
      CMTimebaseSetTime(timebase, time: CMClockGetTime(CMClockGetHostTimeClock()))
      CMTimebaseSetRate(timebase, rate: 1.0)
      displayLayer.controlTimebase = timebase
    }
    displayLayer.videoGravity = .resizeAspect
    statusObservation = displayLayer.observe(\.status, options: [.new]) { [weak self] layer, _ in
      let status = layer.status
      DispatchQueue.main.async { self?.statuses.append(status) }
    }
    view.layer.addSublayer(displayLayer)
    captureQueue.async { self.configure() }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    displayLayer.frame = view.bounds
  }

  private func configure() {
    guard let camera = AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back),
      let input = try? AVCaptureDeviceInput(device: camera)
    else { return }
    session.beginConfiguration()
    session.sessionPreset = .hd1280x720
    session.addInput(input)
    session.addOutput(output)
    output.alwaysDiscardsLateVideoFrames = true
    output.setSampleBufferDelegate(self, queue: captureQueue)
    output.connection(with: .video)?.videoOrientation = .portrait
    session.commitConfiguration()
    DispatchQueue.global().async { self.session.startRunning() }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    if let attachments = CMSampleBufferGetSampleAttachmentsArray(sampleBuffer, createIfNecessary: true) {
      XCTAssertEqual((attachments as NSArray).count, 1)
    }
    if displayLayer.isReadyForMoreMediaData {
      displayLayer.enqueue(sampleBuffer)
    }
  }
}

final class OldDisplayLayerTests: XCTestCase {
  func testTheLayerShowsTheRearCamera() async throws {
    try await inOwnProcess(of: self) {
      let phone = try SimulatedPhone(.duo)
      let app = try await phone.launch(OldDisplayAppDelegate.self, scene: OldDisplaySceneDelegate.self)
      try await phone.settle()
      try await app.preview().expect(
        camera: .rear, faces: .away, upright: true, mirrored: false, stale: false)
      await MainActor.run {
        XCTAssertEqual(OldDisplayController.current?.statuses, [.rendering])
        XCTAssertNil(OldDisplayController.current?.displayLayer.error)
      }
    }
  }
}
