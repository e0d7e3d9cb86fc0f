import DuoFoundation
import PhoneModel

/// What an app has asked of its audio session and what the phone makes of it, as a value.
struct AudioSessionState: Equatable, Sendable {
  typealias Session = AVAudioSession

  var category = Session.Category.soloAmbient
  var mode = Session.Mode.default
  var options: Session.CategoryOptions = []
  var policy = Session.RouteSharingPolicy.default
  private(set) var isActive = false
  var override = Session.PortOverride.none
  /// The kind of input that the app would like; nil: the system's choice.
  var preferredInput: Session.Port?
  /// 0: the system's choice.
  var preferredSampleRate = 0.0
  var preferredBufferDuration = 0.0

  // MARK: Category and mode

  /// Which modes fit which category [docs], and which options [docs]; what does not fit is an error.
  static func refusal(
    _ category: Session.Category, _ mode: Session.Mode, _ policy: Session.RouteSharingPolicy,
    _ options: Session.CategoryOptions
  ) -> Session.ErrorCode? {
    guard Session.Category.all.contains(category), let categories = categories(of: mode),
      categories.contains(category)
    else { return .badParam }
    let mixing: Session.CategoryOptions = [
      .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
    ]
    if !options.isDisjoint(with: mixing), ![.playAndRecord, .playback, .multiRoute].contains(category) {
      return .badParam
    }
    if options.contains(.allowBluetoothHFP), ![.playAndRecord, .record].contains(category) {
      return .badParam
    }
    let twoWay: Session.CategoryOptions = [.defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay]
    if !options.isDisjoint(with: twoWay), category != .playAndRecord { return .badParam }
    if policy != .default, category != .playback { return .badParam }
    return nil
  }

  private static func categories(of mode: Session.Mode) -> [Session.Category]? {
    switch mode {
    case .default, .spokenAudio, .voicePrompt: Session.Category.all
    case .voiceChat, .videoChat, .gameChat: [.playAndRecord]
    case .videoRecording: [.playAndRecord, .record]
    case .moviePlayback: [.playback]
    case .measurement: [.playAndRecord, .record, .playback]
    default: nil
    }
  }

  /// Sound can come in.
  var hasInput: Bool { [.playAndRecord, .record, .multiRoute].contains(category) }
  var hasOutput: Bool { category != .record }
  /// Other apps may play on.
  var mixes: Bool {
    category == .ambient || !options.isDisjoint(with: [.mixWithOthers, .duckOthers])
  }

  // MARK: Activation

  /// Why the session cannot become active now. A call has priority over everything [docs]; the codes are those that apps
  /// see. [forum]
  static func refusal(activating session: Self, _ phone: PhoneState) -> Session.ErrorCode? {
    if phone.isAudioTaken { return .insufficientPriority }
    if phone.app.activity == .background, !session.mixes { return .cannotInterruptOthers }
    return nil
  }

  mutating func set(active value: Bool) { isActive = value }

  // MARK: Route

  /// Where sound comes from and goes to. A session that is not active has the route that it would have (assumed).
  func route(_ headset: Headset?, _ sound: SoundDescription) -> AudioRoute {
    AudioRoute(
      inputs: hasInput ? inputs(headset, sound).prefix(1).map { $0 } : [],
      outputs: hasOutput ? [output(headset, sound)] : [])
  }

  /// Every input that could be had, the one in use first: what was plugged in last, unless the app prefers another one.
  func inputs(_ headset: Headset?, _ sound: SoundDescription) -> [AudioPort] {
    guard hasInput else { return [] }
    var ports: [AudioPort] = []
    switch headset {
    case .wired: ports.append(.headsetMicrophone(sound))
    case .bluetooth where options.contains(.allowBluetoothHFP): ports.append(.bluetooth(sound, .bluetoothHFP))
    case .bluetooth, nil: break
    }
    if let microphone = sound.microphone {
      ports.append(
        AudioPort(kind: .builtInMic, name: microphone.localizedName, id: "Built-In Microphone", channels: 1))
    }
    if let preferredInput, let place = ports.firstIndex(where: { $0.kind == preferredInput }) {
      ports.insert(ports.remove(at: place), at: 0)
    }
    return ports
  }

  private func output(_ headset: Headset?, _ sound: SoundDescription) -> AudioPort {
    if category == .playAndRecord, override == .speaker { return .speaker(sound) }
    switch headset {
    case .wired: return .headphones(sound)
    case .bluetooth:
      if category != .playAndRecord { return .bluetooth(sound, .bluetoothA2DP) }
      if options.contains(.allowBluetoothHFP) { return .bluetooth(sound, .bluetoothHFP) }
      if options.contains(.allowBluetoothA2DP) { return .bluetooth(sound, .bluetoothA2DP) }
    case nil: break
    }
    guard category == .playAndRecord else { return .speaker(sound) }
    let isLoud =
      options.contains(.defaultToSpeaker)
      || [.videoChat, .videoRecording].contains(mode)
    return isLoud ? .speaker(sound) : .receiver(sound)
  }
}

/// One place that sound comes from or goes to, as a value.
struct AudioPort: Hashable, Sendable {
  var kind: AVAudioSession.Port
  var name: String
  /// The same from run to run.
  var id: String
  var channels: Int

  static func speaker(_ sound: SoundDescription) -> AudioPort {
    AudioPort(kind: .builtInSpeaker, name: sound.speakerName.value, id: "Speaker", channels: 2)
  }
  static func receiver(_ sound: SoundDescription) -> AudioPort {
    AudioPort(kind: .builtInReceiver, name: sound.receiverName.value, id: "Built-In Receiver", channels: 1)
  }
  static func headphones(_ sound: SoundDescription) -> AudioPort {
    AudioPort(kind: .headphones, name: sound.headphonesName.value, id: "Wired Headphones", channels: 2)
  }
  static func headsetMicrophone(_ sound: SoundDescription) -> AudioPort {
    AudioPort(
      kind: .headsetMic, name: sound.headsetMicrophoneName.value, id: "Wired Microphone", channels: 1)
  }
  static func bluetooth(_ sound: SoundDescription, _ kind: AVAudioSession.Port) -> AudioPort {
    AudioPort(
      kind: kind, name: sound.bluetoothName.value,
      id: "00:00:00:00:00:01-\(kind == .bluetoothHFP ? "tsco" : "tacl")",
      channels: kind == .bluetoothHFP ? 1 : 2)
  }
}

struct AudioRoute: Hashable, Sendable {
  var inputs: [AudioPort] = []
  var outputs: [AudioPort] = []
}
