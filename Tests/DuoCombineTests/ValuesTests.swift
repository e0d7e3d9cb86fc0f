import Combine
import Synchronization
import Testing

/// `values` of publishers, and properties of classes and actors that are looped over.
@Suite struct ValuesTests {
  private static func all<P: Publisher>(_ publisher: P) async -> [P.Output] where P.Failure == Never {
    var list: [P.Output] = []
    for await value in publisher.values { list.append(value) }
    return list
  }

  @Test func chainsGiveWhatListsGive() async {
    var mismatches: [String] = []
    for count in [0, 1, 2, 7] {
      let list = Array(Array(1...9).prefix(count))
      let reversed = Array(list.reversed())
      let publisher = list.publisher
      let found: [[Int]] = [
        await Self.all(publisher.filter { $0 % 2 == 1 }),
        await Self.all(publisher.merge(with: Empty())),
        await Self.all(publisher.flatMap(maxPublishers: .max(1)) { [$0, -$0].publisher }),
        await Self.all(publisher.collect(2).map { $0.reduce(0, +) }),
        await Self.all(publisher.zip(reversed.publisher) { $0 * 10 + $1 }),
        await Self.all(publisher.append(0).dropFirst()),
        await Self.all(publisher.scan(0, +).last()),
      ]
      let pairs = stride(from: 0, to: count, by: 2).map { list.dropFirst($0).prefix(2).reduce(0, +) }
      let expected: [[Int]] = [
        list.filter { $0 % 2 == 1 },
        list,
        list.flatMap { [$0, -$0] },
        pairs,
        zip(list, reversed).map { $0 * 10 + $1 },
        Array((list + [0]).dropFirst()),
        count == 0 ? [] : [list.reduce(0, +)],
      ]
      if found != expected { mismatches.append("\(count): \(found), expected \(expected)") }
    }
    #expect(mismatches == [])
  }

  @Test func everyLoopHasASubscriptionOfItsOwn() async {
    var subscriptions = 0
    let publisher = [1, 2].publisher.handleEvents(receiveSubscription: { _ in subscriptions += 1 })
    let values = publisher.values
    #expect(subscriptions == 0)
    var first = values.makeAsyncIterator()
    var second = values.makeAsyncIterator()
    let found = [await first.next(), await first.next(), await second.next(), await first.next()]
    #expect(found == [1, 2, 1, nil])
    #expect(await second.next() == 2)
    #expect(subscriptions == 2)
  }

  @Test func asMuchIsAskedForAsIsAwaited() async {
    var requests: [String] = []
    let publisher = (1...3).publisher.handleEvents(receiveRequest: { requests.append("\($0)") })
    var iterator = publisher.values.makeAsyncIterator()
    #expect(requests == [])
    _ = await iterator.next()
    #expect(requests == ["max(1)"])
    _ = await iterator.next()
    _ = await iterator.next()
    #expect(requests == Array(repeating: "max(1)", count: 3))
  }

  @Test func anErrorIsThrownAfterTheValuesAndThenNothing() async throws {
    let publisher = (1...5).publisher.tryMap { value -> Int in
      if value == 3 { throw Boom(number: value) }
      return value * 10
    }
    var iterator = publisher.values.makeAsyncIterator()
    #expect(try await iterator.next() == 10)
    #expect(try await iterator.next() == 20)
    do {
      _ = try await iterator.next()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error as? Boom == Boom(number: 3))
    }
    #expect(try await iterator.next() == nil)
  }

  private class Base: ObservableObject {
    @Published var level = 1
    @Published var names: [String] = [] {
      didSet { changes.append("\(oldValue) to \(names)") }
    }
    var changes: [String] = []
  }

  private final class Derived: Base {
    @Published var zoom = 1.0
  }

  @Test func aPropertysLoopStartsWithItsValue() async {
    let model = Base()
    var iterator = model.$level.values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    model.level = 2
    model.level = 3
    // What was set between two turns is the latest.
    #expect(await iterator.next() == 3)
  }

  @Test func propertiesOfASubclassAnnounceToo() {
    let model = Derived()
    var notes: [String] = []
    let watching = model.objectWillChange.sink { notes.append("\(model.level) \(model.zoom)") }
    model.level = 5
    model.zoom = 2
    model.level = 6
    // Each time before the change.
    #expect(notes == ["1 1.0", "5 1.0", "5 2.0"])
    watching.cancel()
    model.zoom = 3
    #expect(notes.count == 3)
  }

  @Test func changingInPlaceSetsOnce() {
    let model = Base()
    var order: [String] = []
    let values = model.$names.sink { order.append("\($0)") }
    let object = model.objectWillChange.sink { order.append("will") }
    model.names.append("a")
    model.names[0] += "b"
    #expect(order == ["[]", "will", "[\"a\"]", "will", "[\"ab\"]"])
    #expect(model.changes == ["[] to [\"a\"]", "[\"a\"] to [\"ab\"]"])
    withExtendedLifetime((values, object)) {}
  }

  /// A camera as an actor, as Apple's sample has it.
  private actor Camera {
    @Published private(set) var isRunning = false
    @Published private(set) var count = 0
    private var frames = PassthroughSubject<Int, Never>()

    func start() {
      isRunning = true
      frames.scan(0) { sum, _ in sum + 1 }.assign(to: &$count)
    }

    func take(_ frame: Int) { frames.send(frame) }

    func stop() {
      frames.send(completion: .finished)
      isRunning = false
    }
  }

  @Test func anActorsPropertiesCombined() async {
    let camera = Camera()
    let seen = Mutex<[String]>([])
    let (running, count) = (await camera.$isRunning, await camera.$count)
    let watching = running.combineLatest(count) { "\($0) \($1)" }.removeDuplicates()
      .sink { state in seen.withLock { $0.append(state) } }
    await camera.start()
    for frame in 0..<3 { await camera.take(frame) }
    await camera.stop()
    await camera.take(9)
    #expect(
      seen.withLock { $0 } == ["false 0", "true 0", "true 1", "true 2", "true 3", "false 3"])
    #expect(await camera.count == 3)
    watching.cancel()
  }
}
