import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct DeviceIdentityTests {
  @Test func aCameraHasOneObjectWhileItIsConnected() throws {
    let bench = DeviceBench()
    var mismatches: [String] = []
    for camera in bench.phone.description.cameras {
      let device = try bench.device(camera.id)
      if bench.system.device(uniqueID: camera.uniqueID) !== device {
        mismatches.append("\(camera.id): by ID")
      }
      if try bench.device(camera.id) !== device { mismatches.append("\(camera.id): again") }
      if device.uniqueID != camera.uniqueID { mismatches.append("\(camera.id): uniqueID") }
      if device.localizedName != "Name of \(camera.id)" { mismatches.append("\(camera.id): name") }
      if device.modelID != "model:\(camera.id)" { mismatches.append("\(camera.id): model") }
      if device.deviceType.rawValue != camera.deviceType { mismatches.append("\(camera.id): type") }
      if device.isVirtualDevice == camera.constituents.isEmpty { mismatches.append("\(camera.id): virtual") }
      if (device.position == .front) != (camera.position == .front) {
        mismatches.append("\(camera.id): place")
      }
      if !device.hasMediaType(.video) || device.hasMediaType(.audio) {
        mismatches.append("\(camera.id): media")
      }
      if !device.isConnected || device.isSuspended { mismatches.append("\(camera.id): not connected") }
    }
    #expect(mismatches == [])
    #expect(bench.system.device("no-such-camera") == nil)
    #expect(bench.system.device(uniqueID: "no such id") == nil)
  }

  @Test func constituentsAreTheSameObjectsAsTheCamerasThemselves() throws {
    let bench = DeviceBench()
    let dual = try bench.device(.rearDualWide)
    let (ultraWide, wide) = (try bench.device(.rearUltraWide), try bench.device(.rearWide))
    #expect(same(dual.constituentDevices, [ultraWide, wide]))
    #expect(dual.virtualDeviceSwitchOverVideoZoomFactors == [2])
    let front = try bench.device(.virtualFront)
    let (outer, inner) = (try bench.device(.outerFront), try bench.device(.innerFront))
    #expect(same(front.constituentDevices, [outer, inner]))
    #expect(front.virtualDeviceSwitchOverVideoZoomFactors == [])
    #expect(wide.constituentDevices == [])
  }

  @Test func anUnpluggedDeviceIsGoneAndItsReturnIsANewObject() throws {
    let bench = DeviceBench()
    let device = try bench.device(.rearWide)
    let record = DeviceRecord()
    let observation = device.observe(\.isConnected, options: [.old, .new]) { device, change in
      record.add("KVO \(change.oldValue!) \(change.newValue!) reads \(device.isConnected)")
    }
    let centre = NotificationCenter.default
    let phone = bench.phone
    let id = device.uniqueID
    let names: [(Notification.Name, String)] = [
      (.AVCaptureDeviceWasDisconnected, "gone"), (AVCaptureDevice.wasConnectedNotification, "back"),
    ]
    let tokens = names.map { name, word in
      centre.addObserver(forName: name, object: nil, queue: nil) { note in
        guard let posted = note.object as? AVCaptureDevice, posted.phone === phone, posted.uniqueID == id
        else { return }
        record.add("\(word) connected \(posted.isConnected)")
      }
    }
    bench.phone.send(.plug(.rearWide, connected: false))
    #expect(record.take() == ["KVO true false reads false", "gone connected false"])
    #expect(bench.system.device(.rearWide) == nil)
    #expect(bench.system.device(uniqueID: id) == nil)
    #expect(throws: AVError.self) { try device.lockForConfiguration() }

    bench.phone.send(.plug(.rearWide, connected: true))
    #expect(record.take() == ["back connected true"])
    let new = try bench.device(.rearWide)
    #expect(new !== device)
    #expect(new.uniqueID == id)
    #expect(!device.isConnected)
    for token in tokens { centre.removeObserver(token) }
    observation.invalidate()
  }

  @Test func aVirtualDeviceNeedsAllOfItsCameras() throws {
    let bench = DeviceBench()
    let dual = try bench.device(.rearDualWide)
    bench.phone.send(.plug(.rearUltraWide, connected: false))
    #expect(!dual.isConnected)
    #expect(bench.system.device(.rearDualWide) == nil)
    #expect(bench.system.device(.rearWide) != nil)
    bench.phone.send(.plug(.rearUltraWide, connected: true))
    let back = try bench.device(.rearDualWide)
    #expect(back !== dual)
    #expect(back.constituentDevices.first === bench.system.device(.rearUltraWide))
  }

  @Test func theActiveConstituentIsKnownOnlyWhileTheDeviceRuns() throws {
    let bench = DeviceBench()
    let front = try bench.device(.virtualFront)
    let record = DeviceRecord()
    let observation = front.observe(\.activePrimaryConstituent, options: [.initial, .old, .new]) {
      _, change in
      func name(_ device: AVCaptureDevice??) -> String { (device ?? nil)?.camera.id.rawValue ?? "nil" }
      record.add("\(name(change.oldValue)) to \(name(change.newValue))")
    }
    #expect(record.take() == ["nil to nil"])
    let session = NSObject()
    front.sessionDidAttach(session) { _ in nil }
    #expect(front.activePrimaryConstituent == nil)
    front.setActiveConstituent(.outerFront)
    front.setActiveConstituent(.outerFront)
    front.setActiveConstituent(.innerFront)
    #expect(front.activePrimaryConstituent === bench.system.device(.innerFront))
    front.sessionDidDetach(session)
    #expect(front.activePrimaryConstituent == nil)
    #expect(
      record.take() == ["nil to outer-front", "outer-front to inner-front", "inner-front to nil"])
    observation.invalidate()

    let wide = try bench.device(.rearWide)
    wide.setActiveConstituent(.rearWide)
    #expect(wide.activePrimaryConstituent == nil)
  }

  @Test func systemPressureFollowsThePhone() throws {
    let bench = DeviceBench()
    let device = try bench.device(.rearWide)
    let record = DeviceRecord()
    let observation = device.observe(\.systemPressureState, options: [.new]) { _, change in
      record.add("\(change.newValue!.level.rawValue) \(change.newValue!.factors.rawValue)")
    }
    for level in ThermalLevel.allCases + [.shutdown, .nominal] { bench.phone.send(.thermal(level)) }
    let name = "AVCaptureSystemPressureLevel"
    #expect(
      record.all == [
        "\(name)Fair 1", "\(name)Serious 1", "\(name)Critical 1", "\(name)Shutdown 1", "\(name)Nominal 0",
      ])
    observation.invalidate()
  }

  @Test func lookupsUseTheCurrentPhone() async {
    await #expect(processExitsWith: .success) {
      let phone = DeviceTestPhone()
      CurrentPhone.start(phone)
      let id = "test:rear-wide"
      let wide = try #require(AVCaptureDevice(uniqueID: id))
      #expect(AVCaptureDevice(uniqueID: id) === wide)
      #expect(AVCaptureDevice(uniqueID: "nobody") == nil)
      #expect(AVCaptureDevice.default(for: .video) === wide)
      let microphone = try #require(AVCaptureDevice.default(for: .audio))
      #expect(microphone.hasMediaType(.audio) && AVCaptureDevice.default(for: .depthData) == nil)
      #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) === wide)
      #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: nil, position: .unspecified) === wide)
      let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
      #expect(front?.uniqueID == "test:virtual-front")
      #expect(
        AVCaptureDevice.default(.builtInUltraWideCamera, for: .video, position: .front) === front)
      #expect(AVCaptureDevice.default(.builtInOuterUltraWideCamera, for: .video, position: .front) == nil)
      #expect(AVCaptureDevice.default(.builtInInnerUltraWideCamera, for: .video, position: .front) == nil)
      #expect(AVCaptureDevice.default(.builtInTrueDepthCamera, for: .video, position: .front) == nil)
      #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .audio, position: .back) == nil)
      #expect(AVCaptureDevice.default(.microphone, for: .audio, position: .unspecified) === microphone)
      #expect(AVCaptureDevice.devices(for: .video) + [microphone] == AVCaptureDevice.devices())
      #expect(
        AVCaptureDevice.devices().map(\.camera.id)
          == [.rearDualWide, .rearWide, .rearUltraWide, .virtualFront, .microphone])
      #expect(AVCaptureDevice.devices(for: .audio) == [microphone])

      phone.send(.plug(.rearWide, connected: false))
      #expect(AVCaptureDevice(uniqueID: id) == nil)
      #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) == nil)

      let other = DeviceTestPhone()
      CurrentPhone.start(other)
      #expect(AVCaptureDevice(uniqueID: id) != nil)
      #expect(AVCaptureDevice(uniqueID: id) !== wide)
    }
  }
}

@Suite struct DeviceAttentionTests {
  @Test func changesOfTheViewArePostedWhileTheyAreWanted() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let record = DeviceRecord()
    let token = NotificationCenter.default.addObserver(
      forName: .AVCaptureDeviceSubjectAreaDidChange, object: device, queue: nil
    ) { _ in record.add("changed") }
    bench.phone.send(.light(0.5))
    device.isSubjectAreaChangeMonitoringEnabled = true
    bench.phone.send(.light(0.4))
    #expect(record.all == [])
    device.sessionDidAttach(bench.system) { _ in nil }
    bench.phone.send(.light(0.3))
    bench.phone.send(.light(0.3))
    bench.phone.send(.world(.colour(red: 1, green: 2, blue: 3)))
    bench.phone.send(.thermal(.fair))
    #expect(record.all.count == 2)
    device.isSubjectAreaChangeMonitoringEnabled = false
    bench.phone.send(.light(1))
    #expect(record.all.count == 2)
    NotificationCenter.default.removeObserver(token)
  }

  @Test func thePersonsLatestConnectedChoiceIsPreferred() async {
    await #expect(processExitsWith: .success) {
      let phone = DeviceTestPhone()
      CurrentPhone.start(phone)
      let system = CaptureSystem.current
      let (wide, front) = (system.device(.rearWide), system.device(.virtualFront))
      #expect(AVCaptureDevice.userPreferredCamera == nil)
      #expect(AVCaptureDevice.systemPreferredCamera === wide)
      AVCaptureDevice.userPreferredCamera = wide
      AVCaptureDevice.userPreferredCamera = front
      AVCaptureDevice.userPreferredCamera = nil
      #expect(AVCaptureDevice.userPreferredCamera === front)
      #expect(AVCaptureDevice.systemPreferredCamera === front)
      phone.send(.plug(.virtualFront, connected: false))
      #expect(AVCaptureDevice.userPreferredCamera === wide)
      phone.send(.plug(.virtualFront, connected: true))
      #expect(AVCaptureDevice.userPreferredCamera?.camera.id == .virtualFront)
    }
  }
}
