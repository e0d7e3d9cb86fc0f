import DuoCoreMedia
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct FormatTests {
  @Test func aFormatSaysWhatTheDescriptionSays() throws {
    let bench = DeviceBench()
    var mismatches: [String] = []
    for camera in bench.phone.description.cameras {
      let formats = try bench.device(camera.id).formats
      if formats.count != camera.formats.count { mismatches.append("\(camera.id): count") }
      for (format, numbers) in zip(formats, camera.formats) {
        let name = "\(camera.id) \(numbers.width)x\(numbers.height)"
        let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
        if Int(size.width) != numbers.width || Int(size.height) != numbers.height { mismatches.append(name) }
        let code = CMFormatDescriptionGetMediaSubType(format.formatDescription)
        let expected: FourCharCode = numbers.pixelFormat == "420v" ? 0x3432_3076 : 0x3432_3066
        if code != expected { mismatches.append("\(name): pixel format \(code)") }
        if format.mediaType != .video { mismatches.append("\(name): media type") }
        if format.videoFieldOfView != Float(numbers.fieldOfView) {
          mismatches.append("\(name): field of view")
        }
        if format.videoMaxZoomFactor != CGFloat(numbers.maxZoom) { mismatches.append("\(name): zoom") }
        if format.minISO != 34 || format.maxISO != 3264 { mismatches.append("\(name): ISO") }
        if format.maxExposureDuration != CMTime(value: 1, timescale: 1) {
          mismatches.append("\(name): exposure")
        }
        let rates = format.videoSupportedFrameRateRanges
        if rates.count != 1 || rates[0].maxFrameRate != numbers.maxFrameRate
          || rates[0].minFrameDuration != CMTime(value: 1, timescale: CMTimeScale(numbers.maxFrameRate))
          || rates[0].maxFrameDuration != CMTime(value: 1, timescale: CMTimeScale(numbers.minFrameRate))
        {
          mismatches.append("\(name): rates \(rates)")
        }
        let depth = format.supportedDepthDataFormats
        if depth.count != 2 * numbers.depthSizes.count
          || depth.contains(where: {
            $0.mediaType != .depthData || $0.formatDescription.dimensions.width != 640
          })
        {
          mismatches.append("\(name): depth")
        }
        let focus: AVCaptureDevice.Format.AutoFocusSystem =
          camera.traits.autoFocus.value == .phase ? .phaseDetection : .none
        if format.autoFocusSystem != focus { mismatches.append("\(name): focus") }
        let photos = format.supportedMaxPhotoDimensions
        if photos.map({ Int($0.width) }) != [numbers.width] { mismatches.append("\(name): photo") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func fractionalRatesHaveDurations() {
    let range = AVFrameRateRange(minFrameRate: 23.976, maxFrameRate: 29.97)
    #expect(abs(range.minFrameDuration.seconds - 1 / 29.97) < 1e-6)
    #expect(abs(range.maxFrameDuration.seconds - 1 / 23.976) < 1e-6)
    #expect(range.contains(CMTime(value: 1, timescale: 25)))
    #expect(!range.contains(CMTime(value: 1, timescale: 30)))
    #expect(!range.contains(.positiveInfinity))
  }

  /// One square sensor, cut: sizes and horizontal fields of view by trigonometry of a pinhole, done here by
  /// hand.
  @Test func dynamicAspectRatiosCutTheSquare() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    device.activeFormat = device.formats[1]
    #expect(device.dynamicAspectRatio == .ratio1x1)
    // Half of 90 degrees has tangent 1; the ratio scales the width.
    let rows: [(AVCaptureDevice.AspectRatio, Int32, Int32, Double)] = [
      (.ratio1x1, 1920, 1920, 90), (.ratio16x9, 1920, 1080, 90),
      (.ratio9x16, 1080, 1920, 2 * atan(0.5625) * 180 / .pi), (.ratio4x3, 1920, 1440, 90),
      (.ratio3x4, 1440, 1920, 2 * atan(0.75) * 180 / .pi),
    ]
    var mismatches: [String] = []
    for (ratio, width, height, angle) in rows {
      device.setDynamicAspectRatio(ratio)
      let size = device.dynamicDimensions
      let stream = device.streamConfiguration
      let asked = device.activeFormat.videoFieldOfView(for: ratio, geometricDistortionCorrected: false)
      if device.dynamicAspectRatio != ratio || size.width != width || size.height != height
        || stream.width != Int(width) || stream.height != Int(height)
        || abs(stream.fieldOfView - angle) > 1e-9 || abs(Double(asked) - angle) > 1e-4
      {
        mismatches.append("\(ratio.rawValue): \(size) \(stream)")
      }
    }
    #expect(mismatches == [])
    device.activeFormat = device.formats[0]
    #expect(device.dynamicAspectRatio == nil)
    #expect(device.dynamicDimensions.width == 0)
    #expect(device.formats[0].videoFieldOfView(for: .ratio1x1, geometricDistortionCorrected: true) == 0)
    #expect(device.streamConfiguration.width == 1920)
  }

  @Test func aspectRatioHandlersComeInOrderWithTheFirstFramesTime() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    device.activeFormat = device.formats[1]
    let record = DeviceRecord()
    let done = DispatchSemaphore(value: 0)
    func change(_ ratio: AVCaptureDevice.AspectRatio) {
      device.setDynamicAspectRatio(ratio) { time, error in
        record.add("\(ratio.rawValue.suffix(4)) \(time.seconds) \(error == nil)")
        done.signal()
      }
    }
    bench.phone.testClock.advance(by: .seconds(1))
    change(.ratio4x3)  // Nobody streams: at once.
    let session = NSObject()
    device.sessionDidAttach(session) { _ in PhoneTime(seconds: 1.5) }
    change(.ratio16x9)
    change(.ratio16x9)  // No change for the stream; still after the one before.
    #expect(record.all == [])
    bench.phone.testClock.advance(by: .zero)
    done.wait()
    #expect(record.take() == ["o4x3 1.0 true"])
    bench.phone.testClock.advance(by: .milliseconds(499))
    #expect(record.all == [])
    bench.phone.testClock.advance(by: .milliseconds(1))
    done.wait()
    done.wait()
    #expect(record.all == ["16x9 1.5 true", "16x9 1.5 true"])
    #expect(device.dynamicDimensions.height == 1080)
  }

  @Test func aPresetChoosesTheFormatThatNamesIt() throws {
    let bench = DeviceBench()
    let rows: [(CameraID, String, Int?)] = [
      (.rearWide, "High", 1), (.rearWide, "1920x1080", 1), (.rearWide, "Medium", 0),
      (.rearWide, "640x480", 0),
      (.rearWide, "Photo", 3), (.rearWide, "3840x2160", nil), (.virtualFront, "High", 0),
      (.virtualFront, "Photo", 1), (.virtualFront, "640x480", nil), (.rearWide, "Low", nil),
    ]
    var mismatches: [String] = []
    for (camera, preset, index) in rows {
      let device = try bench.device(camera)
      let name = "AVCaptureSessionPreset" + preset
      if device.supportsPreset(name) != (index != nil) { mismatches.append("\(camera) \(preset): supports") }
      let before = device.activeFormat
      let chose = device.chooseFormat(forPreset: name)
      let expected = index.map { device.formats[$0] } ?? before
      if chose != (index != nil) || device.activeFormat !== expected {
        mismatches.append("\(camera) \(preset)")
      }
    }
    #expect(mismatches == [])
    let wide = try bench.device(.rearWide)
    let now = wide.activeFormat
    #expect(wide.supportsPreset("AVCaptureSessionPresetInputPriority"))
    #expect(wide.chooseFormat(forPreset: "AVCaptureSessionPresetInputPriority"))
    #expect(wide.activeFormat === now)
  }

  @Test func aDeviceStartsWithTheDefaultPresetsFormat() throws {
    let bench = DeviceBench()
    #expect(try bench.device(.rearWide).activeFormat === bench.device(.rearWide).formats[1])
    #expect(try bench.device(.innerFront).activeFormat === bench.device(.innerFront).formats[0])
  }

  @Test func frameDurationsHaveDefaultsAndAreReset() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    let (thirtieth, sixtieth) = (CMTime(value: 1, timescale: 30), CMTime(value: 1, timescale: 60))
    #expect(device.activeVideoMinFrameDuration == thirtieth)
    #expect(device.activeVideoMaxFrameDuration == thirtieth)

    device.activeVideoMinFrameDuration = sixtieth
    device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 24)
    #expect(device.activeVideoMinFrameDuration == sixtieth)
    #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 24))
    #expect(device.streamConfiguration.frameDuration.nanoseconds == 16_666_667)

    device.activeVideoMinFrameDuration = .invalid
    #expect(device.activeVideoMinFrameDuration == thirtieth)

    func change() { device.activeVideoMinFrameDuration = sixtieth }
    change()
    device.activeFormat = device.formats[1]
    #expect(device.activeVideoMinFrameDuration == thirtieth)
    change()
    device.chooseFormat(forPreset: "AVCaptureSessionPresetPhoto")
    #expect(device.activeVideoMinFrameDuration == thirtieth)
    change()
    device.sessionDidAttach(bench.system) { _ in nil }
    #expect(device.activeVideoMinFrameDuration == thirtieth)
    // A format without 30 frames a second starts at its fastest rate.
    device.activeFormat = device.formats[2]
    #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 120))
  }

  @Test func observersLearnWhatAFormatChanges() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
    let record = DeviceRecord()
    let observations = [
      device.observe(\.activeFormat, options: [.old, .new]) { device, change in
        record.add("format \(change.oldValue === device.formats[0]) \(change.newValue === device.formats[1])")
      },
      device.observe(\.activeVideoMinFrameDuration, options: [.old, .new]) { _, change in
        record.add("min \(change.oldValue!.timescale) \(change.newValue!.timescale)")
      },
      device.observe(\.dynamicAspectRatio, options: [.new]) { _, change in
        record.add("ratio \((change.newValue ?? nil)?.rawValue ?? "nil")")
      },
      device.observe(\.dynamicDimensions, options: [.new]) { _, change in
        record.add("size \(change.newValue!.width)x\(change.newValue!.height)")
      },
      device.observe(\.videoZoomFactor) { _, _ in record.add("zoom") },
    ]
    device.activeFormat = device.formats[1]
    #expect(
      record.take() == ["format true true", "min 60 30", "ratio AVCaptureAspectRatio1x1", "size 1920x1920"])
    device.activeFormat = device.formats[1]
    #expect(record.take() == [])
    device.setDynamicAspectRatio(.ratio16x9)
    #expect(record.take() == ["ratio AVCaptureAspectRatio16x9", "size 1920x1080"])
    for observation in observations { observation.invalidate() }
  }

  /// What the session hears, and that the device is already as it will be.
  @Test func theSessionIsToldWhyAndOnlyWhenTheStreamChanges() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    let record = DeviceRecord()
    let seen = Handed(device)
    device.sessionDidAttach(bench.system) { cause in
      let stream = seen.value.streamConfiguration
      record.add("\(cause) \(stream.width)x\(stream.height) zoom \(stream.zoom)")
      return nil
    }
    device.activeFormat = device.formats[1]
    device.activeFormat = device.formats[1]
    device.setDynamicAspectRatio(.ratio9x16)
    device.videoZoomFactor = 2
    device.videoZoomFactor = 2
    device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
    device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 24)
    device.focusMode = .locked
    device.chooseFormat(forPreset: "AVCaptureSessionPresetHigh")
    device.sessionDidDetach(bench.system)
    device.videoZoomFactor = 3
    #expect(
      record.all == [
        "format 1920x1920 zoom 1.0", "format 1920x1920 zoom 1.0", "stream 1080x1920 zoom 1.0",
        "stream 1080x1920 zoom 2.0", "stream 1080x1920 zoom 2.0", "preset 1920x1080 zoom 2.0",
      ])
  }
}
