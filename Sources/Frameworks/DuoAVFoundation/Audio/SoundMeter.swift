import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// How loud the sound of a connection is, as a value. Levels are decibels, 0 for the loudest that can be written.
struct SoundLevels: Equatable, Sendable {
  let hold: PhoneDuration
  let silence: Double
  private(set) var average: Double
  /// The loudest sample of each buffer that is not older than the hold.
  private var peaks: [(end: PhoneTime, peak: Double)] = []

  init(hold: PhoneDuration, silence: Double) {
    self.hold = hold
    self.silence = silence
    average = silence
  }

  var peak: Double { decibels(peaks.map(\.peak).max() ?? 0) }

  mutating func take(_ sound: SoundBuffer) {
    guard !sound.samples.isEmpty else { return }
    var (sum, largest) = (0.0, 0.0)
    for sample in sound.samples {
      let value = Double(sample) / 32_768
      sum += value * value
      largest = max(largest, abs(value))
    }
    average = decibels((sum / Double(sound.samples.count)).squareRoot())
    peaks.removeAll { $0.end + hold < sound.end }
    peaks.append((sound.end, largest))
  }

  private func decibels(_ amplitude: Double) -> Double {
    amplitude > 0 ? max(silence, 20 * log10(amplitude)) : silence
  }

  static func == (a: SoundLevels, b: SoundLevels) -> Bool { a.average == b.average && a.peak == b.peak }
}

/// The levels of one connection's channel, on whatever thread its sound comes.
final class SoundMeter: Sendable {
  private let levels: Guarded<SoundLevels>

  init(_ sound: SoundDescription) {
    levels = Guarded(SoundLevels(hold: sound.peakHold.value, silence: sound.silence.value))
  }

  func take(_ sound: SoundBuffer) { levels.withLock { $0.take(sound) } }
  var now: SoundLevels { levels.withLock { $0 } }
}

/// One channel of an audio connection. Not observable: read it as often as it is to be shown. [header]
public class AVCaptureAudioChannel: NSObject {
  private let meter: SoundMeter

  init(_ meter: SoundMeter) { self.meter = meter }

  /// The mean level of the newest buffer of sound, decibels: 0 is the loudest that can be written.
  public var averagePowerLevel: Float { Float(meter.now.average) }

  /// The highest level of a single sample, held for a moment, decibels. How long, the phone's description says.
  public var peakHoldLevel: Float { Float(meter.now.peak) }
}
