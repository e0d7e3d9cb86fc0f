import PhoneModel
import Testing

/// Who looks where, pose by pose.
@Suite struct PoseTests {
  enum Sees: Equatable {
    case person(Double), away, aside(Double), covered
  }

  struct Row {
    var pose: String
    var hinge: Double? = nil
    var viewed: DisplayID
    var turn: Int
    /// Outer, inner, rear.
    var cameras: [Sees]
  }

  /// In the closed pose the reference says 8; by its own rule (eyes 0.45 m out on the normal through the display's
  /// middle) camera, display and eyes stand as in the flipped pose, where it says 7.
  static let table: [Row] = [
    Row(pose: "closed", viewed: .outer, turn: 0, cameras: [.person(7), .covered, .away]),
    Row(pose: "open-landscape", viewed: .inner, turn: 0, cameras: [.away, .person(8), .away]),
    Row(pose: "open-portrait", viewed: .inner, turn: 1, cameras: [.away, .person(8), .away]),
    Row(pose: "flipped", viewed: .outer, turn: 0, cameras: [.person(7), .away, .person(14)]),
    Row(pose: "book", viewed: .inner, turn: 0, cameras: [.away, .person(26), .away]),
    Row(pose: "tabletop-rear-flat", viewed: .inner, turn: 1, cameras: [.away, .aside(64), .covered]),
    Row(pose: "tabletop-cover-flat", viewed: .inner, turn: 3, cameras: [.covered, .person(4), .away]),
  ]

  @Test func whoLooksWhere() {
    var mismatches: [String] = []
    for row in Self.table {
      let pose = Pose.named(row.pose, for: duo)!
      let phone = PlacedPhone(Body(duo, hinge: pose.hinge), at: pose.placement)
      #expect(pose.viewedDisplay == row.viewed)
      #expect(phone.viewer(of: row.viewed) == .holder)
      for (camera, wanted) in zip([CameraID.outerFront, .innerFront, .rearWide], row.cameras) {
        let angle = phone.angle(of: camera, to: .holder)!
        let isRight =
          switch wanted {
          case .person(let degrees): abs(angle - degrees) <= 0.5 && angle <= 50
          case .aside(let degrees): abs(angle - degrees) <= 0.5 && angle > 50 && angle < 130
          case .away: angle >= 130 && !phone.isCovered(camera)
          case .covered: phone.isCovered(camera)
          }
        if !isRight { mismatches.append("\(row.pose), \(camera): \(angle) degrees, not \(wanted)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func bookAt100() {
    var state = PhoneState.initial(duo, pose: "book")!
    let phone = PlacedPhone(Body(duo, hinge: 100), at: state.placement)
    // Eyes move with the display's normal: the person holds the book so.
    let normal = phone.display(.inner)!.normal
    state.placement.holderEyes = phone.display(.inner)!.middle + normal * 0.45
    let moved = PlacedPhone(Body(duo, hinge: 100), at: state.placement)
    #expect(abs(moved.angle(of: .innerFront, to: .holder)! - 37) <= 0.5)
  }

  @Test func eyesAndFigures() {
    var mismatches: [String] = []
    for name in ["closed", "open-landscape", "open-portrait", "flipped", "book", "upside-down"] {
      let pose = Pose.named(name, for: duo)!
      let phone = PlacedPhone(Body(duo, hinge: pose.hinge), at: pose.placement)
      let display = phone.display(pose.viewedDisplay)!
      let toEyes = pose.placement.holderEyes - display.middle
      if abs(toEyes.length - 0.45) > 1e-9 || display.normal.angle(to: toEyes) > 1e-5 {
        mismatches.append("\(name): eyes \(toEyes.length) m off, \(display.normal.angle(to: toEyes)) degrees")
      }
      if pose.placement.holderEyes != [0, 1.5, 0.45] {
        mismatches.append("\(name): \(pose.placement.holderEyes)")
      }
      if pose.placement.position.x.magnitude > 0.1 {
        mismatches.append("\(name): \(pose.placement.position)")
      }
      if pose.placement.subjectEyes.z != -1.5 { mismatches.append("\(name): \(pose.placement.subjectEyes)") }
    }
    for name in ["tabletop-rear-flat", "tabletop-cover-flat", "tent"] {
      let placement = Pose.named(name, for: duo)!.placement
      let toEyes = placement.holderEyes - placement.position
      let up = toEyes.angle(to: [toEyes.x, 0, toEyes.z])
      if abs(toEyes.length - 0.7) > 1e-9 || abs(up - 25) > 1e-6 {
        mismatches.append("\(name): \(toEyes.length), \(up)")
      }
      if placement.tableHeight != 0.75 { mismatches.append("\(name): no table") }
    }
    #expect(mismatches == [])
  }

  /// No part of a phone on a table is under it, and something touches it.
  @Test func phonesOnTheTable() {
    var mismatches: [String] = []
    for name in Pose.names(for: duo) {
      let pose = Pose.named(name, for: duo)!
      guard let table = pose.placement.tableHeight else { continue }
      let phone = PlacedPhone(Body(duo, hinge: pose.hinge), at: pose.placement)
      let corners = [PanelID.cover, .rear].flatMap { panel in
        [PanelFace.inside, .outside].flatMap { phone.corners(of: panel, face: $0) }
      }
      let lowest = corners.map(\.y).min()!
      // A tent's edges have a thickness that sinks in by less than its own.
      if lowest > table + 1e-9 || lowest < table - 0.0045 {
        mismatches.append("\(name): \(lowest) over \(table)")
      }
    }
    #expect(mismatches == [])
  }

  /// The turn of the body's top, as the viewer of the viewed display sees it.
  @Test func turns() {
    let wanted: [String: Int] = [
      "closed": 0, "open-landscape": 0, "open-portrait": 1, "flipped": 0, "book": 0, "tabletop-rear-flat": 1,
      "tabletop-cover-flat": 3, "tent": 1, "upside-down": 2,
    ]
    var mismatches: [String] = []
    for (name, turn) in wanted {
      let pose = Pose.named(name, for: duo)!
      let phone = PlacedPhone(Body(duo, hinge: pose.hinge), at: pose.placement)
      let native = InterfaceRotation.upright(on: pose.viewedDisplay, phone)!.deviceTurn
      let got = pose.viewedDisplay == .outer ? native : native - 3
      if got != QuarterTurns(turn) { mismatches.append("\(name): \(got.count), not \(turn)") }
    }
    #expect(mismatches == [])
    #expect(Set(wanted.keys).union(["face-up", "face-down"]) == Set(Pose.names(for: duo)))
  }

  @Test func phonesWithoutAHinge() {
    #expect(Pose.named("book", for: .single) == nil)
    #expect(Pose.named("upside-up", for: .duo) == nil)
    let orientations = ["closed", "open-landscape", "open-portrait", "upside-down"].map { name in
      let pose = Pose.named(name, for: .single)!
      return InterfaceRotation.upright(on: .outer, PlacedPhone(Body(.single, hinge: 180), at: pose.placement))
    }
    #expect(orientations == [.portrait, .landscapeRight, .portrait, .portraitUpsideDown])
    let flipped = PlacedPhone(Body(.single, hinge: 180), at: Pose.named("flipped", for: .single)!.placement)
    #expect(flipped.viewer(of: .outer) == .subject)
    #expect(flipped.angle(of: .rearWide, to: .holder)! < 50)
  }
}
