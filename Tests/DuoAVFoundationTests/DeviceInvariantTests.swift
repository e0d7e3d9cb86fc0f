import DuoCoreMedia
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Numbers that are the same in every run.
struct DeviceTestRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct DeviceInvariantTests {
  private static let cameras = PhoneDescription.deviceTest.cameras
  private static let phone = PhoneState.deviceTest

  /// Every fraction with small terms, against whole-number arithmetic: 1/rate is inside [1/max, 1/min].
  @Test func frameDurationsAreLegalExactlyInsideTheRange() throws {
    var mismatches: [String] = []
    var legal = 0
    for camera in Self.cameras.prefix(5) {
      let rules = DeviceRules(camera: camera)
      for format in camera.formats.indices {
        var state = rules.initialState(Self.phone)
        rules.select(format, in: &state)
        let (low, high) = (Int(camera.formats[format].minFrameRate), Int(camera.formats[format].maxFrameRate))
        for value in 1...5 {
          for scale in 1...250 {
            let isLegal = scale <= high * value && scale >= low * value
            let time = CMTime(value: Int64(value), timescale: Int32(scale))
            let isAccepted: Bool
            do {
              isAccepted = try rules.checkedFrameDuration(time, state) == time
            } catch {
              isAccepted = false
            }
            legal += isLegal ? 1 : 0
            if isAccepted != isLegal { mismatches.append("\(camera.id) \(format): \(value)/\(scale)") }
          }
        }
        for odd in [CMTime.positiveInfinity, .negativeInfinity, .indefinite, .zero] {
          if (try? rules.checkedFrameDuration(odd, state)) != nil { mismatches.append("\(odd)") }
        }
        if try rules.checkedFrameDuration(.invalid, state).isValid { mismatches.append("invalid") }
      }
    }
    #expect(mismatches == [])
    #expect(legal > 1000)
  }

  /// Whatever an app and a phone do, in any order, what a device reports stays inside what it offers.
  @Test func randomUseNeverLeavesTheRanges() {
    var mismatches: [String] = []
    var refused = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = DeviceTestRandom(state: seed)
      let rules = DeviceRules(camera: Self.varied(Self.cameras[Int(seed) % Self.cameras.count]))
      var state = rules.initialState(Self.phone)
      var time = PhoneTime.zero
      for _ in 0..<120 {
        let before = state
        do throws(DeviceFault) {
          try Self.step(rules, &state, &time, &random)
        } catch {
          refused += 1
          if error.reason.isEmpty { mismatches.append("\(seed): no reason") }
          state = before
        }
        mismatches += Self.broken(rules, state).map { "\(seed): \($0)" }
      }
    }
    #expect(mismatches == [])
    #expect(refused > 500 && refused < 6000)
  }

  /// The camera with other ranges of exposure in every second format.
  private static func varied(_ camera: CameraDescription) -> CameraDescription {
    var camera = camera
    for index in camera.formats.indices where index % 2 == 1 {
      (camera.formats[index].minISO, camera.formats[index].maxISO) = (54, 1360)
      (camera.formats[index].minExposure, camera.formats[index].maxExposure) = (0.000_02, 0.25)
    }
    return camera
  }

  private static func step(
    _ rules: DeviceRules, _ state: inout DeviceState, _ time: inout PhoneTime,
    _ random: inout DeviceTestRandom
  ) throws(DeviceFault) {
    time = time + .milliseconds(Double.random(in: 0...500, using: &random))
    switch Int.random(in: 0...15, using: &random) {
    case 0: rules.select(Int.random(in: rules.camera.formats.indices, using: &random), in: &state)
    case 1: try rules.setZoom(Double.random(in: 0...20, using: &random), in: &state)
    case 2:
      try rules.startRamp(
        to: Double.random(in: 0.5...20, using: &random), rate: Double.random(in: -2...2, using: &random),
        at: time, in: &state)
    case 3: rules.advanceRamp(to: time, in: &state)
    case 4:
      let duration = CMTime(value: 1, timescale: Int32.random(in: 1...130, using: &random))
      state.minFrameDuration = try rules.checkedFrameDuration(duration, state)
    case 5:
      let duration = CMTime(value: 1, timescale: Int32.random(in: 1...130, using: &random))
      try rules.setLongestFrame(duration, in: &state)
    case 6: try rules.setAspectRatio("AVCaptureAspectRatio4x3", in: &state)
    case 7: state.light = Double.random(in: 0...3, using: &random)
    case 8:
      try rules.setExposureMode([.locked, .autoExpose, .custom].randomElement(using: &random)!, in: &state)
    case 9:
      try rules.setCustomExposure(
        duration: Double.random(in: 0...1.2, using: &random),
        iso: Double.random(in: 0...4000, using: &random),
        in: &state)
    case 10: try rules.setBias(Float.random(in: -10...10, using: &random), in: &state)
    case 11: try rules.setMaxExposure(Double.random(in: 0...0.1, using: &random), in: &state)
    case 12: try rules.lockFocus(at: Float.random(in: -0.5...1.5, using: &random), in: &state)
    case 13:
      try rules.lockWhiteBalance(
        at: .init(
          redGain: Float.random(in: 0...6, using: &random),
          greenGain: Float.random(in: 0...6, using: &random),
          blueGain: Float.random(in: 0...6, using: &random)),
        in: &state)
    case 14: state.thermal = ThermalLevel.allCases.randomElement(using: &random)!
    default:
      state.activeConstituent = rules.camera.constituents.randomElement(using: &random)
      try rules.setSwitching(
        [.auto, .locked, .restricted].randomElement(using: &random)!, conditions: [], in: &state)
    }
  }

  private static func broken(_ rules: DeviceRules, _ state: DeviceState) -> [String] {
    let format = rules.camera.formats[state.format]
    var broken: [String] = []
    let zoom = state.zoom.factor
    if zoom < rules.minAvailableZoom(state) - 1e-9 || zoom > format.maxZoom + 1e-9 {
      broken.append("zoom \(zoom)")
    }
    let frame = rules.stream(state).frameDuration.seconds
    if frame < 1 / format.maxFrameRate - 1e-8 || frame > 1 / format.minFrameRate + 1e-8 {
      broken.append("frame \(frame)")
    }
    let size = rules.geometry(state)
    if max(size.width, size.height) != max(format.width, format.height) { broken.append("size \(size)") }
    if size.fieldOfView > format.fieldOfView + 1e-9 { broken.append("view \(size.fieldOfView)") }
    if (state.aspectRatio == nil) != format.aspectRatios.isEmpty { broken.append("ratio") }
    let exposure = rules.exposure(state)
    if exposure.duration < format.minExposure - 1e-6 || exposure.duration > format.maxExposure + 1e-5 {
      broken.append("exposure \(exposure.duration)")
    }
    if exposure.iso < format.minISO - 0.1 || exposure.iso > format.maxISO + 0.1 {
      broken.append("ISO \(exposure.iso)")
    }
    if !(0...1).contains(state.focus.lensPosition) { broken.append("lens") }
    let gains = rules.gains(state)
    let all = [gains.redGain, gains.greenGain, gains.blueGain]
    if all.min()! < 0.999 || all.max()! > 4.001 { broken.append("gains \(all)") }
    if rules.torchLevel(state) > 0, !rules.isTorchAvailable(state) { broken.append("torch") }
    return broken
  }

  /// A search that was replaced ends nothing, whichever automatic it belonged to.
  @Test func onlyTheLatestSearchCounts() throws {
    let rules = DeviceRules(camera: Self.cameras[1])
    var state = rules.initialState(Self.phone)
    try rules.setFocusMode(.autoFocus, in: &state)
    let first = try #require(state.focus.search?.number)
    try rules.setExposureMode(.autoExpose, in: &state)
    try rules.setWhiteBalanceMode(.autoWhiteBalance, in: &state)
    let others = [state.exposure.search?.number, state.whiteBalance.search?.number].compactMap { $0 }
    #expect(Set(others + [first]).count == 3)
    for number in others { rules.endFocusSearch(number, in: &state) }
    #expect(state.focus.mode == .autoFocus)
    try rules.setFocusMode(.continuousAutoFocus, in: &state)
    rules.endFocusSearch(first, in: &state)
    #expect(state.focus.search != nil)
    rules.endFocusSearch(try #require(state.focus.search?.number), in: &state)
    #expect(state.focus.search == nil)
    #expect(state.focus.mode == .continuousAutoFocus)
  }

  /// Gains count after dividing by the smallest: a plain reference over a grid.
  @Test func gainsAreCheckedAfterDividingByTheSmallest() {
    let rules = DeviceRules(camera: Self.cameras[1])
    var mismatches: [String] = []
    for red in 0...5 {
      for green in 0...5 {
        for blue in 0...5 {
          let gains = AVCaptureDevice.WhiteBalanceGains(
            redGain: Float(red), greenGain: Float(green), blueGain: Float(blue))
          let (low, high) = (min(red, green, blue), max(red, green, blue))
          let isLegal = low > 0 && high <= 4 * low
          var state = rules.initialState(Self.phone)
          let isAccepted: Bool
          do throws(DeviceFault) {
            try rules.lockWhiteBalance(at: gains, in: &state)
            isAccepted = true
          } catch {
            isAccepted = false
          }
          if isAccepted != isLegal { mismatches.append("\(red) \(green) \(blue)") }
          if isAccepted, abs(state.whiteBalance.held!.redGain - Float(red) / Float(low)) > 1e-6 {
            mismatches.append("\(red) \(green) \(blue): \(state.whiteBalance.held!)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// The zoom factor shown to people, on phones that never were: wide first, wide last, no wide.
  @Test func displayFactorsOfImaginedPhones() {
    func camera(_ id: CameraID, _ type: String, _ constituents: [CameraID] = [], _ factors: [Double] = [])
      -> CameraDescription
    {
      var camera = Self.cameras[1]
      camera.id = id
      camera.deviceType = "AVCaptureDeviceTypeBuiltIn\(type)Camera"
      camera.constituents = constituents
      camera.switching = constituents.isEmpty ? nil : .followsZoom
      camera.switchOverZoomFactors.value = factors
      return camera
    }
    let (ultra, wide, tele) = (
      camera("u", "UltraWide"), camera("w", "WideAngle"), camera("t", "Telephoto")
    )
    let triple = camera("triple", "Triple", ["u", "w", "t"], [2, 6])
    let dual = camera("dual", "Dual", ["w", "t"], [3])
    let blind = camera("blind", "Dual", ["u", "t"], [4])
    func factors(_ virtual: CameraDescription) -> [Double] {
      let all = [ultra, wide, tele, virtual]
      return all.map { DeviceRules.displayZoomMultiplier(of: $0, among: all) }
    }
    #expect(factors(triple) == [0.5, 1, 3, 0.5])
    #expect(factors(dual) == [1, 1, 3, 1])
    #expect(factors(blind) == [1, 1, 4, 1])
  }
}
