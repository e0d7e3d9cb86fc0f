import Combine
import Testing

@Suite struct SubscriberTests {
  private final class Model {
    var value = 0 { didSet { seen.append(value) } }
    var seen: [Int] = []
  }

  @Test func sinkTakesEverythingAndTheEnd() {
    var values: [Int] = []
    var ends: [Subscribers.Completion<Never>] = []
    let cancellable = [1, 2, 3].publisher.sink(
      receiveCompletion: { ends.append($0) },
      receiveValue: { values.append($0) })
    #expect(values == [1, 2, 3])
    #expect(ends == [.finished])
    cancellable.cancel()
    #expect(ends == [.finished])
  }

  @Test func sinkAsksForAllAndCancels() {
    let source = Source<Int, Never>()
    var values: [Int] = []
    let cancellable = source.sink { values.append($0) }
    #expect(source.notes == ["unlimited"])
    source.send(1)
    cancellable.cancel()
    #expect(source.notes == ["unlimited", "cancel"])
    source.send(2)
    #expect(values == [1])
    cancellable.cancel()
    #expect(source.notes == ["unlimited", "cancel"])
  }

  @Test func aSecondSubscriptionIsCancelled() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    let first = Source<Int, Never>()
    let second = Source<Int, Never>()
    first.subscribe(sink)
    second.subscribe(sink)
    #expect(first.notes == ["unlimited"])
    #expect(second.notes == ["cancel"])
  }

  @Test func aCancelledSinkTakesNoSubscription() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    sink.cancel()
    let source = Source<Int, Never>()
    source.subscribe(sink)
    #expect(source.notes == ["cancel"])
  }

  @Test func assignSetsTheProperty() {
    let model = Model()
    let cancellable = [4, 5].publisher.assign(to: \.value, on: model)
    #expect(model.seen == [4, 5])
    cancellable.cancel()
  }

  @Test func assignHoldsItsObjectUntilTheEnd() {
    weak var weakModel: Model?
    let subject = PassthroughSubject<Int, Never>()
    var cancellable: AnyCancellable?
    do {
      let model = Model()
      weakModel = model
      cancellable = subject.assign(to: \.value, on: model)
    }
    subject.send(1)
    #expect(weakModel?.seen == [1])
    subject.send(completion: .finished)
    #expect(weakModel == nil)
    withExtendedLifetime(cancellable) {}
  }

  @Test func assignLetsGoWhenItIsCancelled() {
    weak var weakModel: Model?
    let source = Source<Int, Never>()
    var cancellable: AnyCancellable?
    do {
      let model = Model()
      weakModel = model
      cancellable = source.assign(to: \.value, on: model)
    }
    #expect(weakModel != nil)
    cancellable?.cancel()
    #expect(weakModel == nil)
    #expect(source.notes == ["unlimited", "cancel"])
  }

  @Test func assignTakesOneSubscription() {
    let assign = Subscribers.Assign(object: Model(), keyPath: \Model.value)
    let first = Source<Int, Never>()
    let second = Source<Int, Never>()
    first.subscribe(assign)
    second.subscribe(assign)
    #expect(first.notes == ["unlimited"])
    #expect(second.notes == ["cancel"])
  }

  @Test func aCancellableEndsOnceAndWithItsLastReference() {
    var count = 0
    var cancellable: AnyCancellable? = AnyCancellable { count += 1 }
    cancellable?.cancel()
    cancellable?.cancel()
    #expect(count == 1)
    cancellable = nil
    #expect(count == 1)
    cancellable = AnyCancellable { count += 10 }
    cancellable = nil
    #expect(count == 11)
  }

  @Test func storing() {
    var count = 0
    var set: Set<AnyCancellable> = []
    var list: [AnyCancellable] = []
    AnyCancellable { count += 1 }.store(in: &set)
    AnyCancellable { count += 10 }.store(in: &list)
    let other: any Cancellable = AnyCancellable { count += 100 }
    other.store(in: &set)
    other.store(in: &list)
    #expect(count == 0)
    #expect(set.count == 2 && list.count == 2)
    set.removeAll()
    #expect(count == 101)
    list.removeAll()
    #expect(count == 111)
  }

  @Test func closuresOfASubscriber() {
    var notes: [String] = []
    let subscriber = AnySubscriber<Int, Boom>(
      receiveSubscription: { subscription in
        notes.append("subscription")
        subscription.request(.max(1))
      },
      receiveValue: { value in
        notes.append("\(value)")
        return value == 1 ? .max(1) : .none
      },
      receiveCompletion: { notes.append("\($0)") })
    let subject = PassthroughSubject<Int, Boom>()
    subject.subscribe(subscriber)
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .failure(Boom(number: 1)))
    #expect(notes == ["subscription", "1", "2", "failure(boom 1)"])
    let quiet = AnySubscriber<Int, Never>()
    #expect(quiet.receive(1) == Subscribers.Demand.none)
    #expect(AnySubscriber(quiet).combineIdentifier == quiet.combineIdentifier)
  }

  @Test func erasingKeepsWhatIsSent() {
    let erased = [1, 2].publisher.map { $0 * 2 }.eraseToAnyPublisher()
    #expect(erased.notes == ["subscription", "2", "4", "finished"])
    #expect(AnyPublisher(erased).notes == ["subscription", "2", "4", "finished"])
    #expect("\(erased)" == "AnyPublisher")
  }

  @Test func identifiers() {
    let object = Model()
    #expect(CombineIdentifier(object) == CombineIdentifier(object))
    #expect(CombineIdentifier() != CombineIdentifier())
    #expect(Subscriptions.empty.combineIdentifier != CombineIdentifier(object))
    Subscriptions.empty.request(.unlimited)
    Subscriptions.empty.cancel()
    #expect(CombineIdentifier(object).description.hasPrefix("0x"))
  }
}
