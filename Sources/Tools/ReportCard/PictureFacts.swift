import Foundation
import PhoneModel
import Scenarios

/// What a preview's pixels say, and nothing else: rules 4 to 6 and 12. The trace has no part in it.
struct PictureFacts: Sendable {
  var reading: TagReading
  /// Nil unless the picture was read and some camera explains its marks.
  var solved: SolvedCamera?
  /// Phone time on the picture's clock tags.
  var clock: PhoneTime?
}

/// Reads pictures of the default room.
struct PictureReader: Sendable {
  private let tags = TagReader()

  /// `placements` tells where the people were; `now` is when the display was composed.
  func read(
    _ content: PixelPicture?, at now: PhoneTime, placements: PlacementHistory, likelyMirrored: Bool? = nil
  ) -> PictureFacts {
    guard let content else {
      return PictureFacts(reading: TagReading(outcome: .black, isMirrored: false, tags: []))
    }
    var reading = tags.read(content, likelyMirrored: likelyMirrored)
    guard reading.outcome == .read else { return PictureFacts(reading: reading) }
    let clock = Self.clock(reading.tags, near: now)
    let solved = Self.solve(
      reading.tags, placement: placements.state(at: clock ?? now, now: now).placement, time: clock ?? now,
      width: Double(content.width), height: Double(content.height))
    if solved == nil {
      reading.outcome = .unread
      reading.reason = "the tags fit no camera"
    }
    return PictureFacts(reading: reading, solved: solved, clock: clock)
  }

  /// Rule 12. All groups show the same time; the answer most of them give counts.
  static func clock(_ tags: [TagDetection], near now: PhoneTime) -> PhoneTime? {
    func mostCommon(_ role: RoomMarks.Role) -> Int? {
      let ids = tags.map(\.id).filter { RoomMarks.role(of: $0) == role }
      let counts = Dictionary(grouping: ids, by: { $0 }).mapValues(\.count)
      return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }
    guard let fine = mostCommon(.fineClock), let coarse = mostCommon(.coarseClock) else { return nil }
    return RoomClock.time(fine: fine, coarse: coarse, near: now)
  }

  /// Rule 5. Marks whose id occurs once fix the camera; clock marks, whose ids occur in every group, are then
  /// found by where they must be and make it more exact.
  static func solve(
    _ tags: [TagDetection], placement: Placement, time: PhoneTime, width: Double, height: Double
  ) -> SolvedCamera? {
    let marks = RoomMarks(placement: placement, at: time).marks
    let single = Dictionary(
      uniqueKeysWithValues: marks.filter { $0.role != .fineClock && $0.role != .coarseClock }.map {
        ($0.id, $0)
      })
    let fixed = tags.compactMap { tag in
      single[tag.id].map { (corners: $0.corners, seen: tag.corners) }
    }
    guard let first = PoseSolver.solve(tags: fixed, width: width, height: height, near: placement.position)
    else { return nil }
    let guess = PoseSolver.Guess(pose: first.pose, focal: first.focal)
    let middle = SIMD2(width / 2, height / 2)
    let clocks = marks.filter { $0.role == .fineClock || $0.role == .coarseClock }
    let found = tags.filter { single[$0.id] == nil }.compactMap {
      tag -> (corners: [Vector3], seen: [SIMD2<Double>])? in
      let centre = tag.corners.reduce(SIMD2(0, 0), +) / 4 - middle
      let diagonal = tag.corners[2] - tag.corners[0]
      let size = (diagonal.x * diagonal.x + diagonal.y * diagonal.y).squareRoot()
      let near = clocks.filter { $0.id == tag.id }.compactMap { mark -> (RoomMarks.Mark, Double)? in
        guard let seen = PoseSolver.project(guess, mark.centre) else { return nil }
        let d = seen - centre
        return (mark, (d.x * d.x + d.y * d.y).squareRoot())
      }.min { $0.1 < $1.1 }
      guard let near, near.1 < size / 4 else { return nil }
      return (near.0.corners, tag.corners)
    }
    if found.isEmpty { return first }
    return PoseSolver.solve(
      tags: fixed + found, width: width, height: height, near: placement.position, from: guess) ?? first
  }
}

/// Where phone and people were in the last seconds, for pictures that are older than the moment.
struct PlacementHistory: Sendable {
  private var entries: [(time: PhoneTime, state: PhoneState)]
  private static let kept = 128

  init(_ state: PhoneState, at time: PhoneTime) { entries = [(time, state)] }

  mutating func append(_ state: PhoneState, at time: PhoneTime) {
    entries.append((time, state))
    if entries.count > Self.kept { entries.removeFirst(entries.count - Self.kept) }
  }

  var newest: PhoneState { entries[entries.count - 1].state }

  /// The state known last before `time`, or the oldest one.
  func before(_ time: PhoneTime) -> PhoneState { (entries.last { $0.time <= time } ?? entries[0]).state }

  /// The state at an earlier time, for a phone that has been at rest for a second.
  func state(at time: PhoneTime, now: PhoneTime) -> PhoneState {
    now - time <= .seconds(1) ? newest : before(time)
  }
}
