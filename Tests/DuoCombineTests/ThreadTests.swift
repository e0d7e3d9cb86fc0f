import Combine
import Foundation
import Synchronization
import Testing

/// Many threads at once: nothing is lost, nothing is sent twice, nobody crashes.
@Suite struct ThreadTests {
  private final class Count: Sendable {
    private let value = Mutex(0)
    func add(_ amount: Int = 1) { value.withLock { $0 += amount } }
    var now: Int { value.withLock { $0 } }
  }

  private static let threads = 4
  private static let each = 500

  @Test func everybodySends() {
    let subject = PassthroughSubject<Int, Never>()
    let count = Count()
    let cancellable = subject.sink { count.add($0) }
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      for _ in 0..<Self.each { subject.send(1) }
    }
    #expect(count.now == Self.threads * Self.each)
    cancellable.cancel()
  }

  @Test func subscribersComeAndGo() {
    let subject = PassthroughSubject<Int, Never>()
    let steady = Count()
    let passing = Count()
    let cancellable = subject.sink { _ in steady.add() }
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for _ in 0..<Self.each {
        if thread == 0 {
          subject.send(1)
        } else {
          subject.sink { _ in passing.add() }.cancel()
        }
      }
    }
    #expect(steady.now == Self.each)
    #expect(passing.now <= Self.each * Self.each)
    cancellable.cancel()
  }

  @Test func theLastValueOfAll() {
    let subject = CurrentValueSubject<Int, Never>(0)
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for index in 0..<Self.each { subject.send(thread * Self.each + index) }
    }
    #expect(subject.value % Self.each == Self.each - 1)
  }

  @Test func theEndComesOnce() {
    for _ in 0..<50 {
      let subject = PassthroughSubject<Int, Never>()
      let ends = Count()
      let cancellable = subject.sink(receiveCompletion: { _ in ends.add() }, receiveValue: { _ in })
      DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in subject.send(completion: .finished) }
      #expect(ends.now == 1)
      cancellable.cancel()
    }
  }

  @Test func cancellingFromAnywhere() {
    for _ in 0..<50 {
      let cancels = Count()
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.handleEvents(receiveCancel: { cancels.add() }).sink { _ in }
      DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in cancellable.cancel() }
      #expect(cancels.now == 1)
    }
  }

  @Test func aFutureIsKeptOnce() {
    for _ in 0..<50 {
      let promises = Mutex<[@Sendable (Int) -> Void]>([])
      let future = Future<Int, Never> { promise in
        let handed = Unchecked(promise)
        promises.withLock { $0.append { handed.value(.success($0)) } }
      }
      let values = Count()
      let ends = Count()
      let cancellable = future.sink(
        receiveCompletion: { _ in ends.add() }, receiveValue: { _ in values.add() })
      let promise = promises.withLock { $0[0] }
      DispatchQueue.concurrentPerform(iterations: Self.threads) { promise($0) }
      #expect(values.now == 1 && ends.now == 1)
      cancellable.cancel()
    }
  }

  @Test func mergedFromManyThreads() {
    let subjects = (0..<Self.threads).map { _ in PassthroughSubject<Int, Never>() }
    let count = Count()
    let ends = Count()
    let cancellable = Publishers.MergeMany(subjects)
      .sink(receiveCompletion: { _ in ends.add() }, receiveValue: { _ in count.add() })
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for index in 0..<Self.each { subjects[thread].send(index) }
      subjects[thread].send(completion: .finished)
    }
    #expect(count.now == Self.threads * Self.each)
    #expect(ends.now == 1)
    cancellable.cancel()
  }

  @Test func pairsFromTwoThreads() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let sums = Mutex<[Int]>([])
    let cancellable = first.zip(second).sink { pair in sums.withLock { $0.append(pair.0 - pair.1) } }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for index in 0..<Self.each { (thread == 0 ? first : second).send(index) }
    }
    // Each thread's values stay in order, so a pair has equal numbers.
    let differences = sums.withLock { $0 }
    #expect(differences.count == Self.each)
    #expect(differences.allSatisfy { $0 == 0 })
    cancellable.cancel()
  }

  @Test func latestFromTwoThreads() {
    let first = CurrentValueSubject<Int, Never>(0)
    let second = CurrentValueSubject<Int, Never>(0)
    let last = Mutex((0, 0))
    let cancellable = first.combineLatest(second).sink { pair in
      last.withLock { $0 = (max($0.0, pair.0), max($0.1, pair.1)) }
    }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for index in 1...Self.each { (thread == 0 ? first : second).send(index) }
    }
    #expect(last.withLock { $0 == (Self.each, Self.each) })
    cancellable.cancel()
  }

  @Test func sharedByManyThreads() {
    let subscriptions = Count()
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.handleEvents(receiveSubscription: { _ in subscriptions.add() }).share()
    let kept = Mutex<[AnyCancellable]>([])
    let count = Count()
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      let cancellable = shared.sink { _ in count.add() }
      kept.withLock { $0.append(cancellable) }
    }
    subject.send(1)
    #expect(subscriptions.now == 1)
    #expect(count.now == Self.threads)
    kept.withLock { $0 = [] }
    subject.send(2)
    #expect(count.now == Self.threads)
  }

  @Test func aPropertyThatManyThreadsSet() {
    final class Model: @unchecked Sendable {
      @Published var level = 0
    }
    let model = Model()
    let count = Count()
    let cancellable = model.$level.dropFirst().sink { _ in count.add() }
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for index in 0..<Self.each { model.level = thread * Self.each + index }
    }
    #expect(count.now == Self.threads * Self.each)
    cancellable.cancel()
  }

  @Test func identifiersAreUnique() {
    let all = Mutex<Set<CombineIdentifier>>([])
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      for _ in 0..<Self.each { all.withLock { _ = $0.insert(CombineIdentifier()) } }
    }
    #expect(all.withLock { $0.count } == Self.threads * Self.each)
  }

  /// `@unchecked`: handed to threads on purpose.
  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
