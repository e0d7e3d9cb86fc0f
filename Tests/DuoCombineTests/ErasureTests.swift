import Combine
import Testing

/// What stays true through erased types, and what subscriptions do at odd moments.
@Suite struct ErasureTests {
  @Test func erasedSubscribersKeepTheirDemand() {
    let source = Source<Int, Boom>()
    let probe = Probe<Int, Boom>(.max(2), more: { $0 == 1 ? .max(3) : .none })
    source.eraseToAnyPublisher().subscribe(AnySubscriber(probe))
    #expect(source.notes == ["max(2)"])
    #expect(source.send(1) == .max(3))
    #expect(source.send(2) == Subscribers.Demand.none)
    source.end(.finished)
    #expect(probe.notes == ["subscription", "1", "2", "finished"])
  }

  @Test func askingForNothingSendsNothing() {
    let probe = [1, 2].publisher.probed(.none)
    probe.request(.none)
    #expect(probe.notes == ["subscription"])
    probe.cancel()
    probe.request(.unlimited)
    #expect(probe.notes == ["subscription"])
  }

  @Test func anythingAfterTheEndIsIgnored() {
    let source = Source<Int, Boom>()
    let probe = source.map { $0 + 1 }.probed()
    source.send(1)
    source.end(.failure(Boom(number: 1)))
    source.send(2)
    source.end(.finished)
    #expect(probe.notes == ["subscription", "2", "boom 1"])
  }

  @Test func aSecondSubscriptionToAnOperator() {
    let first = Source<Int, Never>()
    let second = Source<Int, Never>()
    var upstream: AnySubscriber<Int, Never>?
    struct Catcher: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let take: (AnySubscriber<Int, Never>) -> Void
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        take(AnySubscriber(subscriber))
      }
    }
    let probe = Catcher { upstream = $0 }.map { $0 }.probed()
    if let upstream {
      first.subscribe(upstream)
      second.subscribe(upstream)
    }
    #expect(first.notes == ["unlimited"])
    #expect(second.notes == ["cancel"])
    #expect(probe.notes == ["subscription"])
  }

  @Test func completionsOfTypes() {
    let finished = Subscribers.Completion<Boom>.finished
    let failed = Subscribers.Completion<Boom>.failure(Boom(number: 1))
    #expect(finished == .finished && failed != finished)
    #expect(failed == .failure(Boom(number: 1)) && failed != .failure(Boom(number: 2)))
    #expect(Set([finished, failed, finished]).count == 2)
  }

  @Test func cancellablesAreThemselves() {
    let first = AnyCancellable {}
    let second = AnyCancellable {}
    #expect(first == first)
    #expect(first != second)
    #expect(Set([first, second, first]).count == 2)
    #expect([first, second].firstIndex(of: second) == 1)
  }
}
