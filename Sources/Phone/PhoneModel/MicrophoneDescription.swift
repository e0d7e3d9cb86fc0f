/// A phone's microphone and what the audio system says of itself.
public struct SoundDescription: Hashable, Codable, Sendable {
  /// Nil for a phone without one.
  public var microphone: MicrophoneDescription?
  /// Names of the phone's own loudspeaker and earpiece, as the audio session's ports show them.
  public var speakerName, receiverName: Sourced<String>
  /// Names of a wired headset's two ends, and of a Bluetooth headset.
  public var headphonesName, headsetMicrophoneName, bluetoothName: Sourced<String>
  /// 0...1.
  public var outputVolume: Sourced<Double>
  /// What the audio system buffers at once, and the delay of its two ends.
  public var bufferDuration, inputLatency, outputLatency: Sourced<PhoneDuration>
  /// How long a channel's peak level is held.
  public var peakHold: Sourced<PhoneDuration>
  /// The level that a channel without any sound shows, decibels.
  public var silence: Sourced<Double>
}

public struct MicrophoneDescription: Hashable, Codable, Sendable {
  /// Opaque text, the same from run to run.
  public var uniqueID: String
  public var modelID: String
  public var localizedName: String
  /// Samples in a second.
  public var sampleRate: Sourced<Double>
  /// Samples that are delivered together.
  public var framesPerBuffer: Sourced<Int>
  /// Phone time from start to the first sample.
  public var startLatency: Sourced<PhoneDuration>
}

extension SoundDescription {
  /// What the built-in phones have.
  static let usual = SoundDescription(
    microphone: MicrophoneDescription(
      uniqueID: "com.apple.avfoundation.avcapturedevice.built-in_audio:0",
      modelID: "com.apple.avfoundation.avcapturedevice.built-in_audio:0",
      localizedName: "iPhone Microphone",
      sampleRate: Sourced(48_000, .measured, "what iPhones with their own microphone run at"),
      framesPerBuffer: Sourced(1024, .forum), startLatency: Sourced(.milliseconds(100), .assumed)),
    speakerName: Sourced("Speaker", .forum), receiverName: Sourced("Receiver", .forum),
    headphonesName: Sourced("Headphones", .forum),
    headsetMicrophoneName: Sourced("Headset Microphone", .forum), bluetoothName: Sourced("AirPods", .assumed),
    outputVolume: Sourced(0.5, .assumed),
    bufferDuration: Sourced(PhoneDuration(nanoseconds: 21_333_333), .assumed, "1024 samples at 48 kHz"),
    inputLatency: Sourced(.milliseconds(10), .assumed), outputLatency: Sourced(.milliseconds(10), .assumed),
    peakHold: Sourced(.seconds(1), .assumed), silence: Sourced(-120, .assumed))
}
