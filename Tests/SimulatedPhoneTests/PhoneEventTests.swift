import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@Suite struct PhoneEventTests {
  /// "milliseconds: what changed", one line a change.
  static func watch(_ phone: SimulatedPhone, _ log: Log<String>) -> any PhoneObservation {
    phone.observe { change in
      var words: [String] = []
      let (a, b) = (change.before, change.after)
      if a.litDisplays != b.litDisplays { words.append("lit \(b.litDisplays.map(\.rawValue).sorted())") }
      if a.app.display != b.app.display { words.append("app \(b.app.display.rawValue)") }
      if a.facingAngle != b.facingAngle { words.append("facing \(b.facingAngle)") }
      if a.hinge.travel != b.hinge.travel { words.append("\(b.hinge.travel)") }
      if let status = b.hingeStatus(at: change.time, in: phone.description),
        status != a.hingeStatus(at: change.time + PhoneDuration(nanoseconds: -1), in: phone.description)
      {
        words.append("\(status)")
      }
      log.add("\(change.time.nanoseconds / 1_000_000): \(words.joined(separator: ", "))")
    }
  }

  @Test func keyframesComeInOrderAtTheirTimes() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    let watching = Self.watch(phone, log)
    phone.send(.hinge(to: 180, over: .seconds(1.8)))
    clock.advance(by: .seconds(3))
    #expect(
      log.entries == [
        "0: opening", "50: partiallyOpen", #"100: lit ["inner", "outer"]"#, #"900: lit ["inner"], app inner"#,
        "925: facing 92.5", "1700: fullyOpen", "1800: facing 180.0, resting",
      ])
    watching.cancel()
  }

  /// With everything due together, the move comes before the direction.
  @Test func theMoveComesFirst() throws {
    var description = PhoneDescription.duo
    description.hinge!.directionHysteresis.value = 0
    let (phone, clock) = try SimulatedPhone.manual(description)
    let log = Log<String>()
    let watching = Self.watch(phone, log)
    phone.send(.hinge(to: 180, over: .seconds(1.8)))
    clock.advance(by: .seconds(1))
    #expect(Array(log.entries.suffix(2)) == [#"900: lit ["inner"], app inner"#, "900: facing 90.0"])
    watching.cancel()
  }

  /// A movement of no duration is over when `send` returns.
  @Test func atOnce() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    phone.send(.pose("open-landscape", over: .zero))
    #expect(phone.state.app.display == .inner && phone.state.litDisplays == [.inner])
    #expect(phone.state.hinge == HingeMotion(resting: 180) && phone.state.facingAngle == 180)
    #expect(clock.isIdle)
  }

  /// A new movement takes the place of the old one and starts where that one is.
  @Test func turnedBackMidway() throws {
    let (phone, clock) = try SimulatedPhone.manual()
    let log = Log<String>()
    let watching = Self.watch(phone, log)
    phone.send(.hinge(to: 180, over: .seconds(1.8)))
    clock.advance(by: .seconds(0.95))
    phone.send(.hinge(to: 0, over: .seconds(0.95)))
    clock.advance(by: .seconds(5))
    #expect(
      log.entries.dropFirst(5) == [
        "950: facing 95.0, closing", "1025: facing 87.5", #"1200: lit ["outer"], app outer"#,
        "1850: closed", "1900: facing 0.0, resting",
      ])
    #expect(phone.state.hinge.angle(at: clock.now) == 0)
    watching.cancel()
  }

  @Test func observersEndWhenCancelledOrReleased() throws {
    let (phone, _) = try SimulatedPhone.manual()
    let log = Log<String>()
    let first = phone.observe { _ in log.add("first") }
    var second: (any PhoneObservation)? = phone.observe { _ in log.add("second") }
    phone.send(.call(true))
    first.cancel()
    phone.send(.call(false))
    #expect(log.entries == ["first", "second", "second"])
    withExtendedLifetime(second) {}
    second = nil
    phone.send(.call(true))
    phone.send(.call(true))
    #expect(log.entries.count == 3)
  }

  /// An observer may send events itself; no lock is held.
  @Test func observersMaySendEvents() throws {
    let (phone, _) = try SimulatedPhone.manual()
    let watching = phone.observe { [weak phone] change in
      if change.cause == .background { phone?.send(.foreground) }
    }
    phone.send(.background)
    #expect(phone.state.app.activity == .foreground)
    watching.cancel()
  }

  /// Who sends an event learns that it did not happen, and observers hear nothing.
  @Test func aRefusedEventSaysWhy() throws {
    let (phone, _) = try SimulatedPhone.manual()
    let told = Log<String>()
    let watching = phone.observe { _ in told.add("told") }
    #expect(phone.send(.splitView(true)) == "Split View needs the inner display")
    #expect(phone.send(.pose("lotus", over: .zero)) == "duo cannot take the pose lotus")
    #expect(phone.send(.world(.picture(path: "/nowhere.png")))?.contains("/nowhere.png") == true)
    #expect(told.entries == [])
    #expect(phone.send(.moveApp(.outer)) == nil)
    #expect(phone.send(.hinge(to: 90, over: .seconds(1))) == nil)
    #expect(told.entries == ["told"])
    watching.cancel()
  }

  @Test func aWorldThatCannotBeReadIsRefused() throws {
    let (phone, _) = try SimulatedPhone.manual()
    let before = phone.state
    phone.send(.world(.picture(path: "/nowhere/picture.png")))
    #expect(phone.state == before)
    #expect(phone.log.lines.last!.contains("/nowhere/picture.png"))
    #expect(throws: (any Error).self) { try SimulatedPhone.manual(world: .panorama(path: "/nowhere.jpg")) }
    phone.send(.world(.colour(red: 1, green: 2, blue: 3)))
    #expect(phone.state.world == .colour(red: 1, green: 2, blue: 3))
  }

  /// A frame shows the world of its moment, whenever it is drawn.
  @Test func framesRememberTheirMoment() throws {
    let (phone, clock) = try SimulatedPhone.manual(world: .colour(red: 200, green: 100, blue: 50))
    let frames = Log<SensorFrame>()
    let configuration = StreamConfiguration(
      width: 64, height: 48, fieldOfView: 70, frameDuration: .milliseconds(100))
    _ = try phone.openCamera(StreamRequest(camera: .outerFront, configuration: configuration)) {
      frames.add($0)
    }
    clock.advance(to: PhoneTime(seconds: 0.3))
    phone.send(.world(.colour(red: 10, green: 20, blue: 30)))
    clock.advance(to: PhoneTime(seconds: 0.4))
    let colours = frames.entries.map { frame -> [UInt8] in
      var pixels = [UInt8](repeating: 0, count: 64 * 48 * 4)
      pixels.withUnsafeMutableBytes { bytes in
        let plane = PixelTarget.Plane(base: bytes.baseAddress!, bytesPerRow: 64 * 4)
        frame.imager.draw(
          FrameWindow(), into: PixelTarget(layout: .bgra, width: 64, height: 48, planes: [plane]))
      }
      return Array(pixels[(24 * 64 + 32) * 4..<(24 * 64 + 32) * 4 + 4])
    }
    #expect(colours == [[50, 100, 200, 255], [30, 20, 10, 255]])
  }

  @Test func phonesWithoutCameraOrHinge() throws {
    let (phone, clock) = try SimulatedPhone.manual(.noCamera)
    phone.send(.hinge(to: 90, over: .seconds(1)))
    #expect(clock.isIdle)
    #expect(ArbitrationTests.refusal(phone, .front) == .unknownCamera(.front))
  }
}
