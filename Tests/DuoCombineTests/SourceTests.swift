import Combine
import Testing

@Suite struct SourceTests {
  @Test func whatIsSentAtOnce() {
    let cases: [(name: String, notes: [String], expected: [String])] = [
      ("Just", Just(1).notes, ["subscription", "1", "finished"]),
      ("Empty", Empty<Int, Never>().notes, ["subscription", "finished"]),
      ("Empty that stays", Empty<Int, Never>(completeImmediately: false).notes, ["subscription"]),
      (
        "Empty of types", Empty(outputType: Int.self, failureType: Boom.self).notes,
        ["subscription", "finished"]
      ),
      ("Fail", Fail<Int, Boom>(error: Boom()).notes, ["subscription", "boom 0"]),
      (
        "Fail of types", Fail(outputType: Int.self, failure: Boom(number: 2)).notes,
        ["subscription", "boom 2"]
      ),
      ("sequence", [1, 2].publisher.notes, ["subscription", "1", "2", "finished"]),
      ("empty sequence", [Int]().publisher.notes, ["subscription", "finished"]),
      ("range", (1...3).publisher.notes, ["subscription", "1", "2", "3", "finished"]),
      ("some", Optional(7).publisher.notes, ["subscription", "7", "finished"]),
      ("none", Int?.none.publisher.notes, ["subscription", "finished"]),
      ("success", Result<Int, Boom>.success(3).publisher.notes, ["subscription", "3", "finished"]),
      ("failure", Result<Int, Boom>.failure(Boom(number: 4)).publisher.notes, ["subscription", "boom 4"]),
      ("Deferred", Deferred { Just(5) }.notes, ["subscription", "5", "finished"]),
    ]
    var mismatches: [String] = []
    for item in cases where item.notes != item.expected { mismatches.append("\(item.name): \(item.notes)") }
    #expect(mismatches == [])
  }

  @Test func valuesWaitUntilTheyAreWanted() {
    let probe = [1, 2, 3].publisher.probed(.none)
    #expect(probe.notes == ["subscription"])
    probe.request(.max(1))
    #expect(probe.notes == ["subscription", "1"])
    probe.request(.max(2))
    #expect(probe.notes == ["subscription", "1", "2", "3", "finished"])
    probe.request(.max(1))
    #expect(probe.completions == 1)
  }

  @Test func askingWhileReceiving() {
    let probe = (1...4).publisher.probed(.max(1))
    #expect(probe.values == [1])
    probe.onValue = { [unowned probe] in if $0 == 2 { probe.request(.max(1)) } }
    probe.request(.max(1))
    // Asked for in the middle, sent after: never one inside the other.
    #expect(probe.values == [1, 2, 3])
    probe.more = { _ in .max(1) }
    probe.request(.max(1))
    #expect(probe.notes.last == "finished")
  }

  @Test func cancellingWhileReceiving() {
    let probe = Probe<Int, Never>()
    probe.onValue = { [unowned probe] in if $0 == 2 { probe.cancel() } }
    (1...4).publisher.subscribe(probe)
    #expect(probe.notes == ["subscription", "1", "2"])
  }

  @Test func everySubscriberHasADeferredPublisherOfItsOwn() {
    var count = 0
    let deferred = Deferred { () -> Just<Int> in
      count += 1
      return Just(count)
    }
    #expect(count == 0)
    #expect(deferred.notes == ["subscription", "1", "finished"])
    #expect(deferred.notes == ["subscription", "2", "finished"])
  }

  @Test func aFutureStartsAtOnceAndKeepsItsResult() {
    var starts = 0
    var promise: Future<Int, Boom>.Promise?
    let future = Future<Int, Boom> {
      starts += 1
      promise = $0
    }
    #expect(starts == 1)
    let early = future.probed()
    let unwilling = future.probed(.none)
    #expect(early.notes == ["subscription"])
    promise?(.success(8))
    promise?(.success(9))
    promise?(.failure(Boom()))
    #expect(early.notes == ["subscription", "8", "finished"])
    #expect(unwilling.notes == ["subscription"])
    unwilling.request(.max(1))
    #expect(unwilling.notes == ["subscription", "8", "finished"])
    #expect(future.notes == ["subscription", "8", "finished"])
    #expect(starts == 1)
  }

  @Test func aFutureFails() {
    let future = Future<Int, Boom> { $0(.failure(Boom(number: 3))) }
    // An error needs nobody to ask for it.
    #expect(future.probed(.none).notes == ["subscription", "boom 3"])
  }

  @Test func aCancelledFutureIsSilent() {
    var promise: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { promise = $0 }
    let probe = future.probed()
    probe.cancel()
    promise?(.success(1))
    #expect(probe.notes == ["subscription"])
  }
}
