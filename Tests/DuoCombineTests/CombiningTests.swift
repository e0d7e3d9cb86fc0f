import Combine
import Testing

/// Operators on several publishers, against what they mean for a script of what is sent.
@Suite struct CombiningTests {
  private enum Event {
    case send(Int, Int)
    case finish(Int)
  }

  /// What is sent by which of `count` publishers, until all have finished.
  private static func script(_ count: Int, _ seed: UInt64) -> [Event] {
    var dice = Dice(seed)
    var open = Array(0..<count)
    var events: [Event] = []
    var value = 0
    while let source = open.randomElement(using: &dice) {
      if Int.random(in: 0..<6, using: &dice) == 0 {
        open.removeAll { $0 == source }
        events.append(.finish(source))
      } else {
        value += 1
        events.append(.send(source, value))
      }
    }
    return events
  }

  private static func play(_ events: [Event], _ subjects: [PassthroughSubject<Int, Boom>]) {
    for event in events {
      switch event {
      case .send(let source, let value): subjects[source].send(value)
      case .finish(let source): subjects[source].send(completion: .finished)
      }
    }
  }

  /// What comes out, by a rule that sees every list of values so far.
  private static func reference(
    _ events: [Event], _ count: Int, _ rule: (_ seen: [[Int]], _ source: Int) -> [Int]?
  ) -> [[Int]] {
    var seen = Array(repeating: [Int](), count: count)
    var result: [[Int]] = []
    for case .send(let source, let value) in events {
      seen[source].append(value)
      if let made = rule(seen, source) { result.append(made) }
    }
    return result
  }

  private static func latest(_ seen: [[Int]], _ source: Int) -> [Int]? {
    seen.contains { $0.isEmpty } ? nil : seen.map { $0.last! }
  }

  private static func zipped(_ seen: [[Int]], _ source: Int) -> [Int]? {
    let length = seen.map(\.count).min()!
    // Complete by this value, not before.
    guard seen[source].count == length, length > 0 else { return nil }
    return seen.map { $0[length - 1] }
  }

  private static func merged(_ seen: [[Int]], _ source: Int) -> [Int]? { [seen[source].last!] }

  private typealias Subjects = [PassthroughSubject<Int, Boom>]

  private static func mismatches(
    _ name: String, _ count: Int, _ make: (Subjects) -> AnyPublisher<[Int], Boom>,
    _ rule: ([[Int]], Int) -> [Int]?
  ) -> [String] {
    var mismatches: [String] = []
    for seed in 0..<60 as Range<UInt64> {
      let subjects = (0..<count).map { _ in PassthroughSubject<Int, Boom>() }
      let probe = make(subjects).probed()
      let events = script(count, seed)
      play(events, subjects)
      let expected = reference(events, count, rule)
      if probe.values != expected || probe.notes.last != "finished" || probe.completions != 1 {
        mismatches.append("\(name), script \(seed): \(probe.notes), expected \(expected)")
      }
    }
    return mismatches
  }

  @Test func latestOfAll() {
    var all: [String] = []
    all += Self.mismatches(
      "two", 2,
      { $0[0].combineLatest($0[1]).map { [$0, $1] }.eraseToAnyPublisher() },
      Self.latest)
    all += Self.mismatches(
      "two, transformed", 2,
      { $0[0].combineLatest($0[1]) { [$0, $1] }.eraseToAnyPublisher() },
      Self.latest)
    all += Self.mismatches(
      "three", 3,
      { $0[0].combineLatest($0[1], $0[2]).map { [$0, $1, $2] }.eraseToAnyPublisher() },
      Self.latest)
    all += Self.mismatches(
      "three, transformed", 3,
      { $0[0].combineLatest($0[1], $0[2]) { [$0, $1, $2] }.eraseToAnyPublisher() },
      Self.latest)
    all += Self.mismatches(
      "four", 4,
      { $0[0].combineLatest($0[1], $0[2], $0[3]).map { [$0, $1, $2, $3] }.eraseToAnyPublisher() },
      Self.latest)
    all += Self.mismatches(
      "four, transformed", 4,
      { $0[0].combineLatest($0[1], $0[2], $0[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher() },
      Self.latest)
    all += Self.mismatches(
      "by type", 2,
      { Publishers.CombineLatest($0[0], $0[1]).map { [$0, $1] }.eraseToAnyPublisher() },
      Self.latest)
    #expect(all == [])
  }

  @Test func oneOfEach() {
    var all: [String] = []
    all += Self.mismatches(
      "two", 2,
      { $0[0].zip($0[1]).map { [$0, $1] }.eraseToAnyPublisher() },
      Self.zipped)
    all += Self.mismatches(
      "two, transformed", 2,
      { $0[0].zip($0[1]) { [$0, $1] }.eraseToAnyPublisher() },
      Self.zipped)
    all += Self.mismatches(
      "three", 3,
      { $0[0].zip($0[1], $0[2]).map { [$0, $1, $2] }.eraseToAnyPublisher() },
      Self.zipped)
    all += Self.mismatches(
      "three, transformed", 3,
      { $0[0].zip($0[1], $0[2]) { [$0, $1, $2] }.eraseToAnyPublisher() },
      Self.zipped)
    all += Self.mismatches(
      "four", 4,
      { $0[0].zip($0[1], $0[2], $0[3]).map { [$0, $1, $2, $3] }.eraseToAnyPublisher() },
      Self.zipped)
    all += Self.mismatches(
      "four, transformed", 4,
      { $0[0].zip($0[1], $0[2], $0[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher() },
      Self.zipped)
    #expect(all == [])
  }

  @Test func allAsTheyCome() {
    var all: [String] = []
    all += Self.mismatches(
      "two", 2,
      { $0[0].merge(with: $0[1]).map { [$0] }.eraseToAnyPublisher() },
      Self.merged)
    all += Self.mismatches(
      "three", 3,
      { $0[0].merge(with: $0[1], $0[2]).map { [$0] }.eraseToAnyPublisher() },
      Self.merged)
    all += Self.mismatches(
      "four", 4,
      { $0[0].merge(with: $0[1], $0[2], $0[3]).map { [$0] }.eraseToAnyPublisher() },
      Self.merged)
    all += Self.mismatches(
      "many", 5,
      { Publishers.MergeMany($0).map { [$0] }.eraseToAnyPublisher() },
      Self.merged)
    #expect(all == [])
    #expect(Publishers.MergeMany([Just<Int>]()).notes == ["subscription", "finished"])
    #expect(Publishers.MergeMany(Just(1), Just(2)).notes == ["subscription", "1", "2", "finished"])
  }

  @Test func anErrorEndsAllOfThem() {
    var mismatches: [String] = []
    let makers: [(String, (Source<Int, Boom>, Source<Int, Boom>) -> Probe<Int, Boom>)] = [
      ("merge", { $0.merge(with: $1).probed() }),
      ("combineLatest", { $0.combineLatest($1) { $0 + $1 }.probed() }),
      ("zip", { $0.zip($1) { $0 + $1 }.probed() }),
    ]
    for (name, make) in makers {
      let first = Source<Int, Boom>()
      let second = Source<Int, Boom>()
      let probe = make(first, second)
      first.send(1)
      second.end(.failure(Boom(number: 2)))
      second.end(.finished)
      if probe.notes.last != "boom 2" || probe.completions != 1 {
        mismatches.append("\(name): \(probe.notes)")
      }
      if first.notes.last != "cancel" { mismatches.append("\(name): \(first.notes)") }
    }
    #expect(mismatches == [])
  }

  @Test func cancellingEndsAllOfThem() {
    let first = Source<Int, Never>()
    let second = Source<Int, Never>()
    let probe = first.zip(second).probed()
    probe.cancel()
    #expect(first.notes.last == "cancel" && second.notes.last == "cancel")
    first.send(1)
    second.send(2)
    #expect(probe.notes == ["subscription"])
  }

  @Test func aZipEndsWhenNoPairCanCome() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let probe = first.zip(second) { $0 + $1 }.probed()
    first.send(1)
    first.send(2)
    first.send(completion: .finished)
    second.send(10)
    #expect(probe.notes == ["subscription", "11"])
    second.send(20)
    #expect(probe.notes == ["subscription", "11", "22", "finished"])
  }

  @Test func mergedPublishersAreAskedForOneEachAhead() {
    let first = Source<Int, Never>()
    let second = Source<Int, Never>()
    let probe = first.merge(with: second).probed(.none)
    #expect(first.notes == ["max(1)"])
    #expect(second.notes == ["max(1)"])
    first.send(1)
    second.send(2)
    #expect(probe.values == [])
    probe.request(.max(1))
    #expect(probe.values == [1])
    #expect(first.notes == ["max(1)", "max(1)"])
    #expect(second.notes == ["max(1)"])
    probe.request(.unlimited)
    #expect(probe.values == [1, 2])
    #expect(first.notes == ["max(1)", "max(1)", "unlimited"])
    first.end(.finished)
    second.end(.finished)
    #expect(probe.notes.last == "finished")
  }

  @Test func pairsAreKeptUntilTheyAreWanted() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let probe = first.zip(second) { $0 + $1 }.probed(.max(1))
    for value in 1...3 {
      first.send(value)
      second.send(value * 10)
    }
    // Asked for one pair, each publisher is asked for one value.
    #expect(probe.values == [11])
    probe.request(.max(1))
    first.send(4)
    second.send(40)
    #expect(probe.values == [11, 44])
  }

  @Test func latestValuesThatNobodyWantsAreReplaced() {
    let first = CurrentValueSubject<Int, Never>(1)
    let second = CurrentValueSubject<Int, Never>(10)
    let probe = first.combineLatest(second) { $0 + $1 }.probed(.max(1))
    #expect(probe.values == [11])
    first.send(2)
    probe.request(.max(2))
    #expect(probe.values.count <= 3)
    #expect(probe.values.last == 12)
  }

  @Test func sendingInsideOfALatestPair() {
    let first = CurrentValueSubject<Int, Never>(1)
    let second = CurrentValueSubject<Int, Never>(10)
    var seen: [Int] = []
    let cancellable = first.combineLatest(second) { $0 + $1 }.sink { sum in
      seen.append(sum)
      if sum == 12 { second.send(20) }
    }
    first.send(2)
    #expect(seen == [11, 12, 22])
    cancellable.cancel()
  }
}

@Suite struct FlatMapTests {
  @Test func publishersOfValuesAtOnce() {
    let outer = PassthroughSubject<Int, Boom>()
    let inner = (0..<3).map { _ in PassthroughSubject<Int, Boom>() }
    let probe = outer.flatMap { inner[$0] }.probed()
    outer.send(0)
    outer.send(1)
    inner[0].send(1)
    inner[1].send(2)
    inner[0].send(3)
    inner[2].send(4)
    outer.send(completion: .finished)
    inner[0].send(completion: .finished)
    inner[1].send(5)
    #expect(probe.notes == ["subscription", "1", "2", "3", "5"])
    inner[1].send(completion: .finished)
    #expect(probe.notes.last == "finished")
  }

  @Test func soManyAtATime() {
    let outer = Source<Int, Never>()
    let inner = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let probe = outer.flatMap(maxPublishers: .max(2)) { inner[$0] }.probed()
    #expect(outer.notes == ["max(2)"])
    outer.send(0)
    outer.send(1)
    inner[0].send(completion: .finished)
    #expect(outer.notes == ["max(2)", "max(1)"])
    outer.send(2)
    inner[2].send(9)
    #expect(probe.values == [9])
    outer.end(.finished)
    inner[1].send(completion: .finished)
    inner[2].send(completion: .finished)
    #expect(probe.notes.last == "finished")
  }

  @Test func anErrorOfOneEndsAll() {
    let outer = Source<Int, Boom>()
    let inner = (0..<2).map { _ in Source<Int, Boom>() }
    let probe = outer.flatMap { inner[$0] }.probed()
    outer.send(0)
    outer.send(1)
    inner[1].end(.failure(Boom(number: 1)))
    #expect(probe.notes == ["subscription", "boom 1"])
    #expect(inner[0].notes.last == "cancel")
    #expect(outer.notes.last == "cancel")
  }

  @Test func typesOfErrors() {
    let never = Just(1).flatMap { Just($0 + 1) }
    #expect(never.notes == ["subscription", "2", "finished"])
    let inner = Just(1).flatMap { _ in Fail<Int, Boom>(error: Boom(number: 3)) }
    #expect(inner.notes == ["subscription", "boom 3"])
    let outer = Just(1).setFailureType(to: Boom.self).flatMap { Just($0 + 2) }
    #expect(outer.notes == ["subscription", "3", "finished"])
  }

  @Test func oneValueOfEachIsKept() {
    let inner = (0..<2).map { _ in Source<Int, Never>() }
    let probe = [0, 1].publisher.flatMap { inner[$0] }.probed(.none)
    #expect(inner.map(\.notes) == [["max(1)"], ["max(1)"]])
    inner[1].send(7)
    inner[0].send(8)
    #expect(probe.values == [])
    probe.request(.max(1))
    #expect(probe.values == [7])
    #expect(inner[1].notes == ["max(1)", "max(1)"])
    probe.request(.unlimited)
    #expect(probe.values == [7, 8])
    #expect(inner[0].notes.last == "unlimited")
  }

  @Test func demandThatGrowsWithAValue() {
    let inner = Source<Int, Never>()
    let probe = Just(0).flatMap { _ in inner }.probed(.max(1), more: { _ in .unlimited })
    inner.send(1)
    #expect(inner.notes == ["max(1)", "unlimited"])
    inner.send(2)
    inner.send(3)
    #expect(probe.values == [1, 2, 3])
  }

  @Test func onlyTheLatestIsHeard() {
    let outer = PassthroughSubject<Int, Never>()
    let inner = (0..<2).map { _ in Source<Int, Never>() }
    let probe = outer.map { inner[$0] }.switchToLatest().probed()
    outer.send(0)
    inner[0].send(1)
    outer.send(1)
    #expect(inner[0].notes == ["unlimited", "cancel"])
    inner[0].send(2)
    inner[1].send(3)
    outer.send(completion: .finished)
    inner[0].end(.finished)
    inner[1].send(4)
    #expect(probe.notes == ["subscription", "1", "3", "4"])
    inner[1].end(.finished)
    #expect(probe.notes.last == "finished")
  }

  @Test func cancellingASwitch() {
    let outer = Source<Source<Int, Never>, Never>()
    let inner = Source<Int, Never>()
    let probe = outer.switchToLatest().probed()
    outer.send(inner)
    probe.cancel()
    #expect(outer.notes == ["unlimited", "cancel"])
    #expect(inner.notes == ["unlimited", "cancel"])
    outer.send(Source())
    inner.send(1)
    #expect(probe.notes == ["subscription"])
  }
}
