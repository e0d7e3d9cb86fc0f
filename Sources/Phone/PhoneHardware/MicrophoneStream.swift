import PhoneModel

public enum MicrophoneOpenError: Error, Hashable, Sendable {
  /// The phone has none.
  case noMicrophone
}

/// A running microphone. Safe on any thread.
public protocol MicrophoneStream: AnyObject, Sendable {
  /// Stops. Sound that has not filled a buffer yet is lost, and no buffer comes any more.
  func stop()
}

/// A stretch of sound from a microphone, one channel.
public struct SoundBuffer: Sendable {
  /// Samples in a second.
  public var rate: Double
  /// The number of the first sample, counted from the phone's start: sample `n` was taken at `n / rate` seconds.
  public var first: Int64
  /// Loudness -32768...32767.
  public var samples: [Int16]

  public init(rate: Double, first: Int64, samples: [Int16]) {
    self.rate = rate
    self.first = first
    self.samples = samples
  }

  /// When the first sample was taken.
  public var time: PhoneTime { PhoneTime(seconds: Double(first) / rate) }
  /// When the last sample was over; the moment of delivery.
  public var end: PhoneTime { PhoneTime(seconds: Double(first + Int64(samples.count)) / rate) }
}

extension PhoneHardware {
  /// A phone without a microphone.
  public func openMicrophone(
    sink: @escaping @Sendable (SoundBuffer) -> Void
  ) throws(MicrophoneOpenError) -> any MicrophoneStream {
    throw .noMicrophone
  }
}
