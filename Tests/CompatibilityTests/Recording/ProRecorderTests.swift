import AVFoundation
import AVKit
import CoreMedia
import DuoTesting
import Testing
import UIKit

/// A movie recorder as apps have it: sound, an angle that follows the phone, states that the interface observes.
@MainActor
final class MovieRecorder: NSObject {
  enum Problem: Error { case noCamera, cannotAdd }

  let previewLayer = AVCaptureVideoPreviewLayer()
  nonisolated(unsafe) let session = AVCaptureSession()
  nonisolated(unsafe) private let movieOutput = AVCaptureMovieFileOutput()
  private let sessionQueue = DispatchQueue(label: "recorder.session")
  private var rotation: AVCaptureDevice.RotationCoordinator?
  private var observations: [NSKeyValueObservation] = []
  private(set) var angles: [CGFloat] = []
  private var recording: Recording?

  func configure() throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    session.sessionPreset = .hd1280x720
    guard let device = AVCaptureDevice.systemPreferredCamera ?? AVCaptureDevice.default(for: .video) else {
      throw Problem.noCamera
    }
    let input = try AVCaptureDeviceInput(device: device)
    guard session.canAddInput(input) else { throw Problem.cannotAdd }
    session.addInput(input)
    if let microphone = AVCaptureDevice.default(for: .audio) {
      let sound = try AVCaptureDeviceInput(device: microphone)
      if session.canAddInput(sound) { session.addInput(sound) }
    }
    guard session.canAddOutput(movieOutput) else { throw Problem.cannotAdd }
    session.addOutput(movieOutput)
    previewLayer.session = session
    let rotation = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: previewLayer)
    self.rotation = rotation
    observations = [
      rotation.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.initial, .new]) {
        [weak self] _, change in
        guard let angle = change.newValue else { return }
        MainActor.assumeIsolated { self?.angles.append(angle) }
      }
    ]
  }

  func start() async {
    await withCheckedContinuation { continuation in
      sessionQueue.async { [self] in
        session.startRunning()
        continuation.resume()
      }
    }
  }

  func record(to url: URL) {
    if let connection = movieOutput.connection(with: .video),
      let angle = rotation?
        .videoRotationAngleForHorizonLevelCapture
    {
      if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
      if connection.isVideoMirroringSupported {
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = false
      }
      if movieOutput.availableVideoCodecTypes.contains(.hevc) {
        movieOutput.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.hevc], for: connection)
      }
    }
    let recording = Recording()
    self.recording = recording
    movieOutput.startRecording(to: url, recordingDelegate: recording)
  }

  /// The file, once it is finished.
  func stop() async throws -> URL {
    guard let recording else { throw Problem.cannotAdd }
    movieOutput.stopRecording()
    return try await recording.file
  }
}

/// One recording: its end can be awaited.
private final class Recording: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
  private let results: AsyncThrowingStream<URL, any Error>
  private let continuation: AsyncThrowingStream<URL, any Error>.Continuation

  override init() {
    (results, continuation) = AsyncThrowingStream.makeStream()
    super.init()
  }

  var file: URL {
    get async throws {
      for try await url in results { return url }
      throw CancellationError()
    }
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {
    if let error {
      continuation.finish(throwing: error)
    } else {
      continuation.yield(outputFileURL)
      continuation.finish()
    }
  }
}

/// A recorder that writes by itself: frames through a pixel buffer adaptor, sound, pauses cut out, an end that is awaited.
private final class ProRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable
{
  // Unchecked: what changes is touched on `queue` only.
  private enum State { case idle, starting, recording, paused }

  let session = AVCaptureSession()
  private let queue = DispatchQueue(label: "pro.samples", qos: .userInitiated)
  private let videoOutput = AVCaptureVideoDataOutput()
  private let audioOutput = AVCaptureAudioDataOutput()
  private var state = State.idle
  private var writer: AVAssetWriter?
  private var videoInput: AVAssetWriterInput?
  private var audioInput: AVAssetWriterInput?
  private var adaptor: AVAssetWriterInputPixelBufferAdaptor?
  private var offset = CMTime.zero
  private var hasGap = false
  private var last = CMTime.invalid
  /// Where the sound ends.
  private var lastSound = CMTime.invalid

  func configure(_ device: AVCaptureDevice) throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    session.sessionPreset = .hd1280x720
    session.addInput(try AVCaptureDeviceInput(device: device))
    if let microphone = AVCaptureDevice.default(for: .audio) {
      session.addInput(try AVCaptureDeviceInput(device: microphone))
    }
    videoOutput.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ]
    videoOutput.alwaysDiscardsLateVideoFrames = false
    videoOutput.setSampleBufferDelegate(self, queue: queue)
    audioOutput.setSampleBufferDelegate(self, queue: queue)
    session.addOutput(videoOutput)
    session.addOutput(audioOutput)
  }

  func begin(to url: URL, angle: CGFloat) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.movieFragmentInterval = CMTime(seconds: 1, preferredTimescale: 600)
    let title = AVMutableMetadataItem()
    title.identifier = .quickTimeMetadataTitle
    title.value = "A test" as NSString
    writer.metadata = [title]
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 1280, AVVideoHeightKey: 720,
        AVVideoCompressionPropertiesKey: [
          AVVideoAverageBitRateKey: 6_000_000, AVVideoMaxKeyFrameIntervalKey: 30,
          AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
        ] as [String: Any],
      ])
    video.expectsMediaDataInRealTime = true
    video.transform = CGAffineTransform(rotationAngle: angle / 180 * .pi)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: video,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
        kCVPixelBufferWidthKey as String: 1280, kCVPixelBufferHeightKey as String: 720,
      ])
    let audio = AVAssetWriterInput(
      mediaType: .audio, outputSettings: audioOutput.recommendedAudioSettingsForAssetWriter(writingTo: .mov))
    audio.expectsMediaDataInRealTime = true
    for input in [video, audio] where writer.canAdd(input) { writer.add(input) }
    guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
    queue.sync {
      (self.writer, videoInput, audioInput, self.adaptor) = (writer, video, audio, adaptor)
      (state, offset, hasGap) = (.starting, .zero, false)
    }
  }

  func pause() { queue.sync { if state == .recording { state = .paused } } }
  func resume() { queue.sync { if state == .paused { state = .recording } } }

  func end() async throws -> (url: URL, seconds: Double) {
    let (writer, last) = queue.sync { () -> (AVAssetWriter?, CMTime) in
      state = .idle
      videoInput?.markAsFinished()
      audioInput?.markAsFinished()
      return (self.writer, self.last)
    }
    guard let writer else { throw AVError(.unknown) }
    await writer.finishWriting()
    guard writer.status == .completed else { throw writer.error ?? AVError(.unknown) }
    return (writer.outputURL, last.seconds)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard CMSampleBufferDataIsReady(sampleBuffer), let writer, state != .idle else { return }
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    if state == .paused {
      hasGap = true
      return
    }
    if hasGap {
      // The first picture after a pause follows the last one before it; sound waits for it.
      guard output === videoOutput else { return }
      let next = CMTimeAdd(last, CMTime(value: 1, timescale: 30))
      offset = CMTimeSubtract(time, next)
      hasGap = false
    }
    let moved = CMTimeSubtract(time, offset)
    if output === videoOutput {
      if state == .starting {
        writer.startSession(atSourceTime: moved)
        state = .recording
      }
      guard let pixels = CMSampleBufferGetImageBuffer(sampleBuffer), let adaptor,
        adaptor.assetWriterInput.isReadyForMoreMediaData
      else { return }
      if adaptor.append(pixels, withPresentationTime: moved) { last = moved }
    } else if state == .recording, let audioInput, audioInput.isReadyForMoreMediaData,
      !lastSound.isValid || moved >= lastSound
    {
      var timing = CMSampleTimingInfo()
      CMSampleBufferGetSampleTimingInfo(sampleBuffer, at: 0, timingInfoOut: &timing)
      timing.presentationTimeStamp = moved
      guard let shifted = try? CMSampleBuffer(copying: sampleBuffer, withNewTiming: [timing]) else { return }
      if audioInput.append(shifted) { lastSound = CMTimeAdd(moved, CMSampleBufferGetDuration(sampleBuffer)) }
    }
  }
}

@Suite struct ProRecorderTests {
  private static func place(_ ending: String = "mov") -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
  }

  /// Turned in the hand between two recordings: both are shown upright, one high, one wide, both with sound.
  @Test func theMovieFollowsThePhone() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let recorder = MovieRecorder()
        recorder.previewLayer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        try recorder.configure()
        await recorder.start()
        try await phone.settle()
        var turns: [Double] = []
        for turn in [QuarterTurns(0), 1] {
          try await phone.play(.turn(turn))
          try await phone.settle()
          let url = Self.place()
          defer { try? FileManager.default.removeItem(at: url) }
          recorder.record(to: url)
          try await Task.sleep(for: .seconds(1))
          #expect(try await recorder.stop() == url)
          let asset = AVURLAsset(url: url)
          let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
          let (transform, size) = try await track.load(.preferredTransform, .naturalSize)
          turns.append(atan2(transform.b, transform.a) * 180 / .pi)
          #expect(size == CGSize(width: 1280, height: 720))
          #expect(try await asset.loadTracks(withMediaType: .audio).count == 1)
          #expect(abs(try await asset.load(.duration).seconds - 1) < 0.15)
        }
        #expect(recorder.angles.count >= 2)
        let difference = abs(turns[0] - turns[1]).truncatingRemainder(dividingBy: 180)
        #expect(abs(difference - 90) < 0.01, "\(turns)")
      }
    }
  }

  /// A second, a pause of two, a second: two seconds of movie, whose pictures follow each other without a gap.
  @Test func aPauseIsCutOut() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let device = try camera(.builtInWideAngleCamera, .back)
        let recorder = ProRecorder()
        try recorder.configure(device)
        recorder.session.startRunning()
        try await phone.settle()
        let url = Self.place()
        defer { try? FileManager.default.removeItem(at: url) }
        try recorder.begin(to: url, angle: 90)
        try await Task.sleep(for: .seconds(1))
        recorder.pause()
        try await Task.sleep(for: .seconds(2))
        recorder.resume()
        try await Task.sleep(for: .seconds(1))
        let end = try await recorder.end()
        #expect(end.url == url)
        let asset = AVURLAsset(url: url)
        #expect(abs(try await asset.load(.duration).seconds - 2) < 0.2)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let transform = try await track.load(.preferredTransform)
        #expect(abs(atan2(transform.b, transform.a) - .pi / 2) < 1e-3)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        #expect(reader.startReading())
        var times: [Double] = []
        while let sample = output.copyNextSampleBuffer() {
          if CMSampleBufferGetNumSamples(sample) > 0 {
            times.append(CMSampleBufferGetPresentationTimeStamp(sample).seconds)
          }
        }
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(
          (54...63).contains(times.count) && gaps.allSatisfy { abs($0 - 1.0 / 30) < 0.005 }, "\(times.count)")
        #expect(try await asset.loadTracks(withMediaType: .audio).count == 1)
        recorder.session.stopRunning()
      }
    }
  }
}
