import Combine
import Testing

@Suite struct AsyncTests {
  @Test func everyValueOfASequence() async {
    var values: [Int] = []
    for await value in [1, 2, 3].publisher.values { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func anErrorIsThrownOnce() async {
    let publisher = [1, 2].publisher.setFailureType(to: Boom.self).append(Fail(error: Boom(number: 4)))
    var values: [Int] = []
    do {
      for try await value in publisher.values { values.append(value) }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error as? Boom == Boom(number: 4))
    }
    #expect(values == [1, 2])
  }

  @Test func oneValueIsAskedForAtATime() async {
    let source = Source<Int, Never>()
    var iterator = source.values.makeAsyncIterator()
    #expect(source.notes == [])
    source.send(1)
    let subject = CurrentValueSubject<Int, Never>(5)
    var other = subject.values.makeAsyncIterator()
    #expect(await other.next() == 5)
    subject.value = 6
    subject.value = 7
    // Between two calls only the latest is kept, by the subject.
    #expect(await other.next() == 7)
    subject.send(completion: .finished)
    #expect(await other.next() == nil)
    #expect(await other.next() == nil)
    source.end(.finished)
    #expect(await iterator.next() == nil)
  }

  @Test func aSleepingLoopIsWoken() async {
    let subject = PassthroughSubject<Int, Never>()
    let (started, starter) = AsyncStream<Void>.makeStream()
    let watched = subject.handleEvents(receiveRequest: { _ in starter.yield() })
    let stream = UncheckedBox(watched.values)
    let task = Task {
      var values: [Int] = []
      for await value in stream.value { values.append(value) }
      return values
    }
    var asked = started.makeAsyncIterator()
    for value in 1...3 {
      await asked.next()
      subject.send(value)
    }
    await asked.next()
    subject.send(completion: .finished)
    #expect(await task.value == [1, 2, 3])
  }

  @Test func cancellingTheTaskEndsTheLoop() async {
    let (events, note) = AsyncStream<String>.makeStream()
    let subject = PassthroughSubject<Int, Never>()
    let watched = subject.handleEvents(
      receiveCancel: { note.yield("cancel") }, receiveRequest: { _ in note.yield("request") })
    let stream = UncheckedBox(watched.values)
    let task = Task {
      for await _ in stream.value {}
      return "over"
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == "request")
    task.cancel()
    #expect(await iterator.next() == "cancel")
    #expect(await task.value == "over")
  }

  @Test func leavingTheLoopCancels() async {
    let source = CurrentValueSubject<Int, Never>(1)
    var isCancelled = false
    for await _ in source.handleEvents(receiveCancel: { isCancelled = true }).values { break }
    #expect(isCancelled)
  }

  /// `@unchecked`: handed to one task and not used again.
  private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
