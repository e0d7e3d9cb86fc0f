import Combine
import Testing

/// Operators with time, against what a script of arrivals means.
@Suite struct TimingTests {
  /// When something arrived: seconds and value.
  private struct Arrival: Equatable, CustomStringConvertible {
    let time: Int
    let value: Int
    var description: String { "\(value)@\(time)" }
  }

  private static func script(_ seed: UInt64) -> [Arrival] {
    var dice = Dice(seed)
    var time = 0
    return (1...12).map { value in
      time += Int.random(in: 0...5, using: &dice)
      return Arrival(time: time, value: value)
    }
  }

  /// Plays a script and notes what comes out, and when.
  private static func play(
    _ script: [Arrival], end: Int? = nil,
    _ make: (PassthroughSubject<Int, Boom>, ManualScheduler) -> AnyPublisher<Int, Boom>
  ) -> (arrivals: [Arrival], end: Int?) {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Boom>()
    var arrivals: [Arrival] = []
    var ended: Int?
    let cancellable = make(subject, scheduler).sink(
      receiveCompletion: { _ in ended = scheduler.time },
      receiveValue: { arrivals.append(Arrival(time: scheduler.time, value: $0)) })
    var times = Set(script.map(\.time))
    if let end { times.insert(end) }
    for time in times.sorted() {
      // What is due by now comes before what arrives now.
      scheduler.run(to: time)
      for item in script where item.time == time { subject.send(item.value) }
      if time == end { subject.send(completion: .finished) }
    }
    scheduler.run(to: 1000)
    withExtendedLifetime(cancellable) {}
    return (arrivals, ended)
  }

  @Test func delayedByALength() {
    var mismatches: [String] = []
    for seed in 0..<20 as Range<UInt64> {
      let script = Self.script(seed)
      let end = script.last!.time + 1
      let result = Self.play(script, end: end) {
        $0.delay(for: .seconds(3), scheduler: $1).eraseToAnyPublisher()
      }
      let expected = script.map { Arrival(time: $0.time + 3, value: $0.value) }
      if result.arrivals != expected || result.end != end + 3 {
        mismatches.append("script \(seed): \(result), expected \(expected)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func movedToAScheduler() {
    let script = Self.script(1)
    let result = Self.play(script, end: 90) { $0.receive(on: $1).eraseToAnyPublisher() }
    #expect(result.arrivals == script)
    #expect(result.end == 90)
  }

  @Test func aValueAfterSilence() {
    var mismatches: [String] = []
    for seed in 0..<30 as Range<UInt64> {
      let script = Self.script(seed)
      let result = Self.play(script) { $0.debounce(for: .seconds(2), scheduler: $1).eraseToAnyPublisher() }
      // A value is sent when nothing came in the two seconds after it; a value at the very end of them is too late to stop it.
      let expected = script.indices.filter { index in
        index == script.count - 1 || script[index + 1].time >= script[index].time + 2
      }.map { Arrival(time: script[$0].time + 2, value: script[$0].value) }
      if result.arrivals != expected {
        mismatches.append("script \(seed): \(result.arrivals), expected \(expected)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func theEndTakesAWaitingValueWithIt() {
    let script = [Arrival(time: 1, value: 1), Arrival(time: 5, value: 2)]
    let result = Self.play(script, end: 6) {
      $0.debounce(for: .seconds(2), scheduler: $1).eraseToAnyPublisher()
    }
    #expect(result.arrivals == [Arrival(time: 3, value: 1)])
    #expect(result.end == 6)
  }

  /// A plain retelling: a window opens with a value, and with what came in it when it closes.
  private static func throttled(_ script: [Arrival], _ interval: Int, latest: Bool) -> [Arrival] {
    var result: [Arrival] = []
    var waiting: Arrival?
    var free = Int.min
    for item in script {
      if let value = waiting, free <= item.time {
        result.append(Arrival(time: free, value: value.value))
        waiting = nil
        free += interval
      }
      if waiting != nil {
        if latest { waiting = item }
      } else if item.time >= free {
        // Several at one time: the scheduler is slower than they are.
        waiting = item
        free = item.time
      } else {
        waiting = item
      }
    }
    if let waiting { result.append(Arrival(time: free, value: waiting.value)) }
    return result
  }

  @Test func atMostOneInALength() {
    var mismatches: [String] = []
    for latest in [false, true] {
      for seed in 0..<30 as Range<UInt64> {
        var dice = Dice(seed)
        var time = 0
        // Different times, so that nothing depends on what is first within one.
        let script = (1...12).map { value in
          time += Int.random(in: 1...5, using: &dice)
          return Arrival(time: time, value: value)
        }
        let result = Self.play(script) {
          $0.throttle(for: .seconds(4), scheduler: $1, latest: latest).eraseToAnyPublisher()
        }
        let expected = Self.throttled(script, 4, latest: latest)
        if result.arrivals != expected {
          mismatches.append("latest \(latest), script \(seed): \(result.arrivals), expected \(expected)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func aThrottleSendsWhatWaitsBeforeTheEnd() {
    let script = [Arrival(time: 1, value: 1), Arrival(time: 2, value: 2), Arrival(time: 3, value: 3)]
    let latest = Self.play(script, end: 4) {
      $0.throttle(for: .seconds(10), scheduler: $1, latest: true).eraseToAnyPublisher()
    }
    #expect(latest.arrivals == [Arrival(time: 1, value: 1), Arrival(time: 11, value: 3)])
    #expect(latest.end == 11)
    let first = Self.play(script, end: 4) {
      $0.throttle(for: .seconds(10), scheduler: $1, latest: false).eraseToAnyPublisher()
    }
    #expect(first.arrivals == [Arrival(time: 1, value: 1), Arrival(time: 11, value: 2)])
    let quiet = Self.play([Arrival(time: 1, value: 1)], end: 20) {
      $0.throttle(for: .seconds(10), scheduler: $1, latest: true).eraseToAnyPublisher()
    }
    #expect(quiet.arrivals == [Arrival(time: 1, value: 1)])
    #expect(quiet.end == 20)
  }

  @Test func subscribingElsewhere() {
    let scheduler = ManualScheduler()
    let source = Source<Int, Never>()
    let probe = source.subscribe(on: scheduler).probed(.max(2))
    #expect(probe.notes == [])
    #expect(source.notes == [])
    scheduler.run(to: 1)
    #expect(probe.notes == ["subscription"])
    #expect(source.notes == ["max(2)"])
    probe.request(.max(3))
    probe.cancel()
    #expect(source.notes == ["max(2)"])
    scheduler.run(to: 2)
    #expect(source.notes == ["max(2)", "max(3)", "cancel"])
  }

  @Test func demandPassesThroughADelay() {
    let scheduler = ManualScheduler()
    let source = Source<Int, Never>()
    let probe = source.delay(for: .seconds(1), scheduler: scheduler).probed(.max(1), more: { _ in .max(4) })
    #expect(source.notes == ["max(1)"])
    #expect(source.send(1) == Subscribers.Demand.none)
    scheduler.run(to: 1)
    #expect(probe.values == [1])
    #expect(source.notes == ["max(1)", "max(4)"])
  }

  @Test func nothingArrivesAfterCancelling() {
    let scheduler = ManualScheduler()
    var mismatches: [String] = []
    let makers: [(String, (Source<Int, Never>) -> AnyPublisher<Int, Never>)] = [
      ("delay", { $0.delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher() }),
      ("receive", { $0.receive(on: scheduler).eraseToAnyPublisher() }),
      ("debounce", { $0.debounce(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher() }),
      (
        "throttle",
        { $0.throttle(for: .seconds(1), scheduler: scheduler, latest: true).eraseToAnyPublisher() }
      ),
    ]
    for (name, make) in makers {
      let source = Source<Int, Never>()
      let probe = make(source).probed()
      source.send(1)
      source.end(.finished)
      probe.cancel()
      scheduler.run(to: scheduler.time + 5)
      if probe.notes != ["subscription"] { mismatches.append("\(name): \(probe.notes)") }
      if source.notes != ["unlimited", "cancel"] { mismatches.append("\(name): \(source.notes)") }
    }
    #expect(mismatches == [])
  }

  @Test func pacedValuesThatNobodyWantsAreLost() {
    let scheduler = ManualScheduler()
    let source = Source<Int, Never>()
    let probe = source.debounce(for: .seconds(1), scheduler: scheduler).probed(.max(1))
    #expect(source.notes == ["unlimited"])
    for value in 1...3 {
      source.send(value)
      scheduler.run(to: scheduler.time + 2)
    }
    #expect(probe.values == [1])
    probe.request(.max(1))
    source.send(4)
    scheduler.run(to: scheduler.time + 2)
    #expect(probe.values == [1, 4])
  }
}
