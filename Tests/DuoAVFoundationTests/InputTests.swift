import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct InputTests {
  @Test func aCameraInputHasItsPorts() throws {
    let bench = DeviceBench()
    let rows: [(CameraID, [String])] = [
      (.rearWide, ["vide", "mobj"]), (.innerFront, ["vide", "mobj", "dpth"]),
      (.virtualFront, ["vide", "mobj", "dpth"]),
    ]
    var mismatches: [String] = []
    for (id, types) in rows {
      let device = try bench.device(id)
      let input = try AVCaptureDeviceInput(device: device)
      if input.device !== device { mismatches.append("\(id): device") }
      if input.ports.map(\.mediaType.rawValue) != types { mismatches.append("\(id): \(input.ports)") }
      for port in input.ports {
        if port.input !== input || !port.isEnabled || port.sourceDeviceType != device.deviceType
          || port.sourceDevicePosition != device.position || port.formatDescription != nil
          || port.clock == nil
        {
          mismatches.append("\(id): \(port.mediaType.rawValue)")
        }
      }
      if !input.ports.elementsEqual(input.ports, by: ===) { mismatches.append("\(id): new ports each time") }
    }
    #expect(mismatches == [])
  }

  @Test func openingFailsWithApplesErrors() throws {
    func code(_ prepare: (DeviceBench, AVCaptureDevice) -> Void) throws -> AVError.Code? {
      let bench = DeviceBench()
      let device = try bench.device(.rearWide)
      prepare(bench, device)
      do {
        _ = try AVCaptureDeviceInput(device: device)
        return nil
      } catch {
        let error = try #require(error as? AVError)
        #expect(error.device === device)
        return error.code
      }
    }
    #expect(try code { _, _ in } == nil)
    #expect(
      try code { bench, _ in bench.phone.send(.plug(.rearWide, connected: false)) } == .deviceNotConnected)
    for status in [AVAuthorizationStatus.denied, .restricted] {
      #expect(
        try code { bench, _ in bench.system.authorization.set(status, for: .video) }
          == .applicationIsNotAuthorizedToUseDevice)
    }
    #expect(
      try code { bench, _ in bench.phone.send(.otherClient(.rearWide, takes: true)) }
        == .deviceInUseByAnotherApplication)
    // Sound has nothing to do with it.
    #expect(try code { bench, _ in bench.system.authorization.set(.denied, for: .audio) } == nil)
  }

  @Test func anUndecidedPersonIsAskedByTheInput() throws {
    let bench = DeviceBench()
    bench.system.authorization.set(.notDetermined, for: .video)
    bench.system.authorization.setUsageTexts([.video: "To see you"])
    let input = try AVCaptureDeviceInput(device: bench.device(.rearWide))
    #expect(input.ports.count == 2)
    #expect(bench.system.authorization.status(for: .video) == .notDetermined)
    bench.phone.testClock.advance(by: .seconds(1))
    #expect(bench.system.authorization.status(for: .video) == .authorized)
  }

  @Test func thePicturesPortKnowsItsFormatInASession() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.innerFront)
    let input = try AVCaptureDeviceInput(device: device)
    let port = try #require(input.ports.first)
    let record = DeviceRecord()
    let token = NotificationCenter.default.addObserver(
      forName: .AVCaptureInputPortFormatDescriptionDidChange, object: port, queue: nil
    ) { note in
      let size = (note.object as? AVCaptureInput.Port)?.formatDescription?.dimensions
      record.add(size.map { "\($0.width)x\($0.height)" } ?? "nil")
    }
    device.sessionDidAttach(bench.system) { _ in nil }
    device.activeFormat = device.formats[1]
    device.videoZoomFactor = 2
    device.setDynamicAspectRatio(.ratio9x16)
    device.sessionDidDetach(bench.system)
    #expect(record.all == ["1920x1080", "1920x1920", "1080x1920", "nil"])
    #expect(input.ports.dropFirst().allSatisfy { $0.formatDescription == nil })
    NotificationCenter.default.removeObserver(token)
  }

  @Test func aPortTellsItsSessionWhenItIsSwitchedOff() throws {
    let bench = DeviceBench()
    let port = try #require(try AVCaptureDeviceInput(device: bench.device(.rearWide)).ports.first)
    let record = DeviceRecord()
    port.setEnabledHandler { record.add("changed") }
    port.isEnabled = false
    port.isEnabled = false
    #expect(!port.isEnabled)
    port.isEnabled = true
    #expect(record.all == ["changed", "changed"])
    port.setEnabledHandler(nil)
    port.isEnabled = false
    #expect(record.all.count == 2)
  }
}
