import AVFoundation
import DuoTesting
import Testing

/// A recorder as apps wrote it for years: in Swift 5, with the older names.
private final class OldRecorder: NSObject {
  let captureSession = AVCaptureSession()
  let sessionQueue = DispatchQueue(label: "session")
  let sampleQueue = DispatchQueue(label: "samples")
  let videoDataOutput = AVCaptureVideoDataOutput()
  let audioDataOutput = AVCaptureAudioDataOutput()
  var audioDeviceInput: AVCaptureDeviceInput?
  var levels: [Float] = []
  var bytes = 0
  var samples = 0
  var frames = 0

  func prepare(completion: @escaping (Bool) -> Void) {
    AVAudioSession.sharedInstance().requestRecordPermission { granted in
      guard granted else { return completion(false) }
      self.sessionQueue.async {
        self.configureSession()
        self.captureSession.startRunning()
        DispatchQueue.main.async { completion(self.captureSession.isRunning) }
      }
    }
  }

  private func configureSession() {
    do {
      try AVAudioSession.sharedInstance().setCategory(
        AVAudioSession.Category.playAndRecord, options: [.mixWithOthers, .allowBluetooth, .defaultToSpeaker])
      try AVAudioSession.sharedInstance().setActive(true)
    } catch { print("Could not set up the audio session: \(error)") }
    captureSession.usesApplicationAudioSession = true
    captureSession.automaticallyConfiguresApplicationAudioSession = false
    captureSession.beginConfiguration()
    captureSession.sessionPreset = .high
    if let camera = AVCaptureDevice.default(for: .video),
      let input = try? AVCaptureDeviceInput(device: camera),
      captureSession.canAddInput(input)
    {
      captureSession.addInput(input)
    }
    if let microphone = AVCaptureDevice.default(
      .builtInMicrophone, for: AVMediaType.audio, position: .unspecified),
      let input = try? AVCaptureDeviceInput(device: microphone), captureSession.canAddInput(input)
    {
      captureSession.addInput(input)
      audioDeviceInput = input
    }
    videoDataOutput.setSampleBufferDelegate(self, queue: sampleQueue)
    audioDataOutput.setSampleBufferDelegate(self, queue: sampleQueue)
    for output in [videoDataOutput, audioDataOutput] where captureSession.canAddOutput(output) {
      captureSession.addOutput(output)
    }
    captureSession.commitConfiguration()
  }
}

extension OldRecorder: AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate
{
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard output === audioDataOutput else {
      frames += 1
      return
    }
    if let channel = connection.audioChannels.first { levels.append(channel.averagePowerLevel) }
    samples += CMSampleBufferGetNumSamples(sampleBuffer)
    var blockBuffer: CMBlockBuffer?
    var list = AudioBufferList()
    let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: &list,
      bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil,
      blockBufferMemoryAllocator: nil, flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment,
      blockBufferOut: &blockBuffer)
    guard status == noErr else { return }
    for buffer in UnsafeMutableAudioBufferListPointer(&list) { bytes += Int(buffer.mDataByteSize) }
  }
}

@Suite struct OldRecorderTests {
  @Test func anOldRecorderHearsAndSees() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(microphone: .notDetermined(answer: true)) { phone in
        let recorder = OldRecorder()
        var isRunning: Bool?
        recorder.prepare { isRunning = $0 }
        await phone.run(for: .seconds(4))
        #expect(isRunning == true && recorder.captureSession.inputs.count == 2)
        recorder.sampleQueue.sync {}
        #expect(recorder.samples > 100_000 && recorder.bytes == 2 * recorder.samples && recorder.frames > 50)
        // A second has a tone of 50 ms, the rest is the room's noise.
        #expect(recorder.levels.contains { $0 > -20 } && recorder.levels.filter { $0 < -50 }.count > 80)
        #expect(AVAudioSession.sharedInstance().categoryOptions.contains(.mixWithOthers))
        recorder.sessionQueue.sync { recorder.captureSession.stopRunning() }
      }
    }
  }
}
