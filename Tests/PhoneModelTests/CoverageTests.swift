import Foundation
import PhoneModel
import Testing

/// What lies before a lens, found by walking along the axis in small steps.
@Suite struct CoverageTests {
  /// Whether a walk of 5 mm out of the inner camera meets the cover's inside.
  static func isShutByWalking(_ hinge: Double, _ phone: PhoneDescription) -> Bool {
    let body = Body(phone, hinge: hinge)
    let view = body.camera(.innerFront)!
    let cover = body.panel(.cover)
    for step in 0..<500 {
      let here: Vector3 = view.position + view.axis * (Double(step) / 100)
      let along = here.dot(cover.towardsFree)
      let isOnPanel =
        along >= 0 && along <= phone.panelWidth.value && abs(here.y) <= phone.panelHeight.value / 2
      // Behind the face and not yet through the panel.
      if isOnPanel, here.dot(cover.inside) <= 0, here.dot(cover.inside) > -phone.panelThickness.value {
        return true
      }
    }
    return false
  }

  @Test func thePanelShutsTheInnerCamera() {
    var mismatches: [String] = []
    var changes = 0
    for place in [39.0, 10, 75] {
      var phone = duo
      phone.cameras[phone.cameras.firstIndex { $0.id == .innerFront }!].mount.fromHinge.value = place
      var last = true
      for half in 0...360 {
        let hinge = Double(half) / 2
        let placed = PlacedPhone(Body(phone, hinge: hinge), at: PhoneState.initial(phone).placement)
        let wanted = Self.isShutByWalking(hinge, phone)
        if placed.isCovered(.innerFront) != wanted {
          mismatches.append("\(place) mm at \(hinge): \(!wanted)")
        }
        if wanted != last { changes += 1 }
        last = wanted
        // What looks out of the body is never shut in.
        if placed.isCovered(.outerFront) || placed.isCovered(.rearWide) {
          mismatches.append("outside at \(hinge)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(changes == 3, "each place opens once")
  }

  /// A table under a lens counts from 5 mm on, and only for a lens that looks at it.
  @Test func theTableCoversWhatLiesOnIt() {
    var mismatches: [String] = []
    for millimetres in [0.0, 3, 4.9, 5.1, 20] {
      for tilt in [0.0, 20, 50, 70, 110, 180] {
        var state = PhoneState.initial(duo)
        state.hinge = HingeMotion(resting: 180)
        // The rear camera looks along -z: straight down at tilt 0.
        state.placement.attitude = Rotation(about: [1, 0, 0], degrees: tilt - 90)
        state.placement.tableHeight = 0.75
        var placed = PlacedPhone(state, at: .zero, in: duo)
        let lens = placed.camera(.rearWide)!
        let down = -lens.axis.y
        state.placement.position.y += 0.75 + millimetres / 1000 - lens.position.y
        placed = PlacedPhone(state, at: .zero, in: duo)
        let wanted = down > 0.5 && millimetres / down < 5
        if placed.isCovered(.rearWide) != wanted { mismatches.append("\(millimetres) mm, \(tilt) degrees") }
        state.placement.tableHeight = nil
        placed = PlacedPhone(state, at: .zero, in: duo)
        if placed.isCovered(.rearWide) { mismatches.append("no table: \(millimetres), \(tilt)") }
      }
    }
    #expect(mismatches == [])
    #expect(!PlacedPhone(PhoneState.initial(duo), at: .zero, in: duo).isCovered("telephoto"))
  }

  /// The nearer to the normal looks; nobody beyond 75 degrees.
  @Test func theViewerIsTheNearerToTheNormal() {
    var random = Seeded(state: 501)
    var mismatches = 0
    var found: Set<Figure?> = []
    for _ in 0..<600 {
      var state = PhoneState.initial(duo)
      state.hinge = HingeMotion(resting: Double.random(in: 1...180, using: &random))
      state.placement.attitude = random.rotation()
      let placed = PlacedPhone(state, at: .zero, in: duo)
      for id in DisplayID.allCases {
        let display = placed.display(id)!
        func off(_ eyes: Vector3) -> Double {
          let way = eyes - display.middle
          return acos(max(-1, min(1, way.dot(display.normal) / way.length))) * 180 / .pi
        }
        let (holder, subject) = (off(state.placement.holderEyes), off(state.placement.subjectEyes))
        let wanted: Figure? = min(holder, subject) > 75 ? nil : holder <= subject ? .holder : .subject
        if placed.viewer(of: id) != wanted { mismatches += 1 }
        found.insert(wanted)
      }
      let lens = placed.camera(.innerFront)!
      let way = state.placement.subjectEyes - lens.position
      let wanted = acos(way.dot(lens.axis) / way.length) * 180 / .pi
      if abs(placed.angle(of: .innerFront, to: .subject)! - wanted) > 1e-5 { mismatches += 1 }
    }
    #expect(mismatches == 0)
    #expect(found == [nil, .holder, .subject])
    let single = PlacedPhone(PhoneState.initial(.single), at: .zero, in: .single)
    #expect(single.viewer(of: .inner) == nil && single.angle(of: .innerFront, to: .holder) == nil)
  }
}
