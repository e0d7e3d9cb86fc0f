import PhoneModel
import Testing

@Suite struct MultiCamSetsTests {
  /// By hand: what of the folding phone may run together.
  @Test func theFoldingPhonesSets() {
    let wanted: [Set<CameraID>] = [
      [.virtualFront, .rearWide], [.virtualFront, .rearUltraWide], [.outerFront, .innerFront],
      [.outerFront, .rearDualWide], [.innerFront, .rearDualWide],
      [.outerFront, .rearWide], [.innerFront, .rearWide],
      [.outerFront, .rearUltraWide], [.innerFront, .rearUltraWide], [.rearWide, .rearUltraWide],
      [.outerFront, .innerFront, .rearWide], [.outerFront, .innerFront, .rearUltraWide],
      [.outerFront, .rearWide, .rearUltraWide], [.innerFront, .rearWide, .rearUltraWide],
    ]
    let sets = MultiCam.sets(in: .duo)
    #expect(Set(sets.map(Set.init)) == Set(wanted) && sets.count == wanted.count)
    #expect(sets.map(\.count) == sets.map(\.count).sorted())
  }

  @Test func theLimitIsTheDescriptions() {
    var phone = PhoneDescription.duo
    let counts = [1, 2, 3, 4, 5].map { limit -> [Int] in
      phone.policy.multiCamLimit.value = limit
      return MultiCam.sets(in: phone).map { $0.flatMap { phone.physicalCameras(of: $0) }.count }
    }
    #expect(counts[0] == [] && counts[1].allSatisfy { $0 == 2 })
    #expect(zip(counts, 1...).allSatisfy { ($0.max() ?? 0) <= $1 })
    #expect(counts.map(\.count) == counts.map(\.count).sorted())
    #expect(MultiCam.sets(in: .noCamera) == [])
  }

  /// Subsets of what may run together may run together, and nothing else may.
  @Test func allowedIsWhatASetHolds() {
    var mismatches: [String] = []
    for phone in [PhoneDescription.duo, .single, .singleSquare] {
      let sets = MultiCam.sets(in: phone).map(Set.init)
      let cameras = phone.cameras.map(\.id)
      for bits in 0..<(1 << cameras.count) {
        let chosen = cameras.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element)
        let wanted = chosen.count < 2 || sets.contains { $0.isSuperset(of: chosen) }
        if MultiCam.allows(chosen, in: phone) != wanted { mismatches.append("\(phone.name) \(chosen)") }
      }
    }
    #expect(mismatches == [])
    #expect(!MultiCam.allows([.rearWide, .rearWide], in: .duo), "one camera is not two")
  }
}
