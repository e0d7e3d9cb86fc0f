import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// The phones that come with Diptych, as an app meets them.
@Suite struct DevicePhonesTests {
  private static func system(_ description: PhoneDescription) throws -> CaptureSystem {
    let system = CaptureSystem(phone: try SimulatedPhone.manual(description).phone)
    system.authorization.set(.authorized, for: .video)
    return system
  }

  private static func find(
    _ system: CaptureSystem, _ types: [AVCaptureDevice.DeviceType], _ position: AVCaptureDevice.Position
  ) -> [String] {
    AVCaptureDevice.DiscoverySession(
      deviceTypes: types, mediaType: .video, position: position, system: system
    ).devices.map(\.camera.id.rawValue)
  }

  /// Which search finds what on which phone.
  @Test func searchesOnEveryPhone() throws {
    typealias Types = [AVCaptureDevice.DeviceType]
    let wide: Types = [.builtInWideAngleCamera]
    let ultra: Types = [.builtInUltraWideCamera]
    let both: Types = [.builtInWideAngleCamera, .builtInUltraWideCamera]
    let pair: Types = [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
    let depth: Types = [.builtInTrueDepthCamera]
    let usual: Types = [.builtInDualWideCamera, .builtInWideAngleCamera, .builtInUltraWideCamera]
    let rows: [(PhoneDescription, Types, AVCaptureDevice.Position, [String])] = [
      (.duo, wide, .front, ["virtual-front"]), (.duo, ultra, .front, ["virtual-front"]),
      (.duo, both, .front, ["virtual-front"]), (.duo, pair, .front, ["outer-front", "inner-front"]),
      (.duo, depth, .front, []), (.duo, wide, .back, ["rear-wide"]),
      (.duo, ultra, .back, ["rear-ultra-wide"]),
      (.duo, usual, .unspecified, ["rear-dual-wide", "rear-wide", "virtual-front", "rear-ultra-wide"]),
      (.duo, both + pair, .front, ["virtual-front", "outer-front", "inner-front"]),
      (.single, both, .front, ["front"]), (.single, ultra, .front, []), (.single, pair, .front, []),
      (.single, usual, .back, ["rear-dual-wide", "rear-wide", "rear-ultra-wide"]),
      (.singleSquare, wide, .front, ["front"]), (.singleSquare, ultra, .front, ["front"]),
      (.singleSquare, both, .front, ["front"]), (.singleSquare, pair, .front, []),
      (.noCamera, usual + pair, .unspecified, []),
    ]
    var mismatches: [String] = []
    for (phone, types, position, expected) in rows {
      let found = Self.find(try Self.system(phone), types, position)
      if found != expected { mismatches.append("\(phone.name) \(types.map(\.rawValue)): \(found)") }
    }
    #expect(mismatches == [])
  }

  /// What Apple says of the two front cameras and of the virtual one. [talk]
  @Test func whatTheFoldingPhonesFrontCamerasCanDo() throws {
    let system = try Self.system(.duo)
    func formats(_ id: CameraID) throws -> [AVCaptureDevice.Format] {
      try #require(system.device(id)).formats
    }
    func fastest(_ formats: [AVCaptureDevice.Format]) -> Double {
      formats.flatMap(\.videoSupportedFrameRateRanges).map(\.maxFrameRate).max() ?? 0
    }
    func isVideo(_ format: AVCaptureDevice.Format) -> Bool { format.supportedDynamicAspectRatios.isEmpty }
    let outer = try formats(.outerFront)
    let inner = try formats(.innerFront)
    let shared = try formats(.virtualFront)
    #expect(fastest(outer) == 120)
    #expect(outer.contains { $0.formatDescription.dimensions.width == 3840 })
    #expect(fastest(inner) == 60)
    #expect(inner.filter(isVideo).allSatisfy { $0.formatDescription.dimensions.width <= 1920 })
    #expect(fastest(shared) == 60)
    #expect(shared.filter(isVideo).allSatisfy { $0.formatDescription.dimensions.width <= 1920 })
    #expect(outer.contains { !$0.supportedDepthDataFormats.isEmpty })
    #expect(inner.contains { !$0.supportedDepthDataFormats.isEmpty })
    #expect(shared.allSatisfy { $0.supportedDepthDataFormats.isEmpty })
    for formats in [outer, inner, shared] {
      #expect(formats.contains { $0.supportedDynamicAspectRatios.contains(.ratio16x9) })
    }
    let virtual = try #require(system.device(.virtualFront))
    #expect(virtual.isVirtualDevice)
    #expect(virtual.deviceType == .builtInWideAngleCamera)
    #expect(virtual.constituentDevices.map(\.position) == [.front, .front])
    #expect(virtual.activePrimaryConstituent == nil)
  }

  /// Every device of every phone: presets lead to formats that exist and fit their names, and the device
  /// works.
  @Test func everyDeviceOfEveryPhoneCanBeUsed() throws {
    let sizes = [
      "3840x2160": (3840, 2160), "1920x1080": (1920, 1080), "1280x720": (1280, 720), "640x480": (640, 480),
      "352x288": (352, 288), "iFrame960x540": (960, 540), "iFrame1280x720": (1280, 720),
    ]
    var mismatches: [String] = []
    var presets = 0
    for description in PhoneDescription.builtIn {
      let system = try Self.system(description)
      for camera in description.cameras {
        let name = "\(description.name) \(camera.id)"
        let device = try #require(system.device(camera.id))
        if !device.supportsSessionPreset(.high) { mismatches.append("\(name): no high") }
        if !device.supportsSessionPreset(.photo) { mismatches.append("\(name): no photo") }
        if !device.supportsSessionPreset(.inputPriority) { mismatches.append("\(name): no input priority") }
        for preset in AVCaptureSession.Preset.all where device.supportsSessionPreset(preset) {
          presets += 1
          let short = String(preset.rawValue.dropFirst("AVCaptureSessionPreset".count))
          let isChosen = device.chooseFormat(forPreset: preset.rawValue)
          let size = device.activeFormat.formatDescription.dimensions
          if !isChosen { mismatches.append("\(name): \(short) not chosen") }
          if let expected = sizes[short], expected != (Int(size.width), Int(size.height)) {
            mismatches.append("\(name): \(short) is \(size)")
          }
        }
        try device.lockForConfiguration()
        for format in device.formats {
          device.activeFormat = format
          let stream = device.streamConfiguration
          let range = format.videoSupportedFrameRateRanges[0]
          if !range.contains(device.activeVideoMinFrameDuration) {
            mismatches.append("\(name): default rate")
          }
          if stream.fieldOfView < 20 || stream.fieldOfView > 130 { mismatches.append("\(name): \(stream)") }
          device.videoZoomFactor = format.videoMaxZoomFactor
          device.activeVideoMinFrameDuration = range.minFrameDuration
          for ratio in format.supportedDynamicAspectRatios { device.setDynamicAspectRatio(ratio) }
        }
        device.unlockForConfiguration()
        let ports = try AVCaptureDeviceInput(device: device).ports.count
        if ports != (camera.formats.contains { !$0.depthSizes.isEmpty } ? 3 : 2) {
          mismatches.append("\(name): ports")
        }
      }
    }
    #expect(mismatches == [])
    #expect(presets > 40)
  }

  @Test func identifiersAreUniqueAndNamesReadable() throws {
    for description in PhoneDescription.builtIn {
      let system = try Self.system(description)
      let devices = description.cameras.compactMap { system.device($0.id) }
      #expect(devices.count == description.cameras.count)
      #expect(Set(devices.map(\.uniqueID)).count == devices.count)
      #expect(devices.allSatisfy { !$0.localizedName.isEmpty && $0.manufacturer == "Apple Inc." })
    }
  }

  @Test func traitsSurviveJSON() throws {
    for traits in [CameraTraits.fixedFocus, .phaseDetection] {
      let data = try JSONEncoder().encode(traits)
      #expect(try JSONDecoder().decode(CameraTraits.self, from: data) == traits)
    }
    var duo = PhoneDescription.duo
    let index = try #require(duo.cameras.firstIndex { $0.id == .innerFront })
    duo.cameras[index].traits.autoFocus = Sourced(.contrast, .assumed)
    duo.cameras[index].traits.minExposureBias = Sourced(-2, .assumed)
    let data = try JSONEncoder().encode(duo)
    let read = try JSONDecoder().decode(PhoneDescription.self, from: data)
    let device = try #require(try Self.system(read).device(.innerFront))
    #expect(device.isFocusModeSupported(.continuousAutoFocus))
    #expect(device.formats[0].autoFocusSystem == .contrastDetection)
    #expect(device.minExposureTargetBias == -2)
  }

  @Test func theBackCameraIsTheDefaultAndAPhoneWithoutHasNone() async {
    await #expect(processExitsWith: .success) {
      try SimulatedPhone.manual(.duo).phone.makeCurrent()
      #expect(AVCaptureDevice.default(for: .video)?.localizedName == "Back Camera")
      #expect(AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back) != nil)
      let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
      #expect(front?.isVirtualDevice == true)
      let phone = try SimulatedPhone.manual(.noCamera).phone
      phone.makeCurrent()
      #expect(AVCaptureDevice.default(for: .video) == nil)
      #expect(AVCaptureDevice.devices().map(\.deviceType) == [.microphone])
      #expect(AVCaptureDevice.userPreferredCamera == nil)
      #expect(AVCaptureDevice.systemPreferredCamera == nil)
    }
  }

  /// Through the simulated phone's own door.
  @Test func eventsOfASimulatedPhoneReachItsDevices() throws {
    let phone = try SimulatedPhone.manual(.duo).phone
    let system = CaptureSystem(phone: phone)
    let outer = try #require(system.device(.outerFront))
    let virtual = try #require(system.device(.virtualFront))
    let record = DeviceRecord()
    let observations = [
      outer.observe(\.isConnected, options: [.new]) { record.add("outer \($1.newValue!)") },
      virtual.observe(\.isConnected, options: [.new]) { record.add("virtual \($1.newValue!)") },
      virtual.observe(\.systemPressureState, options: [.new]) {
        record.add("pressure \($1.newValue!.level == .critical)")
      },
    ]
    phone.send(.thermal(.critical))
    phone.send(.plug(.outerFront, connected: false))
    #expect(Set(record.all) == ["pressure true", "virtual false", "outer false"])
    #expect(record.all.count == 3)
    #expect(system.device(.outerFront) == nil)
    #expect(system.device(.innerFront) != nil)
    for observation in observations { observation.invalidate() }
  }
}
