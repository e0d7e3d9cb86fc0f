import Foundation
import PhoneModel
import Testing

@Suite struct RoomMarksTests {
  private static let placements = ["closed", "flipped", "tabletop-rear-flat"].map {
    Pose.named($0, for: .duo)!.placement
  }

  @Test func everyPlaceHasAnIDOfItsOwn() {
    for placement in Self.placements {
      let marks = RoomMarks(placement: placement, at: .zero).marks
      let own = marks.filter { $0.role != .fineClock && $0.role != .coarseClock }.map(\.id)
      #expect(Set(own).count == own.count)
      #expect(own.allSatisfy { RoomClock.placeIDs.contains($0) })
      #expect(marks.allSatisfy { RoomMarks.role(of: $0.id) == $0.role })
      #expect(marks.filter { $0.role == .holder }.map(\.id) == [RoomMarks.holderID])
      #expect(marks.filter { $0.role == .subject }.map(\.id) == [RoomMarks.subjectID])
    }
  }

  @Test func theIDsAreSharedOutOnce() {
    let all = RoomClock.fineIDs + RoomClock.coarseIDs + RoomClock.placeIDs
    #expect(RoomClock.fineIDs.count == 240)
    #expect(RoomClock.coarseIDs.count == 150)
    #expect(all == RoomClock.usableIDs)
    #expect(Set(all).isDisjoint(with: RoomClock.excludedIDs))
    #expect(RoomClock.excludedIDs.allSatisfy { RoomMarks.role(of: $0) == nil })
  }

  @Test func everyGroupCarriesTheClock() {
    for placement in Self.placements {
      let time = PhoneTime(seconds: 77.7)
      let clock = RoomClock.clockIDs(at: time)
      let groups = Dictionary(grouping: RoomMarks(placement: placement, at: time).marks, by: \.group)
      var wrong: [Int] = []
      for (group, marks) in groups {
        let fine = marks.filter { $0.role == .fineClock }.map(\.id)
        let coarse = marks.filter { $0.role == .coarseClock }.map(\.id)
        if fine != [clock.fine] || coarse != [clock.coarse] || marks.count < 3 { wrong.append(group) }
      }
      #expect(wrong == [])
      #expect(groups.count > 40)
    }
  }

  @Test func marksHangInTheRoomAndFaceIt() {
    var wrong: [Int] = []
    for mark in RoomMarks.room {
      let unit = [mark.right.length, mark.up.length, mark.normal.length].allSatisfy { abs($0 - 1) < 1e-12 }
      let middle: Vector3 = [0, RoomMarks.height / 2, 0]
      let inside = mark.corners.allSatisfy {
        abs($0.x) < RoomMarks.halfWidth && abs($0.z) < RoomMarks.halfWidth && $0.y > 0
          && $0.y < RoomMarks.height
      }
      let faces = mark.normal.dot(middle - mark.centre) > 0
      if !unit || !inside || !faces || abs(mark.right.dot(mark.up)) > 1e-12 { wrong.append(mark.id) }
    }
    #expect(wrong == [])
  }

  @Test func boardsDoNotOverlap() {
    var overlaps: [String] = []
    for placement in Self.placements {
      let marks = RoomMarks(placement: placement, at: .zero).marks
      for (index, a) in marks.enumerated() {
        for b in marks[(index + 1)...] where a.normal.dot(b.normal) > 0.999 {
          let away: Vector3 = b.centre - a.centre
          let reach = (a.size + b.size) * 0.625 - 1e-9
          if abs(away.dot(a.normal)) < 0.001, abs(away.dot(a.right)) < reach, abs(away.dot(a.up)) < reach {
            overlaps.append("\(a.id) \(b.id)")
          }
        }
      }
    }
    #expect(overlaps == [])
  }

  @Test func peopleWearTheirMarksTurnedToThePhone() {
    for placement in Self.placements {
      for (role, eyes) in [(RoomMarks.Role.holder, placement.holderEyes), (.subject, placement.subjectEyes)] {
        let mark = RoomMarks(placement: placement, at: .zero).marks.first { $0.role == role }!
        let level: Vector3 = [placement.position.x - eyes.x, 0, placement.position.z - eyes.z]
        #expect(mark.normal.angle(to: level) < 0.001)
        #expect(mark.up == [0, 1, 0])
        #expect(mark.centre.y < eyes.y && mark.centre.y > eyes.y - 0.5)
      }
    }
  }

  @Test func timeIsReadBackToTheTick() {
    var wrong: [String] = []
    for step in 0..<4000 {
      let time = PhoneTime(nanoseconds: Int64(step) * 313_131_313)
      let clock = RoomClock.clockIDs(at: time)
      for offset in [-250.0, 0, 250] {
        let near = PhoneTime(seconds: max(0, time.seconds + offset))
        let read = RoomClock.time(fine: clock.fine, coarse: clock.coarse, near: near)
        if let read, abs(read.seconds - time.seconds) <= 1 / 120.0 + 1e-9 { continue }
        wrong.append("\(time) near \(near): \(String(describing: read))")
      }
    }
    #expect(wrong == [])
  }

  @Test func frameTimesOfSixtyPerSecondHaveTicksOfTheirOwn() {
    var wrong: [Int] = []
    for frame in 0..<40_000 {
      let time = PhoneTime(nanoseconds: Int64(frame) * 1_000_000_000 / 60)
      let clock = RoomClock.clockIDs(at: time)
      let expected = (RoomClock.fineIDs[frame % 240], RoomClock.coarseIDs[frame / 240 % 150])
      if clock != expected { wrong.append(frame) }
    }
    #expect(wrong == [])
  }

  @Test func otherIDsShowNoTime() {
    let fine = RoomClock.fineIDs[0]
    let coarse = RoomClock.coarseIDs[0]
    #expect(RoomClock.time(fine: coarse, coarse: fine, near: .zero) == nil)
    #expect(RoomClock.time(fine: RoomClock.placeIDs[0], coarse: coarse, near: .zero) == nil)
    #expect(RoomClock.time(fine: fine, coarse: RoomClock.excludedIDs[0], near: .zero) == nil)
    #expect(
      RoomClock.time(fine: RoomClock.fineIDs[239], coarse: RoomClock.coarseIDs[149], near: .zero) != nil)
  }

  @Test func theTablesMarksComeWithTheTable() {
    let flat = RoomMarks(placement: Self.placements[2], at: .zero).marks
    let hand = RoomMarks(placement: Self.placements[0], at: .zero).marks
    let strip = flat.filter { $0.size < 0.05 }
    #expect(flat.count == hand.count + 10)
    #expect(strip.count == 10)
    #expect(strip.allSatisfy { $0.corners[0].y > Self.placements[2].tableHeight! })
  }
}
