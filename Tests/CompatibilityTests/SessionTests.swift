import AVFoundation
import DuoTesting
import Foundation
import Synchronization
import Testing

/// Counts what a delegate is given.
private final class FrameCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
  struct Frame: Sendable {
    var time: CMTime
    var width, height: Int
    var isOnQueue: Bool
  }

  let queue = DispatchQueue(label: "frames")
  private let all = Mutex<[Frame]>([])
  var frames: [Frame] { all.withLock { $0 } }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    let frame = Frame(
      time: CMSampleBufferGetPresentationTimeStamp(sampleBuffer), width: CVPixelBufferGetWidth(buffer),
      height: CVPixelBufferGetHeight(buffer), isOnQueue: !Thread.isMainThread)
    all.withLock { $0.append(frame) }
  }
}

@Suite struct SessionTests {
  @Test func mirroringByDefault() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let cameras = [
          (try camera(.builtInWideAngleCamera), true), (try camera(.builtInOuterUltraWideCamera), true),
          (try camera(.builtInInnerUltraWideCamera), true),
          (try camera(.builtInDualWideCamera, .back), false),
        ]
        for (camera, isMirrored) in cameras {
          let session = try session(camera)
          let output = AVCaptureVideoDataOutput()
          session.addOutput(output)
          let layer = AVCaptureVideoPreviewLayer(session: session)
          let preview = try #require(layer.connection)
          let data = try #require(output.connection(with: .video))
          #expect(preview.automaticallyAdjustsVideoMirroring && preview.isVideoMirrored == isMirrored)
          #expect(data.isVideoMirroringSupported && !data.isVideoMirrored)
          preview.automaticallyAdjustsVideoMirroring = false
          preview.isVideoMirrored = !isMirrored
          #expect(preview.isVideoMirrored != isMirrored)
        }
      }
    }
  }

  @Test func mirroringWhileAutomaticRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let layer = AVCaptureVideoPreviewLayer(session: try session(try camera(.builtInWideAngleCamera)))
        layer.connection?.isVideoMirrored = false
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSInvalidArgumentException'"))
    #expect(text.contains("Cannot be set when automaticallyAdjustsVideoMirroring is YES"))
  }

  @Test func addingASecondCameraIsRefusedAndRaises() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let session = try session(try camera(.builtInOuterUltraWideCamera))
        let second = try AVCaptureDeviceInput(device: try camera(.builtInDualWideCamera, .back))
        #expect(!session.canAddInput(second) && session.inputs.count == 1)
      }
    }
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let session = try session(try camera(.builtInOuterUltraWideCamera))
        session.addInput(try AVCaptureDeviceInput(device: try camera(.builtInDualWideCamera, .back)))
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSInvalidArgumentException'"))
    #expect(text.contains("-[AVCaptureSession addInput:]"))
  }

  @Test func startingInsideABlockRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSGenericException") { _ in
        let session = AVCaptureSession()
        session.beginConfiguration()
        session.startRunning()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception 'NSGenericException'"))
  }

  @Test func withoutPermissionAnInputIsRefused() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(camera: .denied) { _ in
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
        let device = try camera(.builtInWideAngleCamera)
        do {
          _ = try AVCaptureDeviceInput(device: device)
          Issue.record("The input should be refused.")
        } catch {
          #expect((error as? AVError)?.code == .applicationIsNotAuthorizedToUseDevice)
        }
      }
    }
  }

  @Test func thePersonIsAsked() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(camera: .notDetermined(answer: false)) { phone in
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined)
        let answer = await AVCaptureDevice.requestAccess(for: .video)
        #expect(!answer)
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied && phone.now > .zero)
      }
    }
  }

  @Test func theDelegateGetsFramesAtTheCamerasRate() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let session = try session(try camera(.builtInOuterUltraWideCamera))
        let output = AVCaptureVideoDataOutput()
        let counter = FrameCounter()
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        output.setSampleBufferDelegate(counter, queue: counter.queue)
        session.addOutput(output)
        session.startRunning()
        let start = phone.now
        await phone.run(until: start + .seconds(2))
        let frames = counter.frames
        #expect((58...61).contains(frames.count))
        let steps = zip(frames, frames.dropFirst()).map { ($1.time - $0.time).seconds }
        #expect(steps.allSatisfy { abs($0 - 1.0 / 30) < 0.001 })
        #expect(frames.allSatisfy { $0.isOnQueue && $0.width > 0 && $0.height > 0 })
        session.stopRunning()
        let count = counter.frames.count
        await phone.run(for: .seconds(1))
        #expect(counter.frames.count - count <= 2 && !session.isRunning)
      }
    }
  }

  @Test func propertiesAreObserved() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let session = try session(try camera(.builtInWideAngleCamera))
        let story = Mutex<[String]>([])
        let running = session.observe(\.isRunning, options: [.old, .new]) { _, change in
          story.withLock { $0.append("running \(change.oldValue!) \(change.newValue!)") }
        }
        let interrupted = session.observe(\.isInterrupted, options: [.new]) { _, change in
          story.withLock { $0.append("interrupted \(change.newValue!)") }
        }
        let layer = AVCaptureVideoPreviewLayer(session: session)
        session.startRunning()
        try await phone.play(.background)
        try await phone.settle()
        #expect(session.isInterrupted && !session.isRunning)
        try await phone.play(.foreground)
        try await phone.settle()
        session.stopRunning()
        #expect(
          story.withLock { $0 } == [
            "running false true", "interrupted true", "running true false", "interrupted false",
            "running false true", "running true false",
          ])
        running.invalidate()
        interrupted.invalidate()
        #expect(layer.session === session)
      }
    }
  }

  @Test func notificationsInBothSpellings() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(pose: .openLandscape) { phone in
        let session = try session(try camera(.builtInInnerUltraWideCamera))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        let story = Mutex<[String]>([])
        let center = NotificationCenter.default
        let names: [(Notification.Name, String)] = [
          (.AVCaptureSessionDidStartRunning, "started"),
          (AVCaptureSession.didStartRunningNotification, "started"),
          (.AVCaptureSessionWasInterrupted, "interrupted"),
          (AVCaptureSession.wasInterruptedNotification, "interrupted"),
          (AVCaptureSession.interruptionEndedNotification, "ended"),
          (.AVCaptureSessionInterruptionEnded, "ended"),
          (.AVCaptureSessionDidStopRunning, "stopped"),
          (AVCaptureSession.didStopRunningNotification, "stopped"),
        ]
        let tokens = names.map { name, text in
          center.addObserver(forName: name, object: session, queue: nil) { note in
            let reason = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
            story.withLock { $0.append(text + (reason.map { " \($0)" } ?? "")) }
          }
        }
        session.startRunning()
        try await phone.play(.splitView(true))
        try await phone.settle()
        try await phone.play(.splitView(false))
        try await phone.settle()
        let reason = AVCaptureSession.InterruptionReason.videoDeviceNotAvailableWithMultipleForegroundApps
          .rawValue
        let each = ["started", "interrupted \(reason)", "stopped", "ended", "started"]
        #expect(story.withLock { $0 } == each.flatMap { [$0, $0] })
        for token in tokens { center.removeObserver(token) }
        #expect(layer.session === session)
      }
    }
  }

  @Test func notificationsAsASequence() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let session = try session(try camera(.builtInWideAngleCamera))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        session.startRunning()
        let waiting = Task { @MainActor in
          for await note in NotificationCenter.default.notifications(
            named: AVCaptureSession.wasInterruptedNotification, object: session)
          {
            return note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
          }
          return nil
        }
        await phone.run(for: .milliseconds(100))
        try await phone.play(.otherClient(.outerFront, takes: true))
        let reason = AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient.rawValue
        #expect(await waiting.value == reason && layer.session === session)
      }
    }
  }

  @Test func anUnplugIsARuntimeError() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let session = try session(try camera(.builtInDualWideCamera, .back))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        let code = Mutex<AVError.Code?>(nil)
        let token = NotificationCenter.default.addObserver(
          forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
        ) { note in code.withLock { $0 = (note.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code } }
        session.startRunning()
        try await phone.play(.plug(.rearDualWide, connected: false))
        try await phone.settle()
        #expect(code.withLock { $0 } == .deviceWasDisconnected && !session.isRunning)
        NotificationCenter.default.removeObserver(token)
        #expect(layer.session === session)
      }
    }
  }

  @Test func aReplacedInputBringsANewConnection() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(pose: .openLandscape) { phone in
        let session = try session(try camera(.builtInOuterUltraWideCamera))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 951, height: 669)
        session.startRunning()
        try await phone.settle()
        try phone.reading(of: layer).expect(camera: .outerFront, faces: .away, mirrored: true)
        let old = layer.connection
        session.beginConfiguration()
        session.removeInput(session.inputs[0])
        session.addInput(try AVCaptureDeviceInput(device: try camera(.builtInInnerUltraWideCamera)))
        session.commitConfiguration()
        #expect(layer.connection !== old && old?.isActive == false)
        try await phone.settle()
        try phone.reading(of: layer).expect(camera: .innerFront, faces: .person, mirrored: true, stale: false)
      }
    }
  }
}
