import AVFAudio
import AVFoundation
import AudioToolbox
import CoreMedia
import DuoTesting
import Synchronization
import Testing

/// How apps record: one object, both delegates on one queue, its own way out of interruptions.
private final class Recorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable
{
  // `@unchecked`, as in many apps: everything is used on `queue`, but for the two lists.
  let session = AVCaptureSession()
  let queue = DispatchQueue(label: "recorder")
  private let videoOutput = AVCaptureVideoDataOutput()
  private let audioOutput = AVCaptureAudioDataOutput()
  private var audioInput: AVCaptureDeviceInput?
  private var tokens: [NSObjectProtocol] = []
  let frames = Mutex<[CMTime]>([])
  /// Samples by their place in time, counted from the phone's start.
  let sound = Mutex<(first: Int64, samples: [Int16])>((0, []))
  let interruptions = Mutex<[String]>([])

  func configure() throws {
    let audioSession = AVAudioSession.sharedInstance()
    try audioSession.setCategory(
      .playAndRecord, mode: .videoRecording, options: [.defaultToSpeaker, .allowBluetooth])
    try audioSession.setActive(true, options: .notifyOthersOnDeactivation)
    session.automaticallyConfiguresApplicationAudioSession = false

    session.beginConfiguration()
    defer { session.commitConfiguration() }
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
      let microphone = AVCaptureDevice.default(for: .audio)
    else { throw AVError(.deviceNotConnected) }
    let videoInput = try AVCaptureDeviceInput(device: camera)
    let audioInput = try AVCaptureDeviceInput(device: microphone)
    if session.canAddInput(videoInput) { session.addInput(videoInput) }
    if session.canAddInput(audioInput) { session.addInput(audioInput) }
    self.audioInput = audioInput
    videoOutput.alwaysDiscardsLateVideoFrames = false
    videoOutput.setSampleBufferDelegate(self, queue: queue)
    if session.canAddOutput(videoOutput) { session.addOutput(videoOutput) }
    audioOutput.setSampleBufferDelegate(self, queue: queue)
    if session.canAddOutput(audioOutput) { session.addOutput(audioOutput) }
    observe()
  }

  private func observe() {
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: AVCaptureSession.wasInterruptedNotification, object: session, queue: nil
      ) { [weak self] note in
        guard let self, let value = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
          let reason = AVCaptureSession.InterruptionReason(rawValue: value)
        else { return }
        interruptions.withLock { $0.append("\(reason)") }
        guard reason == .audioDeviceInUseByAnotherClient else { return }
        queue.async { self.setSound(false) }
      })
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(),
        queue: .main
      ) { [weak self] note in
        guard let self, let raw = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
          let type = AVAudioSession.InterruptionType(rawValue: raw)
        else { return }
        interruptions.withLock { $0.append("audio \(type)") }
        guard type == .ended, let rawOptions = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt,
          AVAudioSession.InterruptionOptions(rawValue: rawOptions).contains(.shouldResume)
        else { return }
        queue.async { self.setSound(true) }
      })
  }

  private func setSound(_ isOn: Bool) {
    guard let audioInput else { return }
    session.beginConfiguration()
    if isOn {
      try? AVAudioSession.sharedInstance().setActive(true)
      if session.canAddInput(audioInput) { session.addInput(audioInput) }
    } else {
      session.removeInput(audioInput)
    }
    session.commitConfiguration()
  }

  var level: Float? { audioOutput.connection(with: .audio)?.audioChannels.first?.averagePowerLevel }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard CMSampleBufferDataIsReady(sampleBuffer) else { return }
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    if output == videoOutput {
      frames.withLock { $0.append(time) }
      return
    }
    guard let format = CMSampleBufferGetFormatDescription(sampleBuffer),
      let stream = CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee,
      let block = CMSampleBufferGetDataBuffer(sampleBuffer)
    else { return }
    var (length, pointer) = (0, UnsafeMutablePointer<CChar>?.none)
    let status = CMBlockBufferGetDataPointer(
      block, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &length, dataPointerOut: &pointer)
    guard status == kCMBlockBufferNoErr, let pointer else { return }
    let count = length / MemoryLayout<Int16>.size
    let samples = pointer.withMemoryRebound(to: Int16.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
    let place = CMTimeConvertScale(time, timescale: CMTimeScale(stream.mSampleRate), method: .default).value
    sound.withLock { sound in
      if sound.samples.isEmpty { sound.first = place }
      sound.samples += samples
    }
  }
}

@Suite struct SoundTests {
  /// The loudest place of a pitch, by Goertzel's sums over windows of 50 ms each 1 ms: the second at which it begins.
  static func onset(of pitch: Double, in samples: [Int16], first: Int64) -> Double {
    var best = (power: 0.0, place: 0)
    let window = 2400
    let factor = 2 * cos(2 * .pi * pitch / 48_000)
    for place in Swift.stride(from: 0, to: samples.count - window, by: 48) {
      var (a, b) = (0.0, 0.0)
      for index in place..<(place + window) { (a, b) = (Double(samples[index]) + factor * a - b, a) }
      let power = a * a + b * b - factor * a * b
      if power > best.power { best = (power, place) }
    }
    return (Double(first) + Double(best.place)) / 48_000
  }

  /// Every method of a delegate is optional, also of one that serves pictures and sound.
  @Test func aDelegateOfBothMayTakeNeither() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(pose: .openLandscape) { phone in
        let camera = try #require(AVCaptureDevice.default(for: .video))
        let session = try session(camera)
        let (video, sound, delegate) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput(), DropCounter())
        session.addOutput(video)
        session.addOutput(sound)
        video.setSampleBufferDelegate(delegate, queue: .main)
        sound.setSampleBufferDelegate(delegate, queue: .main)
        session.startRunning()
        try await phone.settle()
        #expect(session.isRunning && video.sampleBufferDelegate === delegate)
      }
    }
  }

  /// Sound and pictures of a recorder lie on one clock: the tones are where the phone's seconds begin.
  @Test func aRecorderGetsBothInStep() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        #expect(await AVCaptureDevice.requestAccess(for: .audio))
        let recorder = Recorder()
        try recorder.configure()
        recorder.queue.async { recorder.session.startRunning() }
        await phone.run(for: .seconds(4))
        let (first, samples) = recorder.sound.withLock { $0 }
        let frames = recorder.frames.withLock { $0 }
        // Second 2 has a tone of 1200 Hz, second 3 one of 1600 Hz.
        #expect(abs(SoundTests.onset(of: 1200, in: samples, first: first) - 2) <= 0.001)
        #expect(abs(SoundTests.onset(of: 1600, in: samples, first: first) - 3) <= 0.001)
        let last = try #require(frames.last)
        #expect(frames.count > 90 && abs(last.seconds - Double(first + Int64(samples.count)) / 48_000) < 0.06)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 })
        let level = try #require(recorder.level)
        #expect(level < -50 && level > -70)
        recorder.queue.sync { recorder.session.stopRunning() }
      }
    }
  }

  @Test func picturesGoOnThroughACallAndSoundComesBack() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let recorder = Recorder()
        try recorder.configure()
        recorder.queue.async { recorder.session.startRunning() }
        await phone.run(for: .seconds(2))
        let before = (recorder.frames.withLock { $0.count }, recorder.sound.withLock { $0.samples.count })
        phone.send(.call(true))
        await phone.run(for: .seconds(2))
        let during = (recorder.frames.withLock { $0.count }, recorder.sound.withLock { $0.samples.count })
        #expect(recorder.session.isRunning && during.0 > before.0 + 30 && during.1 < before.1 + 3000)
        phone.send(.call(false))
        await phone.run(for: .seconds(2))
        #expect(recorder.sound.withLock { $0.samples.count } > during.1 + 60_000)
        #expect(recorder.session.isRunning && recorder.session.inputs.count == 2)
        #expect(
          recorder.interruptions.withLock { Set($0) } == [
            "audioDeviceInUseByAnotherClient", "audio began", "audio ended",
          ])
      }
    }
  }

  @Test func aForbiddenMicrophoneIsAnError() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(microphone: .denied) { _ in
        #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
        #expect(AVAudioApplication.shared.recordPermission == .denied)
        let microphone = try #require(
          AVCaptureDevice.default(.microphone, for: .audio, position: .unspecified))
        do {
          _ = try AVCaptureDeviceInput(device: microphone)
          Issue.record("opened")
        } catch AVError.applicationIsNotAuthorizedToUseDevice {}
      }
    }
  }

  @Test func thePersonIsAskedAboutTheMicrophone() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(microphone: .notDetermined(answer: false)) { _ in
        let session = AVAudioSession.sharedInstance()
        #expect(session.recordPermission == .undetermined)
        #expect(await AVAudioApplication.requestRecordPermission() == false)
        #expect(session.recordPermission == .denied)
        #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
      }
    }
  }

  /// Names that apps write, in the shapes in which they write them.
  @Test func namesOfSoundCompile() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let settings: [String: Any] = [
          AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 1, AVSampleRateKey: 44_100.0,
          AVEncoderBitRateKey: 64_000, AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
        ]
        #expect(settings.count == 5)
        let search = AVCaptureDevice.DiscoverySession(
          deviceTypes: [.microphone], mediaType: .audio, position: .unspecified)
        #expect(search.devices.map(\.localizedName) == ["iPhone Microphone"])
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 64))
        buffer.frameLength = AVAudioFrameCount(64)
        #expect(buffer.floatChannelData?[0][63] == 0)
        var stream = format.streamDescription.pointee
        var description: CMAudioFormatDescription?
        #expect(
          CMAudioFormatDescriptionCreate(
            allocator: kCFAllocatorDefault, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0,
            magicCookie: nil, extensions: nil, formatDescriptionOut: &description) == noErr)
        #expect(description.map { CMFormatDescriptionGetMediaSubType($0) } == kAudioFormatLinearPCM)
        AudioServicesPlaySystemSound(1108)
        AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
        try AVAudioSession.sharedInstance().setCategory(.ambient)
        #expect(AVAudioSession.sharedInstance().currentRoute.outputs.first?.portType == .builtInSpeaker)
        #expect(try await AVAudioSession.sharedInstance().activate())
      }
    }
  }
}

/// Looks at what is dropped only.
private final class DropCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate, Sendable
{
  private let count = Mutex(0)

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) { count.withLock { $0 += 1 } }
}
