import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

@Suite struct MultitaskingCameraAccessTests {
  static let entitlement = "com.apple.developer.avfoundation.multitasking-camera-access"

  static func rights(_ info: [String: Any]) -> CaptureRights {
    let rights = CaptureRights()
    rights.set(info: info)
    return rights
  }

  struct Stage {
    let phone: SimulatedPhone
    let session: AVCaptureSession

    init(_ info: [String: Any]) throws {
      (phone, _) = try SimulatedPhone.manual(.duo, pose: "open-landscape")
      let system = CaptureSystem(phone: phone)
      system.authorization.set(.authorized, for: .video)
      system.rights.set(info: info)
      session = AVCaptureSession(on: phone, rights: system.rights)
      session.addInput(try AVCaptureDeviceInput(device: system.device(.innerFront)!))
      session.addOutput(AVCaptureVideoDataOutput())
    }

    func split(_ isOn: Bool) -> Bool {
      phone.send(.splitView(isOn))
      session.engine.queue.sync {}
      return session.isRunning
    }
  }

  @Test func thePropertyListDecides() throws {
    let rows: [([String: Any], supported: Bool, enabled: Bool)] = [
      ([:], false, false), (["UIBackgroundModes": ["audio"]], false, false),
      (["UIBackgroundModes": ["audio", "voip"]], true, false), ([Self.entitlement: true], true, true),
      ([Self.entitlement: false], false, false),
      (["UIBackgroundModes": ["voip"], Self.entitlement: true], true, true),
    ]
    var mismatches: [String] = []
    for (info, supported, enabled) in rows {
      let stage = try Stage(info)
      if stage.session.isMultitaskingCameraAccessSupported != supported
        || stage.session.isMultitaskingCameraAccessEnabled != enabled
      {
        mismatches.append("\(info)")
      }
      // Apps say it in one line, supported or not.
      stage.session.isMultitaskingCameraAccessEnabled = stage.session.isMultitaskingCameraAccessSupported
      if stage.session.isMultitaskingCameraAccessEnabled != supported { mismatches.append("\(info): set") }
    }
    #expect(mismatches == [])
    #expect(!CaptureBench().session().isMultitaskingCameraAccessSupported, "as the main bundle says")
  }

  @Test func withoutItSplitViewInterrupts() throws {
    let voip = try Stage(["UIBackgroundModes": ["voip"]])
    voip.session.startRunning()
    #expect(!voip.split(true) && voip.session.isInterrupted)
    #expect(voip.split(false))
  }

  @Test func withItSplitViewDoesNot() throws {
    let stage = try Stage(["UIBackgroundModes": ["voip"]])
    let changes = Notes()
    let observation = stage.session.observe(\.isMultitaskingCameraAccessEnabled, options: [.old, .new]) {
      changes.add("\($1.oldValue!) \($1.newValue!)")
    }
    stage.session.isMultitaskingCameraAccessEnabled = true
    stage.session.isMultitaskingCameraAccessEnabled = true
    #expect(changes.all == ["false true"])
    observation.invalidate()
    let witness = SessionRunningTests.Witness(stage.session)
    stage.session.startRunning()
    #expect(stage.split(true) && !stage.session.isInterrupted)
    #expect(stage.split(false))
    #expect(witness.notes.all == ["running true", "didStart +"])
    // The background is another reason.
    stage.phone.send(.background)
    stage.session.engine.queue.sync {}
    #expect(stage.session.isInterrupted)
  }

  @Test func aSessionMayStartInSplitView() throws {
    let stage = try Stage([Self.entitlement: true])
    #expect(!stage.split(true))
    stage.session.startRunning()
    #expect(stage.session.isRunning)
  }

  @Test func aChangeWhileItRunsWaitsForTheNextStart() throws {
    let stage = try Stage(["UIBackgroundModes": ["voip"]])
    stage.session.startRunning()
    stage.session.isMultitaskingCameraAccessEnabled = true
    #expect(!stage.split(true))
    #expect(stage.split(false))
    stage.session.stopRunning()
    stage.session.startRunning()
    #expect(stage.split(true))
  }

  @Test func anotherSessionIsNotMeant() throws {
    let stage = try Stage(["UIBackgroundModes": ["voip"]])
    AVCaptureSession(on: stage.phone, rights: Self.rights(["UIBackgroundModes": ["voip"]]))
      .isMultitaskingCameraAccessEnabled = true
    stage.session.startRunning()
    #expect(!stage.split(true))
  }

  @Test func askingForItWithoutSupportRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      CaptureBench().session().isMultitaskingCameraAccessEnabled = true
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "'NSInvalidArgumentException', reason: '*** -[AVCaptureSession setMultitaskingCameraAccessEnabled:]"))
  }
}
