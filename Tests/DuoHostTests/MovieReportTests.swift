import DuoAVFoundation
import DuoCoreMedia
import DuoUIKit
import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost
@testable import ReportCard

/// An app with a preview and a button that starts and stops a recording, on the camera of the display that it is on. One for a
/// process.
@MainActor
final class RecorderApp: UIResponder, UIApplicationDelegate {
  enum Kind: String, Codable, Sendable {
    /// A movie file output whose angle is the rotation coordinator's.
    case output
    /// The same without ever setting the angle.
    case outputUnturned
    /// An asset writer whose transform is the coordinator's angle.
    case writer
    /// An asset writer that is dropped without being finished.
    case writerDropped
    /// Starts a recording at its end and never stops it.
    case endless
  }

  static var kind = Kind.output

  static func run(_ path: String, _ kind: Kind) async throws {
    Self.kind = kind
    try Host.start(RecorderApp.self, try RunRequest(path: path))
    try await Task.sleep(for: .seconds(100_000))
    Issue.record("the scenario never ended")
    exit(EXIT_FAILURE)
  }

  private let session = AVCaptureSession()
  private let preview = TestPreview()
  private var rotation: AVCaptureDevice.RotationCoordinator?
  private lazy var recorder: any TestRecorder =
    switch Self.kind {
    case .output, .outputUnturned, .endless: OutputRecorder(session)
    case .writer, .writerDropped: WriterRecorder(session, isDropped: Self.kind == .writerDropped)
    }
  var window: UIWindow?

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
    root.addSubview(preview)
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 30, y: 300, width: 60, height: 60)
    button.accessibilityIdentifier = "record"
    button.addAction(
      UIAction { [unowned self] _ in MainActor.assumeIsolated { pressed() } }, for: .touchUpInside)
    root.addSubview(button)
    // The virtual front camera looks at the person on either display.
    let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)!
    session.sessionPreset = .hd1280x720
    session.addInput(try! AVCaptureDeviceInput(device: device))
    recorder.attach()
    preview.previewLayer.session = session
    rotation = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: preview.previewLayer)
    session.startRunning()
    return true
  }

  private var presses = 0

  private func pressed() {
    presses += 1
    guard presses % 2 == 1 else { return recorder.stop() }
    let angle = Self.kind == .outputUnturned ? 0 : rotation!.videoRotationAngleForHorizonLevelCapture
    let name = "movie \(presses).mov"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    recorder.start(url.appendingPathComponent(name), angle: angle)
  }
}

private protocol TestRecorder {
  func attach()
  func start(_ url: URL, angle: CGFloat)
  func stop()
}

private final class OutputRecorder: NSObject, TestRecorder, AVCaptureFileOutputRecordingDelegate {
  private let session: AVCaptureSession
  private let output = AVCaptureMovieFileOutput()

  init(_ session: AVCaptureSession) { self.session = session }

  func attach() {
    session.addOutput(output)
    output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: output.connection(with: .video)!)
  }

  func start(_ url: URL, angle: CGFloat) {
    output.connection(with: .video)!.videoRotationAngle = angle
    output.startRecording(to: url, recordingDelegate: self)
  }

  func stop() { output.stopRecording() }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {
    // As apps do that have put the movie into the library.
    try! FileManager.default.removeItem(at: outputFileURL.deletingLastPathComponent())
  }
}

private final class WriterRecorder: NSObject, TestRecorder, AVCaptureVideoDataOutputSampleBufferDelegate,
  @unchecked Sendable
{
  // Unchecked: writer and input are touched on `queue` only.
  private let session: AVCaptureSession
  private let isDropped: Bool
  private let output = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "test.frames")
  private var writer: AVAssetWriter?
  private var input: AVAssetWriterInput?
  private var hasBegun = false

  init(_ session: AVCaptureSession, isDropped: Bool) {
    self.session = session
    self.isDropped = isDropped
  }

  func attach() {
    output.setSampleBufferDelegate(self, queue: queue)
    session.addOutput(output)
    // Pixels as the sensor gives them: the transform turns.
    output.connection(with: .video)!.videoRotationAngle = 0
  }

  func start(_ url: URL, angle: CGFloat) {
    let writer = try! AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 1280, AVVideoHeightKey: 720,
      ])
    input.expectsMediaDataInRealTime = true
    input.transform = CGAffineTransform(rotationAngle: angle * .pi / 180)
    writer.add(input)
    _ = writer.startWriting()
    queue.sync { (self.writer, self.input, hasBegun) = (writer, input, false) }
  }

  func stop() {
    let (writer, input) = queue.sync { () -> (AVAssetWriter?, AVAssetWriterInput?) in
      defer { (self.writer, self.input) = (nil, nil) }
      return (self.writer, self.input)
    }
    if isDropped { return }
    input!.markAsFinished()
    writer!.finishWriting { [url = writer!.outputURL] in
      try! FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let writer, let input, input.isReadyForMoreMediaData else { return }
    if !hasBegun { writer.startSession(atSourceTime: sampleBuffer.presentationTimeStamp) }
    hasBegun = true
    _ = input.append(sampleBuffer)
  }
}

/// From a finger on the button to the report.
@Suite struct MovieReportTests {
  /// Records half a second in each pose.
  private static let scenario = Scenario(
    name: "record", intent: .selfie, start: "closed", camera: .granted,
    steps: ["closed", "open-landscape", "open-portrait"].flatMap { pose in
      [
        ScenarioStep("to \(pose)", do: [.event(.pose(pose, over: .milliseconds(300)))]),
        ScenarioStep(
          pose,
          do: [
            .tap(TapTarget(.identifier("record"))), .wait(.milliseconds(500)),
            .tap(TapTarget(.identifier("record"))),
          ], movies: 1),
      ]
    })

  private func report(
    _ kind: RecorderApp.Kind, _ scenario: Scenario = Self.scenario
  ) async throws -> Report {
    let files = try HostRun.Files()
    defer { files.remove() }
    try files.write(scenario, .room)
    await #expect(processExitsWith: .success) {
      [path = files.request as String, kind = kind as RecorderApp.Kind] in
      try await RecorderApp.run(path, kind)
    }
    let facts = RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: .selfie)
    var grader = RunGrader(facts)
    for record in try files.read().records { try grader.take(record) { name, _ in name } }
    return grader.report()
  }

  private func movies(_ report: Report) -> [MovieReport] { report.steps.flatMap(\.movies) }

  /// Although the app removes every file at once.
  @Test func aRecorderWithTheRightAngleMakesUprightMovies() async throws {
    for kind in [RecorderApp.Kind.output, .writer] {
      let report = try await report(kind)
      #expect(
        report.steps.filter { !$0.movies.isEmpty }.map(\.name) == [
          "closed", "open-landscape", "open-portrait",
        ])
      for movie in movies(report) {
        #expect(movie.verdict == .pass, "\(kind): \(movie.findings)")
        #expect(Set(movie.passed) == [.camera, .faces, .upright])
        #expect(movie.pictures.map(\.place) == [.first, .middle, .last])
        #expect(movie.pictures.allSatisfy { $0.mirrored == false && $0.faces == .person })
        #expect(abs((movie.duration ?? 0) - 0.5) < 0.2 && movie.codec == "h264")
      }
      #expect(
        movies(report).map(\.writer)
          == Array(repeating: kind == .writer ? .assetWriter : .movieFileOutput, count: 3))
    }
  }

  /// Upright where a front camera's native way up is the display's.
  @Test func aRecorderThatNeverSetsTheAngleIsFoundOut() async throws {
    let movies = try await movies(report(.outputUnturned))
    #expect(
      movies.map { $0.pictures.map { $0.upright == true } } == [true, false, true].map { [$0, $0, $0] })
    #expect(movies.map(\.verdict) == [.pass, .fail, .pass])
    #expect(movies[1].findings[0].message.hasPrefix("A viewer shows the movie's first picture turned by 90°"))
  }

  @Test func aWriterThatIsDroppedLosesTheMovie() async throws {
    let report = try await report(.writerDropped)
    #expect(
      movies(report).count == 3
        && movies(report).allSatisfy { $0.verdict == .fail && $0.ending == "released" })
    #expect(movies(report).allSatisfy { $0.findings[0].message.contains("its asset writer went away") })
    #expect(
      report.steps.last?.findings.map(\.message) == ["No movie was finished."] && report.verdict == .fail)
  }

  @Test func aRecordingThatGoesOnAtTheEndIsNotFinished() async throws {
    let step = ScenarioStep(
      "closed", do: [.tap(TapTarget(.identifier("record"))), .wait(.milliseconds(300))])
    let report = try await report(
      .endless, Scenario(name: "endless", intent: .selfie, start: "closed", camera: .granted, steps: [step]))
    #expect(movies(report).map(\.ending) == [nil] && movies(report).map(\.verdict) == [.note])
    #expect(movies(report)[0].findings[0].message.hasPrefix("movie 1.mov is not finished"))
  }

  /// Begun upright on the closed phone and turned in the hand: what it began with counts.
  @Test func aPhoneThatTurnsWhileItRecordsIsJudgedAtTheStart() async throws {
    let button = TapTarget(.identifier("record"))
    let scenario = Scenario(
      name: "turn", intent: .selfie, start: "closed", camera: .granted,
      steps: [
        ScenarioStep("start", do: [.tap(button), .wait(.milliseconds(300))]),
        ScenarioStep("turned", do: [.event(.turn(1))]),
        ScenarioStep("stop", do: [.tap(button)], movies: 1),
      ])
    let movie = try #require(try await movies(report(.output, scenario)).first)
    #expect(movie.verdict == .pass && movie.begunIn == "start" && movie.passed.contains(.upright))
    #expect(movie.pictures.first?.upright == true && movie.pictures.last?.upright == false)
    #expect(movie.findings.map(\.verdict) == [.notJudged])
  }
}
