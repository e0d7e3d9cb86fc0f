import Combine
import Testing

/// Publishers that are sent into, asked and ended while they send.
@Suite struct ReentrancyTests {
  private typealias Stream = AnyPublisher<Int, Never>

  /// 1 makes 2 and 3, 2 makes 4 and 5, and so on to 15.
  private static func children(_ value: Int) -> [Int] { value < 8 ? [2 * value, 2 * value + 1] : [] }

  /// Every value comes once, whatever the order.
  @Test func operatorsThatKeepValuesLoseNone() {
    let operators: [(name: String, apply: (Stream) -> Stream)] = [
      ("merge", { $0.merge(with: Empty()).eraseToAnyPublisher() }),
      ("zip", { $0.zip((0...99).publisher) { value, _ in value }.eraseToAnyPublisher() }),
      ("flatMap", { $0.flatMap { Just($0) }.eraseToAnyPublisher() }),
      ("flatMap of many", { $0.flatMap { [$0, 0].publisher }.filter { $0 > 0 }.eraseToAnyPublisher() }),
    ]
    var mismatches: [String] = []
    for (name, apply) in operators {
      let subject = PassthroughSubject<Int, Never>()
      var seen: [Int] = []
      let cancellable = apply(subject.eraseToAnyPublisher()).sink { value in
        seen.append(value)
        for child in Self.children(value) { subject.send(child) }
      }
      subject.send(1)
      if seen.sorted() != Array(1...15) { mismatches.append("\(name): \(seen)") }
      cancellable.cancel()
    }
    #expect(mismatches == [])
  }

  /// Operators that keep nothing call through: depth first, as functions that call each other.
  @Test func operatorsThatKeepNothingCallThrough() {
    func calls(_ value: Int) -> [Int] { [value] + Self.children(value).flatMap(calls) }
    let operators: [(name: String, apply: (Stream) -> Stream)] = [
      ("map", { $0.map { $0 }.eraseToAnyPublisher() }),
      ("filter", { $0.filter { _ in true }.eraseToAnyPublisher() }),
      ("handleEvents", { $0.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() }),
      ("share", { $0.share().eraseToAnyPublisher() }),
      ("append", { $0.append(0).eraseToAnyPublisher() }),
      ("receive on", { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() }),
    ]
    var mismatches: [String] = []
    for (name, apply) in operators {
      let subject = PassthroughSubject<Int, Never>()
      var seen: [Int] = []
      let cancellable = apply(subject.eraseToAnyPublisher()).sink { value in
        seen.append(value)
        for child in Self.children(value) { subject.send(child) }
      }
      subject.send(1)
      if seen != calls(1) { mismatches.append("\(name): \(seen), expected \(calls(1))") }
      cancellable.cancel()
    }
    #expect(mismatches == [])
  }

  /// A list that is asked while it gives does not give inside of itself: values come one after the other.
  @Test func askingInsideOfAValueDoesNotNest() {
    let publishers: [(name: String, stream: Stream)] = [
      ("list", (1...9).publisher.eraseToAnyPublisher()),
      ("map", (1...9).publisher.map { $0 }.eraseToAnyPublisher()),
      ("merge", (1...9).publisher.merge(with: Empty()).eraseToAnyPublisher()),
      ("zip", (1...9).publisher.zip((1...9).publisher) { a, _ in a }.eraseToAnyPublisher()),
      ("append", (1...4).publisher.append((5...9).publisher).eraseToAnyPublisher()),
      ("flatMap", (1...9).publisher.flatMap { Just($0) }.eraseToAnyPublisher()),
    ]
    var mismatches: [String] = []
    for (name, stream) in publishers {
      var (depth, deepest) = (0, 0)
      let probe = stream.probed(.max(1))
      func watch(_ value: Int) {
        depth += 1
        deepest = max(deepest, depth)
        probe.request(.max(1))
        depth -= 1
      }
      // The first one came before anybody watched.
      probe.onValue = watch
      probe.request(.max(1))
      if probe.values != Array(1...9) || deepest != 1 || probe.completions != 1 {
        mismatches.append("\(name): \(probe.notes), depth \(deepest)")
      }
      probe.onValue = nil
    }
    #expect(mismatches == [])
  }

  @Test func endingASubjectInsideOfItsValue() {
    let subject = CurrentValueSubject<Int, Boom>(0)
    let first = subject.probed()
    let second = subject.probed()
    first.onValue = { if $0 == 2 { subject.send(completion: .failure(Boom(number: 9))) } }
    for value in 1...4 { subject.send(value) }
    #expect(first.notes == ["subscription", "0", "1", "2", "boom 9"])
    #expect(second.notes == ["subscription", "0", "1", "boom 9"])
    #expect(subject.value == 2)
    #expect(subject.notes == ["subscription", "boom 9"])
  }

  @Test func subscribingInsideOfAValue() {
    let subject = PassthroughSubject<Int, Never>()
    var late: [Probe<Int, Never>] = []
    let first = subject.probed()
    first.onValue = { _ in late.append(subject.probed()) }
    for value in 1...3 { subject.send(value) }
    // Each hears what is sent after it came.
    #expect(late.map(\.values) == [[2, 3], [3], []])
  }
}
