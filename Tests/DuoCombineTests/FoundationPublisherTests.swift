import Combine
import DuoFoundation
import Testing

/// A class whose changes are announced, as the frameworks' are.
private final class Lamp: NSObject, KeyValueObservable {
  static var observableKeyPaths: [PartialKeyPath<Lamp>] { [\.level] }
  typealias ObservedRoot = Lamp
  private var stored = 1

  var level: Int {
    get { stored }
    set { changing(\.level) { stored = newValue } }
  }
}

@Suite struct FoundationPublisherTests {
  @Test func notifications() {
    let center = NotificationCenter()
    let name = Notification.Name("lamp")
    let lamp = Lamp()
    var all: [String] = []
    var own: [String] = []
    let first = center.publisher(for: name).sink { all.append("\($0.userInfo?["n"] ?? "-")") }
    let second = center.publisher(for: name, object: lamp).sink { own.append("\($0.userInfo?["n"] ?? "-")") }
    center.post(name: name, object: nil, userInfo: ["n": 1])
    center.post(name: name, object: lamp, userInfo: ["n": 2])
    center.post(name: Notification.Name("other"), object: lamp)
    first.cancel()
    center.post(name: name, object: lamp)
    #expect(all == ["1", "2"])
    #expect(own == ["2", "-"])
    second.cancel()
  }

  @Test func notificationsThatNobodyWantsAreLost() {
    let center = NotificationCenter()
    let name = Notification.Name("lamp")
    let publisher = center.publisher(for: name)
    #expect(publisher.name == name && publisher.center === center && publisher.object == nil)
    let probe = publisher.probed(.max(1))
    for _ in 0..<3 { center.post(name: name, object: nil) }
    #expect(probe.values.count == 1)
    probe.request(.max(1))
    center.post(name: name, object: nil)
    #expect(probe.values.count == 2)
  }

  @Test func aPropertyNowAndWhenItChanges() {
    let lamp = Lamp()
    let probe = lamp.publisher(for: \.level).probed()
    lamp.level = 2
    lamp.level = 3
    #expect(probe.values == [1, 2, 3])
    probe.cancel()
    lamp.level = 4
    #expect(probe.values == [1, 2, 3])
  }

  @Test func optionsOfAProperty() {
    let lamp = Lamp()
    let changes = lamp.publisher(for: \.level, options: [.new]).probed()
    let both = lamp.publisher(for: \.level, options: [.prior]).probed()
    lamp.level = 5
    #expect(changes.values == [5])
    #expect(both.values == [1, 5])
  }

  @Test func theLatestValueWaitsUntilItIsWanted() {
    let lamp = Lamp()
    let probe = lamp.publisher(for: \.level).probed(.none)
    lamp.level = 2
    lamp.level = 3
    #expect(probe.values == [])
    probe.request(.max(1))
    #expect(probe.values == [3])
    lamp.level = 4
    probe.request(.max(1))
    #expect(probe.values == [3, 4])
  }
}
