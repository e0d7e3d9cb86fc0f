import AVFoundation
import CoreMedia
import DuoTesting
import Foundation
import Testing

/// A recorder as apps have it: a movie output in an actor, one delegate for each recording.
private final class MovieCapture: NSObject, AVCaptureFileOutputRecordingDelegate {
  private let continuation: CheckedContinuation<URL, any Error>

  init(_ continuation: CheckedContinuation<URL, any Error>) { self.continuation = continuation }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection],
    error: Error?
  ) {
    if let error, (error as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool != true {
      return continuation.resume(throwing: error)
    }
    continuation.resume(returning: outputFileURL)
  }
}

private actor Recorder {
  private let session = AVCaptureSession()
  private let output = AVCaptureMovieFileOutput()
  private var capture: MovieCapture?

  func start() throws {
    session.beginConfiguration()
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: try camera(.builtInWideAngleCamera, .back)))
    if let microphone = AVCaptureDevice.default(for: .audio) {
      session.addInput(try AVCaptureDeviceInput(device: microphone))
    }
    guard session.canAddOutput(output) else { throw AVError(.unknown) }
    session.addOutput(output)
    output.movieFragmentInterval = .invalid
    session.commitConfiguration()
    if let connection = output.connection(with: .video) {
      if output.availableVideoCodecTypes.contains(.h264) {
        output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
      }
      if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
      if connection.isVideoStabilizationSupported { connection.preferredVideoStabilizationMode = .auto }
    }
    session.startRunning()
  }

  func record(_ seconds: Double) async throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      .appendingPathExtension("mov")
    let stop = Task {
      try await Task.sleep(for: .seconds(seconds))
      self.stop()
    }
    defer { stop.cancel() }
    return try await withCheckedThrowingContinuation { continuation in
      let capture = MovieCapture(continuation)
      self.capture = capture
      output.startRecording(to: url, recordingDelegate: capture)
    }
  }

  private func stop() { if output.isRecording { output.stopRecording() } }
}

/// The other usual recorder: data outputs into an asset writer.
private final class WriterRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable
{
  // Touched on `queue` only.
  let session = AVCaptureSession()
  let queue = DispatchQueue(label: "recorder")
  private let videoOutput = AVCaptureVideoDataOutput()
  private let audioOutput = AVCaptureAudioDataOutput()
  private var writer: AVAssetWriter?
  private var videoInput: AVAssetWriterInput?
  private var audioInput: AVAssetWriterInput?
  private var hasBegun = false

  func start() throws {
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: try camera(.builtInWideAngleCamera, .back)))
    session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .audio))))
    videoOutput.setSampleBufferDelegate(self, queue: queue)
    audioOutput.setSampleBufferDelegate(self, queue: queue)
    session.addOutput(videoOutput)
    session.addOutput(audioOutput)
    videoOutput.connection(with: .video)?.videoRotationAngle = 90
    session.startRunning()
  }

  func begin(_ url: URL) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let video = AVAssetWriterInput(
      mediaType: .video, outputSettings: videoOutput.recommendedVideoSettingsForAssetWriter(writingTo: .mp4))
    video.expectsMediaDataInRealTime = true
    let audio = AVAssetWriterInput(
      mediaType: .audio, outputSettings: audioOutput.recommendedAudioSettingsForAssetWriter(writingTo: .mp4))
    audio.expectsMediaDataInRealTime = true
    if writer.canAdd(video) { writer.add(video) }
    if writer.canAdd(audio) { writer.add(audio) }
    guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
    queue.sync { (self.writer, videoInput, audioInput) = (writer, video, audio) }
  }

  func end() async -> AVAssetWriter.Status {
    let writer = queue.sync { () -> AVAssetWriter? in
      defer { self.writer = nil }
      videoInput?.markAsFinished()
      audioInput?.markAsFinished()
      return self.writer
    }
    guard let writer else { return .unknown }
    await withCheckedContinuation { continuation in writer.finishWriting { continuation.resume() } }
    return writer.status
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let writer, writer.status == .writing else { return }
    if !hasBegun {
      guard output === videoOutput else { return }
      writer.startSession(atSourceTime: CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
      hasBegun = true
    }
    let input = output === videoOutput ? videoInput : audioInput
    if let input, input.isReadyForMoreMediaData { input.append(sampleBuffer) }
  }
}

@Suite struct RecorderTests {
  @Test func anActorRecordsAMovie() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let recorder = Recorder()
        try await recorder.start()
        let url = try await recorder.record(1)
        defer { try? FileManager.default.removeItem(at: url) }
        let asset = AVURLAsset(url: url)
        let (duration, isPlayable) = try await asset.load(.duration, .isPlayable)
        #expect(isPlayable && abs(duration.seconds - 1) < 0.15)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
        let shown = CGRect(origin: .zero, size: size).applying(transform)
        #expect(size == CGSize(width: 640, height: 480) && shown.size == CGSize(width: 480, height: 640))
        #expect(try await asset.loadTracks(withMediaType: .audio).count == 1)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        let image = try await generator.image(at: .zero).image
        #expect(image.width == 480 && image.height == 640)
      }
    }
  }

  @Test func dataOutputsFeedAnAssetWriter() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let recorder = WriterRecorder()
        try recorder.start()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: url) }
        try recorder.begin(url)
        try await Task.sleep(for: .seconds(1))
        #expect(await recorder.end() == .completed)
        let asset = AVAsset(url: url)
        #expect(asset.tracks(withMediaType: .audio).count == 1)
        let track = try #require(asset.tracks(withMediaType: .video).first)
        #expect(
          track.naturalSize == CGSize(width: 480, height: 640) && abs(asset.duration.seconds - 1) < 0.15)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
          track: track,
          outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        reader.add(output)
        #expect(reader.startReading())
        var frames = 0
        while let sample = output.copyNextSampleBuffer() {
          frames += CMSampleBufferGetImageBuffer(sample) == nil ? 0 : 1
        }
        #expect((28...31).contains(frames) && reader.status == .completed)
      }
    }
  }
}
