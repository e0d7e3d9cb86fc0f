import PhoneHardware
import PhoneModel
import Synchronization

/// The microphone as an app opened it: cuts the world's sound into buffers, without a gap.
///
/// Keeps the phone alive; releasing it does not stop it. On a real clock that comes late all buffers that are due
/// come one after the other: sound is never skipped.
final class PhoneMicrophone: MicrophoneStream {
  private let phone: SimulatedPhone
  private let rate: Double
  private let frames: Int64
  private let sink: @Sendable (SoundBuffer) -> Void
  /// The number of the next sample; nil when stopped.
  private let next: Mutex<Int64?>

  init(
    _ phone: SimulatedPhone, _ microphone: MicrophoneDescription,
    sink: @escaping @Sendable (SoundBuffer) -> Void
  ) {
    self.phone = phone
    self.sink = sink
    rate = microphone.sampleRate.value
    frames = Int64(microphone.framesPerBuffer.value)
    let begin = phone.clock.now + microphone.startLatency.value
    let first = Int64((begin.seconds * rate).rounded(.up))
    next = Mutex(first)
    plan(first)
  }

  func stop() {
    let first = next.withLock { next in
      defer { next = nil }
      return next
    }
    if first != nil { phone.log.record("microphone-stop", []) }
  }

  private func plan(_ first: Int64) {
    phone.clock.schedule(at: PhoneTime(seconds: Double(first + frames) / rate)) { [self] in deliver() }
  }

  private func deliver() {
    let first = next.withLock { next in
      defer { if let first = next { next = first + frames } }
      return next
    }
    guard let first else { return }
    plan(first + frames)
    sink(
      SoundBuffer(
        rate: rate, first: first, samples: phone.hear(from: first, count: Int(frames), rate: rate)))
  }
}

extension SimulatedPhone {
  public func openMicrophone(
    sink: @escaping @Sendable (SoundBuffer) -> Void
  ) throws(MicrophoneOpenError) -> any MicrophoneStream {
    guard let microphone = description.sound.microphone else { throw .noMicrophone }
    log.record("microphone-start", [])
    return PhoneMicrophone(self, microphone, sink: sink)
  }

  /// What the world sounds like, as 16-bit samples.
  func hear(from first: Int64, count: Int, rate: Double) -> [Int16] {
    switch state.audio.sound {
    case .silence: [Int16](repeating: 0, count: count)
    case .room:
      RoomSound.samples(from: first, count: count, rate: rate).map { Int16(($0 * 32_767).rounded()) }
    case .file:
      heardFile?.samples(from: first, count: count, rate: rate) ?? [Int16](repeating: 0, count: count)
    }
  }
}
