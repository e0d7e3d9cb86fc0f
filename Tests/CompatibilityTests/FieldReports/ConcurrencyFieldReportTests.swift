import AVFoundation
import DuoTesting
import Testing

/// Where things run, as the apps of the reports had it: the fault is there, and the accepted way works.
@Suite struct ConcurrencyFieldReportTests {
  /// A session that belongs to the main actor.
  @MainActor
  private final class MainCamera {
    let session: AVCaptureSession
    init(_ session: AVCaptureSession) { self.session = session }

    /// R169: a task inherits the main actor, so that this runs there after all.
    func start() -> Task<Bool, Never> {
      Task {
        session.startRunning()
        return Thread.isMainThread
      }
    }
  }

  /// The accepted way: an actor whose executor is the session's queue.
  private actor CaptureActor {
    private let queue = DispatchSerialQueue(label: "capture")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
    private let session = AVCaptureSession()
    private let output = AVCaptureVideoDataOutput()

    func start(_ type: AVCaptureDevice.DeviceType) throws -> (isOnMain: Bool, isRunning: Bool) {
      session.addInput(try AVCaptureDeviceInput(device: try camera(type, .front)))
      session.addOutput(output)
      session.startRunning()
      return (Thread.isMainThread, session.isRunning)
    }

    /// A number crosses; layer and coordinator stay with the main actor.
    func turn(to angle: CGFloat) -> CGFloat? {
      guard let connection = output.connection(with: .video), connection.isVideoRotationAngleSupported(angle)
      else { return nil }
      connection.videoRotationAngle = angle
      return connection.videoRotationAngle
    }
  }

  /// R169: the blocked main thread is in the trace, with the call and how long it waits.
  @Test func aTaskInTheMainActorStartsOnTheMainThread() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let main = MainCamera(try session(try camera(.builtInOuterUltraWideCamera)))
        #expect(await main.start().value)
        try phone.expectTrace(.record("main-thread-blocked", ["call": "AVCaptureSession.startRunning"]))
        main.session.stopRunning()
      }
    }
  }

  @Test func anActorOnTheSessionsQueueLeavesTheMainThreadAlone() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let (isOnMain, isRunning) = try await CaptureActor().start(.builtInOuterUltraWideCamera)
        #expect(!isOnMain && isRunning)
        try phone.expectNoTrace("main-thread-blocked")
        try phone.expectTrace(.record("session-started"))
      }
    }
  }

  /// R047: the coordinator is made where its layer lives, and only its angle goes to the camera's actor.
  @Test func onlyTheAngleCrosses() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let device = try camera(.builtInOuterUltraWideCamera)
        let layer = AVCaptureVideoPreviewLayer()
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        let capture = CaptureActor()
        _ = try await capture.start(.builtInOuterUltraWideCamera)
        var angles: [CGFloat] = []
        for turn in [QuarterTurns(0), 1, 2, 3] {
          try await phone.play(.turn(turn))
          try await phone.settle()
          let angle = coordinator.videoRotationAngleForHorizonLevelCapture
          angles.append(angle)
          #expect(await capture.turn(to: angle) == angle)
        }
        #expect(Set(angles) == [0, 90, 180, 270])
      }
    }
  }
}
