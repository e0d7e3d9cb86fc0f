import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

@Suite struct SmartFramingTests {
  private static let all = [AVCaptureDevice.AspectRatio.ratio3x4, .ratio4x3].flatMap { ratio in
    [Float(1), 1.4].map { AVCaptureFraming(aspectRatio: ratio, zoomFactor: $0) }
  }

  private static func person(_ x: Double, _ y: Double, _ size: Double = 0.1) -> SeenPerson {
    SeenPerson(
      figure: .holder, face: .init(x: x - size / 2, y: y - size / 2, width: size, height: size), body: nil,
      roll: 0, yaw: 0)
  }

  /// A plain retelling over a grid of one and two faces: the smallest shown part that holds all faces and half a face more.
  @Test func theClosestThatHoldsEverybodyIsRecommended() {
    var mismatches: [String] = []
    func size(_ framing: AVCaptureFraming) -> (Double, Double) {
      let tall = framing.aspectRatio == .ratio3x4
      let zoom = Double(framing.zoomFactor)
      return (tall ? 0.75 / zoom : 1 / zoom, tall ? 1 / zoom : 0.75 / zoom)
    }
    for x in stride(from: 0.1, through: 0.9, by: 0.1) {
      for y in stride(from: 0.13, through: 0.9, by: 0.11) {
        for other in [nil, 0.22, 0.5, 0.81] {
          let places = [(x, y)] + (other.map { [($0, 0.5)] } ?? [])
          let fitting = Self.all.filter { framing in
            let (width, height) = size(framing)
            return places.allSatisfy {
              abs($0.0 - 0.5) + 0.1 <= width / 2 + 1e-9 && abs($0.1 - 0.5) + 0.1 <= height / 2 + 1e-9
            }
          }
          let areas = fitting.map { size($0).0 * size($0).1 }
          let expected =
            fitting.isEmpty ? Self.all[0] : fitting[areas.firstIndex { $0 < areas.min()! + 1e-9 }!]
          let seen = SmartFraming.recommended(Self.all, for: places.map { Self.person($0.0, $0.1) })
          if seen != expected { mismatches.append("\(places): \(seen!) not \(expected)") }
        }
      }
    }
    #expect(mismatches == [])
    #expect(SmartFraming.recommended(Self.all, for: []) == Self.all[0])
    #expect(SmartFraming.recommended([], for: [Self.person(0.5, 0.5)]) == nil)
  }

  @Test func onlySquarePhotoFormatsHaveIt() {
    var mismatches: [String] = []
    for phone in PhoneDescription.builtIn {
      guard let simulated = try? SimulatedPhone.manual(phone).phone else { continue }
      let system = CaptureSystem(phone: simulated)
      for camera in phone.cameras {
        guard let device = system.device(camera.id) else { continue }
        let has = camera.formats.contains { $0.aspectRatios.count == 2 }
        if (device.smartFramingMonitor != nil) != has { mismatches.append("\(phone.name) \(camera.id)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func monitoringRecommendsOneOfTheEnabled() throws {
    let (phone, _) = try SimulatedPhone.manual()
    phone.send(.world(.room))
    let system = CaptureSystem(phone: phone)
    let device = try #require(system.device(.outerFront))
    let monitor = try #require(device.smartFramingMonitor)
    #expect(monitor === device.smartFramingMonitor)
    #expect(monitor.supportedFramings.isEmpty && monitor.recommendedFraming == nil && !monitor.isMonitoring)
    let record = DeviceRecord()
    let observations = [
      monitor.observe(\.supportedFramings, options: [.new]) { record.add("supported \($1.newValue!.count)") },
      monitor.observe(\.recommendedFraming, options: [.new]) {
        record.add("recommended \($1.newValue! != nil)")
      },
    ]
    try device.lockForConfiguration()
    let square = device.formats.first { $0.isSmartFramingSupported }
    device.activeFormat = try #require(square)
    #expect(monitor.supportedFramings.count == 4)
    do {
      try monitor.startMonitoring()
      Issue.record("monitoring began with nothing enabled")
    } catch {
      #expect((error as? AVError)?.code == .noSmartFramingsEnabled)
    }
    monitor.enabledFramings = monitor.supportedFramings
    try monitor.startMonitoring()
    let recommended = try #require(monitor.recommendedFraming)
    #expect(monitor.enabledFramings.contains(recommended))
    monitor.enabledFramings = monitor.supportedFramings.filter { $0 != recommended }
    #expect(monitor.recommendedFraming != recommended && monitor.recommendedFraming != nil)
    monitor.stopMonitoring()
    #expect(monitor.recommendedFraming == nil && !monitor.isMonitoring)
    let other = device.formats.first { !$0.isSmartFramingSupported }
    device.activeFormat = try #require(other)
    #expect(monitor.supportedFramings.isEmpty && monitor.enabledFramings.isEmpty)
    #expect(
      record.all == [
        "supported 4", "recommended true", "recommended true", "recommended false", "supported 0",
      ])
    for observation in observations { observation.invalidate() }
  }

  @Test func aFramingOfAnotherFormatRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (phone, _) = try SimulatedPhone.manual()
      let device = try #require(CaptureSystem(phone: phone).device(.outerFront))
      device.smartFramingMonitor?.enabledFramings = [
        AVCaptureFraming(aspectRatio: .ratio1x1, zoomFactor: 1)
      ]
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'") && text.contains("setEnabledFramings:"))
  }
}
