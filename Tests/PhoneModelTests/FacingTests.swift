import PhoneModel
import Testing

/// Against a plain reference: the rows of the direction table, written out.
@Suite struct FacingTests {
  static let rear: [CameraID] = [.rearWide, .rearUltraWide, .rearDualWide]
  static let physical: [CameraID] = [.outerFront, .innerFront, .rearWide, .rearUltraWide]

  /// The table, for a hinge that came from nowhere.
  static func reference(_ camera: CameraID, _ display: DisplayID, _ hinge: Int) -> FacingDirection {
    switch (display, camera) {
    case (.outer, .outerFront): return .forward
    case (.outer, .innerFront): return hinge > 90 ? .backward : .neither
    case (.outer, _): return hinge > 90 ? .forward : .backward
    case (.inner, _) where hinge == 0: return .neither
    case (.inner, .innerFront): return .forward
    case (.inner, _): return .backward
    }
  }

  @Test func everyCameraDisplayAndAngle() {
    var mismatches: [String] = []
    for hinge in 0...180 {
      for display in DisplayID.allCases {
        for camera in [.outerFront, .innerFront] + Self.rear {
          let wanted = Self.reference(camera, display, hinge)
          let got = Facing.direction(of: camera, for: display, hinge: Double(hinge), in: duo)
          if got != wanted { mismatches.append("\(camera) on \(display) at \(hinge): \(got), not \(wanted)") }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func onlyTheOuterViewTipsAndOnlyAt90() {
    #expect(Facing.tippingAngles(in: duo) == [90])
    #expect(Facing.tippingAngles(in: .single) == [])
  }

  /// In world space the answer is the same for every attitude: the rule is one about the phone alone.
  @Test func attitudeNeverMatters() {
    var random = Seeded(state: 20)
    var mismatches: [String] = []
    for _ in 0..<400 {
      let hinge = Double(Int.random(in: 1...180, using: &random))
      if hinge == 90 { continue }
      var state = PhoneState.initial(duo)
      state.hinge = HingeMotion(resting: hinge)
      state.facingAngle = hinge
      state.placement.attitude = random.rotation()
      let placed = PlacedPhone(state, at: .zero, in: duo)
      for display in DisplayID.allCases {
        for camera in Self.physical {
          let along = placed.camera(camera)!.axis.dot(placed.display(display)!.normal)
          let got = Facing.direction(of: camera, for: display, state, in: duo)
          let isBehind = display == .outer && camera == .innerFront && hinge < 90
          let wanted: FacingDirection = isBehind ? .neither : along > 0 ? .forward : .backward
          if got != wanted { mismatches.append("\(camera) on \(display) at \(hinge): \(got), not \(wanted)") }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func singleDisplayPhones() {
    for phone in [PhoneDescription.single, .singleSquare] {
      #expect(Facing.direction(of: .front, for: .outer, hinge: 180, in: phone) == .forward)
      #expect(Facing.direction(of: .rearWide, for: .outer, hinge: 180, in: phone) == .backward)
      #expect(Facing.direction(of: .front, for: .inner, hinge: 180, in: phone) == .neither)
    }
  }

  @Test func withoutThePolicyTheBareAngleDecides() {
    var phone = duo
    phone.policy.coveredCameraHasNoDirection.value = false
    let got = [0.0, 45, 89, 91, 180].map {
      Facing.direction(of: .innerFront, for: .outer, hinge: $0, in: phone)
    }
    #expect(got == [.forward, .forward, .forward, .backward, .backward])
  }

  /// A camera moved to the other face looks the other way everywhere; nothing is remembered from a table.
  @Test func aChangedMountChangesTheDirection() {
    var phone = duo
    let index = phone.cameras.firstIndex { $0.id == .rearWide }!
    phone.cameras[index].mount.face.value = .inside
    var mismatches: [String] = []
    for hinge in 1...180 {
      for display in DisplayID.allCases {
        let got = Facing.direction(of: .rearWide, for: display, hinge: Double(hinge), in: phone)
        let wanted = Self.reference(.innerFront, display, hinge)
        if got != wanted { mismatches.append("\(display) at \(hinge): \(got), not \(wanted)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func unspecifiedPositionHasNoDirection() {
    var phone = duo
    phone.cameras[1].position = .unspecified
    #expect(Facing.direction(of: phone.cameras[1].id, for: .outer, hinge: 0, in: phone) == .neither)
  }

  /// The map is for the two physical front cameras; the virtual one is both.
  @Test func theVirtualFrontCameraHasNoDirection() {
    let got = DisplayID.allCases.flatMap { display in
      [0.0, 120, 180].map { Facing.direction(of: .virtualFront, for: display, hinge: $0, in: duo) }
    }
    #expect(Set(got) == [.neither])
  }

  /// Opening changes at 92.5, closing at 87.5; small movements between change nothing.
  @Test func hysteresis() {
    func rear(_ state: PhoneState) -> FacingDirection {
      Facing.direction(of: .rearWide, for: .outer, state, in: duo)
    }
    var state = PhoneState.initial(duo)
    var seen: [FacingDirection] = []
    for angle in [92.4, 88, 92.5, 91, 87.6, 92, 87.5, 92.4, 180, 87.5] {
      state = settled(state, .hinge(to: angle, over: .seconds(1)))
      seen.append(rear(state))
    }
    #expect(
      seen == [
        .backward, .backward, .forward, .forward, .forward, .forward, .backward, .backward, .forward,
        .backward,
      ])
  }

  @Test func aPhoneThatStartsMidwayHasNoHistory() {
    var state = PhoneState.initial(duo)
    state.hinge = HingeMotion(resting: 91)
    state.facingAngle = 91
    #expect(Facing.direction(of: .rearWide, for: .outer, state, in: duo) == .forward)
    state = settled(state, .hinge(to: 88, over: .seconds(1)))
    #expect(Facing.direction(of: .rearWide, for: .outer, state, in: duo) == .forward)
    state = settled(state, .hinge(to: 87, over: .seconds(1)))
    #expect(Facing.direction(of: .rearWide, for: .outer, state, in: duo) == .backward)
  }
}
