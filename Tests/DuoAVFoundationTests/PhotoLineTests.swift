import Testing

@testable import DuoAVFoundation

@Suite struct PhotoLineTests {
  @Test func oneIsCapturedAtATime() {
    var line = PhotoLine()
    #expect(line.add(1) == [.begin(1)] && line.add(2) == [])
    #expect(line.open == 1 && line.frameCame() == [.expose(1)])
    #expect(line.open == nil && line.frameCame() == [])
    #expect(line.finished(2) == [])
    #expect(line.finished(1) == [.begin(2)])
    #expect(line.finished(2) == [] && line.open == 2)
  }

  @Test func failuresKeepTheOrder() {
    var line = PhotoLine()
    _ = line.add(1)
    _ = line.add(2)
    _ = line.frameCame()
    // An exposed one is finished as if nothing had happened; those behind it fail then.
    #expect(line.fail(code: -7) == [])
    #expect(line.add(3) == [])
    #expect(line.finished(1) == [.begin(2), .fail(2, code: -7), .begin(3)])
    #expect(line.fail(code: -8) == [.fail(3, code: -8)])
    #expect(line == PhotoLine())
  }

  /// Against a plain retelling: lists of what began and what ended.
  @Test func everyRequestBeginsOnceAndEndsOnceInOrder() {
    var seed = UInt64(5)
    func random(_ below: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(below))
    }
    var wrong: [String] = []
    for story in 0..<300 {
      var line = PhotoLine()
      var (asked, begun, ended): ([Int64], [Int64], [Int64]) = ([], [], [])
      func note(_ effects: [PhotoLine.Effect]) {
        for effect in effects {
          switch effect {
          case .begin(let id):
            if ended.count != begun.count { wrong.append("\(story): two at once") }
            begun.append(id)
          case .expose(let id): if begun.last != id { wrong.append("\(story): exposed \(id)") }
          case .fail(let id, _): ended.append(id)
          }
        }
      }
      for step in 0..<40 {
        switch random(4) {
        case 0:
          asked.append(Int64(step))
          note(line.add(Int64(step)))
        case 1: note(line.frameCame())
        case 2:
          if let id = line.current, line.isExposed {
            ended.append(id)
            note(line.finished(id))
          }
        default: note(line.fail(code: -1))
        }
      }
      note(line.frameCame())
      while let id = line.current {
        if line.isExposed { ended.append(id) }
        note(line.isExposed ? line.finished(id) : line.frameCame())
      }
      if begun != asked || ended != asked { wrong.append("\(story): \(asked) \(begun) \(ended)") }
    }
    #expect(wrong == [])
  }
}
