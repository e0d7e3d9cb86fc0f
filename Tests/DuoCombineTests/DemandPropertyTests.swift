import Combine
import Testing

/// Chains of operators under random demand, random sends and random ends, against a plain model.
@Suite struct DemandPropertyTests {
  /// A step of a chain, with its meaning for a list.
  private enum Link: CaseIterable {
    case double
    case evens
    case dropTwo
    case takeFive
    case running
    case distinct
    case pairs
    case twice

    func apply(_ publisher: AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never> {
      switch self {
      case .double: publisher.map { $0 &* 2 }.eraseToAnyPublisher()
      case .evens: publisher.filter { $0 % 2 == 0 }.eraseToAnyPublisher()
      case .dropTwo: publisher.dropFirst(2).eraseToAnyPublisher()
      case .takeFive: publisher.prefix(5).eraseToAnyPublisher()
      case .running: publisher.scan(0, &+).eraseToAnyPublisher()
      case .distinct: publisher.removeDuplicates().eraseToAnyPublisher()
      case .pairs: publisher.collect(2).map { $0.reduce(0, &+) }.eraseToAnyPublisher()
      case .twice:
        publisher.flatMap(maxPublishers: .max(1)) { [$0, $0 &+ 1].publisher }.eraseToAnyPublisher()
      }
    }

    func apply(_ list: [Int]) -> [Int] {
      switch self {
      case .double: list.map { $0 &* 2 }
      case .evens: list.filter { $0 % 2 == 0 }
      case .dropTwo: Array(list.dropFirst(2))
      case .takeFive: Array(list.prefix(5))
      case .running: list.indices.map { list[...$0].reduce(0, &+) }
      case .distinct: list.indices.filter { $0 == 0 || list[$0 - 1] != list[$0] }.map { list[$0] }
      case .pairs:
        stride(from: 0, to: list.count, by: 2).map { list[$0..<min($0 + 2, list.count)].reduce(0, &+) }
      case .twice: list.flatMap { [$0, $0 &+ 1] }
      }
    }
  }

  private static func chain(_ dice: inout Dice) -> [Link] {
    (0..<Int.random(in: 1...5, using: &dice)).map { _ in Link.allCases.randomElement(using: &dice)! }
  }

  @Test func chainsOfOperators() {
    var dice = Dice(2026)
    var mismatches: [String] = []
    for run in 0..<300 {
      let links = Self.chain(&dice)
      let list = (0..<Int.random(in: 0...20, using: &dice)).map { _ in Int.random(in: 0...6, using: &dice) }
      var publisher = list.publisher.eraseToAnyPublisher()
      var expected = list
      for link in links {
        publisher = link.apply(publisher)
        expected = link.apply(expected)
      }
      let probe = publisher.probed(.none)
      var wanted = 0
      for _ in 0..<60 {
        let more = Int.random(in: 1...3, using: &dice)
        wanted += more
        probe.request(.max(more))
        if probe.values.count > wanted { mismatches.append("run \(run): more than wanted") }
      }
      if probe.values != expected || probe.completions != 1 {
        mismatches.append("run \(run), \(links) of \(list): \(probe.values), expected \(expected)")
      }
    }
    #expect(mismatches == [])
  }

  /// Everything at once, or piece by piece: the same.
  @Test func demandChangesNothingButTheTime() {
    var dice = Dice(5)
    var mismatches: [String] = []
    for run in 0..<100 {
      let links = Self.chain(&dice)
      let list = (0..<12).map { _ in Int.random(in: 0...4, using: &dice) }
      func publisher() -> AnyPublisher<Int, Never> {
        links.reduce(list.publisher.eraseToAnyPublisher()) { $1.apply($0) }
      }
      let atOnce = publisher().probed()
      let oneByOne = publisher().probed(.max(1), more: { _ in .max(1) })
      let threeByThree = publisher().probed(.max(3), more: { _ in .max(1) })
      if atOnce.notes != oneByOne.notes || atOnce.notes != threeByThree.notes {
        mismatches.append("run \(run), \(links): \(atOnce.notes) \(oneByOne.notes) \(threeByThree.notes)")
      }
    }
    #expect(mismatches == [])
  }

  /// A subject's values reach a chain as they are sent; the end too.
  @Test func subjectsThroughChains() {
    var dice = Dice(9)
    var mismatches: [String] = []
    for run in 0..<100 {
      let links = Self.chain(&dice)
      let list = (0..<15).map { _ in Int.random(in: 0...4, using: &dice) }
      let subject = PassthroughSubject<Int, Never>()
      let probe = links.reduce(subject.eraseToAnyPublisher()) { $1.apply($0) }.probed()
      for value in list { subject.send(value) }
      subject.send(completion: .finished)
      let expected = links.reduce(list) { $1.apply($0) }
      if probe.values != expected || probe.notes.last != "finished" {
        mismatches.append("run \(run), \(links) of \(list): \(probe.notes), expected \(expected)")
      }
    }
    #expect(mismatches == [])
  }

  /// Cancelled at a random place, nothing more comes.
  @Test func cancelledAnywhere() {
    var dice = Dice(13)
    var mismatches: [String] = []
    for run in 0..<100 {
      let links = Self.chain(&dice)
      let limit = Int.random(in: 1...4, using: &dice)
      let subject = PassthroughSubject<Int, Never>()
      let probe = Probe<Int, Never>()
      probe.onValue = { [unowned probe] _ in if probe.values.count == limit { probe.cancel() } }
      links.reduce(subject.eraseToAnyPublisher()) { $1.apply($0) }.subscribe(probe)
      for value in 0..<30 { subject.send(value % 3) }
      subject.send(completion: .finished)
      if probe.values.count > limit { mismatches.append("run \(run), \(links): \(probe.values)") }
      if probe.values.count == limit && probe.completions > 0 {
        mismatches.append("run \(run), \(links): ended")
      }
    }
    #expect(mismatches == [])
  }

  /// Merged lists are some order of all values, each list in its own.
  @Test func mergedLists() {
    var dice = Dice(21)
    var mismatches: [String] = []
    for run in 0..<60 {
      let lists = (0..<3).map { number in
        (0..<Int.random(in: 0...6, using: &dice)).map { number * 100 + $0 }
      }
      let probe = lists[0].publisher.merge(with: lists[1].publisher, lists[2].publisher).probed(.none)
      for _ in 0..<25 { probe.request(.max(1)) }
      for (number, list) in lists.enumerated() {
        let own = probe.values.filter { $0 / 100 == number }
        if own != list { mismatches.append("run \(run): \(own), expected \(list)") }
      }
      if probe.values.count != lists.joined().count || probe.completions != 1 {
        mismatches.append("run \(run): \(probe.notes)")
      }
    }
    #expect(mismatches == [])
  }

  /// Zipped lists are as long as the shorter one, under any demand.
  @Test func zippedLists() {
    var dice = Dice(34)
    var mismatches: [String] = []
    for run in 0..<60 {
      let first = Array(0..<Int.random(in: 0...6, using: &dice))
      let second = Array(100..<(100 + Int.random(in: 0...6, using: &dice)))
      let probe = first.publisher.zip(second.publisher) { [$0, $1] }.probed(.none)
      for _ in 0..<12 { probe.request(.max(1)) }
      let expected = zip(first, second).map { [$0, $1] }
      if probe.values != expected || probe.notes.last != "finished" {
        mismatches.append("run \(run): \(probe.notes), expected \(expected)")
      }
    }
    #expect(mismatches == [])
  }

  /// Concatenated lists, with as many pieces as come.
  @Test func concatenatedLists() {
    var dice = Dice(55)
    var mismatches: [String] = []
    for run in 0..<60 {
      let lists = (0..<4).map { _ in
        (0..<Int.random(in: 0...3, using: &dice)).map { _ in Int.random(in: 0...9, using: &dice) }
      }
      let chained = lists.dropFirst().reduce(lists[0].publisher.eraseToAnyPublisher()) {
        $0.append($1.publisher).eraseToAnyPublisher()
      }
      let probe = chained.probed(.none)
      for _ in 0..<20 { probe.request(.max(1)) }
      if probe.values != Array(lists.joined()) || probe.completions != 1 {
        mismatches.append("run \(run): \(probe.notes), expected \(lists)")
      }
    }
    #expect(mismatches == [])
  }
}
