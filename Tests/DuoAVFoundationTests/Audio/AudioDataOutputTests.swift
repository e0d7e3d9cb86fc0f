import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct AudioDataOutputTests {
  /// A session that has recorded for a while.
  func recorded(
    _ bench: SoundBench, milliseconds: Double, camera: CameraID? = nil
  ) throws -> (session: AVCaptureSession, listener: Listener, output: AVCaptureAudioDataOutput) {
    let (output, listener) = (AVCaptureAudioDataOutput(), Listener())
    output.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(camera: camera, output)
    listener.session.withLock { $0 = session }
    session.startRunning()
    bench.advance(milliseconds)
    return (session, listener, output)
  }

  @Test func soundComesWithoutAGap() throws {
    let bench = try SoundBench()
    let (session, listener, output) = try recorded(bench, milliseconds: 1000)
    let buffers = listener.buffers
    #expect(buffers.count > 40)
    // Starting blocks for 250 ms; the microphone needs 100 of them.
    let first = buffers[0].presentationTimeStamp
    #expect(first == CMTime(value: 4800, timescale: 48_000))
    var next = first
    var mismatches: [String] = []
    for (index, buffer) in buffers.enumerated() {
      if buffer.presentationTimeStamp != next {
        mismatches.append("\(index): \(buffer.presentationTimeStamp)")
      }
      if buffer.numSamples != 1024 || Listener.samples(buffer).count != 1024 {
        mismatches.append("\(index): \(buffer.numSamples) samples")
      }
      if buffer.duration != CMTime(value: 1024, timescale: 48_000) { mismatches.append("\(index): duration") }
      next = buffer.presentationTimeStamp + buffer.duration
    }
    #expect(mismatches == [])
    // Nothing is heard before it has sounded, and no more than one buffer is outstanding.
    let late = bench.clock.now.seconds - next.seconds
    #expect(late >= 0 && late < 1024.0 / 48_000)
    #expect(listener.connections.withLock { $0 }.allSatisfy { $0 === output.connection(with: .audio) })
    session.stopRunning()
    bench.advance(500)
    #expect(listener.buffers.count == buffers.count || listener.buffers.count - buffers.count <= 3)
    let count = listener.buffers.count
    bench.advance(500)
    #expect(listener.buffers.count == count)
  }

  @Test func buffersSayWhatTheyHold() throws {
    let bench = try SoundBench()
    let (_, listener, _) = try recorded(bench, milliseconds: 100)
    let buffer = try #require(listener.buffers.first)
    let format = try #require(CMSampleBufferGetFormatDescription(buffer))
    #expect(CMFormatDescriptionGetMediaType(format) == kCMMediaType_Audio)
    #expect(CMFormatDescriptionGetMediaSubType(format) == kAudioFormatLinearPCM)
    let stream = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(format)).pointee
    #expect(stream.mSampleRate == 48_000 && stream.mChannelsPerFrame == 1 && stream.mBitsPerChannel == 16)
    #expect(stream.mBytesPerFrame == 2 && stream.mBytesPerPacket == 2 && stream.mFramesPerPacket == 1)
    #expect(stream.mFormatFlags == kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
    #expect(CMSampleBufferGetImageBuffer(buffer) == nil && CMSampleBufferDataIsReady(buffer))
    #expect(CMSampleBufferGetSampleSize(buffer, at: 0) == 2 && buffer.totalSampleSize == 2048)
  }

  /// The tone of second `s` begins at `s` of phone time, to the sample: how an app's offset of sound can be measured.
  @Test func tonesTellThePhonesTime() throws {
    let bench = try SoundBench()
    let (_, listener, _) = try recorded(bench, milliseconds: 4500)
    let samples = listener.samples
    let begin = Int(listener.buffers[0].presentationTimeStamp.value)
    var mismatches: [String] = []
    for second in 1...4 {
      let place = second * 48_000 - begin
      let tone = samples[place..<(place + 2400)]
      for pitch in [800.0, 1000, 1200, 1600] {
        let wanted = pitch == [800, 1000, 1200, 1600][second % 4] ? 0.25 : 0
        if abs(Plain.amplitude(tone, of: pitch) - wanted) > 0.002 {
          mismatches.append("\(second): \(pitch) Hz")
        }
      }
      // A tone's beginning: before it only noise of at most 0.0018, from the next sample on more.
      let before = samples[(place - 100)..<place].map { abs(Int($0)) }.max()!
      let after = samples[(place + 1)..<(place + 20)].map { abs(Int($0)) }.max()!
      if before > 58 || after < 4000 { mismatches.append("\(second): \(before), then \(after)") }
    }
    #expect(mismatches == [])
  }

  @Test func levelsAreThoseOfTheSamples() throws {
    let bench = try SoundBench()
    let (_, listener, output) = try recorded(bench, milliseconds: 0)
    let channels = try #require(output.connection(with: .audio)).audioChannels
    #expect(channels.count == 1)
    var mismatches: [String] = []
    for _ in 0..<130 {
      bench.advance(1024.0 / 48)
      let buffers = listener.buffers
      guard let newest = buffers.last else { continue }
      let end = (newest.presentationTimeStamp + newest.duration).seconds
      let level = Plain.decibels(Listener.samples(newest))
      let held = buffers.filter { ($0.presentationTimeStamp + $0.duration).seconds >= end - 1.0000001 }
      let peak = held.flatMap(Listener.samples).map { abs(Double($0)) }.max()!
      let (got, top) = (Double(channels[0].averagePowerLevel), Double(channels[0].peakHoldLevel))
      if abs(got - level) > 0.001 { mismatches.append("\(end): \(got), not \(level)") }
      if abs(top - 20 * log10(peak / 32_768)) > 0.001 { mismatches.append("\(end): peak \(top) of \(peak)") }
    }
    #expect(mismatches == [])
  }

  @Test func silenceHasTheLowestLevel() throws {
    let bench = try SoundBench()
    bench.phone.send(.audio(.sound(.silence)))
    let (_, listener, output) = try recorded(bench, milliseconds: 500)
    #expect(listener.buffers.count > 10 && listener.samples.allSatisfy { $0 == 0 })
    let channel = try #require(output.connection(with: .audio)).audioChannels[0]
    #expect(channel.averagePowerLevel == -120 && channel.peakHoldLevel == -120)
  }

  @Test func onlyConnectionsOfSoundHaveChannels() throws {
    let bench = try SoundBench()
    let (video, audio) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
    let session = try bench.session(camera: .rearWide, video, audio)
    #expect(video.connection(with: .video)?.audioChannels.isEmpty == true)
    #expect(audio.connection(with: .audio)?.audioChannels.count == 1)
    #expect(audio.connection(with: .video) == nil && session.connections.count == 2)
    let connection = try #require(audio.connection(with: .audio))
    #expect(!connection.isVideoMirroringSupported && !connection.isVideoRotationAngleSupported(90))
    #expect(connection.inputPorts.map(\.mediaType) == [.audio])
    #expect(connection.audioChannels[0] === connection.audioChannels[0])
  }

  @Test func aBusyDelegateLosesNothing() throws {
    let bench = try SoundBench()
    let (output, listener) = (AVCaptureAudioDataOutput(), Listener())
    output.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(output)
    let gate = DispatchSemaphore(value: 0)
    bench.queue.async { gate.wait() }
    session.startRunning()
    bench.clock.advance(by: .seconds(2))
    #expect(listener.buffers.isEmpty)
    gate.signal()
    bench.queue.sync {}
    // 2.25 s less the 100 ms of the start.
    #expect(listener.buffers.count == Int((2.25 - 0.1) * 48_000 / 1024))
  }

  @Test func aConnectionThatIsOffIsSilent() throws {
    let bench = try SoundBench()
    let (_, listener, output) = try recorded(bench, milliseconds: 500)
    let connection = try #require(output.connection(with: .audio))
    connection.isEnabled = false
    bench.queue.sync {}
    let count = listener.buffers.count
    bench.advance(500)
    #expect(listener.buffers.count == count)
    connection.isEnabled = true
    bench.advance(500)
    #expect(listener.buffers.count > count)
  }

  @Test func theDelegateIsHeldWeaklyAndNeedsAQueue() throws {
    let bench = try SoundBench()
    let output = AVCaptureAudioDataOutput()
    var listener: Listener? = Listener()
    output.setSampleBufferDelegate(listener, queue: bench.queue)
    #expect(output.sampleBufferDelegate === listener && output.sampleBufferCallbackQueue === bench.queue)
    listener = nil
    #expect(output.sampleBufferDelegate == nil)
    output.setSampleBufferDelegate(nil, queue: nil)
    #expect(output.sampleBufferCallbackQueue == nil)
  }

  @Test func aDelegateWithoutAQueueRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      AVCaptureAudioDataOutput().setSampleBufferDelegate(Listener(), queue: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "'NSInvalidArgumentException', reason: '*** -[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed'"
      ))
  }

  @Test func settingsForAWriter() throws {
    let bench = try SoundBench()
    let output = AVCaptureAudioDataOutput()
    let movie = AVFileType(rawValue: "com.apple.quicktime-movie")
    #expect(output.recommendedAudioSettingsForAssetWriter(writingTo: movie) == nil)
    _ = try bench.session(output)
    let session = try bench.session(AVCaptureAudioDataOutput())
    let other = try #require(session.outputs.first as? AVCaptureAudioDataOutput)
    let settings = try #require(other.recommendedAudioSettingsForAssetWriter(writingTo: movie))
    #expect(settings[AVFormatIDKey] as? UInt32 == 0x6161_6320)
    #expect(settings[AVSampleRateKey] as? Double == 48_000 && settings[AVNumberOfChannelsKey] as? Int == 1)
    let wave = try #require(
      other.recommendedAudioSettingsForAssetWriter(
        writingTo: AVFileType(rawValue: "com.microsoft.waveform-audio")))
    #expect(wave[AVFormatIDKey] as? UInt32 == 0x6c70_636d && wave[AVLinearPCMBitDepthKey] as? Int == 16)
    #expect(wave[AVLinearPCMIsBigEndianKey] as? Bool == false)
  }

  /// Frames and sound reach outputs on one thread in the order in which they were over.
  @Test func soundAndFramesComeInStep() throws {
    let bench = try SoundBench()
    let (video, listener) = (AVCaptureVideoDataOutput(), Listener())
    video.setSampleBufferDelegate(listener, queue: bench.queue)
    let audio = AVCaptureAudioDataOutput()
    audio.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(camera: .outerFront, video, audio)
    session.startRunning()
    var mismatches: [String] = []
    for _ in 0..<120 {
      bench.advance(1000.0 / 60)
      let (frame, sound) = (listener.frameTimes.last?.seconds, listener.buffers.last)
      guard let frame, let sound else { continue }
      let end = (sound.presentationTimeStamp + sound.duration).seconds
      if abs(frame - end) > 1.0 / 30 { mismatches.append("frame \(frame), sound until \(end)") }
    }
    #expect(mismatches == [] && listener.frameTimes.count > 50)
  }
}
