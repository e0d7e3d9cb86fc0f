import Combine
import Testing

@Suite struct SubjectTests {
  @Test func whoDoesNotWantAValueMissesIt() {
    let subject = PassthroughSubject<Int, Boom>()
    subject.send(0)
    let probe = subject.probed(.max(2))
    for value in 1...4 { subject.send(value) }
    #expect(probe.values == [1, 2])
    probe.request(.max(1))
    #expect(probe.values == [1, 2])
    subject.send(5)
    #expect(probe.values == [1, 2, 5])
    subject.send(completion: .failure(Boom(number: 1)))
    subject.send(6)
    subject.send(completion: .finished)
    #expect(probe.notes == ["subscription", "1", "2", "5", "boom 1"])
    #expect(subject.notes == ["subscription", "boom 1"])
  }

  @Test func demandAddsUp() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = subject.probed(.max(1), more: { $0 < 3 ? .max(2) : .none })
    for value in 1...9 { subject.send(value) }
    // 1, and two more each for the first two.
    #expect(probe.values == [1, 2, 3, 4, 5])
  }

  @Test func everybodyHearsInTheOrderOfSubscribing() {
    let subject = PassthroughSubject<Int, Never>()
    var heard: [String] = []
    let first = subject.sink { heard.append("a\($0)") }
    let second = subject.sink { heard.append("b\($0)") }
    subject.send(1)
    first.cancel()
    subject.send(2)
    #expect(heard == ["a1", "b1", "b2"])
    withExtendedLifetime(second) {}
  }

  @Test func aValueIsKeptForThoseWhoCome() {
    let subject = CurrentValueSubject<Int, Never>(1)
    #expect(subject.notes == ["subscription", "1"])
    subject.value = 2
    #expect(subject.value == 2)
    #expect(subject.notes == ["subscription", "2"])
    subject.send(3)
    let late = subject.probed()
    subject.send(completion: .finished)
    subject.send(4)
    #expect(subject.value == 3)
    #expect(late.notes == ["subscription", "3", "finished"])
    #expect(subject.notes == ["subscription", "finished"])
  }

  @Test func onlyTheLatestValueWaits() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let probe = subject.probed(.none)
    subject.send(2)
    subject.send(3)
    probe.request(.max(1))
    #expect(probe.values == [3])
    probe.request(.max(1))
    #expect(probe.values == [3])
    subject.send(4)
    subject.send(5)
    #expect(probe.values == [3, 4])
    probe.request(.max(1))
    #expect(probe.values == [3, 4, 5])
  }

  @Test func aSubjectThatIsSetWhileItSends() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen: [Int] = []
    let cancellable = subject.sink { value in
      seen.append(value)
      if value == 1 { subject.value = 2 }
    }
    subject.value = 1
    #expect(seen == [0, 1, 2])
    #expect(subject.value == 2)
    cancellable.cancel()
  }

  @Test func cancellingInsideOfAValue() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    var cancellable: AnyCancellable?
    cancellable = subject.sink { value in
      seen.append(value)
      cancellable?.cancel()
    }
    subject.send(1)
    subject.send(2)
    #expect(seen == [1])
  }

  @Test func aSubjectBehindAPublisher() {
    let source = Source<Int, Boom>()
    let subject = PassthroughSubject<Int, Boom>()
    let probe = subject.probed()
    let link = source.subscribe(subject)
    #expect(source.notes == ["unlimited"])
    source.send(1)
    source.end(.failure(Boom()))
    #expect(probe.notes == ["subscription", "1", "boom 0"])
    link.cancel()
  }

  @Test func aLinkToASubjectCanBeCut() {
    let source = Source<Int, Never>()
    let subject = CurrentValueSubject<Int, Never>(0)
    let link = source.subscribe(subject)
    source.send(1)
    #expect(subject.value == 1)
    link.cancel()
    source.send(2)
    #expect(subject.value == 1)
    #expect(source.notes == ["unlimited", "cancel"])
  }

  @Test func aSubjectAsASubscriber() {
    let subject = PassthroughSubject<Int, Never>()
    let probe = subject.probed()
    [1, 2].publisher.subscribe(AnySubscriber(subject))
    #expect(probe.notes == ["subscription", "1", "2", "finished"])
  }

  @Test func aSubjectOfNothing() {
    let subject = PassthroughSubject<Void, Never>()
    let probe = subject.probed()
    subject.send()
    subject.send()
    #expect(probe.values.count == 2)
    var count = 0
    let subscriber = AnySubscriber<Void, Never>(receiveValue: {
      count += 1
      return .none
    })
    #expect(subscriber.receive() == Subscribers.Demand.none)
    #expect(count == 1)
  }

  /// Random sends, requests and subscriptions, against counting by hand.
  @Test func demandIsNeverExceeded() {
    var dice = Dice(7)
    var mismatches: [String] = []
    for run in 0..<50 {
      let subject = PassthroughSubject<Int, Never>()
      let probe = subject.probed(.none)
      var wanted = 0
      var expected: [Int] = []
      for step in 0..<60 {
        if Bool.random(using: &dice) {
          let more = Int.random(in: 0...3, using: &dice)
          wanted += more
          probe.request(.max(more))
        } else {
          if wanted > 0 {
            wanted -= 1
            expected.append(step)
          }
          subject.send(step)
        }
      }
      if probe.values != expected { mismatches.append("run \(run): \(probe.values), expected \(expected)") }
    }
    #expect(mismatches == [])
  }
}
