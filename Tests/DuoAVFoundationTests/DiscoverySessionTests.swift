import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct DiscoverySessionTests {
  static let types = ["WideAngle", "UltraWide", "DualWide", "OuterUltraWide", "InnerUltraWide", "TrueDepth"]
    .map { AVCaptureDevice.DeviceType(rawValue: "AVCaptureDeviceTypeBuiltIn\($0)Camera") }

  /// The documented order, as plain loops: for each type, for each position, every camera not listed yet. A
  /// camera whose own type is asked for waits for it.
  static func plain(
    _ cameras: [CameraDescription], _ types: [AVCaptureDevice.DeviceType],
    _ position: AVCaptureDevice.Position
  ) -> [CameraID] {
    var result: [CameraID] = []
    let positions: [CameraDescription.Position] =
      switch position {
      case .unspecified: [.unspecified, .back, .front]
      case .back: [.back]
      case .front: [.front]
      }
    for type in types {
      for place in positions {
        for camera in cameras where camera.position == place && !result.contains(camera.id) {
          let isOwn = camera.deviceType == type.rawValue
          let waits = types.contains { $0.rawValue == camera.deviceType }
          if isOwn || (!waits && camera.alsoFoundAs.value.contains(type.rawValue)) {
            result.append(camera.id)
          }
        }
      }
    }
    return result
  }

  /// Every ordered choice of up to three types, every position, with each single camera unplugged or none.
  @Test func orderIsTheDocumentedOneForEverySmallSearch() throws {
    var lists: [[AVCaptureDevice.DeviceType]] = [[]]
    for a in Self.types {
      lists.append([a])
      for b in Self.types {
        lists.append([a, b])
        for c in Self.types { lists.append([a, b, c]) }
      }
    }
    var mismatches: [String] = []
    var searches = 0
    let all = PhoneDescription.deviceTest.cameras
    for missing in [nil] + all.map({ CameraID?($0.id) }) {
      let bench = DeviceBench()
      if let missing { bench.phone.send(.plug(missing, connected: false)) }
      let there = all.filter { camera in
        camera.id != missing && !camera.constituents.contains { $0 == missing }
      }
      for types in lists {
        for position in [AVCaptureDevice.Position.unspecified, .back, .front] {
          searches += 1
          let found = AVCaptureDevice.DiscoverySession(
            deviceTypes: types, mediaType: .video, position: position, system: bench.system
          ).devices.map(\.camera.id)
          let expected = Self.plain(there, types, position)
          if found != expected, mismatches.count < 10 {
            mismatches.append("\(types.map(\.rawValue)) \(position): \(found), not \(expected)")
          }
        }
      }
    }
    #expect(mismatches == [])
    #expect(searches == 7 * 3 * (1 + 6 + 36 + 216))
  }

  @Test func theVirtualFrontCameraIsFoundOnce() {
    let bench = DeviceBench()
    func found(_ types: [AVCaptureDevice.DeviceType], _ position: AVCaptureDevice.Position = .front)
      -> [CameraID]
    {
      AVCaptureDevice.DiscoverySession(
        deviceTypes: types, mediaType: nil, position: position, system: bench.system
      ).devices.map(\.camera.id)
    }
    #expect(found([.builtInWideAngleCamera]) == [.virtualFront])
    #expect(found([.builtInUltraWideCamera]) == [.virtualFront])
    #expect(found([.builtInWideAngleCamera, .builtInUltraWideCamera]) == [.virtualFront])
    #expect(found([.builtInUltraWideCamera, .builtInWideAngleCamera]) == [.virtualFront])
    #expect(
      found([.builtInInnerUltraWideCamera, .builtInOuterUltraWideCamera]) == [.innerFront, .outerFront])
    #expect(
      found([.builtInUltraWideCamera, .builtInWideAngleCamera], .unspecified)
        == [.rearUltraWide, .rearWide, .virtualFront])
  }

  @Test func eachMediumHasItsDevices() {
    let bench = DeviceBench()
    func count(_ mediaType: AVMediaType?) -> Int {
      AVCaptureDevice.DiscoverySession(
        deviceTypes: Self.types + [.microphone], mediaType: mediaType, position: .unspecified,
        system: bench.system
      ).devices.count
    }
    #expect(count(nil) == 7)
    #expect(count(.video) == 6)
    #expect(count(.audio) == 1)
  }

  @Test func devicesAreObservable() {
    let bench = DeviceBench()
    let search = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera, .builtInUltraWideCamera], mediaType: .video, position: .back,
      system: bench.system)
    let record = DeviceRecord()
    let observation = search.observe(\.devices, options: [.old, .new]) { search, change in
      func names(_ devices: [AVCaptureDevice]?) -> String {
        devices?.map(\.camera.id.rawValue).joined(separator: " ") ?? "-"
      }
      record.add("\(names(change.oldValue)) > \(names(change.newValue)) reads \(names(search.devices))")
    }
    bench.phone.send(.plug(.innerFront, connected: false))
    #expect(record.take() == [])
    bench.phone.send(.plug(.rearWide, connected: false))
    #expect(record.take() == ["rear-wide rear-ultra-wide > rear-ultra-wide reads rear-ultra-wide"])
    bench.phone.send(.plug(.rearWide, connected: true))
    #expect(
      record.take() == ["rear-ultra-wide > rear-wide rear-ultra-wide reads rear-wide rear-ultra-wide"])
    observation.invalidate()
  }
}
