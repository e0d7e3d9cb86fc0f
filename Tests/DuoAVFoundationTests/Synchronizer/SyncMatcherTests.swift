import PhoneModel
import Testing

@testable import DuoAVFoundation

/// One report of one output.
private struct Report: Hashable {
  var output: Int
  var time: Int
  var hasData: Bool
}

/// Told plainly: looks at everything reported so far, each time anew.
private struct PlainMatcher {
  var outputs: Int
  var reports: [Report] = []
  var sent: [String] = []

  mutating func take(_ report: Report) -> [String] {
    reports.append(report)
    let times = Set(reports.filter(\.hasData).map(\.time)).sorted()
    var all: [String] = []
    for time in times {
      let isKnown = (0..<outputs).allSatisfy { output in
        reports.contains { $0.output == output && $0.time >= time }
      }
      guard isKnown else { break }
      let members = (0..<outputs).filter { output in
        reports.contains { $0.output == output && $0.time == time && $0.hasData }
      }
      all.append("\(time): \(members)")
    }
    let new = Array(all.dropFirst(sent.count))
    sent = all
    return new
  }
}

private func text(_ collections: [SyncMatcher<Int>.Collection]) -> [String] {
  collections.map { "\($0.time.nanoseconds): \($0.items.keys.sorted())" }
}

@Suite struct SyncMatcherTests {
  /// Every order in which lists can be woven together.
  private func weaves(_ lists: [[Report]]) -> [[Report]] {
    let open = lists.indices.filter { !lists[$0].isEmpty }
    if open.isEmpty { return [[]] }
    return open.flatMap { index in
      var rest = lists
      let first = rest[index].removeFirst()
      return weaves(rest).map { [first] + $0 }
    }
  }

  /// What one output can report of three times: data, nothing, or silence.
  private func lines(_ output: Int, times: Int) -> [[Report]] {
    (0..<times).reduce([[]]) { lines, time in
      lines.flatMap { line in
        [line] + [true, false].map { line + [Report(output: output, time: time + 1, hasData: $0)] }
      }
    }
  }

  private func check(_ order: [Report], outputs: Int) -> String? {
    var matcher = SyncMatcher<Int>(outputs: outputs)
    var plain = PlainMatcher(outputs: outputs)
    for report in order {
      let time = PhoneTime(nanoseconds: Int64(report.time))
      let found =
        report.hasData
        ? matcher.take(report.time, at: time, from: report.output) : matcher.knows(report.output, until: time)
      let expected = plain.take(report)
      if text(found) != expected { return "\(order): \(text(found)), not \(expected)" }
      if found.contains(where: { collection in
        collection.items.values.contains { $0 != Int(collection.time.nanoseconds) }
      }) {
        return "\(order): data of another time"
      }
    }
    return nil
  }

  @Test func twoOutputsInEveryOrder() {
    var mismatches: [String] = []
    var count = 0
    for first in lines(0, times: 3) {
      for second in lines(1, times: 3) {
        for order in weaves([first, second]) {
          count += 1
          if let mismatch = check(order, outputs: 2) { mismatches.append(mismatch) }
        }
      }
    }
    #expect(count > 5000)
    #expect(mismatches.prefix(5) == [])
  }

  @Test func threeOutputsInEveryOrder() {
    var mismatches: [String] = []
    for first in lines(0, times: 2) {
      for second in lines(1, times: 1) {
        for third in lines(2, times: 2) {
          for order in weaves([first, second, third]) {
            if let mismatch = check(order, outputs: 3) { mismatches.append(mismatch) }
          }
        }
      }
    }
    #expect(mismatches.prefix(5) == [])
  }

  /// The two sentences of Apple's header.
  @Test func thePrimaryWaitsAndWhatLiesBetweenGoesAlone() {
    var matcher = SyncMatcher<Int>(outputs: 2)
    func at(_ time: Int64) -> PhoneTime { PhoneTime(nanoseconds: time) }
    #expect(text(matcher.take(1, at: at(10), from: 0)) == [])
    #expect(text(matcher.take(2, at: at(10), from: 1)) == ["10: [0, 1]"])
    #expect(text(matcher.take(3, at: at(15), from: 1)) == [])
    #expect(text(matcher.take(4, at: at(20), from: 0)) == ["15: [1]"])
    // Known to have none.
    #expect(text(matcher.knows(1, until: at(20))) == ["20: [0]"])
  }

  @Test func nobodyWaitsForASilentOutput() {
    var matcher = SyncMatcher<Int>(outputs: 2)
    let time = PhoneTime(nanoseconds: 10)
    #expect(text(matcher.take(1, at: time, from: 0)) == [])
    #expect(text(matcher.set(1, isSilent: true)) == ["10: [0]"])
    #expect(text(matcher.take(2, at: PhoneTime(nanoseconds: 20), from: 0)) == ["20: [0]"])
    #expect(text(matcher.set(1, isSilent: false)) == [])
    #expect(text(matcher.take(3, at: PhoneTime(nanoseconds: 30), from: 0)) == [])
    #expect(matcher.clear() == [3])
    #expect(text(matcher.take(4, at: PhoneTime(nanoseconds: 40), from: 1)) == [])
    #expect(text(matcher.take(5, at: PhoneTime(nanoseconds: 40), from: 0)) == ["40: [0, 1]"])
  }
}
