import DuoCoreGraphics
import Foundation
import Testing

@Suite struct PathLengthTests {
  @Test func partsOfACircleHaveTheirAngles() {
    var path = PathOutline()
    path.arc(center: .zero, radius: 10, start: 0, sweep: 2 * .pi)
    var mismatches: [String] = []
    for start in stride(from: 0.0, to: 0.9, by: 0.13) {
      for end in stride(from: start + 0.05, through: 1, by: 0.17) where !(start == 0 && end == 1) {
        let part = path.part(from: start, to: end)
        guard case .move(let first) = part.elements.first, let last = part.current else { continue }
        func angle(_ p: CGPoint) -> Double {
          let a = atan2(p.y, p.x) / (2 * .pi)
          return a < -1e-6 ? a + 1 : a
        }
        if abs(angle(first) - start) > 0.003
          || abs(angle(last) - end.truncatingRemainder(dividingBy: 1)) > 0.003
        {
          mismatches.append("\(start) \(end): \(angle(first)) \(angle(last))")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func subpathsAreCutInTheirOrder() {
    var path = PathOutline()
    path.move(to: .zero)
    path.line(to: CGPoint(x: 10, y: 0))
    path.move(to: CGPoint(x: 0, y: 20))
    path.line(to: CGPoint(x: 10, y: 20))
    let part = path.part(from: 0.25, to: 0.75)
    let moves = part.elements.compactMap { if case .move(let p) = $0 { p } else { nil } }
    #expect(moves.count == 2 && abs(moves[0].x - 5) < 0.01 && moves[1] == CGPoint(x: 0, y: 20))
    #expect(abs((part.current?.x ?? 0) - 5) < 0.01 && part.current?.y == 20)
    #expect(path.part(from: 0.5, to: 0.5).elements.isEmpty && path.part(from: 0, to: 1) == path)
    #expect(PathOutline().part(from: 0.1, to: 0.2).elements.isEmpty)
  }

  @Test func partsStayInOnePieceAndHaveTheirLength() {
    var numbers = Numbers(seed: 21)
    var mismatches: [String] = []
    for index in 0..<30 {
      var path = PathOutline()
      path.move(to: numbers.point(-50...50))
      for _ in 0..<6 {
        if numbers.whole(0...1) == 0 {
          path.line(to: numbers.point(-50...50))
        } else {
          path.curve(numbers.point(-50...50), numbers.point(-50...50), to: numbers.point(-50...50))
        }
      }
      let whole = CGPath(path)
      func length(_ path: CGPath) -> Double {
        let points = Polylines(path, steps: 300).points
        return zip(points, points.dropFirst()).reduce(0) { $0 + apart($1.0, $1.1) }
      }
      let from = numbers.number(0...0.5), to = from + numbers.number(0.1...0.5)
      let part = path.part(from: from, to: to)
      // A second `move` would be a gap in a stroke's joins.
      let moves = part.elements.filter { if case .move = $0 { true } else { false } }.count
      if moves != 1 { mismatches.append("\(index): \(moves) pieces") }
      let share = length(CGPath(part)) / length(whole)
      if abs(share - (to - from)) > 0.01 { mismatches.append("\(index): \(share) for \(to - from)") }
    }
    #expect(mismatches == [])
  }
}
