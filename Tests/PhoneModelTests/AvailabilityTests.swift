import PhoneModel
import Testing

/// Interruptions, the accessory and virtual cameras: every combination of their conditions.
@Suite struct AvailabilityTests {
  /// Every combination of the seven conditions of the accessory.
  @Test func theAccessoryNeedsAllOfItsConditions() {
    var mismatches: [String] = []
    var count = 0
    for angle in [0.0, 5, 6, 90, 120, 169, 170, 180] {
      for bits in 0..<256 {
        func bit(_ index: Int) -> Bool { bits & (1 << index) != 0 }
        var phone = duo
        phone.policy.accessoryWhilePartlyOpen.value = bit(0)
        var state = PhoneState.initial(duo)
        state.hinge = HingeMotion(resting: angle)
        state.app.display = bit(1) ? .inner : .outer
        state.app.activity = bit(2) ? .foreground : bit(3) ? .inactive : .background
        state.app.isInSplitView = bit(4)
        state.isCapturing = bit(5)
        state.isAccessoryWithdrawn = bit(6)
        let isOpen = angle >= 170 || bit(0) && angle > 5
        let wanted = isOpen && bit(1) && bit(2) && !bit(4) && bit(5) && !bit(6)
        if wanted { count += 1 }
        if Accessory.isAvailable(state, at: .zero, in: phone) != wanted {
          mismatches.append("\(angle) \(bits)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(count > 0)
  }

  /// Every combination of causes for every kind of session, in the order in which they are to be reported.
  @Test func everyCauseInterrupts() {
    let sets: [[CameraID]] = [
      [], [.rearWide], [.rearDualWide], [.virtualFront], [.innerFront], [.outerFront],
      [.rearWide, .virtualFront],
    ]
    let takers: [Set<CameraID>] = [
      [], [.rearWide], [.rearUltraWide], [.innerFront], [.outerFront], [.innerFront, .outerFront],
    ]
    /// What a session needs, with the app on the inner or the outer display.
    func needs(_ cameras: [CameraID], isInner: Bool) -> Set<CameraID> {
      Set(
        cameras.flatMap { camera -> [CameraID] in
          switch camera {
          case .rearDualWide: [.rearWide, .rearUltraWide]
          case .virtualFront: [isInner ? .innerFront : .outerFront]
          default: [camera]
          }
        })
    }
    var mismatches: [String] = []
    for bits in 0..<128 {
      func bit(_ index: Int) -> Bool { bits & (1 << index) != 0 }
      for cameras in sets {
        for taken in takers {
          var state = PhoneState.initial(duo)
          state.app.display = bit(0) ? .inner : .outer
          state.app.activity = bit(1) ? .background : .foreground
          state.app.isInSplitView = bit(2)
          state.thermal = bit(3) ? .shutdown : .critical
          state.isInCall = bit(4)
          state.takenByOthers = taken
          state.isContentSensitive = bit(7)
          let facts = SessionFacts(
            cameras: cameras, usesMicrophone: bit(5), hasMultitaskingCameraAccess: bit(6))
          var wanted: [Int] = []
          if !cameras.isEmpty && bit(1) { wanted.append(1) }
          if !needs(cameras, isInner: bit(0)).isDisjoint(with: taken) { wanted.append(3) }
          if !cameras.isEmpty && bit(2) && !bit(6) { wanted.append(4) }
          if !cameras.isEmpty && bit(3) { wanted.append(5) }
          if !cameras.isEmpty && bit(7) { wanted.append(6) }
          if bit(4) && bit(5) { wanted.append(2) }
          let got = Interruption.reasons(for: facts, state, in: duo).map(\.rawValue)
          if got != wanted { mismatches.append("\(bits) \(cameras) \(taken): \(got), not \(wanted)") }
        }
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
    #expect(InterruptionReason.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
  }

  /// The last camera whose factor is reached, by counting up; the front one by the display.
  @Test func whichConstituentDelivers() {
    var mismatches: [String] = []
    for factors in [[], [2.0], [1.5, 3], [2, 5, 10]] {
      var phone = duo
      let index = phone.cameras.firstIndex { $0.id == .rearDualWide }!
      let parts: [CameraID] = [.rearUltraWide, .rearWide, .innerFront, .outerFront]
      phone.cameras[index].constituents = Array(parts.prefix(factors.count + 1))
      phone.cameras[index].switchOverZoomFactors.value = factors
      for tenth in 10...120 {
        let zoom = Double(tenth) / 10
        var wanted = 0
        for factor in factors where zoom >= factor { wanted += 1 }
        let got = VirtualCamera.activeConstituent(
          of: .rearDualWide, zoom: zoom, PhoneState.initial(duo), in: phone)
        if got != parts[wanted] { mismatches.append("\(factors) at \(zoom): \(got)") }
      }
    }
    #expect(mismatches == [])
    var state = PhoneState.initial(duo)
    #expect(VirtualCamera.activeConstituent(of: .virtualFront, zoom: 9, state, in: duo) == .outerFront)
    state.app.display = .inner
    #expect(VirtualCamera.activeConstituent(of: .virtualFront, state, in: duo) == .innerFront)
    #expect(VirtualCamera.activeConstituent(of: .rearWide, zoom: 9, state, in: duo) == .rearWide)
    #expect(VirtualCamera.activeConstituent(of: "telephoto", state, in: duo) == "telephoto")
    // No constituent at the app's display: the first.
    var phone = duo
    let index = phone.cameras.firstIndex { $0.id == .virtualFront }!
    phone.cameras[index].constituents = [.rearWide, .outerFront]
    #expect(VirtualCamera.activeConstituent(of: .virtualFront, state, in: phone) == .rearWide)
  }
}
