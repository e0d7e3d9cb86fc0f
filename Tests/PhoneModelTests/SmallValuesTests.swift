import Foundation
import PhoneModel
import Testing

/// Quarter turns, names and orientations: small tables and their laws.
@Suite struct SmallValuesTests {
  @Test func quarterTurnsCountRoundTheClock() throws {
    var mismatches: [String] = []
    for a in -9...9 {
      let turns = QuarterTurns(a)
      var plain = a
      while plain < 0 { plain += 4 }
      while plain > 3 { plain -= 4 }
      if turns.count != plain || turns.degrees != Double(plain * 90) { mismatches.append("\(a)") }
      for b in -9...9 {
        if (turns + QuarterTurns(b)) != QuarterTurns(a + b) { mismatches.append("\(a) + \(b)") }
        if (turns - QuarterTurns(b)) != QuarterTurns(a - b) { mismatches.append("\(a) - \(b)") }
      }
    }
    #expect(mismatches == [])
    let data = try JSONEncoder().encode([QuarterTurns(5), 2])
    #expect(String(decoding: data, as: UTF8.self) == "[1,2]")
    #expect(try JSONDecoder().decode([QuarterTurns].self, from: Data("[-1,6]".utf8)) == [3, 2])
  }

  @Test func camerasAreNamedInFiles() throws {
    let names: [CameraID: String] = [
      .outerFront: "outer-front", .innerFront: "inner-front", .virtualFront: "virtual-front",
      .rearDualWide: "rear-dual-wide", .rearWide: "rear-wide", .rearUltraWide: "rear-ultra-wide",
      .front: "front",
    ]
    for (camera, name) in names {
      #expect(camera.rawValue == name && camera.description == name && CameraID(rawValue: name) == camera)
    }
    let data = try JSONEncoder().encode([CameraID.front, "my-camera"])
    #expect(String(decoding: data, as: UTF8.self) == #"["front","my-camera"]"#)
    #expect(try JSONDecoder().decode([CameraID].self, from: data) == [.front, "my-camera"])
  }

  /// Raw values are Apple's; a device turned to the left lies with its interface turned to the right of it.
  @Test func orientationsAndTurns() {
    let table: [(InterfaceOrientation, Int, device: Int, interface: Int)] = [
      (.portrait, 1, 0, 0), (.portraitUpsideDown, 2, 2, 2), (.landscapeRight, 3, 3, 1),
      (.landscapeLeft, 4, 1, 3),
    ]
    for (orientation, raw, device, interface) in table {
      #expect(orientation.rawValue == raw)
      #expect(orientation.deviceTurn.count == device && orientation.interfaceTurn.count == interface)
      #expect(InterfaceOrientation(deviceTurn: QuarterTurns(device)) == orientation)
      #expect(InterfaceOrientation(interfaceTurn: QuarterTurns(interface)) == orientation)
    }
    #expect(Set(table.map(\.0)) == Set(InterfaceOrientation.allCases))
  }

  @Test func displaysOfferWhatTheirDescriptionSays() {
    #expect(duo.display(.outer)!.offeredOrientations == [.portrait, .landscapeLeft, .landscapeRight])
    #expect(duo.display(.inner)!.offeredOrientations == Set(InterfaceOrientation.allCases))
    var display = duo.display(.outer)!
    display.orientations.value = [2, 1]
    #expect(display.offeredOrientations == [.portraitUpsideDown, .landscapeRight])
    for turn in 0...3 {
      let size = display.size(interfaceTurn: QuarterTurns(turn))
      #expect(size.width == (turn % 2 == 0 ? 466 : 678) && size.height == (turn % 2 == 0 ? 678 : 466))
    }
  }

  /// Hinge angles in tenths of a degree against two comparisons written out.
  @Test func hingeStatusByAngle() {
    let hinge = duo.hinge!
    var mismatches: [Double] = []
    for tenth in 0...1800 {
      let angle = Double(tenth) / 10
      let wanted: HingeStatus = tenth <= 50 ? .closed : tenth < 1700 ? .partiallyOpen : .fullyOpen
      if hinge.status(at: angle) != wanted { mismatches.append(angle) }
      var state = PhoneState.initial(duo)
      state.hinge = HingeMotion(resting: angle)
      if state.hingeStatus(at: .zero, in: duo) != wanted { mismatches.append(angle) }
    }
    #expect(mismatches == [])
    #expect(PhoneState.initial(.single).hingeStatus(at: .zero, in: .single) == nil)
  }

  /// Linear in time, at rest before and after; never outside its ends.
  @Test func hingeMotionIsAStraightLine() {
    var random = Seeded(state: 210)
    var mismatches = 0
    for _ in 0..<500 {
      let (from, to) = (
        Double.random(in: 0...180, using: &random), Double.random(in: 0...180, using: &random)
      )
      let start = Int64.random(in: 0...5_000_000_000, using: &random)
      let length = Int64.random(in: 0...3_000_000_000, using: &random)
      let motion = HingeMotion(
        from: from, to: to, start: PhoneTime(nanoseconds: start), end: PhoneTime(nanoseconds: start + length))
      for _ in 0..<5 {
        let at = Int64.random(in: 0...9_000_000_000, using: &random)
        let wanted: Double
        if at >= start + length {
          wanted = to
        } else if at <= start {
          wanted = from
        } else {
          let part = Double(at - start) / Double(length)
          wanted = from * (1 - part) + to * part
        }
        let got = motion.angle(at: PhoneTime(nanoseconds: at))
        if abs(got - wanted) > 1e-9 || got < min(from, to) - 1e-12 || got > max(from, to) + 1e-12 {
          mismatches += 1
        }
      }
      if motion.travel != (from < to ? .opening : .closing) { mismatches += 1 }
    }
    #expect(mismatches == 0)
    #expect(HingeMotion(resting: 30, since: PhoneTime(seconds: 4)).travel == .resting)
    #expect(HingeMotion(resting: 30).angle(at: PhoneTime(seconds: 9)) == 30)
  }
}
