import Combine
import Testing

@Suite struct SharingTests {
  @Test func nothingIsSentBeforeConnecting() {
    let source = Source<Int, Never>()
    let multicast = source.multicast(subject: PassthroughSubject())
    let first = multicast.probed()
    let second = multicast.probed(.max(1))
    #expect(source.notes == [])
    let connection = multicast.connect()
    #expect(source.notes == ["unlimited"])
    source.send(1)
    source.send(2)
    #expect(first.values == [1, 2])
    #expect(second.values == [1])
    connection.cancel()
    source.send(3)
    #expect(first.values == [1, 2])
    #expect(source.notes == ["unlimited", "cancel"])
  }

  @Test func theSubjectIsMadeOnce() {
    var count = 0
    let source = Source<Int, Never>()
    let multicast = source.multicast { () -> CurrentValueSubject<Int, Never> in
      count += 1
      return CurrentValueSubject(0)
    }
    #expect(count == 0)
    _ = multicast.probed()
    let probe = multicast.probed()
    #expect(count == 1)
    #expect(probe.values == [0])
  }

  @Test func connectedWithTheFirstAndCutWithTheLast() {
    let source = Source<Int, Never>()
    let shared = source.multicast(subject: PassthroughSubject()).autoconnect()
    let first = shared.probed()
    #expect(source.notes == ["unlimited"])
    let second = shared.probed()
    #expect(source.notes == ["unlimited"])
    source.send(1)
    first.cancel()
    source.send(2)
    #expect(source.notes == ["unlimited"])
    second.cancel()
    #expect(source.notes == ["unlimited", "cancel"])
    #expect(first.values == [1])
    #expect(second.values == [1, 2])
    // Somebody else connects again.
    let third = shared.probed()
    #expect(source.notes == ["unlimited", "cancel", "unlimited"])
    source.send(3)
    #expect(third.values == [3])
  }

  @Test func oneSubscriptionForAll() {
    var subscriptions = 0
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.handleEvents(receiveSubscription: { _ in subscriptions += 1 }).share()
    let probes = (0..<3).map { _ in shared.probed() }
    subject.send(1)
    subject.send(completion: .finished)
    #expect(subscriptions == 1)
    #expect(probes.map(\.notes) == Array(repeating: ["subscription", "1", "finished"], count: 3))
    #expect(shared == shared)
    #expect(shared != subject.handleEvents(receiveSubscription: { _ in }).share())
  }

  @Test func aPublisherThatEndsAtOnce() {
    let shared = [1, 2].publisher.share()
    #expect(shared.notes == ["subscription", "1", "2", "finished"])
    // What it sent is gone.
    #expect(shared.notes == ["subscription", "finished"])
  }
}
