import Foundation
import PhoneModel
import Testing

@testable import ReportCard

/// A small generator with a fixed seed.
private struct Dice {
  var state: UInt64
  mutating func next(_ range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) / Double(1 << 53)
  }
}

/// Projects by its own plain arithmetic.
private func seen(_ point: Vector3, by pose: CameraPose, focal: Double, _ width: Double, _ height: Double)
  -> SIMD2<Double>?
{
  let d: Vector3 = point - pose.position
  let depth = d.x * pose.forward.x + d.y * pose.forward.y + d.z * pose.forward.z
  guard depth > 0.2 else { return nil }
  let x = (d.x * pose.right.x + d.y * pose.right.y + d.z * pose.right.z) / depth * focal + width / 2
  let y = height / 2 - (d.x * pose.up.x + d.y * pose.up.y + d.z * pose.up.z) / depth * focal
  return (0...width).contains(x) && (0...height).contains(y) ? [x, y] : nil
}

/// Rule 5: any camera that sees some marks is found again, whatever it is turned to, with noisy corners.
@Test func anyCameraIsFoundAgain() {
  var dice = Dice(state: 42)
  var mismatches: [String] = []
  var count = 0
  while count < 60 {
    let axis = Vector3(dice.next(-1...1), dice.next(-1...1), dice.next(-1...1))
    guard axis.length > 0.2 else { continue }
    let turn = Rotation(about: axis, degrees: dice.next(-180...180))
    let pose = CameraPose(
      position: [dice.next(-0.1...0.1), 1.5 + dice.next(-0.1...0.1), dice.next(-0.1...0.1)],
      forward: turn.apply([0, 0, -1]), up: turn.apply([0, 1, 0]))
    let focal = dice.next(250...900)
    let tags = RoomMarks.room.filter { $0.role == .place }.compactMap {
      mark -> (corners: [Vector3], seen: [SIMD2<Double>])? in
      guard mark.normal.dot(pose.position - mark.centre) > 0.3 else { return nil }
      let points = mark.corners.compactMap { seen($0, by: pose, focal: focal, 700, 700) }
      guard points.count == 4 else { return nil }
      return (mark.corners, points.map { $0 + SIMD2(dice.next(-0.2...0.2), dice.next(-0.2...0.2)) })
    }
    guard tags.count >= 4 else { continue }
    count += 1
    guard let found = PoseSolver.solve(tags: tags, width: 700, height: 700, near: [0, 1.5, 0]) else {
      mismatches.append("\(count): nothing was found for \(tags.count) marks")
      continue
    }
    let angle = found.pose.forward.angle(to: pose.forward)
    if angle > 1 || found.pose.up.angle(to: pose.up) > 1 || found.miss(pose.position) > 1 {
      mismatches.append("\(count): \(angle)°, miss \(found.miss(pose.position)), \(tags.count) marks")
    }
  }
  #expect(mismatches == [])
}

/// One mark whose corners lie is left out.
@Test func aMisreadMarkIsLeftOut() throws {
  let pose = CameraPose(position: [0, 1.5, 0], forward: [0.3, 0, -1], up: [0, 1, 0])
  var tags = RoomMarks.room.filter { $0.role == .place }.compactMap {
    mark -> (corners: [Vector3], seen: [SIMD2<Double>])? in
    let points = mark.corners.compactMap { seen($0, by: pose, focal: 400, 700, 700) }
    return points.count == 4 && mark.normal.dot(pose.forward) < 0 ? (mark.corners, points) : nil
  }
  tags[0].seen = tags[0].seen.map { $0 + SIMD2(60, -45) }
  let found = try #require(PoseSolver.solve(tags: tags, width: 700, height: 700, near: [0, 1.5, 0]))
  #expect(found.pose.forward.angle(to: pose.forward) < 0.05)
  #expect(found.tagCount == tags.count - 1)
}

@Test func marksThatFitNoCameraGiveNone() {
  let marks = RoomMarks.room.filter { $0.role == .place }.prefix(6)
  var dice = Dice(state: 7)
  let tags = marks.map { mark in
    (corners: mark.corners, seen: (0..<4).map { _ in SIMD2(dice.next(0...700), dice.next(0...700)) })
  }
  #expect(PoseSolver.solve(tags: tags, width: 700, height: 700, near: [0, 1.5, 0]) == nil)
  #expect(PoseSolver.solve(tags: [], width: 700, height: 700, near: [0, 1.5, 0]) == nil)
}

@Test func linearSystemsAreSolved() {
  let solution = LinearAlgebra.solve([0, 2, 1, 1, 1, 1, 2, 0, 3], [7, 6, 11])!
  #expect(zip(solution, [1, 2, 3]).allSatisfy { abs($0 - $1) < 1e-12 })
  #expect(LinearAlgebra.solve([1, 2, 2, 4], [1, 2]) == nil)
}
