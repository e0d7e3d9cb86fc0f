import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@Suite struct FrameTimingTests {
  /// The first frame after the start latency, then one each frame duration.
  @Test func latencyAndPeriod() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    clock.advance(to: PhoneTime(seconds: 1))
    _ = try phone.open(.outerFront, into: log)
    clock.advance(to: PhoneTime(seconds: 1.249))
    #expect(log.entries == [])
    clock.advance(to: PhoneTime(seconds: 1.5))
    #expect(log.entries == ["1250 outer-front 0", "1350 outer-front 1", "1450 outer-front 2"])

    let rear = Log<String>()
    _ = try phone.open(.rearWide, into: rear)
    clock.advance(to: PhoneTime(seconds: 2))
    #expect(rear.entries == ["1850 rear-wide 0", "1950 rear-wide 1"])
  }

  /// Against plain arithmetic: the n-th frame of a rate that is no whole number of nanoseconds.
  @Test func framesDoNotDrift() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let times = Log<Int64>()
    let period = PhoneDuration(nanoseconds: 33_333_333)
    let configuration = StreamConfiguration(width: 640, height: 480, fieldOfView: 70, frameDuration: period)
    _ = try phone.openCamera(StreamRequest(camera: .outerFront, configuration: configuration)) {
      times.add($0.time.nanoseconds)
    }
    clock.advance(by: .seconds(600))
    let wanted = (0..<times.entries.count).map { 250_000_000 + Int64($0) * 33_333_333 }
    #expect(times.entries == wanted)
    #expect(times.entries.count == 17_993)
  }

  /// Two frames are in flight when a camera stops; none when it never delivered.
  @Test func framesInFlight() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    let stream = try phone.open(.outerFront, into: log)
    clock.advance(to: PhoneTime(seconds: 0.4))
    stream.stop()
    stream.stop()
    #expect(phone.state.streaming == [:])
    clock.advance(to: PhoneTime(seconds: 5))
    #expect(log.entries.map { $0.prefix(3) } == ["250", "350", "450", "550"])
    #expect(clock.isIdle)

    log.clear()
    let other = try phone.open(.outerFront, into: log)
    clock.advance(by: .milliseconds(200))
    other.stop()
    clock.advance(by: .seconds(5))
    #expect(log.entries == [])
  }

  @Test func configuringTakesEffectWithTheNextFrame() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let frames = Log<(Int64, Int)>()
    let stream = try phone.openCamera(StreamRequest(camera: .outerFront, configuration: .at(10))) {
      frames.add(($0.time.nanoseconds / 1_000_000, $0.configuration.width))
    }
    clock.advance(to: PhoneTime(seconds: 0.3))
    var faster = StreamConfiguration.at(50)
    faster.width = 640
    #expect(stream.configure(faster) == PhoneTime(seconds: 0.35))
    clock.advance(to: PhoneTime(seconds: 0.4))
    #expect(frames.entries.map(\.0) == [250, 350, 370, 390])
    #expect(frames.entries.map(\.1) == [1920, 640, 640, 640])
  }

  /// The virtual front camera: the old camera's frames in flight, then the new one after its latency.
  @Test func theVirtualCameraSwitches() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    let constituents = Log<CameraID>()
    let stream = try phone.open(.virtualFront, into: log)
    let observation = phone.observe { _ in constituents.add(stream.activeConstituent) }
    #expect(phone.state.streaming == [.outerFront: .app])
    // The app moves at 90 degrees: 500 ms after the start of the movement.
    clock.advance(to: PhoneTime(seconds: 0.4))
    phone.send(.hinge(to: 180, over: .seconds(1)))
    clock.advance(to: PhoneTime(seconds: 1.4))
    #expect(
      log.entries == [
        "250 outer-front 0", "350 outer-front 1", "450 outer-front 2", "550 outer-front 3",
        "650 outer-front 4",
        "750 outer-front 5", "850 outer-front 6", "950 outer-front 7", "1050 outer-front 8",
        "1150 inner-front 9",
        "1250 inner-front 10", "1350 inner-front 11",
      ])
    #expect(phone.state.streaming == [.innerFront: .app])
    #expect(Set(constituents.entries) == [.outerFront, .innerFront])
    #expect(constituents.entries.sorted { $0.rawValue > $1.rawValue } == constituents.entries, "one change")
    observation.cancel()
  }

  /// With a long frame duration, frames in flight that would come after the new camera's first are lost.
  @Test func lateFramesOfTheOldCameraAreDropped() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    _ = try phone.open(.virtualFront, at: 2, into: log)
    clock.advance(to: PhoneTime(seconds: 0.3))
    phone.send(.pose("open-landscape", over: .zero))
    clock.advance(to: PhoneTime(seconds: 1.6))
    #expect(
      log.entries == ["250 outer-front 0", "550 inner-front 1", "1050 inner-front 2", "1550 inner-front 3"])
  }

  /// A dual camera keeps both running, so the next frame simply comes from the other one.
  @Test func zoomSwitchesWithoutAGap() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    let stream = try phone.open(.rearDualWide, into: log)
    #expect(phone.state.streaming == [.rearWide: .app, .rearUltraWide: .app])
    clock.advance(to: PhoneTime(seconds: 0.4))
    stream.configure(.at(10, zoom: 2))
    #expect(stream.activeConstituent == .rearWide)
    clock.advance(to: PhoneTime(seconds: 0.5))
    #expect(log.entries == ["350 rear-ultra-wide 0", "450 rear-wide 1"])
  }

  /// Nobody has opened a camera: nothing is planned, however long the phone is on.
  @Test func nothingIsPlannedWithoutACamera() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    #expect(clock.isIdle)
    phone.send(.hinge(to: 180, over: .seconds(1)))
    clock.advance(by: .seconds(1))
    #expect(clock.isIdle)
    #expect(phone.state.hinge == HingeMotion(resting: 180, since: PhoneTime(seconds: 1)))
  }
}
