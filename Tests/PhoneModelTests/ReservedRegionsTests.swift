import PhoneModel
import Testing

/// The region table, in the points of interfaces turned by 0 to 3 clockwise quarter turns of the phone.
@Suite struct ReservedRegionsTests {
  static func regions(
    _ display: DisplayID, turn: Int, hinge: Double = 180, streaming: Set<CameraID> = [],
    in phone: PhoneDescription = duo
  ) -> [ReservedRegion] {
    var state = PhoneState.initial(phone)
    state.hinge = HingeMotion(resting: hinge)
    for camera in streaming { state.streaming[camera] = .app }
    return ReservedRegions.all(
      on: display, interfaceTurn: RotationAnglesTests.interfaceTurn(display, turn), state, at: .zero,
      in: phone)
  }

  static func region(
    _ identifier: String, _ display: DisplayID, turn: Int, in phone: PhoneDescription = duo
  ) -> PointRect {
    regions(display, turn: turn, in: phone).first { $0.identifier == identifier }!.frame
  }

  /// Which half or edge of an interface a point is in.
  static func place(_ rect: PointRect, width: Double, height: Double) -> String {
    let (x, y) = rect.middle
    let across =
      x < width * 0.2 ? "left edge" : x > width * 0.8 ? "right edge" : x < width / 2 ? "left" : "right"
    let up =
      y < height * 0.2 ? "top edge" : y > height * 0.8 ? "bottom edge" : y < height / 2 ? "top" : "bottom"
    return "\(across), \(up)"
  }

  @Test func innerCamera() {
    let got = (0...3).map { turn in
      Self.place(
        Self.region("inner-front", .inner, turn: turn), width: turn % 2 == 0 ? 951 : 669,
        height: turn % 2 == 0 ? 669 : 951)
    }
    #expect(got == ["right, top edge", "right edge, bottom", "left, bottom edge", "left edge, top"])
  }

  @Test func outerCamera() {
    let got = (0...3).map { turn in
      Self.place(
        Self.region("outer-front", .outer, turn: turn), width: turn % 2 == 0 ? 466 : 678,
        height: turn % 2 == 0 ? 678 : 466)
    }
    #expect(
      got == [
        "right edge, top edge", "right edge, bottom edge", "left edge, bottom edge", "left edge, top edge",
      ])
  }

  @Test func fold() {
    let got = (0...3).map { Self.region("fold", .inner, turn: $0) }
    let upright = PointRect(x: 455.5, y: 0, width: 40, height: 669)
    let level = PointRect(x: 0, y: 455.5, width: 669, height: 40)
    #expect(got == [upright, level, upright, level])
    #expect(Self.regions(.inner, turn: 0).first { $0.kind == .division }?.margin == 20)
  }

  /// A point of the unturned interface goes to (H - Y, X), (W - X, H - Y), (Y, W - X).
  @Test func turningMovesPoints() {
    var mismatches: [String] = []
    for display in duo.displays {
      let name = display.id == .outer ? "outer-front" : "inner-front"
      let (x, y) = Self.region(name, display.id, turn: 0).middle
      let size = display.size(interfaceTurn: RotationAnglesTests.interfaceTurn(display.id, 0))
      let wanted = [
        (x, y), (size.height - y, x), (size.width - x, size.height - y), (y, size.width - x),
      ]
      for turn in 0...3 {
        let got = Self.region(name, display.id, turn: turn).middle
        if abs(got.x - wanted[turn].0) + abs(got.y - wanted[turn].1) > 1e-6 {
          mismatches.append("\(name), turn \(turn): \(got), not \(wanted[turn])")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func whenTheyAreActive() {
    func active(_ display: DisplayID, _ hinge: Double, _ streaming: Set<CameraID> = []) -> [String] {
      Self.regions(display, turn: 0, hinge: hinge, streaming: streaming).filter(\.isActive).map(\.identifier)
    }
    #expect(active(.outer, 0) == ["outer-front"])
    #expect(active(.inner, 180) == [])
    #expect(active(.inner, 180, [.outerFront, .rearWide]) == [])
    #expect(active(.inner, 180, [.innerFront]) == ["inner-front"])
    #expect(active(.inner, 120) == ["fold"])
    #expect([0.0, 5, 6, 169, 170].map { active(.inner, $0).count } == [0, 0, 1, 1, 0])
  }

  @Test func phonesWithoutAHinge() {
    for phone in [PhoneDescription.single, .singleSquare, .noCamera] {
      #expect(Self.regions(.outer, turn: 0, in: phone) == [])
      #expect(Self.regions(.inner, turn: 0, in: phone) == [])
    }
  }

  /// 10 mm further from the hinge and 20 mm lower: the region moves by as many points on the display.
  @Test func aMovedCameraMovesItsRegion() {
    var phone = duo
    let index = phone.cameras.firstIndex { $0.id == .outerFront }!
    phone.cameras[index].mount.fromHinge.value -= 10
    phone.cameras[index].mount.aboveMiddle.value -= 20
    let (before, after) = (
      Self.region("outer-front", .outer, turn: 0), Self.region("outer-front", .outer, turn: 0, in: phone)
    )
    #expect(abs(after.x - before.x + 10 * 466 / 77) < 1e-9)
    #expect(abs(after.y - before.y - 20 * 678 / 112) < 1e-9)
  }
}
