import DuoFoundation
import PhoneHardware
import PhoneModel

/// The open microphone of a session and where its sound goes.
final class MicrophoneFeed: Sendable {
  struct Route: Sendable {
    let connection: Handover<AVCaptureConnection>
    let taker: any SoundTaker
  }

  private struct State: Sendable {
    var routes: [Route] = []
    var stream: (any MicrophoneStream)?
  }

  let device: Handover<AVCaptureDevice>
  private let state = Guarded(State())

  init(device: AVCaptureDevice) { self.device = Handover(device) }

  var routes: [Route] {
    get { state.withLock { $0.routes } }
    set { state.withLock { $0.routes = newValue } }
  }

  var isOpen: Bool { state.withLock { $0.stream != nil } }

  /// Opens the microphone unless it is open.
  func open(on phone: any PhoneHardware) throws(MicrophoneOpenError) {
    guard state.withLock({ $0.stream == nil }) else { return }
    let stream = try phone.openMicrophone { [weak self] in self?.receive($0) }
    state.withLock { $0.stream = stream }
  }

  /// No sound comes when this has returned, not even what is on its way.
  func close() {
    let stream = state.withLock { state in
      defer { state = State() }
      return state.stream
    }
    stream?.stop()
  }

  /// Until the person allows it, what is heard is silence. [docs]
  private func receive(_ sound: SoundBuffer) {
    let device = device.object
    var sound = sound
    if device.authorization.status(for: .audio) != .authorized {
      sound.samples = [Int16](repeating: 0, count: sound.samples.count)
    }
    for route in routes {
      let connection = route.connection.object
      connection.soundMeter?.take(sound)
      route.taker.take(sound, through: connection, of: device)
    }
  }
}
