import AVFoundation
import Combine
import DuoTesting
import Photos
import Testing

/// A movie recorder as apps wrote it in Swift 5: orientations by name, `publisher(for:)`, the movie into the library.
final class OldMovieRecorder: NSObject, ObservableObject, AVCaptureFileOutputRecordingDelegate,
  @unchecked Sendable
{
  // Unchecked, as such apps are: what the interface shows changes on the main queue, the session on its own.
  @Published var isRecording = false
  @Published var alertMessage: String?
  @Published var savedCount = 0

  let session = AVCaptureSession()
  private let movieOutput = AVCaptureMovieFileOutput()
  private let sessionQueue = DispatchQueue(label: "session queue")
  private var isRunningObserver: AnyCancellable?
  private(set) var runningStates: [Bool] = []

  func setUp() {
    isRunningObserver = session.publisher(for: \.isRunning, options: [.initial, .new])
      .receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.runningStates.append($0) }
    sessionQueue.async {
      self.session.beginConfiguration()
      self.session.sessionPreset = .vga640x480
      for type in [AVMediaType.video, .audio] {
        guard let device = AVCaptureDevice.default(for: type),
          let input = try? AVCaptureDeviceInput(device: device),
          self.session.canAddInput(input)
        else { continue }
        self.session.addInput(input)
      }
      if self.session.canAddOutput(self.movieOutput) {
        self.session.addOutput(self.movieOutput)
        self.movieOutput.maxRecordedDuration = CMTimeMakeWithSeconds(2, preferredTimescale: 600)
        if let connection = self.movieOutput.connection(with: .video),
          connection.isVideoStabilizationSupported
        {
          connection.preferredVideoStabilizationMode = .auto
        }
      }
      self.session.commitConfiguration()
      self.session.startRunning()
    }
  }

  func toggle(orientation: AVCaptureVideoOrientation) {
    sessionQueue.async {
      if self.movieOutput.isRecording { return self.movieOutput.stopRecording() }
      guard let connection = self.movieOutput.connection(with: .video) else { return }
      if connection.isVideoOrientationSupported { connection.videoOrientation = orientation }
      let path = (NSTemporaryDirectory() as NSString).appendingPathComponent(
        (NSUUID().uuidString as NSString).appendingPathExtension("mov")!)
      self.movieOutput.startRecording(to: URL(fileURLWithPath: path), recordingDelegate: self)
    }
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {
    DispatchQueue.main.async { self.isRecording = true }
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection],
    error: Error?
  ) {
    @Sendable func cleanup() { try? FileManager.default.removeItem(atPath: outputFileURL.path) }
    var success = true
    if let error = error {
      success = (error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
      if !success || (error as? AVError)?.code == .maximumDurationReached {
        DispatchQueue.main.async { self.alertMessage = "stopped by itself" }
      }
    }
    guard success else { return cleanup() }
    PHPhotoLibrary.requestAuthorization { status in
      guard status == .authorized else { return cleanup() }
      PHPhotoLibrary.shared().performChanges(
        {
          let options = PHAssetResourceCreationOptions()
          options.shouldMoveFile = true
          PHAssetCreationRequest.forAsset().addResource(
            with: .video, fileURL: outputFileURL, options: options)
        },
        completionHandler: { success, _ in
          if success { DispatchQueue.main.async { self.savedCount += 1 } }
          cleanup()
        })
    }
    DispatchQueue.main.async { self.isRecording = false }
  }
}

@Suite struct OldMovieRecorderTests {
  @Test func anOldRecorderSavesItsMovies() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let recorder = OldMovieRecorder()
        var states: [Bool] = []
        let watching = recorder.$isRecording.removeDuplicates().sink { states.append($0) }
        defer { watching.cancel() }
        recorder.setUp()
        try await phone.settle()
        #expect(recorder.runningStates.last == true)
        recorder.toggle(orientation: .landscapeRight)
        await phone.run(for: .seconds(1))
        recorder.toggle(orientation: .portrait)
        try await phone.settle()
        #expect(states == [false, true, false] && recorder.savedCount == 1 && recorder.alertMessage == nil)
        // The next one runs into its limit of two seconds.
        recorder.toggle(orientation: .portrait)
        await phone.run(for: .seconds(3))
        try await phone.settle()
        #expect(recorder.savedCount == 2 && recorder.alertMessage == "stopped by itself")
        let assets = PHAsset.fetchAssets(with: .video, options: nil)
        let movies = (0..<assets.count).map { assets.object(at: $0) }
        #expect(movies.map { $0.mediaType } == [.video, .video])
        recorder.session.stopRunning()
      }
    }
  }
}
