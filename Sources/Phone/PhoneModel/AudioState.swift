/// What is true of a phone's sound at one moment.
public struct AudioState: Hashable, Codable, Sendable {
  /// An alarm or a timer of the system sounds. Like a call it takes the audio hardware from apps.
  public var isAlarmSounding = false
  /// What the person has plugged in or put on; nil: nothing.
  public var headset: Headset?
  /// What can be heard round the phone.
  public var sound = WorldSound.room
  /// 0...1, as the person set it with the buttons; nil: as the phone was switched on.
  public var volume: Double?

  public init() {}
}

/// A headset with a microphone of its own.
public enum Headset: String, Hashable, Codable, Sendable, CaseIterable { case wired, bluetooth }

/// What a microphone hears. Without an end: a file starts again when it is over.
public enum WorldSound: Hashable, Codable, Sendable {
  /// A quiet room with a tone at the start of each second, see `RoomSound`.
  case room
  case silence
  /// A WAV file; its start lies at the phone's start.
  case file(path: String)
}

/// What can happen to a phone's sound.
public enum AudioEvent: Hashable, Codable, Sendable {
  case alarm(Bool)
  /// Nil takes it off.
  case headset(Headset?)
  case sound(WorldSound)
  /// The person sets the volume of what the phone plays, 0...1.
  case volume(Double)
}

extension PhoneState {
  /// A call or an alarm has the audio hardware: no app hears or plays anything.
  public var isAudioTaken: Bool { isInCall || audio.isAlarmSounding }
}

enum AudioRules {
  static func next(_ state: PhoneState, _ event: AudioEvent) -> Transition {
    if case .volume(let volume) = event, !(0...1).contains(volume) {
      return PhoneRules.ignored(state, "volume \(volume) is not between 0 and 1")
    }
    return PhoneRules.changed(state) { next in
      switch event {
      case .volume(let volume): next.audio.volume = volume
      case .alarm(let isOn): next.audio.isAlarmSounding = isOn
      case .headset(let headset): next.audio.headset = headset
      case .sound(let sound): next.audio.sound = sound
      }
    }
  }
}
