import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

/// Constituents of a virtual camera that stream beside each other.
@Suite struct ConstituentStreamTests {
  func open(
    _ phone: SimulatedPhone, _ camera: CameraID, of virtual: CameraID?, into log: Log<String>
  ) throws -> any CameraStream {
    try phone.openCamera(StreamRequest(camera: camera, configuration: .at(10), partOf: virtual)) { frame in
      log.add("\(frame.time.nanoseconds / 1_000_000) \(frame.camera)")
    }
  }

  func refusal(_ phone: SimulatedPhone, _ camera: CameraID, of virtual: CameraID? = nil) -> CameraOpenError? {
    do {
      try open(phone, camera, of: virtual, into: Log<String>()).stop()
      return nil
    } catch { return error as? CameraOpenError }
  }

  @Test func theyDeliverAtOneTime() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    let wide = try open(phone, .rearWide, of: .rearDualWide, into: log)
    let ultra = try open(phone, .rearUltraWide, of: .rearDualWide, into: log)
    let both = try open(phone, .rearDualWide, of: nil, into: log)
    #expect(phone.state.streaming == [.rearWide: .app, .rearUltraWide: .app])
    clock.advance(to: PhoneTime(seconds: 0.46))
    #expect(
      log.entries == [
        "350 rear-wide", "350 rear-ultra-wide", "350 rear-ultra-wide",
        "450 rear-wide", "450 rear-ultra-wide", "450 rear-ultra-wide",
      ])
    // A camera runs as long as somebody has it.
    wide.stop()
    #expect(phone.state.streaming == [.rearWide: .app, .rearUltraWide: .app])
    both.stop()
    #expect(phone.state.streaming == [.rearUltraWide: .app])
    ultra.stop()
    #expect(phone.state.streaming == [:])
  }

  @Test func nobodyElseGetsAPartOfIt() throws {
    let (phone, _) = try SimulatedPhone.manual()
    let wide = try open(phone, .rearWide, of: .rearDualWide, into: Log<String>())
    #expect(refusal(phone, .rearWide) == .inUse(.rearWide))
    #expect(refusal(phone, .rearUltraWide) == .inUse(.rearUltraWide), "the virtual camera claims it")
    #expect(refusal(phone, .rearWide, of: .rearDualWide) == .inUse(.rearWide), "twice the same")
    #expect(refusal(phone, .outerFront) == nil)
    #expect(refusal(phone, .rearUltraWide, of: .rearDualWide) == nil)
    wide.stop()
    #expect(refusal(phone, .rearWide) == nil)
  }

  @Test func anotherClientCutsThemOff() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    _ = try open(phone, .rearWide, of: .rearDualWide, into: log)
    _ = try open(phone, .rearUltraWide, of: .rearDualWide, into: log)
    clock.advance(to: PhoneTime(seconds: 0.36))
    phone.send(.otherClient(.rearWide, takes: true))
    log.clear()
    clock.advance(to: PhoneTime(seconds: 0.6))
    #expect(log.entries == ["450 rear-ultra-wide", "550 rear-ultra-wide"])
  }
}
