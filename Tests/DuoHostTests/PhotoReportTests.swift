import DuoAVFoundation
import DuoAVKit
import DuoUIKit
import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost
@testable import ReportCard

/// An app with a preview and a shutter, on whatever camera the direction coordinator names. One for a process.
@MainActor
final class ShutterApp: UIResponder, UIApplicationDelegate, AVCapturePhotoCaptureDelegate {
  /// How the photo's angle is found: from the rotation coordinator, or not at all.
  static var setsAngle = true

  static func run(_ path: String, setsAngle: Bool = true) async throws {
    Self.setsAngle = setsAngle
    try Host.start(ShutterApp.self, try RunRequest(path: path))
    try await Task.sleep(for: .seconds(100_000))
    Issue.record("the scenario never ended")
    exit(EXIT_FAILURE)
  }

  private let session = AVCaptureSession()
  private let output = AVCapturePhotoOutput()
  private let preview = TestPreview()
  private let queue = DispatchQueue(label: "test.session")
  var window: UIWindow?
  private var coordinator: AVCaptureDeviceDirectionCoordinator?
  private var rotation: AVCaptureDevice.RotationCoordinator?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    let root = window.rootViewController!.view!
    preview.frame = root.bounds
    preview.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    preview.previewLayer.videoGravity = .resizeAspectFill
    preview.previewLayer.session = session
    root.addSubview(preview)
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 30, y: 300, width: 60, height: 60)
    button.accessibilityIdentifier = "shutter"
    button.addAction(
      UIAction { [unowned self] _ in MainActor.assumeIsolated { shoot() } }, for: .touchUpInside)
    root.addSubview(button)
    session.addOutput(output)
    coordinator = AVCaptureDeviceDirectionCoordinator(
      view: preview, deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    ) { [unowned self] map in
      guard let next = map.forwardFacingDeviceDescriptors.first else { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.use(AVCaptureDevice(uniqueID: next.uniqueID)!) }
      }
    }
    return true
  }

  private func use(_ device: AVCaptureDevice) {
    rotation = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: preview.previewLayer)
    let work = Sent(value: (session, device))
    queue.async {
      let (session, device) = work.value
      session.beginConfiguration()
      if let old = session.inputs.first { session.removeInput(old) }
      session.addInput(try! AVCaptureDeviceInput(device: device))
      session.commitConfiguration()
      session.startRunning()
    }
  }

  private func shoot() {
    let connection = output.connection(with: .video)!
    if Self.setsAngle {
      connection.videoRotationAngle = rotation!.videoRotationAngleForHorizonLevelCapture
    } else {
      connection.videoRotationAngle = 0
    }
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: self)
  }

  nonisolated func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    if error != nil || photo.fileDataRepresentation() == nil { abort() }
  }
}

private struct Sent<Value>: @unchecked Sendable {
  // Unchecked: sessions and devices guard their own state.
  let value: Value
}

/// From a finger on the shutter to the report.
@Suite struct PhotoReportTests {
  private static let scenario = Scenario(
    name: "shutter", intent: .selfie, start: "closed", camera: .granted,
    steps: ["closed", "open-landscape", "book", "open-portrait"].flatMap { pose in
      [
        ScenarioStep("to \(pose)", do: [.event(.pose(pose, over: .milliseconds(300)))]),
        ScenarioStep(
          pose, do: [.tap(TapTarget(.identifier("shutter")))], photos: 1,
          expectPhoto: PhotoExpectation(
            camera: pose == "closed" ? "outer-front" : "inner-front", faces: "person", upright: true,
            mirrored: false)),
      ]
    })

  private func report(_ run: HostRun) throws -> Report {
    let facts = RunFacts(app: "App", phone: .duo, world: .room, scenario: Self.scenario, intent: .selfie)
    var grader = RunGrader(facts)
    for record in run.records { try grader.take(record) { name, _ in name } }
    return grader.report()
  }

  @Test func theShutterTakesAnUprightPhotoInEveryPose() async throws {
    let files = try HostRun.Files()
    defer { files.remove() }
    try files.write(Self.scenario, .room)
    await #expect(processExitsWith: .success) { [path = files.request as String] in
      try await ShutterApp.run(path)
    }
    let run = try files.read()
    let report = try report(run)
    let photos = report.steps.flatMap { step in step.photos.map { (step.name, $0) } }
    #expect(photos.map(\.0) == ["closed", "open-landscape", "book", "open-portrait"])
    for (name, photo) in photos {
      #expect(photo.verdict == .pass, "\(name): \(photo.findings)")
      #expect(Set(photo.passed) == [.camera, .faces, .upright, .expectation])
    }
    #expect(run.trace.filter { $0.contains("\"photo-taken\"") }.count == 4)
  }

  @Test func anAppThatNeverSetsTheAngleIsFoundOut() async throws {
    let files = try HostRun.Files()
    defer { files.remove() }
    try files.write(Self.scenario, .room)
    await #expect(processExitsWith: .success) { [path = files.request as String] in
      try await ShutterApp.run(path, setsAngle: false)
    }
    let photos = try report(files.read()).steps.flatMap(\.photos)
    // Both front cameras lie upright for their own display's portrait only.
    #expect(photos.map { $0.upright == true } == [true, false, false, true])
    #expect(photos.map(\.verdict) == [.pass, .fail, .fail, .pass])
  }
}
