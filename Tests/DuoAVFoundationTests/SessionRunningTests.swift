import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct SessionRunningTests {
  static let names: [(Notification.Name, String)] = [
    (AVCaptureSession.didStartRunningNotification, "didStart"),
    (AVCaptureSession.didStopRunningNotification, "didStop"),
    (AVCaptureSession.wasInterruptedNotification, "wasInterrupted"),
    (AVCaptureSession.interruptionEndedNotification, "interruptionEnded"),
    (AVCaptureSession.runtimeErrorNotification, "runtimeError"),
  ]

  /// Writes down notifications and observed changes of a session, in order.
  final class Witness {
    let notes = Notes()
    private var tokens: [NSObjectProtocol] = []
    private var observations: [NSKeyValueObservation] = []

    init(_ session: AVCaptureSession) {
      let notes = notes
      for (name, text) in SessionRunningTests.names {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
            let reason = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
            let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError
            let running = (note.object as? AVCaptureSession)?.isRunning == true
            notes.add(
              text + (reason.map { " \($0)" } ?? "") + (error.map { " \($0.code.rawValue)" } ?? "")
                + (running ? " +" : ""))
          })
      }
      observations.append(
        session.observe(\.isRunning, options: [.new]) { _, change in notes.add("running \(change.newValue!)")
        })
      observations.append(
        session.observe(\.isInterrupted, options: [.new]) { _, change in
          notes.add("interrupted \(change.newValue!)")
        })
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

  /// Lets the session's queue catch up with the phone.
  func settle(_ session: AVCaptureSession) { session.engine.queue.sync {} }

  @Test func bothSpellingsAreOneName() {
    let pairs: [(Notification.Name, Notification.Name, String)] = [
      (.AVCaptureSessionDidStartRunning, AVCaptureSession.didStartRunningNotification, "DidStartRunning"),
      (.AVCaptureSessionDidStopRunning, AVCaptureSession.didStopRunningNotification, "DidStopRunning"),
      (.AVCaptureSessionWasInterrupted, AVCaptureSession.wasInterruptedNotification, "WasInterrupted"),
      (
        .AVCaptureSessionInterruptionEnded, AVCaptureSession.interruptionEndedNotification,
        "InterruptionEnded"
      ),
      (.AVCaptureSessionRuntimeError, AVCaptureSession.runtimeErrorNotification, "RuntimeError"),
    ]
    #expect(pairs.allSatisfy { $0 == $1 && $0.rawValue == "AVCaptureSession\($2)Notification" })
  }

  @Test func startingAndStoppingTakePhoneTime() throws {
    let bench = CaptureBench()
    let session = try bench.session(.outerFront, AVCaptureVideoDataOutput())
    let witness = Witness(session)
    session.startRunning()
    #expect(bench.phone.clock.now == PhoneTime(seconds: 0.25))
    #expect(session.isRunning)
    session.startRunning()
    session.stopRunning()
    #expect(bench.phone.clock.now == PhoneTime(seconds: 0.3))
    session.stopRunning()
    #expect(!session.isRunning)
    #expect(witness.notes.all == ["running true", "didStart +", "running false", "didStop"])
    #expect(bench.log() == ["open outer-front", "close outer-front"])
    #expect(bench.phone.clock.now == PhoneTime(seconds: 0.3))
  }

  @Test func aCameraWithoutAConnectionDoesNotRun() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide)
    session.startRunning()
    #expect(session.isRunning && bench.log().isEmpty)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    #expect(bench.log() == ["open rear-wide"])
    layer.connection!.isEnabled = false
    #expect(layer.source.isDisabled && layer.source.isRunning)
    layer.connection!.isEnabled = true
    #expect(!layer.source.isDisabled)
    session.inputs[0].ports.first { $0.mediaType == .video }!.isEnabled = false
    #expect(bench.log() == ["open rear-wide", "close rear-wide", "open rear-wide", "close rear-wide"])
  }

  @Test func everyReasonInterruptsAndItsEndResumes() throws {
    // The numbers are those of the header.
    let other = AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient
    let several = AVCaptureSession.InterruptionReason.videoDeviceNotAvailableWithMultipleForegroundApps
    #expect(other.rawValue == 3 && several.rawValue == 4)
    let reasons: [(PhoneEvent, PhoneEvent, Int)] = [
      (.background, .foreground, 1),
      (.otherClient(.rearWide, takes: true), .otherClient(.rearWide, takes: false), other.rawValue),
      (.splitView(true), .splitView(false), several.rawValue), (.thermal(.shutdown), .thermal(.nominal), 5),
      (.sensitiveContent(true), .sensitiveContent(false), 6),
    ]
    var mismatches: [String] = []
    for (begins, ends, reason) in reasons {
      let bench = CaptureBench(pose: "open-landscape")
      let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
      session.startRunning()
      let witness = Witness(session)
      bench.phone.send(begins)
      settle(session)
      if session.isRunning || !session.isInterrupted { mismatches.append("\(begins): not interrupted") }
      bench.phone.send(ends)
      settle(session)
      let expected = [
        "interrupted true", "running false", "wasInterrupted \(reason)", "didStop", "interrupted false",
        "interruptionEnded", "running true", "didStart +",
      ]
      if witness.notes.all != expected { mismatches.append("\(begins): \(witness.notes.all)") }
      if bench.log() != ["open rear-wide", "close rear-wide", "open rear-wide"] {
        mismatches.append("\(begins): \(bench.log())")
      }
    }
    #expect(mismatches == [])
  }

  @Test func systemPressureSaysHowMuch() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    session.startRunning()
    let level = Guarded<AVCaptureDevice.SystemPressureState.Level?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: .AVCaptureSessionWasInterrupted, object: session, queue: nil
    ) { note in
      let state =
        note.userInfo?[AVCaptureSessionInterruptionSystemPressureStateKey]
        as? AVCaptureDevice.SystemPressureState
      level.withLock { $0 = state?.level }
    }
    bench.phone.send(.thermal(.shutdown))
    settle(session)
    NotificationCenter.default.removeObserver(token)
    #expect(level.withLock { $0 } == .shutdown)
  }

  @Test func aCallLeavesASessionWithoutMicrophoneAlone() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    session.startRunning()
    bench.phone.send(.call(true))
    settle(session)
    #expect(session.isRunning && !session.isInterrupted)
  }

  @Test func anInactiveAppsSessionRunsOn() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    session.startRunning()
    for (event, activity) in [
      (PhoneEvent.overlay(true), AppPlacement.Activity.inactive), (.call(true), .inactive),
      (.overlay(false), .inactive), (.call(false), .foreground),
    ] {
      bench.phone.send(event)
      settle(session)
      #expect(bench.phone.state.app.activity == activity)
      #expect(session.isRunning && !session.isInterrupted)
    }
  }

  @Test func startedInTheBackgroundItWaits() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    bench.phone.send(.background)
    settle(session)
    let witness = Witness(session)
    session.startRunning()
    #expect(!session.isRunning && session.isInterrupted && bench.log().isEmpty)
    bench.phone.send(.foreground)
    settle(session)
    #expect(session.isRunning)
    #expect(
      witness.notes.all == [
        "interrupted true", "wasInterrupted 1", "interrupted false", "interruptionEnded", "running true",
        "didStart +",
      ])
  }

  @Test func stoppedInTheBackgroundItStaysStopped() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    session.startRunning()
    bench.phone.send(.background)
    settle(session)
    session.stopRunning()
    bench.phone.send(.foreground)
    settle(session)
    #expect(!session.isRunning && !session.isInterrupted)
    #expect(bench.log() == ["open rear-wide", "close rear-wide"])
  }

  @Test func anUnpluggedCameraEndsTheSession() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    session.startRunning()
    let witness = Witness(session)
    bench.phone.send(.plug(.rearWide, connected: false))
    settle(session)
    #expect(
      witness.notes.all == [
        "running false", "runtimeError -11808", "didStop",
      ])
    #expect(!session.isRunning)
  }

  @Test func aCameraThatCannotOpenFailsTheStart() throws {
    let cases: [(CameraOpenError, Int)] = [(.disconnected(.rearWide), -11814), (.inUse(.rearWide), -11804)]
    var mismatches: [String] = []
    for (error, code) in cases {
      let bench = CaptureBench()
      let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
      bench.phone.broken.withLock { $0[.rearWide] = error }
      let witness = Witness(session)
      session.startRunning()
      if session.isRunning || witness.notes.all != ["runtimeError \(code)"] {
        mismatches.append("\(error): \(witness.notes.all)")
      }
      bench.phone.broken.withLock { $0 = [:] }
      session.startRunning()
      if !session.isRunning { mismatches.append("\(error): no second start") }
    }
    #expect(mismatches == [])
  }

  @Test func aChangeThatCannotOpenItsCameraStopsEverything() throws {
    let bench = CaptureBench()
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.outerFront, output)
    session.startRunning()
    bench.phone.broken.withLock { $0[.innerFront] = .disconnected(.innerFront) }
    let witness = Witness(session)
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try bench.input(.innerFront))
    #expect(session.isRunning && bench.log() == ["open outer-front"])
    session.commitConfiguration()
    #expect(
      witness.notes.all == ["running false", "runtimeError -11814", "didStop"])
    #expect(session.inputs.count == 1 && output.connections.count == 1)
    #expect(bench.log() == ["open outer-front", "close outer-front"])
  }

  @Test func aSessionMayBeStoppedFromItsOwnNotice() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    let token = NotificationCenter.default.addObserver(
      forName: AVCaptureSession.didStartRunningNotification, object: session, queue: nil
    ) { ($0.object as? AVCaptureSession)?.stopRunning() }
    session.startRunning()
    NotificationCenter.default.removeObserver(token)
    #expect(!session.isRunning && bench.log() == ["open rear-wide", "close rear-wide"])
  }

  @Test func deviceSettingsFollowAtOnceOrAtTheEndOfABlock() throws {
    let bench = CaptureBench()
    let session = try bench.session(.innerFront, AVCaptureVideoDataOutput())
    session.startRunning()
    let device = bench.device(.innerFront)
    let square = device.formats.first { !$0.supportedDynamicAspectRatios.isEmpty }!
    try device.lockForConfiguration()
    session.beginConfiguration()
    device.activeFormat = square
    #expect(bench.log().count == 1)
    session.commitConfiguration()
    #expect(bench.log().count == 2)
    let times = Guarded<[CMTime]>([])
    device.setDynamicAspectRatio(.ratio16x9) { time, _ in times.withLock { $0.append(time) } }
    device.unlockForConfiguration()
    #expect(bench.log().count == 3)
  }
}
