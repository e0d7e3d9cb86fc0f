import Combine
import Foundation
import Testing

@Suite struct PublishedTests {
  private class Camera: ObservableObject {
    @Published var zoom = 1
    @Published private(set) var name: String?
    var plain = 0

    func rename(_ name: String?) { self.name = name }
  }

  private final class FrontCamera: Camera {
    @Published var isMirrored = true
  }

  @Test func thePresentValueThenEachNewOne() {
    let camera = Camera()
    var seen: [Int] = []
    let cancellable = camera.$zoom.sink { seen.append($0) }
    camera.zoom = 2
    camera.zoom = 2
    camera.zoom += 3
    #expect(seen == [1, 2, 2, 5])
    cancellable.cancel()
    camera.zoom = 9
    #expect(seen == [1, 2, 2, 5])
    #expect(camera.zoom == 9)
  }

  @Test func subscribersHearBeforeThePropertyChanges() {
    let camera = Camera()
    var pairs: [[Int]] = []
    let cancellable = camera.$zoom.sink { pairs.append([$0, camera.zoom]) }
    camera.zoom = 4
    #expect(pairs == [[1, 1], [4, 1]])
    cancellable.cancel()
  }

  @Test func demandOfAProperty() {
    let camera = Camera()
    let probe = camera.$zoom.probed(.max(1))
    camera.zoom = 2
    camera.zoom = 3
    #expect(probe.values == [1])
    probe.request(.max(2))
    #expect(probe.values == [1, 3])
    camera.zoom = 4
    #expect(probe.values == [1, 3, 4])
  }

  @Test func objectsTellBeforeTheyChange() {
    let camera = FrontCamera()
    var zooms: [Int] = []
    let cancellable = camera.objectWillChange.sink { zooms.append(camera.zoom) }
    camera.zoom = 2
    camera.plain = 1
    camera.isMirrored = false
    camera.rename("front")
    // Inherited properties tell too; plain ones do not.
    #expect(zooms == [1, 2, 2])
    cancellable.cancel()
  }

  @Test func anObjectHasOnePublisherOfItsOwn() {
    let camera = Camera()
    #expect(camera.objectWillChange === camera.objectWillChange)
    #expect(camera.objectWillChange !== Camera().objectWillChange)
    let addresses = (0..<100).map { _ in ObjectIdentifier(Camera().objectWillChange) }
    #expect(addresses.count == 100)
  }

  private final class ByHand: ObservableObject {
    var value = 0 { willSet { objectWillChange.send() } }
  }

  private final class OwnPublisher: ObservableObject {
    let objectWillChange = PassthroughSubject<Int, Never>()
    var value = 0 { willSet { objectWillChange.send(newValue) } }
  }

  @Test func objectsThatTellByThemselves() {
    let byHand = ByHand()
    var count = 0
    let first = byHand.objectWillChange.sink { count += 1 }
    byHand.value = 1
    byHand.value = 2
    #expect(count == 2)
    let own = OwnPublisher()
    var values: [Int] = []
    let second = own.objectWillChange.sink { values.append($0) }
    own.value = 7
    #expect(values == [7])
    withExtendedLifetime((first, second)) {}
  }

  @Test func assigningToAPropertyNeedsNothingToBeKept() {
    let subject = PassthroughSubject<Int, Never>()
    weak var weakCamera: Camera?
    do {
      let camera = Camera()
      weakCamera = camera
      var changes = 0
      let cancellable = camera.objectWillChange.sink { changes += 1 }
      subject.assign(to: &camera.$zoom)
      subject.send(6)
      #expect(camera.zoom == 6)
      #expect(changes == 1)
      cancellable.cancel()
    }
    // The assignment does not keep the object.
    #expect(weakCamera == nil)
    subject.send(7)
  }

  @Test func anAssignmentEndsWithTheProperty() {
    let source = Source<Int, Never>()
    do {
      let camera = Camera()
      source.assign(to: &camera.$zoom)
      #expect(source.notes == ["unlimited"])
    }
    #expect(source.notes == ["unlimited", "cancel"])
  }

  @Test func onePropertyIntoAnother() {
    let first = Camera()
    let second = Camera()
    first.$zoom.map { $0 * 10 }.assign(to: &second.$zoom)
    #expect(second.zoom == 10)
    first.zoom = 3
    #expect(second.zoom == 30)
  }

  /// As a capture service does, whose state a view model follows.
  private actor Service {
    @Published private(set) var activity = "idle"
    @Published private(set) var level = 0

    func work(_ name: String) { activity = name }

    func follow(_ publisher: some Publisher<Int, Never>) { publisher.assign(to: &$level) }
  }

  @Test func propertiesOfAnActor() async {
    let service = Service()
    var iterator = await service.$activity.values.makeAsyncIterator()
    #expect(await iterator.next() == "idle")
    await service.work("photo")
    #expect(await iterator.next() == "photo")
    await service.work("movie")
    await service.work("done")
    #expect(await iterator.next() == "done")
    let level = await service.level
    #expect(level == 0)
  }

  @Test func anActorFollowsAPublisher() async {
    let service = Service()
    await service.follow(Just(3))
    let level = await service.level
    #expect(level == 3)
  }

  @MainActor
  private final class ViewModel: ObservableObject {
    @Published var title = "a"
    private var cancellables: Set<AnyCancellable> = []
    var log: [String] = []

    init() { $title.dropFirst().sink { [weak self] in self?.log.append($0) }.store(in: &cancellables) }
  }

  @Test @MainActor func aModelOfTheMainActor() {
    let model = ViewModel()
    var changes = 0
    let cancellable = model.objectWillChange.sink { changes += 1 }
    model.title = "b"
    model.title = "c"
    #expect(model.log == ["b", "c"])
    #expect(changes == 2)
    cancellable.cancel()
  }

  private final class Explicit {
    @Published(initialValue: 5) var number: Int
  }

  @Test func anInitialValue() {
    let object = Explicit()
    #expect(object.number == 5)
    #expect(object.$number.probed().values == [5])
  }
}
