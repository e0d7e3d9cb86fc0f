import DuoCoreMedia
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Colours of lights against published values.
@Suite struct ColourModelTests {
  private static func model(_ traits: CameraTraits = .phaseDetection) -> ColourModel {
    ColourModel(sensor: traits.sensorColours.value, neutral: traits.neutralGains.value)
  }

  /// Black bodies, computed from Planck's law by others.
  private static let lights: [(temperature: Double, x: Double, y: Double, within: Double)] = [
    (5000, 0.3451, 0.3516, 0.0015), (6500, 0.3135, 0.3237, 0.0015), (10_000, 0.2807, 0.2884, 0.0015),
    (2856, 0.4476, 0.4074, 0.0015), (2000, 0.5267, 0.4133, 0.0015),
    (3500, 0.4053, 0.3907, 0.0015),
  ]

  @Test func temperaturesAreTheirLights() {
    var mismatches: [String] = []
    for light in Self.lights {
      let seen = ColourModel.light(temperature: light.temperature, tint: 0)
      if abs(seen.x - light.x) > light.within || abs(seen.y - light.y) > light.within {
        mismatches.append("\(light.temperature): \(seen.x) \(seen.y)")
      }
      let back = ColourModel.temperatureAndTint(.init(x: light.x, y: light.y))
      if abs(back.temperature / light.temperature - 1) > 0.01 || abs(back.tint) > 4 {
        mismatches.append("\(light.temperature): back \(back)")
      }
    }
    #expect(mismatches == [])
  }

  /// There and back, over temperatures, tints and gains.
  @Test func conversionsAreEachOthersInverse() {
    let model = Self.model()
    var mismatches: [String] = []
    for temperature in stride(from: 2200.0, through: 12_000, by: 350) {
      for tint in [-100.0, -30, 0, 10, 80] {
        let light = ColourModel.light(temperature: temperature, tint: tint)
        let back = ColourModel.temperatureAndTint(light)
        if abs(back.temperature / temperature - 1) > 0.004 || abs(back.tint - tint) > 0.6 {
          mismatches.append("\(temperature) \(tint): \(back)")
        }
        let gains = model.gains(light)
        let again = model.chromaticity(gains)
        if abs(again.x - light.x) > 1e-9 || abs(again.y - light.y) > 1e-9 || abs(gains.min()! - 1) > 1e-9 {
          mismatches.append("\(temperature) \(tint): \(again)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// The room is neutral at 6504 K; warm light needs more blue, cold light more red; green light counts as magenta tint.
  @Test func gainsGoWhereTheyShould() throws {
    let device = try DeviceBench().device(.rearWide)
    func gains(_ temperature: Float, _ tint: Float = 0) -> AVCaptureDevice.WhiteBalanceGains {
      device.deviceWhiteBalanceGains(
        for: AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: temperature, tint: tint))
    }
    // Daylight is a little greener than a black body.
    let neutral = gains(6504, 9.6)
    #expect(abs(neutral.redGain - 2) < 0.05 && abs(neutral.greenGain - 1) < 0.01)
    #expect(abs(neutral.blueGain - 1.8) < 0.05, "\(neutral)")
    let (warm, cold) = (gains(3000), gains(9000))
    #expect(warm.blueGain / warm.redGain > 2 * neutral.blueGain / neutral.redGain)
    #expect(cold.blueGain / cold.redGain < neutral.blueGain / neutral.redGain)
    #expect(gains(6504, 50).greenGain / gains(6504, 50).redGain < 0.5)
    let values = device.temperatureAndTintValues(for: device.deviceWhiteBalanceGains)
    #expect(abs(values.temperature - 6504) < 60 && abs(values.tint - 9.6) < 2, "\(values)")
    let light = device.chromaticityValues(for: device.deviceWhiteBalanceGains)
    #expect(abs(light.x - 0.3127) < 0.001 && abs(light.y - 0.3290) < 0.001)
    let again = device.deviceWhiteBalanceGains(for: light)
    #expect(abs(again.redGain - 2) < 0.001 && abs(again.blueGain - 1.8) < 0.001)
    // A phone that cannot look answers with the gains in use.
    #expect(device.grayWorldDeviceWhiteBalanceGains == device.deviceWhiteBalanceGains)
    #expect(
      AVCaptureDevice.WhiteBalanceTemperatureAndTintValues()
        == AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 0, tint: 0))
  }

  @Test(arguments: ["chromaticity", "temperature", "gains"])
  func valuesOutOfRangeRaise(_ which: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [which] in
      let device = try DeviceBench().device(.rearWide)
      let wrong = AVCaptureDevice.WhiteBalanceGains(redGain: 0.5, greenGain: 1, blueGain: 5)
      switch which {
      case "chromaticity": _ = device.chromaticityValues(for: wrong)
      case "temperature": _ = device.temperatureAndTintValues(for: wrong)
      default:
        _ = device.deviceWhiteBalanceGains(
          for: AVCaptureDevice.WhiteBalanceChromaticityValues(x: 1.5, y: 0.3))
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSRangeException'") && text.contains("out of range"))
  }
}
