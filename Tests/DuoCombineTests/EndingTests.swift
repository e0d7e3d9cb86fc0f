import Combine
import Testing

/// Rules of ending that hold for every operator, whatever it does with values.
@Suite struct EndingTests {
  private typealias Stream = AnyPublisher<Int, Boom>

  private struct Nowhere: TextOutputStream {
    mutating func write(_ string: String) {}
  }

  /// Operators that end when their source does.
  private static var operators: [(name: String, apply: (Stream) -> Stream)] {
    plain + folding + several + timed
  }

  /// For these it is the source that is to be silent after cancelling.
  private static let lookingOn: Set = ["handleEvents", "print"]

  private static var plain: [(name: String, apply: (Stream) -> Stream)] {
    var list: [(name: String, apply: (Stream) -> Stream)] = []
    func add(_ name: String, _ apply: @escaping (Stream) -> Stream) { list.append((name, apply)) }
    add("map") { $0.map { $0 + 1 }.eraseToAnyPublisher() }
    add("tryMap") { $0.tryMap { $0 + 1 }.mapError { $0 as! Boom }.eraseToAnyPublisher() }
    add("compactMap") { $0.compactMap { $0 }.eraseToAnyPublisher() }
    add("filter") { $0.filter { _ in true }.eraseToAnyPublisher() }
    add("removeDuplicates") { $0.removeDuplicates().eraseToAnyPublisher() }
    add("scan") { $0.scan(0, +).eraseToAnyPublisher() }
    add("prefix") { $0.prefix(9).eraseToAnyPublisher() }
    add("prefix while") { $0.prefix { _ in true }.eraseToAnyPublisher() }
    add("output in") { $0.output(in: 0...9).eraseToAnyPublisher() }
    add("dropFirst") { $0.dropFirst(0).eraseToAnyPublisher() }
    add("drop while") { $0.drop { _ in false }.eraseToAnyPublisher() }
    add("first where") { $0.first { _ in false }.eraseToAnyPublisher() }
    add("ignoreOutput") {
      $0.ignoreOutput().collect().map(\.count).eraseToAnyPublisher()
    }
    add("replaceNil") { $0.map { Int?($0) }.replaceNil(with: 0).eraseToAnyPublisher() }
    add("handleEvents") { $0.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() }
    add("print") { $0.print(to: Nowhere()).eraseToAnyPublisher() }
    return list
  }

  private static var folding: [(name: String, apply: (Stream) -> Stream)] {
    var list: [(name: String, apply: (Stream) -> Stream)] = []
    func add(_ name: String, _ apply: @escaping (Stream) -> Stream) { list.append((name, apply)) }
    add("last") { $0.last().eraseToAnyPublisher() }
    add("reduce") { $0.reduce(0, +).eraseToAnyPublisher() }
    add("tryReduce") { $0.tryReduce(0) { $0 + $1 }.mapError { $0 as! Boom }.eraseToAnyPublisher() }
    add("count") { $0.count().eraseToAnyPublisher() }
    add("collect") { $0.collect().map(\.count).eraseToAnyPublisher() }
    add("collect 3") { $0.collect(3).map(\.count).eraseToAnyPublisher() }
    add("contains") { $0.contains(-1).map { $0 ? 1 : 0 }.eraseToAnyPublisher() }
    add("replaceEmpty") { $0.replaceEmpty(with: 0).eraseToAnyPublisher() }
    return list
  }

  private static var several: [(name: String, apply: (Stream) -> Stream)] {
    var list: [(name: String, apply: (Stream) -> Stream)] = []
    func add(_ name: String, _ apply: @escaping (Stream) -> Stream) { list.append((name, apply)) }
    add("append") { $0.append(7, 8).eraseToAnyPublisher() }
    add("catch") { $0.catch { Fail(error: $0) }.eraseToAnyPublisher() }
    add("tryCatch") {
      $0.tryCatch { error -> Stream in throw error }.mapError { $0 as! Boom }.eraseToAnyPublisher()
    }
    add("retry") { $0.retry(0).eraseToAnyPublisher() }
    add("flatMap") { $0.flatMap { Just($0).setFailureType(to: Boom.self) }.eraseToAnyPublisher() }
    add("switchToLatest") {
      $0.map { Just($0).setFailureType(to: Boom.self) }.switchToLatest().eraseToAnyPublisher()
    }
    add("merge") { $0.merge(with: Empty()).eraseToAnyPublisher() }
    add("combineLatest") {
      $0.combineLatest(Just(0).setFailureType(to: Boom.self)) { $0 + $1 }.eraseToAnyPublisher()
    }
    add("zip") { $0.zip((0...99).publisher.setFailureType(to: Boom.self)) { $0 + $1 }.eraseToAnyPublisher() }
    add("share") { $0.share().eraseToAnyPublisher() }
    add("multicast") { $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher() }
    return list
  }

  private static var timed: [(name: String, apply: (Stream) -> Stream)] {
    let now = ImmediateScheduler.shared
    var list: [(name: String, apply: (Stream) -> Stream)] = []
    func add(_ name: String, _ apply: @escaping (Stream) -> Stream) { list.append((name, apply)) }
    add("receive on") { $0.receive(on: now).eraseToAnyPublisher() }
    add("subscribe on") { $0.subscribe(on: now).eraseToAnyPublisher() }
    add("delay") { $0.delay(for: 0, scheduler: now).eraseToAnyPublisher() }
    add("debounce") { $0.debounce(for: 0, scheduler: now).eraseToAnyPublisher() }
    add("throttle") { $0.throttle(for: 0, scheduler: now, latest: true).eraseToAnyPublisher() }
    return list
  }

  private static func cancels(_ source: Source<Int, Boom>) -> Int { source.notes.count { $0 == "cancel" } }

  /// Runs a script on every operator and collects what is wrong with some.
  private func check(
    but others: Set<String> = [], _ script: (Source<Int, Boom>, Probe<Int, Boom>) -> String?
  ) -> [String] {
    Self.operators.filter { !others.contains($0.name) }.compactMap { name, apply in
      let source = Source<Int, Boom>()
      let probe = apply(source.eraseToAnyPublisher()).probed()
      return script(source, probe).map { "\(name): \($0)" }
    }
  }

  @Test func cancellingIsPassedOnOnce() {
    let wrong = check { source, probe in
      source.send(1)
      probe.cancel()
      probe.cancel()
      return Self.cancels(source) == 1 ? nil : "\(source.notes)"
    }
    #expect(wrong == [])
  }

  @Test func nothingComesAfterCancelling() {
    let wrong = check(but: Self.lookingOn) { source, probe in
      source.send(1)
      probe.cancel()
      let before = probe.notes
      source.send(2)
      source.send(3)
      source.end(.finished)
      return probe.notes == before ? nil : "\(probe.notes) after \(before)"
    }
    #expect(wrong == [])
  }

  @Test func theEndComesOnceAndLast() {
    let wrong = check(but: Self.lookingOn) { source, probe in
      source.send(1)
      source.send(2)
      source.end(.finished)
      let before = probe.notes
      source.send(3)
      source.end(.failure(Boom()))
      if probe.completions != 1 || before.last != "finished" { return "\(before)" }
      return probe.notes == before ? nil : "\(probe.notes) after \(before)"
    }
    #expect(wrong == [])
  }

  @Test func anErrorPassesAsItIs() {
    let wrong = check { source, probe in
      source.send(1)
      source.end(.failure(Boom(number: 3)))
      return probe.completions == 1 && probe.notes.last == "boom 3" ? nil : "\(probe.notes)"
    }
    #expect(wrong == [])
  }

  /// A source that has ended is left alone.
  @Test func cancellingAfterTheEndReachesNobody() {
    var wrong = check { source, probe in
      source.end(.finished)
      probe.cancel()
      return Self.cancels(source) == 0 ? nil : "\(source.notes)"
    }
    wrong += check { source, probe in
      source.send(1)
      source.end(.failure(Boom()))
      probe.cancel()
      return Self.cancels(source) == 0 ? nil : "\(source.notes)"
    }
    #expect(wrong == [])
  }

  @Test func cancellingInsideOfAValue() {
    let wrong = check(but: Self.lookingOn) { source, probe in
      probe.onValue = { [unowned probe] _ in probe.cancel() }
      for value in 1...4 { source.send(value) }
      let expected = probe.values.isEmpty ? 0 : 1
      return probe.values.count == expected && Self.cancels(source) == expected
        ? nil : "\(probe.notes), \(source.notes)"
    }
    #expect(wrong == [])
  }

  /// Cancels when it is given its subscription.
  private final class Shy: Subscriber {
    typealias Input = Int
    typealias Failure = Boom
    var notes: [String] = []
    func receive(subscription: any Subscription) { subscription.cancel() }
    func receive(_ input: Int) -> Subscribers.Demand {
      notes.append("\(input)")
      return .unlimited
    }
    func receive(completion: Subscribers.Completion<Boom>) { notes.append("\(completion)") }
  }

  @Test func whoCancelsAtOnceIsAskedForNothingAndGetsNothing() {
    var wrong: [String] = []
    for (name, apply) in Self.operators where !Self.lookingOn.contains(name) {
      let source = Source<Int, Boom>()
      let shy = Shy()
      apply(source.eraseToAnyPublisher()).subscribe(shy)
      source.send(1)
      source.end(.finished)
      if shy.notes != [] { wrong.append("\(name): \(shy.notes)") }
      if source.notes.drop(while: { $0 != "cancel" }).count > 1 { wrong.append("\(name): \(source.notes)") }
    }
    #expect(wrong == [])
  }

  /// Events are noted as long as there is something to be noted of.
  @Test func eventsEndWithTheStream() {
    var notes: [String] = []
    func watched(_ source: Source<Int, Boom>) -> Probe<Int, Boom> {
      notes = []
      return source.handleEvents(
        receiveOutput: { notes.append("\($0)") },
        receiveCompletion: { notes.append($0 == .finished ? "finished" : "error") },
        receiveCancel: { notes.append("cancel") },
        receiveRequest: { notes.append("\($0)") }
      ).probed()
    }
    let ending = Source<Int, Boom>()
    let first = watched(ending)
    ending.send(1)
    ending.end(.finished)
    first.cancel()
    first.request(.max(1))
    #expect(notes == ["unlimited", "1", "finished"])
    let cancelled = Source<Int, Boom>()
    let second = watched(cancelled)
    second.cancel()
    #expect(notes == ["unlimited", "cancel"])
  }
}
