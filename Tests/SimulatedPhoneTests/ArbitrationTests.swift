import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@Suite struct ArbitrationTests {
  static func refusal(_ phone: SimulatedPhone, _ camera: CameraID) -> CameraOpenError? {
    do {
      try phone.open(camera, into: Log<String>()).stop()
      return nil
    } catch { return error as? CameraOpenError }
  }

  @Test func oneCameraHasOneUser() throws {
    let (phone, _) = try SimulatedPhone.manual()
    let front = try phone.open(.virtualFront, into: Log<String>())
    #expect(Self.refusal(phone, .virtualFront) == .inUse(.virtualFront))
    #expect(Self.refusal(phone, .outerFront) == .inUse(.outerFront))
    // Also the constituent that does not run: the virtual camera may switch to it.
    #expect(Self.refusal(phone, .innerFront) == .inUse(.innerFront))
    #expect(Self.refusal(phone, .rearDualWide) == nil)
    front.stop()
    #expect(Self.refusal(phone, .outerFront) == nil)
    #expect(Self.refusal(phone, "telephoto") == .unknownCamera("telephoto"))
  }

  @Test func anotherClientTakesACamera() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    _ = try phone.open(.outerFront, into: log)
    clock.advance(to: PhoneTime(seconds: 0.3))
    phone.send(.otherClient(.outerFront, takes: true))
    #expect(phone.state.streaming == [.outerFront: .other])
    clock.advance(to: PhoneTime(seconds: 2))
    #expect(log.entries == ["250 outer-front 0"], "cut off, not even frames in flight")
    #expect(Self.refusal(phone, .outerFront) == .inUse(.outerFront))
    #expect(Self.refusal(phone, .virtualFront) == .inUse(.virtualFront))
    phone.send(.otherClient(.outerFront, takes: false))
    #expect(phone.state.streaming == [:])
    #expect(Self.refusal(phone, .outerFront) == nil)
    let traced = phone.log.lines.filter { $0.contains("camera-lost") || $0.contains("camera-returned") }
    #expect(
      traced == [
        #"{"t":300000000,"kind":"camera-lost","camera":"outer-front","reason":"taken"}"#,
        #"{"t":2000000000,"kind":"camera-returned","camera":"outer-front"}"#,
      ])
  }

  /// A sink is let go as soon as no frame can come any more, however its stream ended.
  @Test func sinksAreReleased() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    weak var cut: Log<String>?
    weak var stopped: Log<String>?
    do {
      let (first, second) = (Log<String>(), Log<String>())
      (cut, stopped) = (first, second)
      _ = try phone.open(.outerFront, into: first)
      let stream = try phone.open(.rearWide, into: second)
      clock.advance(to: PhoneTime(seconds: 0.4))
      phone.send(.plug(.outerFront, connected: false))
      stream.stop()
    }
    #expect(cut == nil && stopped != nil, "two frames are still in flight")
    clock.advance(to: PhoneTime(seconds: 1))
    #expect(stopped == nil)
  }

  @Test func unplugging() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    let stream = try phone.open(.outerFront, into: log)
    clock.advance(to: PhoneTime(seconds: 0.3))
    phone.send(.plug(.outerFront, connected: false))
    clock.advance(to: PhoneTime(seconds: 1))
    #expect(log.entries == ["250 outer-front 0"])
    #expect(stream.activeConstituent == .outerFront)
    stream.stop()
    #expect(Self.refusal(phone, .outerFront) == .disconnected(.outerFront))
    #expect(Self.refusal(phone, .virtualFront) == .disconnected(.virtualFront))
    #expect(Self.refusal(phone, .innerFront) == nil)
    phone.send(.plug(.outerFront, connected: true))
    #expect(Self.refusal(phone, .outerFront) == nil)
  }

  /// The virtual camera cannot switch to a camera that another client has: it stops.
  @Test func switchingToATakenCamera() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    _ = try phone.open(.virtualFront, into: log)
    phone.send(.otherClient(.innerFront, takes: true))
    clock.advance(to: PhoneTime(seconds: 0.3))
    #expect(phone.state.streaming == [.outerFront: .app, .innerFront: .other])
    phone.send(.pose("open-landscape", over: .zero))
    clock.advance(to: PhoneTime(seconds: 3))
    #expect(log.entries == ["250 outer-front 0", "350 outer-front 1", "450 outer-front 2"])
    #expect(phone.state.streaming == [.innerFront: .other])
    #expect(Self.refusal(phone, .virtualFront) == .inUse(.virtualFront))
  }

  /// An inner camera that runs makes its region reserved; the state is told through the same door as any event.
  @Test func startingIsAnEvent() throws {
    let (phone, _) = try SimulatedPhone.manual(pose: "open-landscape")
    let causes = Log<PhoneEvent>()
    let observation = phone.observe { change in if let cause = change.cause { causes.add(cause) } }
    let stream = try phone.open(.innerFront, into: Log<String>())
    let isActive = {
      ReservedRegions.all(on: .inner, interfaceTurn: 1, phone.state, at: .zero, in: .duo)
        .first { $0.kind == .occlusion }!.isActive
    }
    #expect(isActive())
    stream.stop()
    #expect(!isActive())
    #expect(causes.entries == [.cameraStarted(.innerFront, .app), .cameraStopped(.innerFront)])
    observation.cancel()
  }
}
