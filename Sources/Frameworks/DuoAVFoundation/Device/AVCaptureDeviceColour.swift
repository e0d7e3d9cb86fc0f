import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

extension AVCaptureDevice {
  /// Where a light's colour lies on the CIE 1931 diagram.
  public struct WhiteBalanceChromaticityValues: Hashable, Sendable {
    /// 0...1
    public var x, y: Float

    public init() { self.init(x: 0, y: 0) }
    public init(x: Float, y: Float) {
      self.x = x
      self.y = y
    }
  }

  /// A light's colour as photographers name it.
  public struct WhiteBalanceTemperatureAndTintValues: Hashable, Sendable {
    /// Kelvin.
    public var temperature: Float
    /// From green (negative) to magenta (positive) corrections, -150...150.
    public var tint: Float

    public init() { self.init(temperature: 0, tint: 0) }
    public init(temperature: Float, tint: Float) {
      self.temperature = temperature
      self.tint = tint
    }
  }

  /// The colour of the light for which these gains are neutral. A gain that is not 1...`maxWhiteBalanceGain` raises
  /// `NSRangeException`. [header]
  public func chromaticityValues(for whiteBalanceGains: WhiteBalanceGains) -> WhiteBalanceChromaticityValues {
    let light = light(of: whiteBalanceGains, "chromaticityValuesForDeviceWhiteBalanceGains:")
    return WhiteBalanceChromaticityValues(x: Float(light.x), y: Float(light.y))
  }

  /// The same as temperature and tint. [header]
  public func temperatureAndTintValues(
    for whiteBalanceGains: WhiteBalanceGains
  ) -> WhiteBalanceTemperatureAndTintValues {
    let light = light(of: whiteBalanceGains, "temperatureAndTintValuesForDeviceWhiteBalanceGains:")
    let (temperature, tint) = ColourModel.temperatureAndTint(light)
    return WhiteBalanceTemperatureAndTintValues(temperature: Float(temperature), tint: Float(tint))
  }

  /// Gains that are neutral in light of this colour. They may be more than `setWhiteBalanceModeLocked(with:)` takes: clamp
  /// them to 1...`maxWhiteBalanceGain`. A value outside 0...1 raises `NSRangeException`. [header]
  public func deviceWhiteBalanceGains(
    for chromaticityValues: WhiteBalanceChromaticityValues
  ) -> WhiteBalanceGains {
    let (x, y) = (Double(chromaticityValues.x), Double(chromaticityValues.y))
    guard (0...1).contains(x), y > 0, y <= 1 else {
      DeviceFault.outOfRange("The passed chromaticityValues (\(x), \(y)) are out of range [0, 1]")
        .raised(by: "deviceWhiteBalanceGainsForChromaticityValues:")
    }
    return WhiteBalanceGains(rules.colourModel.gains(ColourModel.Chromaticity(x: x, y: y)))
  }

  /// The same for temperature and tint. [header]
  public func deviceWhiteBalanceGains(
    for tempAndTintValues: WhiteBalanceTemperatureAndTintValues
  ) -> WhiteBalanceGains {
    WhiteBalanceGains(
      rules.colourModel.gains(
        ColourModel.light(
          temperature: Double(tempAndTintValues.temperature), tint: Double(tempAndTintValues.tint))))
  }

  /// Gains for which the mean of what the camera sees now is grey; those in use where the phone cannot tell. Observable.
  /// [header]
  public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains {
    seenGrayWorldGains ?? rules.gains(current)
  }

  private var seenGrayWorldGains: WhiteBalanceGains? {
    guard let seen = look(at: FrameWindow()) else { return nil }
    let least = 1e-4
    let neutral = camera.traits.neutralGains.value
    let gains = zip(neutral, [seen.red, seen.green, seen.blue]).map { $0 / max($1, least) }
    let smallest = gains.min()!
    let most = camera.traits.maxWhiteBalanceGain.value
    return WhiteBalanceGains(gains.map { min($0 / smallest, most) })
  }

  /// Tells observers, if there are any: finding out takes a look through the camera.
  func grayWorldMayHaveChanged() {
    guard isObserved(\.grayWorldDeviceWhiteBalanceGains) else { return }
    let new = grayWorldDeviceWhiteBalanceGains
    let old = core.withLock { state in
      defer { state.whiteBalance.grayWorld = new }
      return state.whiteBalance.grayWorld
    }
    if old != new { announce(\.grayWorldDeviceWhiteBalanceGains, old: old ?? new, new: new) }
  }

  private func light(of gains: WhiteBalanceGains, _ selector: String) -> ColourModel.Chromaticity {
    let all = [gains.redGain, gains.greenGain, gains.blueGain]
    guard all.allSatisfy({ $0 >= 1 && $0 <= maxWhiteBalanceGain }) else {
      DeviceFault.outOfRange(
        "The passed whiteBalanceGains \(all) are out of range [1, \(maxWhiteBalanceGain)]. Use -maxWhiteBalanceGain."
      ).raised(by: selector)
    }
    return rules.colourModel.chromaticity(all.map(Double.init))
  }
}

extension AVCaptureDevice.WhiteBalanceGains {
  init(_ gains: [Double]) {
    self.init(redGain: Float(gains[0]), greenGain: Float(gains[1]), blueGain: Float(gains[2]))
  }
}

extension DeviceRules {
  var colourModel: ColourModel {
    ColourModel(sensor: camera.traits.sensorColours.value, neutral: camera.traits.neutralGains.value)
  }
}
