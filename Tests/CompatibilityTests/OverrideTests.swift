import AVFoundation
import DuoTesting
import Synchronization
import Testing

/// What tests of apps put in the place of a session.
private final class SpySession: AVCaptureSession {
  private(set) var calls: [String] = []

  override var isRunning: Bool { calls.last == "start" }
  override func startRunning() { calls.append("start") }
  override func stopRunning() { calls.append("stop") }
  override func canAddOutput(_ output: AVCaptureOutput) -> Bool { true }
  override func addOutput(_ output: AVCaptureOutput) { calls.append("add") }
}

/// A session of an app's own, which does as the framework's and something beside it.
private final class OwnSession: AVCaptureSession {
  private(set) var starts = 0

  override func startRunning() {
    starts += 1
    super.startRunning()
  }
}

private final class SpyPhotoOutput: AVCapturePhotoOutput {
  private(set) var asked: [Int64] = []

  override func capturePhoto(
    with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate
  ) {
    asked.append(settings.uniqueID)
  }
}

private final class SpyMovieOutput: AVCaptureMovieFileOutput {
  private(set) var files: [URL] = []

  override var isRecording: Bool { !files.isEmpty }
  override func startRecording(
    to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) { files.append(outputFileURL) }
}

private final class Listener: NSObject, AVCapturePhotoCaptureDelegate, AVCaptureFileOutputRecordingDelegate {
  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {}
}

@Suite(.serialized) struct OverrideTests {
  @Test func spiesStandInForTheFramework() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(pose: .openLandscape) { _ in
        let (spy, photos, movies, listener) = (SpySession(), SpyPhotoOutput(), SpyMovieOutput(), Listener())
        let session: AVCaptureSession = spy
        #expect(session.canAddOutput(photos))
        session.addOutput(photos)
        session.startRunning()
        #expect(session.isRunning)
        session.stopRunning()
        #expect(spy.calls == ["add", "start", "stop"] && !session.isRunning)
        let settings = AVCapturePhotoSettings()
        (photos as AVCapturePhotoOutput).capturePhoto(with: settings, delegate: listener)
        #expect(photos.asked == [settings.uniqueID])
        let file = URL(fileURLWithPath: "/nowhere/a.mov")
        (movies as AVCaptureFileOutput).startRecording(to: file, recordingDelegate: listener)
        #expect(movies.files == [file] && movies.isRecording)
      }
    }
  }

  @Test func anOwnSessionRunsAndIsObserved() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(pose: .openLandscape) { phone in
        let session = OwnSession()
        session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
        session.addOutput(AVCaptureVideoDataOutput())
        let told = Mutex(0)
        let running = session.observe(\.isRunning, options: [.new]) { session, change in
          if change.newValue == true, session.isRunning { told.withLock { $0 += 1 } }
        }
        session.startRunning()
        try await phone.settle()
        #expect(session.isRunning && session.starts == 1 && told.withLock { $0 } == 1)
        running.invalidate()
      }
    }
  }
}
