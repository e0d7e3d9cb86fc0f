import PhoneModel
import Testing

/// The room's two clock tags against counting.
@Suite struct RoomClockTests {
  /// Ids in the order in which a clock goes through them, by walking through the family.
  static func ids(_ count: Int, after start: Int) -> [Int] {
    var (found, id, skipped): ([Int], Int, Int) = ([], 0, 0)
    while found.count < count {
      if !RoomClock.excludedIDs.contains(id) {
        if skipped < start { skipped += 1 } else { found.append(id) }
      }
      id += 1
    }
    return found
  }

  @Test func theClocksGoThroughTheirIDs() {
    let (fine, coarse) = (Self.ids(240, after: 0), Self.ids(150, after: 240))
    var mismatches: [Int] = []
    for tick in 0..<80_000 where tick % 7 == 0 || tick < 300 {
      // A hundredth of a tick after it, so that rounding has nothing to decide.
      let time = PhoneTime(nanoseconds: (Int64(tick) * 100 + 1) * 1_000_000_000 / 6000)
      let shown = RoomClock.clockIDs(at: time)
      if shown.fine != fine[tick % 240] || shown.coarse != coarse[tick / 240 % 150] {
        mismatches.append(tick)
      }
    }
    #expect(mismatches == [])
    #expect(RoomClock.placeIDs == Self.ids(587 - 14 - 390, after: 390))
  }

  /// Of all the moments at which these tags are shown, the one nearest to the guess, found by trying them all.
  @Test func theMomentNearestToTheGuess() {
    var random = Seeded(state: 701)
    var mismatches: [String] = []
    for _ in 0..<2000 {
      let shown = Int.random(in: 0..<36_000, using: &random)
      let near = Int64.random(in: 0...3_000_000_000_000, using: &random)
      let here = Double(near) * 60 / 1e9
      let moments = (0...6).map { $0 * 36_000 + shown }
      let best = moments.min { abs(Double($0) - here) < abs(Double($1) - here) }!
      let far = moments.map { abs(Double($0) - here) }.sorted()
      // Two moments as near as each other: either will do.
      if far[1] - far[0] < 2 { continue }
      let got = RoomClock.time(
        fine: RoomClock.fineIDs[shown % 240], coarse: RoomClock.coarseIDs[shown / 240],
        near: PhoneTime(nanoseconds: near))
      let wanted = Double(best) * 1e9 / 60
      if got == nil || abs(Double(got!.nanoseconds) - wanted) > 1 {
        mismatches.append("\(shown) near \(near)")
      }
    }
    #expect(mismatches == [])
  }
}
