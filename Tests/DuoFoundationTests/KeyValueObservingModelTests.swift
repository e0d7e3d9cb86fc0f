import Synchronization
import Testing

@testable import DuoFoundation

/// Random stories of observing, changing and ending, against a model that keeps plain lists.
@Suite struct KeyValueObservingModelTests {
  /// What the model knows of an observation.
  private struct Observed {
    var number: Int
    var object: Int
    var property: Int
    var options: NSKeyValueObservingOptions
  }

  @Test func randomStories() {
    var mismatches: [String] = []
    for seed in 0..<60 {
      if let difference = story(seed: UInt64(seed)) { mismatches.append("\(seed): \(difference)") }
    }
    #expect(mismatches == [])
  }

  private func story(seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    let objects = [Counter(), Counter(), SubCounter()]
    var model: [Observed] = []
    var living: [Int: NSKeyValueObservation] = [:]
    var values = [[0, 0], [0, 0], [0, 0]]
    let log = Lines()
    var expected: [String] = []

    for step in 0..<80 {
      let (object, property) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<2, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let options = NSKeyValueObservingOptions(rawValue: UInt.random(in: 0..<16, using: &random))
        model.append(Observed(number: step, object: object, property: property, options: options))
        if options.contains(.initial) {
          expected.append("\(step) \(text(options, .new, values[object][property])) - after")
        }
        living[step] = objects[object].observe(Counter.paths[property], options: options) { _, change in
          let new = change.newValue.map(String.init) ?? "-"
          let old = change.oldValue.map(String.init) ?? "-"
          log.add("\(step) \(new) \(old) \(change.isPrior ? "prior" : "after")")
        }
      case 3:
        guard let ended = model.randomElement(using: &random) else { continue }
        model.removeAll { $0.number == ended.number }
        if Bool.random(using: &random) { living[ended.number]?.invalidate() }
        living[ended.number] = nil
      default:
        let (old, new) = (values[object][property], Int.random(in: 0..<5, using: &random))
        let watching = model.filter { $0.object == object && $0.property == property }
        for one in watching where one.options.contains(.prior) {
          expected.append("\(one.number) - \(text(one.options, .old, old)) prior")
        }
        for one in watching {
          expected.append(
            "\(one.number) \(text(one.options, .new, new)) \(text(one.options, .old, old)) after")
        }
        values[object][property] = new
        objects[object].set(property, to: new, announcingAfterwards: Bool.random(using: &random))
      }
    }
    return log.lines == expected ? nil : "\(log.lines.count) calls, \(expected.count) expected"
  }

  private func text(
    _ options: NSKeyValueObservingOptions, _ option: NSKeyValueObservingOptions, _ value: Int
  ) -> String {
    options.contains(option) ? "\(value)" : "-"
  }
}

private class Counter: NSObject, KeyValueObservable, @unchecked Sendable {
  typealias ObservedRoot = Counter
  class var observableKeyPaths: [PartialKeyPath<Counter>] { [\.first, \.second] }
  static var paths: [KeyPath<Counter, Int>] { [\.first, \.second] }

  private let values = Mutex([0, 0])
  var first: Int { values.withLock { $0[0] } }
  var second: Int { values.withLock { $0[1] } }

  func set(_ index: Int, to value: Int, announcingAfterwards: Bool) {
    let path = Counter.paths[index]
    if announcingAfterwards {
      let old = values.withLock { values in
        defer { values[index] = value }
        return values[index]
      }
      announce(path, old: old, new: value)
    } else {
      changing(path) { values.withLock { $0[index] = value } }
    }
  }
}

private final class SubCounter: Counter, @unchecked Sendable {}

private final class Lines: Sendable {
  private let storage = Mutex<[String]>([])
  var lines: [String] { storage.withLock { $0 } }
  func add(_ line: String) { storage.withLock { $0.append(line) } }
}
