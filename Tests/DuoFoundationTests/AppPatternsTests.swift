import DuoFoundation
import Synchronization
import Testing

/// The ways in which real camera apps observe: from an actor, from a main-actor controller, by subclass.
@Suite struct AppPatternsTests {
  @Test func anActorObservesAndHopsBack() async {
    let source = Source()
    let service = Service(source: source)
    await service.start()
    source.turn(to: 90)
    source.turn(to: 180)
    await service.waitFor(3)
    #expect(await service.angles.sorted() == [0, 90, 180])
  }

  @MainActor @Test func aControllerObservesOnTheMainActor() {
    let source = Source()
    let controller = Controller(source: source)
    source.turn(to: 270)
    #expect(controller.titles == ["0.0", "270.0"])
    controller.observation = nil
    source.turn(to: 0)
    #expect(controller.titles.count == 2)
  }

  @Test func theObserverGetsTheTypeItObserves() {
    let source = SpecialSource()
    let seen = Mutex<[String]>([])
    let observation = source.observe(\.angle, options: [.new]) { (source: SpecialSource, change) in
      seen.withLock { $0.append("\(source.name) \(change.newValue!) \(change.kind == .setting)") }
    }
    source.turn(to: 90)
    #expect(seen.withLock { $0 } == ["special 90.0 true"])
    withExtendedLifetime(observation) {}
  }

  @Test func changesSayWhatKindTheyAre() {
    #expect([NSKeyValueChange.setting, .insertion, .removal, .replacement].map(\.rawValue) == [1, 2, 3, 4])
    let options: [NSKeyValueObservingOptions] = [.new, .old, .initial, .prior]
    #expect(options.map(\.rawValue) == [1, 2, 4, 8])
    let source = Source()
    let observation = source.observe(\.angle, options: [.initial]) { _, change in
      precondition(
        change.indexes == nil && change.newValue == nil && change.oldValue == nil && !change.isPrior)
    }
    observation.invalidate()
  }

  /// A change inside a handler is announced in turn.
  @Test func changesNest() {
    let source = Source()
    let seen = Mutex<[Double]>([])
    let observation = source.observe(\.angle, options: [.new]) { source, change in
      seen.withLock { $0.append(change.newValue!) }
      if change.newValue! < 270 { source.turn(to: change.newValue! + 90) }
    }
    source.turn(to: 90)
    #expect(seen.withLock { $0 } == [90, 180, 270])
    withExtendedLifetime(observation) {}
  }
}

private class Source: NSObject, KeyValueObservable, @unchecked Sendable {
  typealias ObservedRoot = Source
  class var observableKeyPaths: [PartialKeyPath<Source>] { [\.angle] }
  private let state = Mutex(0.0)
  var angle: Double { state.withLock { $0 } }

  func turn(to angle: Double) {
    let old = state.withLock { state in
      defer { state = angle }
      return state
    }
    announce(\.angle, old: old, new: angle)
  }
}

private final class SpecialSource: Source, @unchecked Sendable {
  let name = "special"
}

private actor Service {
  private let source: Source
  private var observations: [NSKeyValueObservation] = []
  private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  private(set) var angles: [Double] = []

  init(source: Source) { self.source = source }

  func start() {
    observations.append(
      source.observe(\.angle, options: [.initial, .new]) { [weak self] _, change in
        guard let self, let angle = change.newValue else { return }
        Task { await self.update(angle) }
      })
  }

  func waitFor(_ count: Int) async {
    if angles.count >= count { return }
    await withCheckedContinuation { waiting = (count, $0) }
  }

  private func update(_ angle: Double) {
    angles.append(angle)
    guard let waiting, angles.count >= waiting.count else { return }
    self.waiting = nil
    waiting.continuation.resume()
  }
}

@MainActor private final class Controller {
  var titles: [String] = []
  var observation: NSKeyValueObservation?

  init(source: Source) {
    observation = source.observe(\.angle, options: [.initial, .new]) { [weak self] _, change in
      MainActor.assumeIsolated { self?.titles.append("\(change.newValue!)") }
    }
  }
}
