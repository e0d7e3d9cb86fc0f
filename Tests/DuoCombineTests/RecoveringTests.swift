import Combine
import Testing

@Suite struct RecoveringTests {
  /// Sends 1, 2 and so on, and fails after so many; a new try counts up.
  private final class Tries {
    var count = 0
    func publisher(failing times: Int) -> AnyPublisher<Int, Boom> {
      Deferred { [self] () -> AnyPublisher<Int, Boom> in
        count += 1
        let values = [count * 10 + 1, count * 10 + 2].publisher.setFailureType(to: Boom.self)
        if count > times { return values.eraseToAnyPublisher() }
        return values.append(Fail(error: Boom(number: count))).eraseToAnyPublisher()
      }.eraseToAnyPublisher()
    }
  }

  @Test func tryingAgain() {
    let cases: [(retries: Int, failures: Int, expected: [String])] = [
      (0, 0, ["11", "12", "finished"]),
      (0, 1, ["11", "12", "boom 1"]),
      (1, 1, ["11", "12", "21", "22", "finished"]),
      (1, 2, ["11", "12", "21", "22", "boom 2"]),
      (3, 2, ["11", "12", "21", "22", "31", "32", "finished"]),
    ]
    var mismatches: [String] = []
    for item in cases {
      let notes = Tries().publisher(failing: item.failures).retry(item.retries).notes
      if notes != ["subscription"] + item.expected { mismatches.append("\(item): \(notes)") }
    }
    #expect(mismatches == [])
  }

  @Test func everySubscriberHasItsOwnTries() {
    let publisher = Fail<Int, Boom>(error: Boom()).retry(2)
    var count = 0
    let counted = Deferred { () -> Fail<Int, Boom> in
      count += 1
      return Fail(error: Boom())
    }.retry(2)
    _ = counted.probed()
    _ = counted.probed()
    #expect(count == 6)
    #expect(publisher.notes == ["subscription", "boom 0"])
  }

  @Test func anotherPublisherAfterAnError() {
    let publisher = Tries().publisher(failing: 1).catch { [$0.number, 7].publisher }
    #expect(publisher.notes == ["subscription", "11", "12", "1", "7", "finished"])
    let failing = Fail<Int, Boom>(error: Boom()).catch { Fail<Int, Boom>(error: Boom(number: $0.number + 1)) }
    #expect(failing.notes == ["subscription", "boom 1"])
    let good = [1].publisher.setFailureType(to: Boom.self)
    #expect(good.catch { _ in Just(2) }.notes == ["subscription", "1", "finished"])
  }

  @Test func whatIsStillWantedIsAskedOfTheNextOne() {
    let first = Source<Int, Boom>()
    let second = Source<Int, Never>()
    let probe = first.catch { _ in second }.probed(.max(3), more: { $0 == 1 ? .max(1) : .none })
    #expect(first.notes == ["max(3)"])
    first.send(1)
    first.end(.failure(Boom()))
    #expect(second.notes == ["max(3)"])
    second.send(2)
    probe.request(.max(5))
    #expect(second.notes == ["max(3)", "max(5)"])
    probe.cancel()
    #expect(second.notes == ["max(3)", "max(5)", "cancel"])
    #expect(first.notes == ["max(3)"])
    second.send(3)
    #expect(probe.notes == ["subscription", "1", "2"])
  }

  @Test func aHandlerThatThrows() {
    let publisher = Fail<Int, Boom>(error: Boom(number: 1))
    let passing = publisher.tryCatch { error -> Just<Int> in Just(error.number) }
    #expect(passing.notes == ["subscription", "1", "finished"])
    let throwing = publisher.tryCatch { error -> Just<Int> in throw Boom(number: 9) }
    #expect(throwing.notes == ["subscription", "boom 9"])
    let failing = publisher.tryCatch { _ in Fail<Int, Boom>(error: Boom(number: 4)) }
    #expect(failing.notes == ["subscription", "boom 4"])
    let good = Just(3).setFailureType(to: Boom.self).tryCatch { _ in Just(4) }
    #expect(good.notes == ["subscription", "3", "finished"])
  }

  @Test func aValueForAnError() {
    let probe = Tries().publisher(failing: 1).replaceError(with: 0).probed(.max(2))
    #expect(probe.notes == ["subscription", "11", "12"])
    probe.request(.max(1))
    #expect(probe.notes == ["subscription", "11", "12", "0", "finished"])
    #expect(
      Just(1).setFailureType(to: Boom.self).replaceError(with: 0).notes == ["subscription", "1", "finished"])
  }

  @Test func aValueForNone() {
    let probe = Empty<Int, Never>().replaceEmpty(with: 5).probed(.none)
    #expect(probe.notes == ["subscription"])
    probe.request(.max(1))
    #expect(probe.notes == ["subscription", "5", "finished"])
    #expect(Fail<Int, Boom>(error: Boom()).replaceEmpty(with: 5).notes == ["subscription", "boom 0"])
  }

  @Test func oneAfterTheOther() {
    let first = Source<Int, Boom>()
    let second = Source<Int, Boom>()
    let probe = first.append(second).probed()
    #expect(second.notes == [])
    first.send(1)
    first.end(.finished)
    second.send(2)
    second.end(.failure(Boom(number: 2)))
    #expect(probe.notes == ["subscription", "1", "2", "boom 2"])
    let failed = Source<Int, Boom>()
    let unheard = Source<Int, Boom>()
    let other = failed.append(unheard).probed()
    failed.end(.failure(Boom(number: 1)))
    #expect(other.notes == ["subscription", "boom 1"])
    #expect(unheard.notes == [])
    #expect(Just(3).prepend(Just(1).append(2)).notes == ["subscription", "1", "2", "3", "finished"])
  }

  @Test func cancellingBeforeTheNextOne() {
    let first = Source<Int, Never>()
    let second = Source<Int, Never>()
    let probe = first.append(second).probed()
    probe.cancel()
    first.end(.finished)
    #expect(first.notes == ["unlimited", "cancel"])
    #expect(second.notes == [])
    #expect(probe.notes == ["subscription"])
  }
}
