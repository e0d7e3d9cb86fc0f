import DuoFoundation
import Testing

@Suite struct NotificationSequenceTests {
  private static let name = Notification.Name("DuoFoundationTests.happened")

  @Test func deliversInOrderAndKeepsWhatArrivesMeanwhile() async {
    let center = NotificationCenter()
    var iterator = center.notifications(named: Self.name).makeAsyncIterator()
    for number in 1...3 { center.post(name: Self.name, object: nil, userInfo: ["number": number]) }
    var numbers: [Int] = []
    for _ in 1...3 { numbers.append(await iterator.next()?.userInfo?["number"] as? Int ?? -1) }
    #expect(numbers == [1, 2, 3])
  }

  @Test func filtersBySenderAndName() async {
    let center = NotificationCenter()
    let (mine, other) = (NSObject(), NSObject())
    var iterator = center.notifications(named: Self.name, object: mine).makeAsyncIterator()
    center.post(name: Self.name, object: other)
    center.post(name: Notification.Name("DuoFoundationTests.else"), object: mine)
    center.post(name: Self.name, object: mine, userInfo: ["hit": true])
    #expect(await iterator.next()?.userInfo?["hit"] as? Bool == true)
  }

  /// The form AVCam uses: a task on the main actor that reads a value out of each notification.
  @MainActor @Test func worksOnTheMainActorAndEndsWhenCancelled() async {
    let center = NotificationCenter()
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task { @MainActor in
      var sum = 0
      let numbers = center.notifications(named: Self.name).compactMap { $0.userInfo?["number"] as? Int }
      var iterator = numbers.makeAsyncIterator()
      start.yield()
      while let number = await iterator.next() {
        sum += number
        start.yield()
      }
      return sum
    }
    var steps = started.makeAsyncIterator()
    await steps.next()
    center.post(name: Self.name, object: nil, userInfo: ["number": 4])
    await steps.next()
    task.cancel()
    #expect(await task.value == 4)
  }
}
