import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization
import Testing

@testable import DuoAVFoundation

/// A device's settings in the pictures of a running session on a simulated phone. The room's clocks change a little of every
/// picture.
@Suite struct DeviceOpticsTests {
  /// Mean linear light of blue, green and red of each picture, and how sharp it is. `@unchecked`: behind a mutex.
  private final class Meter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    struct Reading {
      var time: Double
      var light: [Double]
      var detail: Double
    }
    private let seen = Mutex<[Reading]>([])
    var all: [Reading] { seen.withLock { $0 } }
    var last: Reading { all.last! }

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      guard let pixels = sampleBuffer.imageBuffer else { return }
      CVPixelBufferLockBaseAddress(pixels, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
      let (width, height) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
      let base = CVPixelBufferGetBaseAddress(pixels)!.assumingMemoryBound(to: UInt8.self)
      let row = CVPixelBufferGetBytesPerRow(pixels)
      var (sums, count, detail) = ([0.0, 0, 0], 0.0, 0.0)
      for y in stride(from: 0, to: height, by: 3) {
        for x in stride(from: 1, to: width, by: 3) {
          let p = base + y * row + x * 4
          for channel in 0..<3 { sums[channel] += Transfer.linear(p[channel]) }
          let step = Double(p[1]) - Double(p[-3])
          detail += step * step
          count += 1
        }
      }
      let entry = Reading(
        time: sampleBuffer.presentationTimeStamp.seconds, light: sums.map { $0 / count },
        detail: detail / count)
      seen.withLock { $0.append(entry) }
    }
  }

  private struct Stage {
    let phone: SimulatedPhone
    let clock: ManualClock
    let system: CaptureSystem
    let device: AVCaptureDevice
    let session: AVCaptureSession
    let meter = Meter()
    private let output = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "meter")

    init(_ camera: CameraID = .rearWide) throws {
      (phone, clock) = try SimulatedPhone.manual()
      phone.send(.pose("open-landscape", over: .zero))
      phone.send(.world(.room))
      system = CaptureSystem(phone: phone)
      system.authorization.set(.authorized, for: .video)
      device = try #require(system.device(camera))
      session = AVCaptureSession(on: phone)
      session.sessionPreset = .vga640x480
      output.alwaysDiscardsLateVideoFrames = false
      output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
      output.setSampleBufferDelegate(meter, queue: queue)
      session.addInput(try AVCaptureDeviceInput(device: device))
      session.addOutput(output)
      session.startRunning()
      run(milliseconds: 500)
      try device.lockForConfiguration()
    }

    func run(milliseconds: Int) {
      for _ in 0..<milliseconds {
        clock.advance(by: .milliseconds(1))
        queue.sync {}
      }
    }

    /// The picture after some time.
    func picture(after milliseconds: Int = 80) -> Meter.Reading {
      run(milliseconds: milliseconds)
      return meter.last
    }
  }

  /// Dim: dark at once, as bright as before when the automatic has settled, brighter step by step between.
  @Test func theAutomaticMakesUpForTheLightInPhoneTime() throws {
    let stage = try Stage()
    let normal = stage.meter.last.light
    let before = stage.meter.all.count
    stage.phone.send(.light(0.25))
    #expect(stage.device.isAdjustingExposure)
    stage.run(milliseconds: 400)
    #expect(!stage.device.isAdjustingExposure)
    let greens = stage.meter.all[before...].map { $0.light[1] / normal[1] }
    #expect(greens.first! < 0.4 && abs(greens.last! - 1) < 0.03, "\(greens)")
    #expect(zip(greens, greens.dropFirst()).allSatisfy { $0 < $1 + 0.03 } && Set(greens).count > 5)
    stage.session.stopRunning()
  }

  @Test func lockedAndCustomExposureAreInThePicture() throws {
    let stage = try Stage()
    let normal = stage.meter.last.light[1]
    stage.device.exposureMode = .locked
    stage.phone.send(.light(0.5))
    let dim = stage.picture().light[1]
    #expect(abs(log2(dim / normal) + 1) < 0.1)
    stage.phone.send(.light(1))
    stage.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 120), iso: 99)
    let custom = stage.picture().light[1]
    #expect(abs(log2(custom / normal) + 2) < 0.15)
    stage.device.exposureMode = .continuousAutoExposure
    #expect(abs(stage.picture(after: 400).light[1] / normal - 1) < 0.03)
    stage.device.setExposureTargetBias(-1)
    let biased = stage.picture().light[1]
    #expect(abs(log2(biased / normal) + 1) < 0.1)
    stage.session.stopRunning()
  }

  /// A spot that is darker than the rest makes the whole picture brighter, and the other way round.
  @Test func thePointOfInterestIsBroughtToMiddleGrey() throws {
    let stage = try Stage()
    let configuration = stage.device.streamConfiguration
    var mismatches: [String] = []
    for point in [CGPoint(x: 0.2, y: 0.3), CGPoint(x: 0.85, y: 0.8), CGPoint(x: 0.3, y: 0.1)] {
      let window = DeviceRules.window(point, nil)
      let seen = try #require(stage.phone.probe(.rearWide, configuration, window))
      stage.device.exposurePointOfInterest = point
      stage.device.exposureMode = .continuousAutoExposure
      stage.run(milliseconds: 400)
      let stops = stage.device.streamConfiguration.settings.exposure.to
      if abs(stops - log2(0.18 / seen.luminance)) > 0.01 { mismatches.append("\(point): \(stops)") }
    }
    #expect(mismatches == [])
    stage.device.exposurePointOfInterest = CGPoint(x: 0.5, y: 0.5)
    stage.device.exposureMode = .continuousAutoExposure
    stage.run(milliseconds: 400)
    #expect(stage.device.streamConfiguration.settings == CameraSettings())
    stage.session.stopRunning()
  }

  @Test func gainsTintThePicture() throws {
    let stage = try Stage()
    let normal = stage.meter.last.light
    let neutral = stage.device.deviceWhiteBalanceGains
    stage.device.setWhiteBalanceModeLocked(
      with: .init(redGain: neutral.redGain / 2, greenGain: neutral.greenGain, blueGain: neutral.blueGain))
    let tinted = stage.picture().light
    #expect(abs(tinted[2] / normal[2] / (tinted[1] / normal[1]) - 0.5) < 0.05)
    #expect(abs(tinted[0] / normal[0] - tinted[1] / normal[1]) < 0.05)
    stage.device.whiteBalanceMode = .continuousAutoWhiteBalance
    #expect(zip(stage.picture(after: 400).light, normal).allSatisfy { abs($0 / $1 - 1) < 0.03 })
    stage.session.stopRunning()
  }

  /// Locked near, the room blurs; the lens back at the room's distance, it is sharp; the automatic as it was.
  @Test func theLensPositionBlurs() throws {
    let stage = try Stage()
    let sharp = stage.meter.last.detail
    stage.device.setFocusModeLocked(lensPosition: 0)
    let near = stage.picture().detail
    #expect(near < 0.4 * sharp, "\(near) of \(sharp)")
    stage.device.setFocusModeLocked(lensPosition: 0.95)
    #expect(stage.picture().detail > 0.8 * sharp)
    stage.device.setFocusModeLocked(lensPosition: 0)
    stage.device.focusMode = .continuousAutoFocus
    #expect(abs(stage.picture(after: 500).detail / sharp - 1) < 0.05)
    // Autofocus on a point finds its distance: the wall, some metres away.
    stage.device.focusPointOfInterest = CGPoint(x: 0.3, y: 0.3)
    stage.device.focusMode = .autoFocus
    #expect(stage.device.isAdjustingFocus)
    let focused = stage.picture(after: 500).detail
    #expect(stage.device.focusMode == .locked && !stage.device.isAdjustingFocus)
    #expect(stage.device.lensPosition > 0.9 && stage.device.lensPosition < 1)
    #expect(focused > 0.8 * sharp)
    stage.session.stopRunning()
  }

  @Test func theTorchLightsADarkRoomWhileTheSessionRuns() throws {
    let stage = try Stage()
    stage.device.exposureMode = .locked
    stage.phone.send(.light(0.02))
    let dark = stage.picture().light[1]
    stage.device.torchMode = .on
    let lit = stage.picture().light[1]
    #expect(lit > 2 * dark, "\(lit) and \(dark)")
    try stage.device.setTorchModeOn(level: 0.25)
    let dim = stage.picture().light[1]
    #expect(dim > dark && dim < lit)
    stage.phone.send(.thermal(.serious))
    #expect(abs(stage.picture().light[1] / dark - 1) < 0.03)
    stage.phone.send(.thermal(.nominal))
    stage.session.stopRunning()
    #expect(stage.device.torchMode == .off && !stage.device.isTorchActive)
  }

  @Test func darknessIsNoisyAndTheSameAgain() throws {
    func run() throws -> [Meter.Reading] {
      let stage = try Stage()
      stage.phone.send(.light(0.05))
      stage.run(milliseconds: 500)
      defer { stage.session.stopRunning() }
      #expect(stage.device.iso > 1500)
      return stage.meter.all
    }
    let (first, second) = (try run(), try run())
    #expect(first.last!.detail > first.first!.detail + 20)
    #expect(first.map(\.detail) == second.map(\.detail))
  }

  /// The mean of what is seen becomes grey.
  @Test func greyWorldGainsMakeTheMeanGrey() throws {
    let stage = try Stage()
    stage.phone.send(.world(.colour(red: 120, green: 100, blue: 80)))
    let neutral = stage.device.deviceWhiteBalanceGains
    let gains = stage.device.grayWorldDeviceWhiteBalanceGains
    #expect(gains != neutral)
    stage.device.setWhiteBalanceModeLocked(with: gains)
    let light = stage.picture().light
    #expect(abs(light[0] / light[1] - 1) < 0.02 && abs(light[2] / light[1] - 1) < 0.02, "\(light)")
    stage.session.stopRunning()
  }

  @Test func greyWorldGainsAreObservable() throws {
    let stage = try Stage()
    let record = DeviceRecord()
    let observation = stage.device.observe(\.grayWorldDeviceWhiteBalanceGains, options: [.new]) { _, change in
      record.add("\(change.newValue!.redGain > change.newValue!.blueGain)")
    }
    stage.phone.send(.world(.colour(red: 60, green: 100, blue: 140)))
    stage.phone.send(.world(.colour(red: 140, green: 100, blue: 60)))
    #expect(record.all == ["true", "false"])
    observation.invalidate()
    stage.session.stopRunning()
  }

  /// A device that nobody touched asks for what costs nothing, on every camera and format; only those of HLG have highlights
  /// that a picture of sRGB must make room for.
  @Test func untouchedDevicesDrawThePlainPicture() throws {
    var mismatches: [String] = []
    for phone in PhoneDescription.builtIn {
      for camera in phone.cameras {
        let rules = DeviceRules(camera: camera)
        var state = rules.initialState(.initial(phone))
        for format in camera.formats.indices {
          rules.select(format, in: &state)
          rules.settle(&state, after: state, at: .zero)
          var plain = CameraSettings()
          if camera.formats[format].pixelFormat == "x420" {
            plain.highlights = HighlightCurve(knee: 0.5, most: 8)
          }
          if rules.stream(state).settings != plain { mismatches.append("\(camera.id) \(format)") }
        }
      }
    }
    #expect(mismatches == [])
  }
}
