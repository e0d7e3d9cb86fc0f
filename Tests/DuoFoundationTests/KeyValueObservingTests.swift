import Synchronization
import Testing

@testable import DuoFoundation

@Suite struct KeyValueObservingTests {
  /// Every combination of options against a plain list of the calls Apple documents.
  @Test func optionsDecideWhatIsCalledWithWhat() {
    var mismatches: [String] = []
    for raw in 0..<UInt(16) {
      let options = NSKeyValueObservingOptions(rawValue: raw)
      let switchable = Switch()
      let log = Log()
      let observation = switchable.observe(\.level, options: options) { object, change in
        log.add(Log.line(change, reads: object.level))
      }
      switchable.setLevel(5)
      var expected: [String] = []
      let (new, old) = (options.contains(.new), options.contains(.old))
      if options.contains(.initial) { expected.append("after new \(new ? "0" : "-") old - reads 0") }
      if options.contains(.prior) { expected.append("prior new - old \(old ? "0" : "-") reads 0") }
      expected.append("after new \(new ? "5" : "-") old \(old ? "0" : "-") reads 5")
      if log.lines != expected { mismatches.append("\(raw): \(log.lines)") }
      observation.invalidate()
    }
    #expect(mismatches == [])
  }

  @Test func announcingAfterTheChangeGivesBothCalls() {
    let switchable = Switch()
    let log = Log()
    let observation = switchable.observe(\.isOn, options: [.old, .new, .prior]) { _, change in
      log.add(change.isPrior ? "prior \(change.oldValue!)" : "\(change.oldValue!) to \(change.newValue!)")
    }
    switchable.turnOn()
    #expect(log.lines == ["prior false", "false to true"])
    #expect(Switch().observe(\.isOn) { _, _ in }.isEqual(observation) == false)
  }

  @Test func optionalValuesKeepNil() {
    let switchable = Switch()
    let log = Log()
    let observation = switchable.observe(\.label, options: [.old, .new]) { _, change in
      log.add("\(String(describing: change.oldValue)) \(String(describing: change.newValue))")
    }
    switchable.setLabel("a")
    switchable.setLabel(nil)
    #expect(
      log.lines == [
        "Optional(nil) Optional(Optional(\"a\"))", "Optional(Optional(\"a\")) Optional(nil)",
      ])
    observation.invalidate()
  }

  /// A key path written on a subclass has another root; it must still find the property.
  @Test func subclassesAreObserved() {
    let dimmer = Dimmer()
    let log = Log()
    let bySub = dimmer.observe(\.isOn, options: .new) { object, change in
      log.add("sub \(object.brightness) \(change.newValue!)")
    }
    let byBase = (dimmer as Switch).observe(\Switch.isOn, options: .new) { _, change in
      log.add("base \(change.newValue!)")
    }
    dimmer.turnOn()
    #expect(log.lines == ["sub 7 true", "base true"])
    withExtendedLifetime((bySub, byBase)) {}
  }

  @Test func observersAreCalledInOrderAndOnlyForTheirObjectAndProperty() {
    let (one, other) = (Switch(), Switch())
    let log = Log()
    let observations = [
      one.observe(\.isOn) { _, _ in log.add("one isOn 1") },
      one.observe(\.isOn) { _, _ in log.add("one isOn 2") },
      one.observe(\.level) { _, _ in log.add("one level") },
      other.observe(\.isOn) { _, _ in log.add("other isOn") },
    ]
    one.turnOn()
    other.turnOn()
    one.setLevel(1)
    #expect(log.lines == ["one isOn 1", "one isOn 2", "other isOn", "one level"])
    withExtendedLifetime(observations) {}
  }

  @Test func observationEndsWhenInvalidatedOrReleased() {
    let switchable = Switch()
    let log = Log()
    let first = switchable.observe(\.level) { _, _ in log.add("first") }
    var second: NSKeyValueObservation? = switchable.observe(\.level) { _, _ in log.add("second") }
    switchable.setLevel(1)
    first.invalidate()
    first.invalidate()
    switchable.setLevel(2)
    second = nil
    switchable.setLevel(3)
    #expect(log.lines == ["first", "second", "second"])
    #expect(second == nil)
  }

  @Test func observerEndedByAnEarlierObserverOfTheSameChangeIsNotCalled() {
    let switchable = Switch()
    let log = Log()
    let later = Mutex<NSKeyValueObservation?>(nil)
    let first = switchable.observe(\.level) { _, _ in
      log.add("first")
      later.withLock { $0 }?.invalidate()
    }
    later.withLock { $0 = switchable.observe(\.level) { _, _ in log.add("second") } }
    switchable.setLevel(1)
    #expect(log.lines == ["first"])
    withExtendedLifetime(first) {}
  }

  /// An observation neither keeps its object nor serves another object at the same address.
  @Test func observationDoesNotKeepTheObject() {
    let log = Log()
    var observations: [NSKeyValueObservation] = []
    for _ in 0..<200 {
      var mayGo: Switch? = Switch()
      weak let remembered = mayGo
      observations.append(mayGo!.observe(\.level) { _, _ in log.add("old observer") })
      mayGo = nil
      #expect(remembered == nil)
      Switch().setLevel(1)
    }
    #expect(log.lines == [])
    #expect(KeyValueRegistry.shared.count >= 200)
  }

  @Test func handlerRunsOnTheThreadThatChanges() async {
    let switchable = Switch()
    let log = Log()
    let observation = switchable.observe(\.level) { _, _ in log.add("\(pthread_self())") }
    let asker = "\(pthread_self())"
    let changer = await withCheckedContinuation { continuation in
      Thread {
        switchable.setLevel(1)
        continuation.resume(returning: "\(pthread_self())")
      }.start()
    }
    #expect(log.lines == [changer])
    #expect(changer != asker)
    withExtendedLifetime(observation) {}
  }

  @Test func manyThreadsObserveChangeAndEndAtOnce() {
    let switchable = Switch()
    let calls = Mutex(0)
    let steady = switchable.observe(\.level) { _, _ in calls.withLock { $0 += 1 } }
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      let passing = switchable.observe(\.level) { _, _ in }
      switchable.setLevel(index)
      passing.invalidate()
    }
    #expect(calls.withLock { $0 } == 400)
    withExtendedLifetime(steady) {}
  }

  @MainActor @Test func mainActorClassesAreObserved() {
    let lamp = Lamp()
    let log = Log()
    let observation = lamp.observe(\.colour, options: [.initial, .new]) { _, change in
      log.add(change.newValue!)
    }
    lamp.colour = "red"
    #expect(log.lines == ["white", "red"])
    withExtendedLifetime(observation) {}
  }

  @Test func propertiesThatAreNotAnnouncedStop() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Switch().observe(\.unannounced) { _, _ in }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("does not announce changes"))
  }
}

/// A class as the frameworks write them: state behind a lock, announcements after unlocking.
private class Switch: NSObject, KeyValueObservable, @unchecked Sendable {
  typealias ObservedRoot = Switch
  class var observableKeyPaths: [PartialKeyPath<Switch>] { [\.isOn, \.level, \.label] }

  private let state = Mutex((isOn: false, level: 0, label: String?.none))
  var isOn: Bool { state.withLock { $0.isOn } }
  var level: Int { state.withLock { $0.level } }
  var label: String? { state.withLock { $0.label } }
  var unannounced: Int { 1 }

  func turnOn() {
    let old = state.withLock { state in
      defer { state.isOn = true }
      return state.isOn
    }
    announce(\.isOn, old: old, new: true)
  }

  func setLevel(_ level: Int) { changing(\.level) { state.withLock { $0.level = level } } }

  func setLabel(_ label: String?) { changing(\.label) { state.withLock { $0.label = label } } }
}

private final class Dimmer: Switch, @unchecked Sendable {
  var brightness: Int { 7 }
}

@MainActor private final class Lamp: NSObject {
  var colour = "white" {
    didSet { announce(\.colour, old: oldValue, new: colour) }
  }
}

extension Lamp: @MainActor KeyValueObservable {
  typealias ObservedRoot = Lamp
  static var observableKeyPaths: [PartialKeyPath<Lamp>] { [\.colour] }
}

private final class Log: Sendable {
  private let storage = Mutex<[String]>([])
  var lines: [String] { storage.withLock { $0 } }
  func add(_ line: String) { storage.withLock { $0.append(line) } }

  static func line(_ change: NSKeyValueObservedChange<Int>, reads: Int) -> String {
    let values =
      "new \(change.newValue.map(String.init) ?? "-") old \(change.oldValue.map(String.init) ?? "-")"
    return "\(change.isPrior ? "prior" : "after") \(values) reads \(reads)"
  }
}
