import Testing

@testable import DuoAVFoundation

@Suite struct PhotoLineTests {
  @Test func oneIsCapturedAtATime() {
    var line = PhotoLine()
    #expect(line.add(1) == [.begin(1)] && line.add(2) == [] && line.readiness == .capture)
    #expect(line.open == 1 && line.frameCame() == [.expose(1)] && line.readiness == .processing)
    #expect(line.open == nil && line.frameCame() == [])
    #expect(line.processed(2) == [])
    #expect(line.processed(1) == [.finish(1), .begin(2)])
    #expect(line.processed(2) == [] && line.open == 2 && line.unexposed == [2])
  }

  @Test func overlappingRequestsBeginEarlyAndEndInOrder() {
    var line = PhotoLine()
    line.overlaps = true
    line.limit = 2
    #expect(line.readiness == .ready)
    #expect(line.add(1) == [.begin(1)] && line.readiness == .momentarily)
    #expect(line.add(2) == [] && line.add(3) == [])
    #expect(line.frameCame() == [.expose(1), .begin(2)])
    // As many as fit.
    #expect(line.frameCame() == [.expose(2)] && line.readiness == .processing)
    // The later one is ready earlier, and waits.
    #expect(line.processed(2) == [])
    #expect(line.processed(1) == [.finish(1), .finish(2), .begin(3)])
    #expect(line.frameCame() == [.expose(3)] && line.readiness == .ready)
    #expect(line.processed(3) == [.finish(3)] && line.isEmpty)
  }

  @Test func failuresKeepTheOrder() {
    var line = PhotoLine()
    _ = line.add(1)
    _ = line.add(2)
    _ = line.frameCame()
    // An exposed one is finished as if nothing had happened; those behind it fail then.
    #expect(line.fail(code: -7) == [])
    #expect(line.add(3) == [])
    #expect(line.processed(1) == [.finish(1), .begin(2), .fail(2, code: -7), .begin(3)])
    #expect(line.fail(code: -8) == [.fail(3, code: -8)])
    #expect(line == PhotoLine())
  }

  /// Against a plain retelling: lists of what began and what ended, in either manner.
  @Test func everyRequestBeginsOnceAndEndsOnceInOrder() {
    var seed = UInt64(5)
    func random(_ below: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(below))
    }
    var wrong: [String] = []
    for story in 0..<300 {
      var line = PhotoLine()
      line.overlaps = story % 2 == 1
      line.limit = line.overlaps ? 1 + story % 4 : 1
      let most = line.overlaps ? line.limit : 1
      var (asked, begun, exposed, ended): ([Int64], [Int64], [Int64], [Int64]) = ([], [], [], [])
      func note(_ effects: [PhotoLine.Effect]) {
        for effect in effects {
          switch effect {
          case .begin(let id):
            begun.append(id)
            if begun.count - ended.count > most { wrong.append("\(story): too many at once") }
          case .expose(let id):
            if begun.last != id { wrong.append("\(story): exposed \(id)") }
            exposed.append(id)
          case .fail(let id, _), .finish(let id): ended.append(id)
          }
        }
      }
      for step in 0..<40 {
        switch random(5) {
        case 0:
          asked.append(Int64(step))
          note(line.add(Int64(step)))
        case 1: note(line.frameCame())
        case 2, 3:
          if let id = exposed.randomElement(using: &Fixed.generator) { note(line.processed(id)) }
        default: if random(3) == 0 { note(line.fail(code: -1)) }
        }
      }
      for _ in 0..<60 {
        note(line.frameCame())
        for id in exposed.reversed() { note(line.processed(id)) }
      }
      if begun != asked || ended != asked || !line.isEmpty {
        wrong.append("\(story): \(asked) \(begun) \(ended)")
      }
    }
    #expect(wrong == [])
  }

  private struct Fixed: RandomNumberGenerator {
    nonisolated(unsafe) static var generator = Fixed()
    private var state = UInt64(9)
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 31
    }
  }
}
