import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct DeviceZoomTests {
  @Test func theAvailableRangeIsTheFormats() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    #expect(device.minAvailableVideoZoomFactor == 1)
    #expect(device.maxAvailableVideoZoomFactor == 16)
    device.videoZoomFactor = 16
    #expect(device.videoZoomFactor == 16)
    device.activeFormat = device.formats[0]
    #expect(device.maxAvailableVideoZoomFactor == 4)
    #expect(device.videoZoomFactor == 4)
    #expect(device.streamConfiguration.zoom == 4)
  }

  @Test func peopleReadTheWideCamerasViewAsOne() throws {
    let bench = DeviceBench()
    let rows: [(CameraID, CGFloat)] = [
      (.rearDualWide, 0.5), (.rearUltraWide, 0.5), (.rearWide, 1), (.virtualFront, 1), (.innerFront, 1),
    ]
    let wrong = try rows.filter { try bench.device($0.0).displayVideoZoomFactorMultiplier != $0.1 }
    #expect(wrong.map(\.0) == [])
  }

  /// 2^(rate x seconds), step by step, against the formula; up, down, and with the sign of the rate.
  @Test func rampsFollowThePhonesClock() throws {
    var mismatches: [String] = []
    for (from, to, rate) in [(1.0, 8.0, Float(1)), (8, 2, 0.5), (2, 3, -4), (16, 1, 2)] {
      let bench = DeviceBench()
      let device = try bench.locked(.rearWide)
      device.videoZoomFactor = from
      device.ramp(toVideoZoomFactor: to, withRate: rate)
      let length = abs(log2(to / from)) / Double(abs(rate))
      let frame = bench.phone.description.timing.displayFrame.value
      var time = 0.0
      while time < length {
        if !device.isRampingVideoZoom { mismatches.append("\(from) to \(to): stopped at \(time)") }
        let growth = pow(2, Double(abs(rate)) * time)
        let expected = to > from ? from * growth : from / growth
        if abs(device.videoZoomFactor - expected) > 1e-9 {
          mismatches.append("\(from) to \(to) at \(time): \(device.videoZoomFactor), not \(expected)")
        }
        bench.phone.testClock.advance(by: frame)
        time += frame.seconds
      }
      bench.phone.testClock.advance(by: frame)
      if device.videoZoomFactor != to || device.isRampingVideoZoom {
        mismatches.append("\(from) to \(to): end")
      }
    }
    #expect(mismatches == [])
  }

  @Test func rampsOfNoRateEndAtOnce() throws {
    for (rate, end) in [(Float.infinity, 4.0), (-.infinity, 4), (.nan, 2), (0, 2)] {
      let bench = DeviceBench()
      let device = try bench.locked(.rearWide)
      device.videoZoomFactor = 2
      device.ramp(toVideoZoomFactor: 4, withRate: rate)
      #expect(device.videoZoomFactor == end && !device.isRampingVideoZoom, "rate \(rate)")
      bench.phone.testClock.advance(by: .seconds(1))
      #expect(device.videoZoomFactor == end && device.streamConfiguration.zoom == end, "rate \(rate)")
    }
  }

  @Test func aRampIsObservableAndReplaceable() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let record = DeviceRecord()
    let ramping = device.observe(\.isRampingVideoZoom, options: [.new]) { _, change in
      record.add("ramping \(change.newValue!)")
    }
    let steps = DeviceRecord()
    let zoom = device.observe(\.videoZoomFactor) { _, _ in steps.add("step") }
    device.ramp(toVideoZoomFactor: 4, withRate: 1)
    bench.phone.testClock.advance(by: .seconds(0.5))
    #expect(steps.all.count == 30 || steps.all.count == 29)
    device.videoZoomFactor = 1.5
    bench.phone.testClock.advance(by: .seconds(3))
    #expect(device.videoZoomFactor == 1.5)
    #expect(record.take() == ["ramping true", "ramping false"])

    device.ramp(toVideoZoomFactor: 4, withRate: 1)
    bench.phone.testClock.advance(by: .seconds(0.25))
    let here = device.videoZoomFactor
    device.cancelVideoZoomRamp()
    bench.phone.testClock.advance(by: .seconds(3))
    #expect(device.videoZoomFactor == here)
    #expect(here > 1.5 && here < 4)
    #expect(record.take() == ["ramping true", "ramping false"])

    device.ramp(toVideoZoomFactor: 4, withRate: 1)
    device.ramp(toVideoZoomFactor: 8, withRate: 0)
    bench.phone.testClock.advance(by: .seconds(3))
    #expect(device.videoZoomFactor == here)
    #expect(record.take() == ["ramping true", "ramping false"])

    device.ramp(toVideoZoomFactor: 8, withRate: 1)
    bench.phone.testClock.advance(by: .seconds(0.1))
    device.ramp(toVideoZoomFactor: 1, withRate: 2)
    bench.phone.testClock.advance(by: .seconds(5))
    #expect(device.videoZoomFactor == 1)
    #expect(record.take() == ["ramping true", "ramping false"])
    ramping.invalidate()
    zoom.invalidate()
  }

  @Test func aLockedVirtualDeviceStaysAboveItsCamerasFactor() throws {
    let bench = DeviceBench()
    let dual = try bench.locked(.rearDualWide)
    #expect(dual.primaryConstituentDeviceSwitchingBehavior == .auto)
    dual.setActiveConstituent(.rearWide)
    let record = DeviceRecord()
    let observation = dual.observe(\.minAvailableVideoZoomFactor, options: [.new]) { _, change in
      record.add("\(change.newValue!)")
    }
    dual.videoZoomFactor = 1.5
    dual.setPrimaryConstituentDeviceSwitchingBehavior(.locked, restrictedSwitchingBehaviorConditions: [])
    #expect(dual.primaryConstituentDeviceSwitchingBehavior == .locked)
    #expect(dual.activePrimaryConstituentDeviceSwitchingBehavior == .locked)
    #expect(dual.minAvailableVideoZoomFactor == 2)
    #expect(dual.videoZoomFactor == 2)
    // Inside the format's range, outside the available one: clamped.
    dual.videoZoomFactor = 1.2
    #expect(dual.videoZoomFactor == 2)
    dual.setPrimaryConstituentDeviceSwitchingBehavior(
      .restricted, restrictedSwitchingBehaviorConditions: [.videoZoomChanged, .focusModeChanged])
    #expect(dual.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions.rawValue == 3)
    #expect(dual.minAvailableVideoZoomFactor == 1)
    #expect(record.all == ["2.0", "1.0"])
    observation.invalidate()
    #expect(try bench.device(.rearWide).primaryConstituentDeviceSwitchingBehavior == .unsupported)
    #expect(try bench.device(.virtualFront).primaryConstituentDeviceSwitchingBehavior == .unsupported)
  }
}
