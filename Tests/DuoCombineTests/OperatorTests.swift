import Combine
import Testing

/// Operators on one publisher, against what Swift's own sequences do.
@Suite struct OperatorTests {
  private typealias Operator = (AnyPublisher<Int, Boom>) -> AnyPublisher<Int, Boom>

  /// Each with its meaning for a list.
  private struct Case {
    let name: String
    let apply: Operator
    let reference: ([Int]) -> [Int]
    init(_ name: String, _ apply: @escaping Operator, _ reference: @escaping ([Int]) -> [Int]) {
      (self.name, self.apply, self.reference) = (name, apply, reference)
    }
  }

  private static var operators: [Case] {
    var list: [Case] = []
    list.append(Case("map", { $0.map { $0 * 2 }.eraseToAnyPublisher() }, { $0.map { $0 * 2 } }))
    list.append(
      Case("map key path", { $0.map(\.byteSwapped).eraseToAnyPublisher() }, { $0.map(\.byteSwapped) }))
    list.append(
      Case("filter", { $0.filter { $0 % 2 == 0 }.eraseToAnyPublisher() }, { $0.filter { $0 % 2 == 0 } }))
    list.append(
      Case(
        "compactMap", { $0.compactMap { $0 > 3 ? $0 + 1 : nil }.eraseToAnyPublisher() },
        { $0.compactMap { $0 > 3 ? $0 + 1 : nil } }))
    list.append(
      Case(
        "removeDuplicates", { $0.removeDuplicates().eraseToAnyPublisher() },
        { list in
          list.enumerated().filter { $0.offset == 0 || list[$0.offset - 1] != $0.element }.map(\.element)
        }))
    list.append(Case("scan", { $0.scan(0, +).eraseToAnyPublisher() }, { sums($0) }))
    list.append(Case("first", { $0.first().eraseToAnyPublisher() }, { Array($0.prefix(1)) }))
    list.append(
      Case(
        "first where", { $0.first { $0 > 4 }.eraseToAnyPublisher() },
        { $0.first { $0 > 4 }.map { [$0] } ?? [] }))
    list.append(Case("last", { $0.last().eraseToAnyPublisher() }, { Array($0.suffix(1)) }))
    list.append(
      Case(
        "last where", { $0.last { $0 > 4 }.eraseToAnyPublisher() }, { $0.last { $0 > 4 }.map { [$0] } ?? [] })
    )
    list.append(Case("prefix 0", { $0.prefix(0).eraseToAnyPublisher() }, { _ in [] }))
    list.append(Case("prefix 3", { $0.prefix(3).eraseToAnyPublisher() }, { Array($0.prefix(3)) }))
    list.append(
      Case("prefix while", { $0.prefix { $0 < 6 }.eraseToAnyPublisher() }, { Array($0.prefix { $0 < 6 }) }))
    list.append(Case("dropFirst", { $0.dropFirst().eraseToAnyPublisher() }, { Array($0.dropFirst()) }))
    list.append(Case("dropFirst 4", { $0.dropFirst(4).eraseToAnyPublisher() }, { Array($0.dropFirst(4)) }))
    list.append(
      Case("drop while", { $0.drop { $0 < 6 }.eraseToAnyPublisher() }, { Array($0.drop { $0 < 6 }) }))
    list.append(
      Case("output at", { $0.output(at: 2).eraseToAnyPublisher() }, { $0.count > 2 ? [$0[2]] : [] }))
    list.append(
      Case("output in", { $0.output(in: 1...2).eraseToAnyPublisher() }, { Array($0.dropFirst().prefix(2)) }))
    list.append(Case("reduce", { $0.reduce(1, +).eraseToAnyPublisher() }, { [$0.reduce(1, +)] }))
    list.append(Case("count", { $0.count().eraseToAnyPublisher() }, { [$0.count] }))
    list.append(Case("collect", { $0.collect().map(\.count).eraseToAnyPublisher() }, { [$0.count] }))
    list.append(
      Case(
        "collect 3", { $0.collect(3).map { $0.reduce(0) { $0 * 100 + $1 } }.eraseToAnyPublisher() },
        { list in
          stride(from: 0, to: list.count, by: 3).map {
            list[$0..<min($0 + 3, list.count)].reduce(0) { $0 * 100 + $1 }
          }
        }))
    list.append(
      Case(
        "contains", { $0.contains(5).map { $0 ? 1 : 0 }.eraseToAnyPublisher() }, { [$0.contains(5) ? 1 : 0] })
    )
    list.append(
      Case("replaceEmpty", { $0.replaceEmpty(with: 99).eraseToAnyPublisher() }, { $0.isEmpty ? [99] : $0 }))
    list.append(
      Case(
        "replaceNil", { $0.map { $0 > 4 ? $0 : nil }.replaceNil(with: 0).eraseToAnyPublisher() },
        { $0.map { $0 > 4 ? $0 : 0 } }))
    list.append(Case("append", { $0.append(7, 8).eraseToAnyPublisher() }, { $0 + [7, 8] }))
    list.append(Case("prepend", { $0.prepend(7, 8).eraseToAnyPublisher() }, { [7, 8] + $0 }))
    list.append(Case("share", { $0.share().eraseToAnyPublisher() }, { $0 }))
    list.append(Case("handleEvents", { $0.handleEvents().eraseToAnyPublisher() }, { $0 }))
    list.append(
      Case(
        "flatMap", { $0.flatMap { [$0, -$0].publisher }.eraseToAnyPublisher() }, { $0.flatMap { [$0, -$0] } })
    )
    list.append(
      Case(
        "flatMap one at a time",
        { $0.flatMap(maxPublishers: .max(1)) { [$0, -$0].publisher }.eraseToAnyPublisher() },
        { $0.flatMap { [$0, -$0] } }))
    list.append(Case("retry", { $0.retry(2).eraseToAnyPublisher() }, { $0 }))
    list.append(Case("catch", { $0.catch { _ in Empty<Int, Boom>() }.eraseToAnyPublisher() }, { $0 }))
    list.append(Case("receive", { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() }, { $0 }))
    list.append(
      Case("subscribe", { $0.subscribe(on: ImmediateScheduler.shared).eraseToAnyPublisher() }, { $0 }))
    return list
  }

  private static func sums(_ list: [Int]) -> [Int] { list.indices.map { list[...$0].reduce(0, +) } }

  private static func lists() -> [[Int]] {
    var dice = Dice(3)
    return (0..<40).map { length in (0..<(length % 9)).map { _ in Int.random(in: 0...9, using: &dice) } }
  }

  @Test func withoutLimits() {
    var mismatches: [String] = []
    for item in Self.operators {
      for list in Self.lists() {
        let probe = item.apply(list.publisher.setFailureType(to: Boom.self).eraseToAnyPublisher()).probed()
        if probe.values != item.reference(list) || probe.notes.last != "finished" || probe.completions != 1 {
          mismatches.append("\(item.name) of \(list): \(probe.notes)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// However demand comes in, no more is sent than is wanted, and in the end the same.
  @Test func withLimits() {
    var dice = Dice(11)
    var mismatches: [String] = []
    // A shared publisher sends to whoever wants it at the time.
    for item in Self.operators where item.name != "share" {
      for list in Self.lists() {
        let probe = item.apply(list.publisher.setFailureType(to: Boom.self).eraseToAnyPublisher()).probed(
          .none)
        var wanted = 0
        for _ in 0..<20 {
          if probe.values.count > wanted {
            mismatches.append("\(item.name) of \(list) sent \(probe.values) for \(wanted)")
          }
          let more = Int.random(in: 1...2, using: &dice)
          wanted += more
          probe.request(.max(more))
        }
        // Of several publishers at once, each may send one value before the first may send its second.
        let isMixed = item.name == "flatMap"
        let (sent, expected) = (probe.values, item.reference(list))
        if (isMixed ? sent.sorted() : sent) != (isMixed ? expected.sorted() : expected)
          || probe.notes.last != "finished" || probe.completions != 1
        {
          mismatches.append("\(item.name) of \(list): \(probe.notes)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// An error passes through what has not ended by itself.
  @Test func errorsPass() {
    let ending: Set<String> = ["first", "prefix 0", "output at", "catch"]
    var mismatches: [String] = []
    for item in Self.operators {
      let subject = PassthroughSubject<Int, Boom>()
      let probe = item.apply(subject.eraseToAnyPublisher()).probed()
      for value in [0, 1, 2] where item.name != "first where" { subject.send(value) }
      subject.send(completion: .failure(Boom(number: 5)))
      let last =
        ending.contains(item.name) || item.name == "output in" || item.name == "prefix 3"
        ? "finished" : "boom 5"
      if probe.notes.last != last { mismatches.append("\(item.name): \(probe.notes)") }
    }
    #expect(mismatches == [])
  }

  /// Cancelling downstream cancels upstream, once.
  @Test func cancellingReachesUpstream() {
    var mismatches: [String] = []
    for item in Self.operators where !["prefix 0", "prepend", "subscribe"].contains(item.name) {
      var count = 0
      let subject = PassthroughSubject<Int, Boom>()
      let probe = item.apply(subject.handleEvents(receiveCancel: { count += 1 }).eraseToAnyPublisher())
        .probed()
      probe.cancel()
      probe.cancel()
      let before = probe.notes
      subject.send(5)
      subject.send(completion: .finished)
      if count != 1 || probe.notes != before { mismatches.append("\(item.name): \(count), \(probe.notes)") }
    }
    #expect(mismatches == [])
  }

  /// State belongs to a subscription, not to the operator.
  @Test func subscribingTwice() {
    var mismatches: [String] = []
    for item in Self.operators where item.name != "share" && item.name != "replaceEmpty" {
      let publisher = item.apply([3, 3, 5, 8].publisher.setFailureType(to: Boom.self).eraseToAnyPublisher())
      _ = publisher.probed()
      let second = publisher.probed()
      if second.values != item.reference([3, 3, 5, 8]) { mismatches.append("\(item.name): \(second.notes)") }
    }
    #expect(mismatches == [])
  }

  @Test func enoughEndsTheStreamAtOnce() {
    let source = Source<Int, Never>()
    let probe = source.first { $0 > 1 }.probed(.max(1))
    #expect(source.notes == ["max(1)"])
    // For a value that is skipped another one is asked for.
    #expect(source.send(1) == .max(1))
    source.send(2)
    #expect(probe.notes == ["subscription", "2", "finished"])
    #expect(source.notes == ["max(1)", "cancel"])
    source.send(3)
    source.end(.finished)
    #expect(probe.notes == ["subscription", "2", "finished"])
  }

  @Test func foldingAsksForEverything() {
    let source = Source<Int, Boom>()
    let probe = source.reduce(0, +).probed(.none)
    #expect(source.notes == [])
    probe.request(.max(1))
    #expect(source.notes == ["unlimited"])
    source.send(3)
    source.send(4)
    source.end(.finished)
    #expect(probe.notes == ["subscription", "7", "finished"])
  }

  @Test func groupsAskForTheirSize() {
    let source = Source<Int, Never>()
    let probe = source.collect(3).probed(.max(2))
    #expect(source.notes == ["max(6)"])
    for value in 1...4 { source.send(value) }
    source.end(.finished)
    #expect(probe.notes == ["subscription", "[1, 2, 3]", "[4]", "finished"])
  }

  @Test func whatThrowsEndsTheStream() {
    let source = Source<Int, Never>()
    let probe = source.tryMap { value -> Int in
      if value == 2 { throw Boom(number: 2) }
      return value * 10
    }.probed()
    source.send(1)
    source.send(2)
    source.send(3)
    #expect(probe.notes == ["subscription", "10", "boom 2"])
    #expect(source.notes == ["unlimited", "cancel"])

    let folded = [1, 2, 3].publisher.tryReduce(0) { sum, value -> Int in
      if value == 3 { throw Boom(number: 3) }
      return sum + value
    }
    #expect(folded.notes == ["subscription", "boom 3"])
    #expect([1, 2].publisher.tryReduce(0) { $0 + $1 }.notes == ["subscription", "3", "finished"])
    #expect(Fail<Int, Boom>(error: Boom()).tryReduce(0, +).notes == ["subscription", "boom 0"])
    #expect(Fail<Int, Boom>(error: Boom()).tryMap { $0 }.notes == ["subscription", "boom 0"])
  }

  @Test func errorsChangeTheirType() {
    let failing = Fail<Int, Boom>(error: Boom(number: 1))
    #expect(failing.mapError { Boom(number: $0.number + 1) }.notes == ["subscription", "boom 2"])
    #expect(Just(1).setFailureType(to: Boom.self).notes == ["subscription", "1", "finished"])
    #expect(
      Just(1).setFailureType(to: Boom.self).assertNoFailure().notes == ["subscription", "1", "finished"])
  }

  @Test func anAssertedErrorStops() async {
    await #expect(processExitsWith: .failure) {
      let cancellable = Fail<Int, Boom>(error: Boom()).assertNoFailure().sink { _ in }
      withExtendedLifetime(cancellable) {}
    }
  }

  @Test func badNumbersStop() async {
    await #expect(processExitsWith: .failure) { _ = [1].publisher.dropFirst(-1) }
    await #expect(processExitsWith: .failure) { _ = [1].publisher.collect(0) }
  }

  @Test func duplicatesByARule() {
    let values = [1, 3, 2, 4, 5].publisher.removeDuplicates { $0 % 2 == $1 % 2 }
    #expect(values.notes == ["subscription", "1", "2", "5", "finished"])
  }

  @Test func ignoringLeavesTheEnd() {
    #expect([1, 2].publisher.ignoreOutput().notes == ["subscription", "finished"])
    #expect([1, 2].publisher.ignoreOutput().probed(.max(1)).notes == ["subscription", "finished"])
    #expect(Fail<Int, Boom>(error: Boom()).ignoreOutput().notes == ["subscription", "boom 0"])
  }

  @Test func containsEndsEarly() {
    let source = Source<Int, Never>()
    let probe = source.contains { $0 > 1 }.probed()
    source.send(1)
    source.send(2)
    #expect(probe.notes == ["subscription", "true", "finished"])
    #expect(source.notes == ["unlimited", "cancel"])
  }

  @Test func eventsAreSeen() {
    var events: [String] = []
    let source = Source<Int, Boom>()
    let watched = source.handleEvents(
      receiveSubscription: { _ in events.append("subscription") },
      receiveOutput: { events.append("value \($0)") },
      receiveCompletion: { events.append("\($0)") },
      receiveCancel: { events.append("cancel") },
      receiveRequest: { events.append("request \($0)") })
    let probe = watched.probed(.max(1), more: { _ in .max(2) })
    source.send(1)
    probe.cancel()
    source.end(.failure(Boom()))
    #expect(
      events == [
        "subscription",
        "request max(1)",
        "value 1",
        "request max(2)",
        "cancel",
        "failure(boom 0)",
      ])
    #expect(source.notes == ["max(1)", "cancel"])
  }

  private final class Pages: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  @Test func printing() {
    let pages = Pages()
    let source = Source<Int, Boom>()
    let probe = source.print("p", to: pages).probed()
    source.send(1)
    probe.cancel()
    source.end(.failure(Boom()))
    let lines = pages.text.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("p: receive subscription: (") == true)
    #expect(
      lines.dropFirst() == [
        "p: request unlimited",
        "p: receive value: (1)",
        "p: receive cancel",
        "p: receive error: (boom 0)",
      ])
    let plain = Pages()
    _ = Just(2).print(to: plain).probed()
    #expect(plain.text.hasSuffix("request unlimited\nreceive value: (2)\nreceive finished\n"))
  }
}
